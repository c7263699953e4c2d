/** Lets one go elsewhere: at once, or once it is asked about. */
type Gate = (go: () => void) => void;

let gate: Gate | null = null;

/** Leaves the page by code, after asking where it holds changes. Links need not use it: such a page catches them. */
export function leave(go: () => void): void {
  if (gate === null) go();
  else gate(go);
}

/** The gate of the page that is open; returns how to take it away. */
export function guardLeaving(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}
