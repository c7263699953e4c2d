import type { Caller } from "@/lib/accounts/schema";
import {
  claimRequest,
  findProgress,
  forgetProgress,
  keepAnswer,
  keepProgress,
  releaseRequest,
} from "@/lib/idempotency";
import type { Transaction } from "@/lib/platform/db";
import type { Contract } from "../contract";
import type { ApiRequest, ApiResponse, Outcome } from "../exchange";
import { jsonResponse } from "../json-response";

type Seal = (tx: Transaction, outcome: Outcome) => Promise<void>;

/** How an answer is kept: shortened by what can be made again, and completed to the very same JSON when it is asked for. */
export interface Repeat<T> {
  shorten(json: T): unknown;
  complete(caller: Caller, json: T): Promise<unknown>;
  /** Its outcome may be `unfinished`, from which the same request goes on. */
  isResumable?: true;
}

/** What a request with an idempotency key is known by. */
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
 * Answers a request with an idempotency key: at its first coming by `run`, whose sealed outcome is kept and is the
 * answer; at every other by what was kept, with `Idempotent-Replayed`. What fails or seals nothing is not kept, so that
 * the next one runs; what is unfinished goes on at the next one. Throws `idempotency_in_progress` and `idempotency_key_reused`.
 */
export async function answerOnce(
  { contract, caller, request, repeat, key, bytes }: Once,
  run: (seal: Seal, progress?: unknown) => Promise<Outcome>,
  present: (outcome: Outcome) => ApiResponse,
): Promise<ApiResponse> {
  const { accountId, environment } = caller;
  const owner = contract.isSecret ? (caller.key?.id ?? null) : null;
  const address = addressOf(request);
  const claim = await claimRequest({ accountId, environment, owner, address, key, bytes });
  if (claim.state === "answered") {
    const { status, headers, body } = claim.answer;
    const told = { ...headers, "Idempotent-Replayed": "true" };
    if (repeat === undefined || body === null) return { status, headers: told, body };
    return jsonResponse(
      status,
      JSON.stringify(await repeat.complete(caller, JSON.parse(body) as never)),
      told,
    );
  }
  let sealed: ApiResponse | undefined;
  let isKept = false;
  try {
    const progress = repeat?.isResumable && (await findProgress(claim.lease, bytes));
    const outcome = await run(async (tx, outcome) => {
      sealed = present(outcome);
      if ("json" in outcome && outcome.unfinished !== undefined) {
        await keepProgress(tx, claim.lease, bytes, outcome.unfinished);
        return;
      }
      if (repeat?.isResumable) await forgetProgress(tx, claim.lease);
      const isShort = repeat !== undefined && "json" in outcome;
      const body = isShort ? JSON.stringify(repeat.shorten(outcome.json as never)) : sealed.body;
      await keepAnswer(tx, claim.lease, { ...sealed, body });
    }, progress);
    isKept = sealed !== undefined;
    return sealed ?? present(outcome);
  } finally {
    if (!isKept) await releaseRequest(claim.lease);
  }
}

/** Method and path with the query: a dry run of a request is another request. */
function addressOf({ method, path, rawQuery }: ApiRequest): string {
  return rawQuery ? `${method} ${path}?${rawQuery}` : `${method} ${path}`;
}
