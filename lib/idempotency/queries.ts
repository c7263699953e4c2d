import { type Executor, sessionLock, sql } from "@/lib/platform/db";

/** A row's place: environment, method and path (with a secret, the API key too) make the scope. */
export interface Place {
  accountId: string;
  scope: string;
  key: string;
}

/** The right to run one request and to keep its answer, until it ends or another process takes it over. */
export interface Lease extends Place {
  /** The fencing token: the holder of another one came later. */
  token: string;
}

/** A request that runs longer counts as dead and the next one may run; the change of the first is then undone. */
const leaseSeconds = 60;

/** How long an answer is given again. */
const keptHours = 24;

/** Rows per statement, so that none runs for long. */
const batchSize = 1_000;

/** Whether the session that holds a lease has ended; a lease without a session ends by time alone. */
const isHolderGone = `held.session IS NOT NULL AND NOT EXISTS (SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${sessionLock} AND objid = held.session::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** Claims a place that is new, past its 24 hours, or left by a dead process or a lost connection; whether it did. */
export async function claimLease(
  { accountId, scope, key, token }: Lease,
  fingerprint: Buffer,
  session: number | null,
): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "claim_idempotency_lease",
    text: `INSERT INTO idempotency_key AS held (account_id, scope, key, fingerprint, lease, leased_until, expires_at, session)
      VALUES ($1, $2, $3, $5, $4, now() + make_interval(secs => ${leaseSeconds}), now() + make_interval(hours => ${keptHours}), $6)
      ON CONFLICT (account_id, scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, lease = excluded.lease,
        leased_until = excluded.leased_until, expires_at = excluded.expires_at, session = excluded.session, created_at = now(),
        status = NULL, answer = NULL
      WHERE held.expires_at <= now() OR (held.status IS NULL AND (held.leased_until <= now() OR ${isHolderGone}))`,
    values: [accountId, scope, key, token, fingerprint, session],
  });
  return rowCount === 1;
}

export interface Holder {
  fingerprint: Buffer;
  status: number | null;
  answer: Buffer | null;
  secondsRun: number;
  secondsLeft: number;
}

export async function findHolder({ accountId, scope, key }: Place): Promise<Holder | null> {
  const { rows } = await sql.query<Holder>({
    name: "find_idempotency_holder",
    text: `SELECT fingerprint, status, answer, extract(epoch FROM now() - created_at)::float8 AS "secondsRun",
        extract(epoch FROM leased_until - now())::float8 AS "secondsLeft"
      FROM idempotency_key WHERE account_id = $1 AND scope = $2 AND key = $3`,
    values: [accountId, scope, key],
  });
  return rows[0] ?? null;
}

/** Keeps an answer for 24 hours if the lease still holds; whether it did. */
export async function updateAnswer(
  tx: Executor,
  { accountId, scope, key, token }: Lease,
  status: number,
  answer: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "keep_idempotent_answer",
    text: `UPDATE idempotency_key SET status = $5, answer = $6, expires_at = now() + make_interval(hours => ${keptHours})
      WHERE account_id = $1 AND scope = $2 AND key = $3 AND lease = $4 AND status IS NULL`,
    values: [accountId, scope, key, token, status, answer],
  });
  return rowCount === 1;
}

/** Bytes of answers that are kept for an account. */
export async function sumAnswerBytes(tx: Executor, accountId: string): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>({
    name: "sum_kept_answer_bytes",
    text: `SELECT coalesce(sum(octet_length(answer)), 0)::float8 AS bytes FROM idempotency_key WHERE account_id = $1`,
    values: [accountId],
  });
  return rows[0]?.bytes ?? 0;
}

/** Deletes a lease whose request has no kept answer; whether it was still held. */
export async function deleteLease(tx: Executor, { accountId, scope, key, token }: Lease): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "delete_idempotency_lease",
    text: `DELETE FROM idempotency_key
      WHERE account_id = $1 AND scope = $2 AND key = $3 AND lease = $4 AND status IS NULL`,
    values: [accountId, scope, key, token],
  });
  return rowCount === 1;
}

export async function findProgressRow({
  accountId,
  scope,
  key,
}: Place): Promise<{ fingerprint: Buffer; answer: Buffer } | null> {
  const { rows } = await sql.query<{ fingerprint: Buffer; answer: Buffer }>({
    name: "find_idempotent_progress",
    text: `SELECT fingerprint, answer FROM idempotency_key
      WHERE account_id = $1 AND scope = $2 AND key = $3 AND expires_at > now()`,
    values: [accountId, scope, key],
  });
  return rows[0] ?? null;
}

export async function upsertProgress(
  tx: Executor,
  { accountId, scope, key, token }: Lease,
  fingerprint: Buffer,
  progress: Buffer,
): Promise<void> {
  await tx.query({
    name: "keep_idempotent_progress",
    text: `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, answer, expires_at)
      VALUES ($1, $2, $3, $4, $5, now(), $6, now() + make_interval(hours => ${keptHours}))
      ON CONFLICT (account_id, scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = excluded.answer,
        expires_at = excluded.expires_at`,
    values: [accountId, scope, key, fingerprint, token, progress],
  });
}

export async function deleteProgress(tx: Executor, { accountId, scope, key }: Place): Promise<void> {
  await tx.query({
    name: "delete_idempotent_progress",
    text: "DELETE FROM idempotency_key WHERE account_id = $1 AND scope = $2 AND key = $3",
    values: [accountId, scope, key],
  });
}

/** Deletes up to `batchSize` expired rows; how many, and whether there may be more. */
export async function deleteExpiredKeys(): Promise<{ count: number; isLast: boolean }> {
  const { rowCount } = await sql.query(
    `DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_key WHERE expires_at <= now() LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
  );
  const count = rowCount ?? 0;
  return { count, isLast: count < batchSize };
}
