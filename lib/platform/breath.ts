import { setImmediate } from "node:timers/promises";

/**
 * Lets other requests run in the middle of long work: awaited between its steps, it gives the event loop away once
 * `longestMs` have passed since it did so last, for all who share it.
 */
export function createBreath(longestMs: number): () => Promise<void> | undefined {
  let since = performance.now();
  let breath: Promise<void> | undefined;
  return () => {
    if (performance.now() - since < longestMs) return undefined;
    breath ??= setImmediate().then(() => {
      since = performance.now();
      breath = undefined;
    });
    return breath;
  };
}
