import { createRest, createYield, Semaphore } from "@/lib/platform/concurrency";
import { ServiceError } from "@/lib/platform/errors";
import { walkJsonText } from "@/lib/platform/json-text";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { ApiRequest, ApiResponse } from "./exchange";

const longestMs = 4;
const mebibyte = 1024 * 1024;
/** Of an ordinary body and of a bulk call's. */
const usualBounds = { bytes: mebibyte, values: 5_000 };
const bulkBounds = { bytes: 10 * mebibyte, values: 100_000 };

const utf8 = new TextDecoder("utf-8", { fatal: true });

interface Body {
  value: unknown;
  bytes: Uint8Array;
}

/** What is told of a body before it is read, as contracts have it. */
interface Expected {
  isBodyOptional?: true;
  isBulk?: true;
  maxBodyBytes?: number;
  takesText?: true;
}

/**
 * The request's body as a JSON value. Refuses, in this order: another media type or an encoded body (415), while it
 * arrives more than 1 MiB or of a bulk call 10 MiB (413) and more than 5,000 values or of a bulk call 100,000 (400), then
 * bytes that are not UTF-8, nesting over 32 levels, a member named twice, malformed JSON (400). A byte order mark is
 * ignored, as RFC 8259 §8.1 allows. Where the body is optional none at all, which then needs no media type, is `{}`.
 */
export async function readJsonBody(
  request: Pick<ApiRequest, "headers" | "readBody">,
  { isBodyOptional, isBulk, maxBodyBytes, takesText }: Expected = {},
): Promise<Body> {
  const bounds = isBulk ? bulkBounds : usualBounds;
  const counter = new ValueCounter(bounds.values);
  const read = () => request.readBody(maxBodyBytes ?? bounds.bytes, (chunk) => counter.add(chunk));
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  if (isBodyOptional && type === undefined) {
    const bytes = await read();
    if (bytes.length === 0) return { value: {}, bytes };
  }
  requireJson(type, takesText);
  requireIdentity(encoding);
  const bytes = await read();
  if (bytes.length === 0 && isBodyOptional) return { value: {}, bytes };
  if (bytes.length === 0) throw unreadable("The request has no body", "Send a JSON object as the body.");
  return { value: await parseJson(bytes), bytes };
}

const parsing = () => oncePerProcess("parsing of large bodies", () => new Semaphore(1));

/**
 * The largest body takes some 100 ms, 30 of them at once. One is parsed at a time, and takes half of the time: several clients
 * that send such bodies would take all of it.
 */
function parseJson(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length <= mebibyte) return parseInSteps(bytes, createYield(longestMs));
  return parsing().run(() => parseInSteps(bytes, createRest(longestMs)));
}

async function parseInSteps(bytes: Uint8Array, pause: () => Promise<void>): Promise<unknown> {
  const text = decodeText(bytes);
  await pause();
  for (const _ of walkJsonText(text, (says) => unreadable(`The body ${says}`))) await pause();
  const value = parseText(text);
  await pause();
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = /position (\d+)/.exec((cause as SyntaxError).message)?.[1];
    throw unreadable(
      `The body is not valid JSON${position === undefined ? "" : ` (at character ${position})`}`,
    );
  }
}

/** `application/json`, with no parameter or `charset=utf-8` alone (RFC 8259 defines no parameter at all). */
const jsonType = /^application\/json[ \t]*(?:;[ \t]*(?:charset[ \t]*=[ \t]*"?utf-?8"?[ \t]*)?)?$/i;
const textType = /^text\/plain[ \t]*(?:;[ \t]*(?:charset[ \t]*=[ \t]*"?utf-?8"?[ \t]*)?)?$/i;

function requireJson(contentType: string | undefined, takesText = false): void {
  if (contentType === "application/json") return;
  const type = contentType?.trim() ?? "";
  if (jsonType.test(type) || (takesText && textType.test(type))) return;
  throw new ServiceError(
    "unsupported_media_type",
    `The body must be sent as Content-Type: application/json${takesText ? " or text/plain" : ""} in UTF-8`,
  );
}

function requireIdentity(encoding: string | undefined): void {
  if (encoding === undefined) return;
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return;
  throw new ServiceError(
    "unsupported_media_type",
    "The body must be sent uncompressed, without a Content-Encoding",
  );
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable("The body is not valid UTF-8");
  }
}

