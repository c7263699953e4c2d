/** How long a page that never rests is waited for, and how long one that can't say whether it does. */
const patienceMs = 2_000;

/** Runs something once the page has nothing else to do; gives back how to leave it. */
export function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(run, patienceMs);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(run, { timeout: patienceMs });
  return () => window.cancelIdleCallback(request);
}
