import { ServiceError } from "@/lib/platform/errors";
import type { ApiRequest } from "../exchange";
import { checkJsonText } from "./json-text";

const mebibyte = 1024 * 1024;
/** Of an ordinary body and of a bulk call's. */
const maxBodyBytes = mebibyte;
const maxBulkBytes = 10 * mebibyte;

const utf8 = new TextDecoder("utf-8", { fatal: true });

interface Body {
  value: unknown;
  /** As they were sent. */
  bytes: Uint8Array;
}

/**
 * The request's body as a JSON value. Refuses, in this order: another media type or an encoded body (415), more
 * than 1 MiB or of a bulk call 10 MiB (413), bytes that are not UTF-8, nesting over 32 levels, a member named twice,
 * malformed JSON (400). A byte order mark is ignored, as RFC 8259 §8.1 allows. Where the body is optional none at all,
 * which then needs no media type, is `{}`.
 */
export async function readJsonBody(
  request: Pick<ApiRequest, "headers" | "readBody">,
  { isBodyOptional, isBulk }: { isBodyOptional?: true; isBulk?: true } = {},
): Promise<Body> {
  const maxBytes = isBulk ? maxBulkBytes : maxBodyBytes;
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  if (isBodyOptional && type === undefined) {
    const bytes = await request.readBody(maxBytes);
    if (bytes.length === 0) return { value: {}, bytes };
  }
  requireJson(type);
  requireIdentity(encoding);
  const bytes = await request.readBody(maxBytes);
  if (bytes.length === 0 && isBodyOptional) return { value: {}, bytes };
  if (bytes.length === 0) throw unreadable("The request has no body", "Send a JSON object as the body.");
  return { value: parseJson(decodeText(bytes)), bytes };
}

function parseJson(text: string): unknown {
  checkJsonText(text);
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
