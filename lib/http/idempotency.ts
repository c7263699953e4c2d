import type { Caller } from "@/lib/accounts/schema";
import {
  claimRequest,
  clearProgress,
  findProgress,
  keepAnswer,
  keepProgress,
  releaseRequest,
} from "@/lib/idempotency";
import type { Transaction } from "@/lib/platform/db";
import type { ErrorDetail } from "@/lib/platform/errors";
import type { Contract } from "./contract";
import { type ApiRequest, type ApiResponse, jsonResponse, type Outcome } from "./exchange";

type StoreResponse = (tx: Transaction, outcome: Outcome) => Promise<void>;

/** How an answer is kept: shortened by what can be made again, and completed to the very same JSON when it is asked for. */
export interface Repeat<T> {
  shorten(json: T): unknown;
  complete(caller: Caller, json: T): Promise<unknown>;
  /** Its outcome may be `unfinished`, from which the same request goes on. */
  isResumable?: true;
}

interface Once {
  contract: Contract;
  caller: Caller;
  request: ApiRequest;
  repeat: Repeat<never> | undefined;
  key: string;
  /** The body as it was sent. */
  bytes: Uint8Array;
}

/**
 * Answers a request with an idempotency key: at its first coming by `run`, whose stored outcome is kept and is the
 * answer; at every other by what was kept, with `Idempotent-Replayed`. What fails or seals nothing is not kept, so that
 * the next one runs; what is unfinished goes on at the next one. Throws `idempotency_in_progress` and `idempotency_key_reused`.
 */
export async function answerOnce(
  { contract, caller, request, repeat, key, bytes }: Once,
  run: (storeResponse: StoreResponse, progress?: unknown) => Promise<Outcome>,
  present: (outcome: Outcome) => ApiResponse,
): Promise<ApiResponse> {
  const { accountId, environment } = caller;
  const owner = contract.isSecret ? (caller.key?.id ?? null) : null;
  const address = addressOf(request);
  const claim = await claimRequest({ accountId, environment, owner, address, key, bytes });
  if (claim.state === "answered") {
    const { status, headers, body } = claim.answer;
    const replayHeaders = { ...headers, "Idempotent-Replayed": "true" };
    if (repeat === undefined || body === null) return { status, headers: replayHeaders, body };
    return jsonResponse(
      status,
      JSON.stringify(await repeat.complete(caller, JSON.parse(body) as never)),
      replayHeaders,
    );
  }
  let stored: ApiResponse | undefined;
  let isKept = false;
  try {
    const progress = repeat?.isResumable && (await findProgress(claim.lease, bytes));
    const outcome = await run(async (tx, outcome) => {
      stored = present(outcome);
      if ("json" in outcome && outcome.unfinished !== undefined) {
        await keepProgress(tx, claim.lease, bytes, outcome.unfinished);
        return;
      }
      if (repeat?.isResumable) await clearProgress(tx, claim.lease);
      const isShort = repeat !== undefined && "json" in outcome;
      const body = isShort ? JSON.stringify(repeat.shorten(outcome.json as never)) : stored.body;
      await keepAnswer(tx, claim.lease, { ...stored, body });
    }, progress);
    isKept = stored !== undefined;
    return stored ?? present(outcome);
  } finally {
    if (!isKept) await releaseRequest(claim.lease);
  }
}

/** Method and path with the query: a dry run of a request is another request. */
function addressOf({ method, path, rawQuery }: ApiRequest): string {
  return rawQuery ? `${method} ${path}?${rawQuery}` : `${method} ${path}`;
}

export const idempotencyKeyHeader = "Idempotency-Key";
export const maxIdempotencyKeyLength = 255;

const printable = /^[ -~]*$/;

/** The request's idempotency key; undefined without one. What cannot be one is added to `details`. */
export function readIdempotencyKey(
  headers: ApiRequest["headers"],
  details: ErrorDetail[],
): string | undefined {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  if (key === undefined) return undefined;
  const field = idempotencyKeyHeader;
  const bounds = { min: 1, max: maxIdempotencyKeyLength };
  if (key.length < bounds.min || key.length > bounds.max) {
    const code = key.length < bounds.min ? "too_short" : "too_long";
    details.push({
      field,
      code,
      message: `${field} must have ${bounds.min} to ${bounds.max} characters`,
      ...bounds,
    });
  } else if (!printable.test(key)) {
    details.push({ field, code: "invalid_format", message: `${field} must be printable ASCII, like a UUID` });
  }
  return key;
}
