import type { z } from "zod";
import type { Contract } from "../contract";
import type { ApiResponse, Outcome } from "../exchange";
import { jsonResponse } from "../json-response";

/**
 * The answer that a handler's outcome is under its contract. Throws a TypeError for one that does not fit it, which is
 * then ours to answer for: it is not sent.
 */
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
  if (type === undefined || !types.includes(type))
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
