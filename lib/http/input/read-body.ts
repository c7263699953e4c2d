import { ServiceError } from "@/lib/platform/errors";
import type { ApiRequest } from "../exchange";
import { checkJsonText } from "./json-text";

const maxBodyBytes = 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The request's body as a JSON value. Refuses, in this order: another media type or an encoded body (415), more
 * than 1 MiB (413), bytes that are not UTF-8, nesting over 32 levels, a member named twice, malformed JSON (400).
 * A byte order mark is ignored, as RFC 8259 §8.1 allows.
 */
export async function readJsonBody(request: ApiRequest): Promise<unknown> {
  requireJson(request.headers["content-type"]);
  requireIdentity(request.headers["content-encoding"]);
  const bytes = await request.readBody(maxBodyBytes);
  if (bytes.length === 0) throw unreadable("The request has no body", "Send a JSON object as the body.");
  const text = decodeText(bytes);
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