function unreadable(message: string, hint?: string): ServiceError {
  return new ServiceError("invalid_request", message, hint === undefined ? {} : { hint });
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/**
 * Counts the values of JSON text while it arrives, so that a body of many small members is refused before it is parsed:
 * parsed, ten megabytes of them take a gigabyte and seconds. Text that is no JSON is left to the parser.
 */
export class ValueCounter {
  readonly #most: number;
  #values = 1;
  #isInString = false;
  #isEscaped = false;
  /** The last thing outside a string was an opening bracket: what comes next is its first value, or closes it. */
  #isOpening = false;

  /** @param most values that a body may have, objects, arrays and the body itself among them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes the next bytes. Throws `invalid_request` as soon as there are too many values. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      at = this.#isInString ? this.#skipString(bytes, at) : at;
      if (at < bytes.length) this.#addByte(bytes[at] as number);
    }
    if (this.#values <= this.#most) return;
    throw new ServiceError("invalid_request", `The body must have at most ${this.#most} JSON values`, {
      hint: "Send less at once, and leave out members that this endpoint does not know.",
    });
  }

  /** Index of the closing quote, or past the end of the bytes. */
  #skipString(bytes: Uint8Array, from: number): number {
    let at = from;
    if (this.#isEscaped) at++;
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    this.#isEscaped = at > bytes.length;
    return at;
  }

  #addByte(byte: number): void {
    if (byte === quote) this.#isInString = !this.#isInString;
    if (byte <= space) return;
    if (this.#isOpening && byte !== closeBracket && byte !== closeBrace) this.#values++;
    if (byte === comma) this.#values++;
    this.#isOpening = byte === openBracket || byte === openBrace;
  }
}

interface LargeBodyBounds {
  /** A body beyond this many bytes is large. */
  bytes: number;
  /** Large bodies that may be in memory at once, of everybody and of one owner. */
  total: number;
  ofOwner: number;
}

/** Bounds how many large bodies are in memory: a place is taken when so much of one has arrived. */
export class LargeBodies {
  readonly #bounds: LargeBodyBounds;
  /** Places that are taken, by owner. */
  readonly #taken = new Map<string, number>();

  constructor(bounds: LargeBodyBounds) {
    this.#bounds = bounds;
  }

  /** One body: `add` what arrives, which throws `unavailable` where no place is free, and `leave` when it is done with. */
  open(owner: string): { add(bytes: number): void; leave(): void } {
    let arrived = 0;
    let hasPlace = false;
    return {
      add: (bytes) => {
        arrived += bytes;
        if (hasPlace || arrived <= this.#bounds.bytes) return;
        this.#take(owner);
        hasPlace = true;
      },
      leave: () => {
        if (hasPlace) this.#giveBack(owner);
        hasPlace = false;
      },
    };
  }

  #take(owner: string): void {
    const own = this.#taken.get(owner) ?? 0;
    const all = [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
    if (own >= this.#bounds.ofOwner || all >= this.#bounds.total) {
      throw new ServiceError("unavailable", "Too many large bodies are being handled", {
        retryAfterSeconds: 2,
      });
    }
    this.#taken.set(owner, own + 1);
  }

  #giveBack(owner: string): void {
    const left = (this.#taken.get(owner) ?? 1) - 1;
    if (left === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, left);
  }
}

/** Only bulk calls may have a body that is large. Each takes some 50 MiB until it is answered. */
const largeBodies = () =>
  oncePerProcess("large bodies", () => new LargeBodies({ bytes: 1_048_576, total: 4, ofOwner: 2 }));

/** The key itself, however its scheme is written, or without one the client. */
function ownerOf({ headers: { authorization }, clientAddress }: ApiRequest): string {
  return authorization?.trim().split(/ +/).at(-1) ?? clientAddress;
}

/** Answers a request whose body counts as long as it is answered. Beyond the bound reading stops and it is `unavailable`. */
export async function boundLargeBodies(
  request: ApiRequest,
  answer: (request: ApiRequest) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const body = largeBodies().open(ownerOf(request));
  const bounded: ApiRequest = {
    ...request,
    readBody: (limitBytes, inspect) =>
      request.readBody(limitBytes, (chunk) => {
        body.add(chunk.length);
        inspect?.(chunk);
      }),
  };
  try {
    return await answer(bounded);
  } finally {
    body.leave();
  }
}
