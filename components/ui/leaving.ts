/** Lets one go elsewhere: at once, or once it is asked about. */
type Gate = (go: () => void) => void;

let gate: Gate | null = null;

/**
 * Leaves the page by code: goes elsewhere or signs out, at once or, where the page holds changes, once it was asked about.
 * Links need not come here: such a page hears them by itself.
 */
export function leave(go: () => void): void {
  if (gate === null) go();
  else gate(go);
}

/** The gate of the page that is open; gives back how to take it away. */
export function guardLeaving(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}
