import type { Caller } from "@/lib/accounts/schema";
import { claimRequest, keepAnswer, releaseRequest } from "@/lib/idempotency";
import type { Transaction } from "@/lib/platform/db";
import type { ApiRequest, ApiResponse, Outcome } from "../exchange";

type Seal = (tx: Transaction, outcome: Outcome) => Promise<void>;

/** What a request with an idempotency key is known by. */
interface Once {
  caller: Caller;
  request: ApiRequest;
  key: string;
  /** The body as it was sent. */
  bytes: Uint8Array;
}

/**
 * Answers a request with an idempotency key: at its first coming by `run`, whose sealed outcome is kept and is the
 * answer; at every other by what was kept, with `Idempotent-Replayed`. What fails or seals nothing is not kept, so that
 * the next one runs. Throws `idempotency_in_progress` and `idempotency_key_reused`.
 */
export async function answerOnce(
  { caller, request, key, bytes }: Once,
  run: (seal: Seal) => Promise<Outcome>,
  present: (outcome: Outcome) => ApiResponse,
): Promise<ApiResponse> {
  const { accountId, environment } = caller;
  const { method, path } = request;
  const claim = await claimRequest({ accountId, environment, method, path, key, bytes });
  if (claim.state === "answered") {
    const { status, headers, body } = claim.answer;
    return { status, headers: { ...headers, "Idempotent-Replayed": "true" }, body };
  }
  let sealed: ApiResponse | undefined;
  let isKept = false;
  try {
    const outcome = await run(async (tx, outcome) => {
      sealed = present(outcome);
      await keepAnswer(tx, claim.lease, sealed);
    });
    isKept = sealed !== undefined;
    return sealed ?? present(outcome);
  } finally {
    if (!isKept) await releaseRequest(claim.lease);
  }
}
