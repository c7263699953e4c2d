import type { Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { decryptText, encryptText } from "@/lib/platform/secrets";
import { keptHours, type Lease } from "./lease";

/** An answer as it was first sent: a status of 2xx, the headers of its own, its body as text. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

type Place = Pick<Lease, "accountId" | "scope" | "key">;

/** An answer may hold the value of a new key: it is encrypted, and opens at its own place alone. */
function purposeOf({ accountId, scope, key }: Place): string {
  return `idempotency:${accountId}:${scope}:${key}`;
}

/** The kept answer of a row. */
export function openAnswer(place: Place, status: number, sealed: Buffer): KeptAnswer {
  const { headers, body } = JSON.parse(decryptText(sealed, purposeOf(place))) as Omit<KeptAnswer, "status">;
  return { status, headers, body };
}

const keep = {
  name: "keep_idempotent_answer",
  text: `UPDATE idempotency_key SET status = $5, answer = $6, expires_at = now() + make_interval(hours => ${keptHours})
    WHERE account_id = $1 AND scope = $2 AND key = $3 AND lease = $4 AND status IS NULL`,
};

/**
 * Keeps the answer in the transaction of the change that it tells of: both are there or neither. Throws
 * `idempotency_in_progress`, which undoes the change, where another process holds the lease by now.
 */
export async function keepAnswer(
  tx: Transaction,
  lease: Lease,
  answer: { status: number; headers: Record<string, string>; body: string | Uint8Array | null },
): Promise<void> {
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) throw new TypeError("only answers of text are kept");
  const sealed = encryptText(JSON.stringify({ headers, body }), purposeOf(lease));
  const { accountId, scope, key, token } = lease;
  const values = [accountId, scope, key, token, status, sealed];
  const { rowCount } = await tx.query({ ...keep, values });
  if (rowCount === 1) return;
  throw new ServiceError(
    "idempotency_in_progress",
    "This request took too long, and the same one runs again",
    {
      retryAfterSeconds: 1,
    },
  );
}
