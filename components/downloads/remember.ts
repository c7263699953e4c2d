/** What was chosen last in this browser, as far as it is still a choice; null where there is none or it may not be kept. */
export function recall<T>(name: string, read: (kept: unknown) => T | null): T | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : read(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** Keeps a choice for the next time. */
export function remember(name: string, choice: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
