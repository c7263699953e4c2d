import { QuietzoneConnectionError, QuietzoneError } from "./errors.js";
import type { Settings } from "./settings.js";

const mostMebibytes = 64;

/** An answer, read to its end. */
export interface Exchange {
  response: Response;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * One request and its whole answer, within `timeoutMs`. Throws the reason of `signal` where the caller has ended it, and
 * `QuietzoneConnectionError` where no whole answer came, and `QuietzoneError` where one is larger than any of the service's.
 */
export async function attempt(
  { fetch }: Settings,
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const end = () => ending.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  signal?.addEventListener("abort", end, { once: true });
  try {
    // A redirect would take body and keys to another address, or make a GET of a POST.
    const response = await fetch(url, { ...init, redirect: "manual", signal: ending.signal });
    return { response, bytes: await readWhole(response) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof QuietzoneError) throw cause;
    const message = isLate ? `No whole answer within ${timeoutMs} ms` : "The service could not be reached";
    throw new QuietzoneConnectionError(`${message}: ${init.method} ${url}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** An endless response would fill the caller's memory. */
async function readWhole({ body, status }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > mostMebibytes * 2 ** 20) {
      reader?.cancel().catch(() => {});
      const message = `The answer is larger than ${mostMebibytes} MiB: is baseUrl right?`;
      throw new QuietzoneError(message, { status, code: "unexpected_answer" });
    }
    chunks.push(part.value);
  }
  const whole = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}

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
