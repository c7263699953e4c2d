import type { z } from "zod";
import { type ErrorDetail, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { isObject } from "@/lib/platform/json-text";
import { listFieldErrors } from "@/lib/platform/validation";
import type { Contract } from "./contract";
import type { ApiRequest } from "./exchange";
import { readIdempotencyKey } from "./idempotency";
import { readJsonBody } from "./read-body";

export type Validate = (input: Record<string, unknown>) => ServiceError[] | Promise<ServiceError[]>;

interface CheckedInput {
  headers: ApiRequest["headers"];
  params: unknown;
  query: unknown;
  body: unknown;
  /** The key of a call that may be repeated, and the body as it was sent; absent without a key. */
  idempotency?: { key: string; bytes: Uint8Array };
}

const noBytes = new Uint8Array(0);

/**
 * The request's path, query, body and idempotency key, checked against the contract. Every fault of them is reported at
 * once, with those that `validate` finds besides; a path that does not fit is `not_found`, after them.
 */
export async function readInput(
  contract: Contract,
  request: ApiRequest,
  params: Record<string, string>,
  validate?: Validate,
): Promise<CheckedInput> {
  const body = contract.body && (await readJsonBody(request, contract));
  const details: ErrorDetail[] = [];
  const query = contract.query ? readQuery(contract.query, request, details) : {};
  const key = isRepeatable(contract) ? readIdempotencyKey(request.headers, details) : undefined;
  const input = {
    headers: request.headers,
    params,
    query: contract.query && check(contract.query, query, "query", details),
    body: contract.body && check(contract.body, body?.value, "body", details),
    ...(key !== undefined && { idempotency: { key, bytes: body?.bytes ?? noBytes } }),
  };
  if (details.length > 0) throw await describeFaults(details, body ? body.value : query, validate);
  if (contract.params && !contract.params.safeParse(params).success) {
    throw new ServiceError("not_found", "There is nothing at this address");
  }
  return input;
}

/** Whether calls may carry an idempotency key (decisions §11). */
export function isRepeatable({ access, method }: Contract): boolean {
  return access !== "public" && method === "POST";
}

function check(schema: z.ZodType, input: unknown, root: string, details: ErrorDetail[]): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const known = new Set(details.map(({ field }) => field));
  const news = listFieldErrors(schema, input, result.error.issues, root);
  details.push(...news.filter(({ field }) => !known.has(field)));
  return undefined;
}

/** The parameters that the contract knows; unknown names are ignored, a known one sent twice is a fault. */
function readQuery(schema: z.ZodObject, request: ApiRequest, details: ErrorDetail[]): Record<string, string> {
  if (request.rawQuery !== undefined) checkEscapes(request.rawQuery);
  const query: Record<string, string> = {};
  if (request.query.size === 0) return query;
  for (const name in schema.shape) {
    const values = request.query.getAll(name);
    if (values[0] !== undefined) query[name] = values[0];
    if (values.length > 1)
      details.push({ field: name, code: "repeated", message: `${name} must be sent once only` });
  }
  return query;
}

/** Broken escapes and bytes that are not UTF-8 would be replaced in silence, and `content` is echoed exactly. */
function checkEscapes(rawQuery: string): void {
  if (!rawQuery.includes("%")) return;
  try {
    decodeURIComponent(rawQuery);
  } catch {
    throw new ServiceError("invalid_request", "The query has percent-escapes that are not valid UTF-8", {
      hint: "Escape each value as UTF-8, as encodeURIComponent does; a percent sign itself is %25.",
    });
  }
}

async function describeFaults(
  details: ErrorDetail[],
  raw: unknown,
  validate: Validate | undefined,
): Promise<ServiceError> {
  const [first] = details;
  const invalid = new ServiceError("validation_failed", first?.message ?? "The request is not valid", {
    details,
    ...hintFor(details),
  });
  return mergeErrors([invalid, ...(validate && isObject(raw) ? await validate(raw) : [])]);
}

const hints: Record<string, string> = {
  not_whole: "Send a whole number.",
  out_of_range: "Send a number within the bounds given in details.",
  not_allowed: "Send one of the values listed as allowed in details.",
  required: "Send the missing field.",
};

/** A specific hint if all faults are of one kind and have the details that the hint refers to. */
function hintFor(details: readonly ErrorDetail[]): { hint?: string } {
  const code = details[0]?.code;
  const hint = code === undefined ? undefined : hints[code];
  const isMeant = (detail: ErrorDetail) =>
    detail.code === code && (code !== "not_allowed" || detail.allowed !== undefined);
  return hint !== undefined && details.every(isMeant) ? { hint } : {};
}
