import { createBreath } from "@/lib/platform/breath";
import { ServiceError } from "@/lib/platform/errors";
import { checkJsonText } from "@/lib/platform/json-text";
import type { ApiRequest } from "../exchange";
import { ValueCounter } from "./count-values";

const longestMs = 4;
const mebibyte = 1024 * 1024;
/** Of an ordinary body and of a bulk call's. */
const usualBounds = { bytes: mebibyte, values: 5_000 };
const bulkBounds = { bytes: 10 * mebibyte, values: 100_000 };

const utf8 = new TextDecoder("utf-8", { fatal: true });

interface Body {
  value: unknown;
  /** As they were sent. */
  bytes: Uint8Array;
}

/** What is told of a body before it is read, as contracts have it. */
interface Expected {
  isBodyOptional?: true;
  isBulk?: true;
  maxBodyBytes?: number;
}

/**
 * The request's body as a JSON value. Refuses, in this order: another media type or an encoded body (415), while it
 * arrives more than 1 MiB or of a bulk call 10 MiB (413) and more than 5,000 values or of a bulk call 100,000 (400), then
 * bytes that are not UTF-8, nesting over 32 levels, a member named twice, malformed JSON (400). A byte order mark is
 * ignored, as RFC 8259 §8.1 allows. Where the body is optional none at all, which then needs no media type, is `{}`.
 */
export async function readJsonBody(
  request: Pick<ApiRequest, "headers" | "readBody">,
  { isBodyOptional, isBulk, maxBodyBytes }: Expected = {},
): Promise<Body> {
  const bounds = isBulk ? bulkBounds : usualBounds;
  const counter = new ValueCounter(bounds.values);
  const read = () => request.readBody(maxBodyBytes ?? bounds.bytes, (chunk) => counter.take(chunk));
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  if (isBodyOptional && type === undefined) {
    const bytes = await read();
    if (bytes.length === 0) return { value: {}, bytes };
  }
  requireJson(type);
  requireIdentity(encoding);
  const bytes = await read();
  if (bytes.length === 0 && isBodyOptional) return { value: {}, bytes };
  if (bytes.length === 0) throw unreadable("The request has no body", "Send a JSON object as the body.");
  return { value: await parseJson(bytes), bytes };
}

/** Each step of ten megabytes takes some 50 ms; other requests run in between. */
async function parseJson(bytes: Uint8Array): Promise<unknown> {
  const breathe = createBreath(longestMs);
  const text = decodeText(bytes);
  await breathe();
  checkJsonText(text, (says) => unreadable(`The body ${says}`));
  await breathe();
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

function requireJson(contentType: string | undefined): void {
  if (contentType === "application/json") return;
  if (contentType !== undefined && jsonType.test(contentType.trim())) return;
  throw new ServiceError(
    "unsupported_media_type",
    "The body must be sent as Content-Type: application/json in UTF-8",
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
