import { createHash } from "node:crypto";
import type { Executor } from "@/lib/platform/db";
import { decryptText, encryptText } from "@/lib/platform/secrets";
import { fingerprintOf, keyReused, leaseLost, purposeOf, requireRoom } from "./idempotency";
import { deleteLease, deleteProgress, findProgressRow, type Lease, upsertProgress } from "./queries";

/** Progress has its own row beside the lease's, so that a lost lease leaves it alone. No request's scope begins like this. */
function placeOf({ accountId, scope, key, token }: Lease): Lease {
  const hash = createHash("sha256").update(scope).digest("hex");
  return { accountId, scope: `progress ${hash}`, key, token };
}

/**
 * What earlier attempts at this request have done, as `keepProgress` stored it; undefined if there were none. Throws
 * `idempotency_key_reused` if they had another body.
 */
export async function findProgress(lease: Lease, bytes: Uint8Array): Promise<unknown> {
  const place = placeOf(lease);
  const row = await findProgressRow(place);
  if (row === null) return undefined;
  if (!row.fingerprint.equals(fingerprintOf(bytes))) throw keyReused();
  return JSON.parse(decryptText(row.answer, purposeOf(place)));
}

/**
 * Keeps what a request has done so far in the transaction that does it, and releases the lease with it: the same request goes on
 * from there. Throws `idempotency_in_progress` if another process has taken the lease over, which undoes it.
 */
export async function keepProgress(
  tx: Executor,
  lease: Lease,
  bytes: Uint8Array,
  progress: unknown,
): Promise<void> {
  if (!(await deleteLease(tx, lease))) throw leaseLost();
  const place = placeOf(lease);
  const encrypted = encryptText(JSON.stringify(progress), purposeOf(place));
  await requireRoom(tx, lease.accountId, encrypted.length);
  await upsertProgress(tx, place, fingerprintOf(bytes), encrypted);
}

/** Deletes the progress of a request in the transaction that ends it. */
export async function clearProgress(tx: Executor, lease: Lease): Promise<void> {
  await deleteProgress(tx, placeOf(lease));
}
