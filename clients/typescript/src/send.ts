import { attempt, type Exchange, pauseBefore, wait } from "./attempt.js";
import { QuietzoneError, readRefusal } from "./errors.js";
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
    const message = "The answer is not the service's own: is baseUrl right?";
    throw new QuietzoneError(message, { status, code: "unexpected_answer" });
  }
}
