import { baseUrlHint, QuietzoneConnectionError, QuietzoneError, readRefusal } from "./errors.js";
import { readNumber, type Settings } from "./settings.js";
import type { CallOptions, Picture } from "./types.js";

/** An operation as a method of `generated/resources.ts` asks for it. */
interface Call {
  method: string;
  path: string;
  params?: Record<string, string>;
  body?: unknown;
  isPublic?: true;
  takesIdempotencyKey?: true;
  isFile?: true;
}

export type Send = <T>(call: Call, options?: CallOptions) => Promise<T>;

/** Makes the one function that every method of a client goes through. */
export function createSend(settings: Settings): Send {
  return async <T>(call: Call, { signal, timeoutMs, idempotencyKey, ...query }: CallOptions = {}) => {
    const url = settings.baseUrl + fillPath(call) + writeQuery(query);
    const init = writeRequest(settings, call, idempotencyKey);
    const within = readNumber("timeoutMs", timeoutMs ?? settings.timeoutMs, 1);
    const isRepeatable = call.method === "GET" || call.takesIdempotencyKey === true;
    for (let retries = 0; ; retries += 1) {
      try {
        const exchange = await attempt(settings, url, init, within, signal);
        settings.onResponse({ url, status: exchange.response.status, headers: exchange.response.headers });
        return readAnswer(call, exchange) as T;
      } catch (failure) {
        const pauseMs = pauseBefore(failure, retries, isRepeatable);
        if (pauseMs === undefined || retries >= settings.maxRetries || pauseMs > settings.maxWaitMs)
          throw failure;
        await wait(pauseMs, signal);
      }
    }
  };
}

/** The path with its parameters; none may be empty or lead elsewhere. */
function fillPath({ path, params = {} }: Call): string {
  return path.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${name} is an id that the service gave out, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

function writeQuery(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** The same at every attempt, to the byte: by that the service knows a repetition. */
function writeRequest({ apiKey }: Settings, call: Call, idempotencyKey: string | undefined): RequestInit {
  const headers: Record<string, string> = {};
  if (apiKey !== undefined && !call.isPublic) headers.authorization = `Bearer ${apiKey}`;
  if (call.takesIdempotencyKey) headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID();
  else if (idempotencyKey !== undefined) {
    throw new TypeError(`${call.method} ${call.path} takes no idempotencyKey; leave it out`);
  }
  if (call.body === undefined) return { method: call.method, headers };
  headers["content-type"] = "application/json";
  return { method: call.method, headers, body: JSON.stringify(call.body) };
}

function readAnswer({ isFile }: Call, { response, bytes }: Exchange): unknown {
  if (response.ok && isFile) {
    return { bytes, mediaType: response.headers.get("content-type") ?? "" } satisfies Picture;
  }
  const text = new TextDecoder().decode(bytes);
  if (!response.ok) throw readRefusal(response, text);
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const { status } = response;
    const message = "The answer is not the service's own";
    throw new QuietzoneError(message, { status, code: "unexpected_answer", hint: baseUrlHint });
  }
}

const mostMebibytes = 64;

/** An answer, read to its end. */
interface Exchange {
  response: Response;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * One request and its whole answer, within `timeoutMs`. Throws the reason of `signal` where the caller has ended it, and
 * `QuietzoneConnectionError` where no whole answer came, and `QuietzoneError` where one is larger than any of the service's.
 */
async function attempt(
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
      const message = `The answer is larger than ${mostMebibytes} MiB`;
      throw new QuietzoneError(message, { status, code: "unexpected_answer", hint: baseUrlHint });
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
function pauseBefore(failure: unknown, retries: number, isRepeatable: boolean): number | undefined {
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
