import type { z } from "zod";
import type { Contract } from "./contract";

/** A request under `/api` as a neutral value, for the front (node:http) and Next's route handlers alike. */
export interface ApiRequest {
  method: string;
  /** As it stands in the request line, percent-escapes untouched, without the query. */
  path: string;
  query: URLSearchParams;
  /** The query as it was sent, without `?`; lets broken percent-escapes be refused instead of replaced. */
  rawQuery?: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  /** The client's address in text, vetted by the process in front; never a header of the client's own. */
  clientAddress: string;
  /** `req_…`; repeated in `X-Request-Id`, in error bodies and in the log. */
  requestId: string;
  /**
   * The whole body. Throws a ServiceError `payload_too_large` as soon as more than `limitBytes` have come, and what `inspect`
   * throws of the bytes as they come.
   */
  readBody(limitBytes: number, inspect?: (chunk: Uint8Array) => void): Promise<Uint8Array>;
}

export interface ApiResponse {
  /** Template of the path that was found, for metrics and the log. */
  route?: string;
  status: number;
  /** Names as they are to be sent; `Content-Length` included wherever there may be a body. */
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/**
 * What a handler returns: a value for the contract's schema, a file with its own headers or where it is, or nothing (204). `constant`
 * is a value that is the same object at every call; it is checked and written once. `unfinished` is kept for an idempotency key in
 * place of an answer that is not the last one: the same request goes on from it.
 */
export type Outcome =
  | { constant: object; headers?: Record<string, string> }
  | { json: unknown; status?: number; headers?: Record<string, string>; unfinished?: unknown }
  | { bytes: Uint8Array; mediaType?: string; headers: Record<string, string> }
  | { redirect: string }
  | { empty: true }
  | { notModified: true; headers: Record<string, string> };

/** A JSON answer that no cache keeps; `headers` is filled in place. */
export function jsonResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): ApiResponse & { body: string } {
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["Content-Length"] = String(Buffer.byteLength(body));
  headers["Cache-Control"] = "no-store";
  return { status, headers, body };
}

/** The response to a handler's outcome under its contract. Throws a TypeError for an outcome that does not fit it. */
export function presentOutcome({ success }: Contract, outcome: Outcome): ApiResponse {
  if ("json" in success) {
    if ("constant" in outcome) return presentConstant(success, outcome);
    if ("notModified" in outcome) return { status: 304, headers: outcome.headers, body: null };
    if ("json" in outcome && isStatusOf(success, outcome.status)) {
      const headers = { ...outcome.headers };
      return jsonResponse(outcome.status ?? success.status, writeJson(success.json, outcome.json), headers);
    }
  } else if ("file" in success) {
    if ("bytes" in outcome) return presentFile(success.file, outcome);
    if ("redirect" in outcome && success.redirects !== undefined) {
      const headers = { Location: outcome.redirect, "Cache-Control": "no-store" };
      return { status: 302, headers, body: null };
    }
    if ("notModified" in outcome) return { status: 304, headers: outcome.headers, body: null };
  } else if ("empty" in outcome) {
    return { status: success.status, headers: { "Cache-Control": "no-store" }, body: null };
  }
  throw new TypeError("an answer is not of the kind that its contract says");
}

/** Its own headers win: what never changes may be cached. */
function presentConstant(
  { status, json }: { status: number; json: z.ZodType },
  { constant, headers }: { constant: object; headers?: Record<string, string> },
): ApiResponse {
  const response = jsonResponse(status, writeOnce(json, constant));
  return { ...response, headers: { ...response.headers, ...headers } };
}

function isStatusOf(
  success: { status: number; otherwise?: { status: number } },
  status: number | undefined,
): boolean {
  return status === undefined || status === success.status || status === success.otherwise?.status;
}

function presentFile(
  file: string | readonly string[],
  { bytes, mediaType, headers }: Extract<Outcome, { bytes: Uint8Array }>,
): ApiResponse {
  const types = typeof file === "string" ? [file] : file;
  const type = mediaType ?? types[0];
  if (type === undefined || !types.includes(type.split(";")[0] ?? ""))
    throw new TypeError("a file is of a type that its contract lacks");
  return {
    status: 200,
    headers: {
      "Cache-Control": "no-store",
      ...headers,
      "Content-Type": type,
      "Content-Length": String(bytes.length),
    },
    body: bytes,
  };
}

function writeJson(schema: z.ZodType, value: unknown): string {
  const checked = schema.safeParse(value);
  if (!checked.success) throw new TypeError("an answer does not fit its contract", { cause: checked.error });
  return JSON.stringify(value);
}

const constants = new WeakMap<object, string>();

/** JSON of a value that is the same object at every call, checked and written at the first. */
export function writeOnce(schema: z.ZodType, value: object): string {
  const known = constants.get(value);
  if (known !== undefined) return known;
  const text = writeJson(schema, value);
  constants.set(value, text);
  return text;
}
