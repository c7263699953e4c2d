/** One sentence for the visitor, said at the bottom of the page. */
export interface Sentence {
  text: string;
  /** A fault stays until it is closed; what was done goes after 5 s. */
  isFault: boolean;
}

let hear: ((sentence: Sentence) => void) | null = null;

/** Says what was done or what failed. Without a listener on the page nothing is heard. */
export const say = {
  done: (text: string) => hear?.({ text, isFault: false }),
  fault: (text: string) => hear?.({ text, isFault: true }),
};

/** The page's one listener; gives back how to leave. */
export function listen(listener: (sentence: Sentence) => void): () => void {
  hear = listener;
  return () => {
    if (hear === listener) hear = null;
  };
}
