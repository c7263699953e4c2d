/** A message at the bottom of the page. */
export interface ToastMessage {
  text: string;
  /** A fault stays until it is closed; other messages go after 5 s. */
  isFault: boolean;
  undo?: Undo;
}

export interface Undo {
  run: () => Promise<unknown>;
  untilMs: number;
}

/** The longest that anything can be undone for. */
const longestUndoMs = 10_000;

let listener: ((message: ToastMessage) => void) | null = null;

/** Shows what was done or what failed. Without a listener on the page nothing is shown. */
export const toast = {
  done: (text: string) => listener?.({ text, isFault: false }),
  fault: (text: string) => listener?.({ text, isFault: true }),
};

/**
 * Shows what was done, with a button that undoes it and the seconds left. The countdown runs on while the toast is hovered
 * or focused, since the server's time limit does, too.
 *
 * @param undo undoes it, refreshes the page and shows the outcome; what it throws is shown as a fault.
 * @param until when the server's time limit ends, ISO 8601. Where the visitor's clock is wrong, ten seconds from now.
 */
export function showUndo(text: string, undo: () => Promise<unknown>, until: string): void {
  const now = Date.now();
  const left = Date.parse(until) - now;
  const isPlausible = left > 0 && left <= longestUndoMs;
  listener?.({
    text,
    isFault: false,
    undo: { run: undo, untilMs: now + (isPlausible ? left : longestUndoMs) },
  });
}

/** Sets the page's one listener; returns a function that removes it. */
export function listen(next: (message: ToastMessage) => void): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}
