/** One sentence for the visitor, said at the bottom of the page. */
export interface Sentence {
  text: string;
  /** A fault stays until it is closed; what was done goes after 5 s. */
  isFault: boolean;
  undo?: Undo;
}

export interface Undo {
  run: () => Promise<unknown>;
  untilMs: number;
}

/** The longest that anything can be taken back for. */
const longestUndoMs = 10_000;

let hear: ((sentence: Sentence) => void) | null = null;

/** Says what was done or what failed. Without a listener on the page nothing is heard. */
export const say = {
  done: (text: string) => hear?.({ text, isFault: false }),
  fault: (text: string) => hear?.({ text, isFault: true }),
};

/**
 * Says what was done, with a button that takes it back and the seconds that are left for it. They go on under the pointer
 * and the focus: they are the server's, which waits for nobody.
 *
 * @param undo takes it back, refreshes the page and says what came of it; what it throws is said as a fault.
 * @param until when the server lets go of it, ISO 8601. Where the visitor's clock is wrong, ten seconds from now.
 */
export function sayUndo(text: string, undo: () => Promise<unknown>, until: string): void {
  const now = Date.now();
  const left = Date.parse(until) - now;
  const isPlausible = left > 0 && left <= longestUndoMs;
  hear?.({ text, isFault: false, undo: { run: undo, untilMs: now + (isPlausible ? left : longestUndoMs) } });
}

/** The page's one listener; gives back how to leave. */
export function listen(listener: (sentence: Sentence) => void): () => void {
  hear = listener;
  return () => {
    if (hear === listener) hear = null;
  };
}
