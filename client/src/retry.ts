import { QuietzoneConnectionError, QuietzoneError } from "./errors.js";

const busy = new Set([502, 503, 504]);
const firstPauseMs = 500;

/**
 * How long to wait before a call is made once more; undefined where it is not to be. What was refused by a limit was not
 * done, so any call may follow it. Of the rest only what changes nothing twice may: a read, and what carries an idempotency key.
 */
export function pauseBefore(failure: unknown, retries: number, isRepeatable: boolean): number | undefined {
  if (!mayFollow(failure, isRepeatable)) return undefined;
  const told = failure instanceof QuietzoneError ? failure.retryAfterSeconds : undefined;
  if (told !== undefined) return told * 1000;
  // Between half and whole, so that clients that failed together don't come back together.
  return firstPauseMs * 2 ** retries * (0.5 + Math.random() / 2);
}

function mayFollow(failure: unknown, isRepeatable: boolean): boolean {
  if (failure instanceof QuietzoneConnectionError) return isRepeatable;
  if (!(failure instanceof QuietzoneError)) return false;
  const { status, code } = failure;
  return status === 429 || (isRepeatable && (busy.has(status) || code === "idempotency_in_progress"));
}

/** Waits; ends at once, with its reason, when the caller aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
