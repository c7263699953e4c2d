let hear: (() => void) | null = null;

/** Opens the palette of the page. */
export function openPalette(): void {
  hear?.();
}

/** The page's one palette; gives back how to leave. */
export function listenForOpening(listener: () => void): () => void {
  hear = listener;
  return () => {
    if (hear === listener) hear = null;
  };
}
