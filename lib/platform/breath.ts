import { setImmediate } from "node:timers/promises";

/**
 * Lets other requests run in the middle of long work: awaited before each step, it gives the event loop away once
 * `longestMs` have passed since it did so last. A stretch is then that long, and one step, at most.
 */
export function createBreath(longestMs: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await setImmediate();
    since = performance.now();
  };
}
