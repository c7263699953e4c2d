let hear: (() => void) | null = null;
let isAsked = false;

/** Begins choosing codes, on their page or as soon as it is there. */
export function askForSelecting(): void {
  if (hear === null) isAsked = true;
  else hear();
}

/** The page's one selection; gives back how to leave. */
export function listenForSelecting(listener: () => void): () => void {
  hear = listener;
  if (isAsked) listener();
  isAsked = false;
  return () => {
    if (hear === listener) hear = null;
  };
}
