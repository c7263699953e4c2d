import { createHash } from "node:crypto";
import { sql, type Transaction } from "@/lib/platform/db";
import { decryptText, encryptText } from "@/lib/platform/secrets";
import { leaseLost, purposeOf, requireRoom, smallBytes } from "./answer";
import { keyReused } from "./claim";
import { keptHours, type Lease } from "./lease";

/**
 * Progress is a row of its own beside the lease's, so that a lease that ends or is taken over leaves it alone. No scope of a
 * request begins like this.
 */
function placeOf({ accountId, scope, key }: Lease) {
  return { accountId, scope: `progress ${createHash("sha256").update(scope).digest("hex")}`, key };
}

const find = {
  name: "find_idempotent_progress",
  text: `SELECT fingerprint, answer FROM idempotency_key
    WHERE account_id = $1 AND scope = $2 AND key = $3 AND expires_at > now()`,
};

/**
 * What earlier attempts at this request have done, as `keepProgress` was told; undefined where there were none. Throws
 * `idempotency_key_reused` where they had another body.
 */
export async function findProgress(lease: Lease, bytes: Uint8Array): Promise<unknown> {
  const place = placeOf(lease);
  const values = [place.accountId, place.scope, place.key];
  const { rows } = await sql.query<{ fingerprint: Buffer; answer: Buffer }>({ ...find, values });
  const [row] = rows;
  if (row === undefined) return undefined;
  if (!row.fingerprint.equals(fingerprintOf(bytes))) throw keyReused();
  return JSON.parse(decryptText(row.answer, purposeOf(place)));
}

const keep = {
  name: "keep_idempotent_progress",
  text: `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, answer, expires_at)
    VALUES ($1, $2, $3, $4, $5, now(), $6, now() + make_interval(hours => ${keptHours}))
    ON CONFLICT (account_id, scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = excluded.answer,
      expires_at = excluded.expires_at`,
};

const giveUp = {
  name: "give_up_idempotency_lease",
  text: `DELETE FROM idempotency_key
    WHERE account_id = $1 AND scope = $2 AND key = $3 AND lease = $4 AND status IS NULL`,
};

/**
 * Keeps what a request has done so far in the transaction that does it, and gives the lease back with it: the same request
 * goes on from there. Throws `idempotency_in_progress` where another process holds the lease by now, which undoes it.
 */
export async function keepProgress(
  tx: Transaction,
  lease: Lease,
  bytes: Uint8Array,
  progress: unknown,
): Promise<void> {
  const { accountId, scope, key, token } = lease;
  const { rowCount } = await tx.query({ ...giveUp, values: [accountId, scope, key, token] });
  if (rowCount !== 1) throw leaseLost();
  const place = placeOf(lease);
  const sealed = encryptText(JSON.stringify(progress), purposeOf(place));
  if (sealed.length > smallBytes) await requireRoom(tx, accountId, sealed.length);
  const values = [accountId, place.scope, key, fingerprintOf(bytes), token, sealed];
  await tx.query({ ...keep, values });
}

const forget = {
  name: "forget_idempotent_progress",
  text: "DELETE FROM idempotency_key WHERE account_id = $1 AND scope = $2 AND key = $3",
};

/** Forgets the progress of a request in the transaction that ends it. */
export async function forgetProgress(tx: Transaction, lease: Lease): Promise<void> {
  const { accountId, scope, key } = placeOf(lease);
  await tx.query({ ...forget, values: [accountId, scope, key] });
}

function fingerprintOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
