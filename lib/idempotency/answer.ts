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
export function purposeOf({ accountId, scope, key }: Place): string {
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

/** Answers up to this size are bounded by how many requests an account may send. */
export const smallBytes = 64 * 1024;
/** Bytes of answers that are kept for one account; larger ones than these are for bulk calls with many logos. */
const maxKeptBytes = 256 * 1024 * 1024;

const weigh = {
  name: "weigh_kept_answers",
  text: `SELECT coalesce(sum(octet_length(answer)), 0)::float8 AS bytes FROM idempotency_key WHERE account_id = $1`,
};

export async function requireRoom(tx: Transaction, accountId: string, bytes: number): Promise<void> {
  const { rows } = await tx.query<{ bytes: number }>({ ...weigh, values: [accountId] });
  if ((rows[0]?.bytes ?? 0) + bytes <= maxKeptBytes) return;
  throw new ServiceError(
    "quota_exceeded",
    "The answers that are kept for this account's idempotency keys fill 256 MiB. Nothing was stored",
    { hint: "Send the request without an Idempotency-Key, or again when the kept answers are a day old." },
  );
}

/**
 * Keeps the answer in the transaction of the change that it tells of: both are there or neither. Throws
 * `idempotency_in_progress` where another process holds the lease by now, and `quota_exceeded` where the account's kept
 * answers fill their room; either undoes the change.
 */
export async function keepAnswer(
  tx: Transaction,
  lease: Lease,
  answer: { status: number; headers: Record<string, string>; body: string | Uint8Array | null },
): Promise<void> {
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) throw new TypeError("only answers of text are kept");
  const sealed = encryptText(JSON.stringify({ headers, body }), purposeOf(lease));
  if (sealed.length > smallBytes) await requireRoom(tx, lease.accountId, sealed.length);
  const { accountId, scope, key, token } = lease;
  const values = [accountId, scope, key, token, status, sealed];
  const { rowCount } = await tx.query({ ...keep, values });
  if (rowCount !== 1) throw leaseLost();
}

/** Another process holds the lease by now. */
export function leaseLost(): ServiceError {
  return new ServiceError(
    "idempotency_in_progress",
    "This request took too long, and the same one runs again",
    { retryAfterSeconds: 1 },
  );
}
