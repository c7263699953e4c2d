import { QuietzoneConnectionError } from "./errors.js";
import type { Settings } from "./settings.js";

/** An answer, read to its end. */
export interface Exchange {
  response: Response;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * One request and its whole answer, within `timeoutMs`. Throws the reason of `signal` where the caller has ended it, and
 * `QuietzoneConnectionError` where no whole answer came.
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
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    signal?.throwIfAborted();
    const message = isLate ? `No whole answer within ${timeoutMs} ms` : "The service could not be reached";
    throw new QuietzoneConnectionError(`${message}: ${init.method} ${url}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
