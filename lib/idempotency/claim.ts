import { createHash } from "node:crypto";
import { accountGone, type Environment } from "@/lib/accounts/schema";
import { sessionLock } from "@/lib/platform/advisory-locks";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { databaseSession } from "@/lib/platform/notifications";
import { type KeptAnswer, openAnswer } from "./answer";
import { keptHours, type Lease, leaseSeconds } from "./lease";

/** A request that may come again. */
export interface RepeatableRequest {
  accountId: string;
  environment: Environment;
  /** The key that alone may have the answer; null where any of the account may. */
  owner: string | null;
  /** Method and path as they were sent. */
  address: string;
  /** 1 to 255 characters of printable ASCII. */
  key: string;
  /** The body as it was sent. */
  bytes: Uint8Array;
}

/** What a request finds: that it is the one to run, or what the one before it was answered. */
export type Claim = { state: "mine"; lease: Lease } | { state: "answered"; answer: KeptAnswer };

/** A holder may let go between our claim and our look; then we claim again. */
const maxAttempts = 3;

/**
 * Claims a request for its idempotency key, or finds its answer. Throws `idempotency_in_progress` while another one runs,
 * at most until its lease or its process's session with the database ends, and `idempotency_key_reused` where that one has another body. All times are the
 * database's.
 */
export async function claimRequest(request: RepeatableRequest): Promise<Claim> {
  const { accountId, key } = request;
  const lease: Lease = { accountId, scope: scopeOf(request), key, token: newId() };
  const fingerprint = createHash("sha256").update(request.bytes).digest();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (await takeLease(lease, fingerprint)) return { state: "mine", lease };
    const holder = await findHolder(lease);
    if (holder !== undefined) return { state: "answered", answer: readAnswer(holder, lease, fingerprint) };
  }
  throw inProgress(1);
}

const maxScopeLength = 255;

/** An address that is too long for its column is known by its hash. */
function scopeOf({ environment, owner, address }: RepeatableRequest): string {
  const whose = owner === null ? environment : `${environment} ${owner}`;
  const scope = `${whose} ${address}`;
  if (scope.length <= maxScopeLength) return scope;
  return `${whose} sha256:${createHash("sha256").update(address).digest("hex")}`;
}

/** Whether the session that holds a lease is over; of a lease without a session nobody knows. */
const isHolderGone = `held.session IS NOT NULL AND NOT EXISTS (SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${sessionLock} AND objid = held.session::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** Takes what is new, what is past its 24 hours, and what a dead process or a lost connection left. */
const take = {
  name: "take_idempotency_lease",
  text: `INSERT INTO idempotency_key AS held (account_id, scope, key, fingerprint, lease, leased_until, expires_at, session)
    VALUES ($1, $2, $3, $5, $4, now() + make_interval(secs => ${leaseSeconds}), now() + make_interval(hours => ${keptHours}), $6)
    ON CONFLICT (account_id, scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, lease = excluded.lease,
      leased_until = excluded.leased_until, expires_at = excluded.expires_at, session = excluded.session, created_at = now(),
      status = NULL, answer = NULL
    WHERE held.expires_at <= now() OR (held.status IS NULL AND (held.leased_until <= now() OR ${isHolderGone}))`,
};

async function takeLease({ accountId, scope, key, token }: Lease, fingerprint: Buffer): Promise<boolean> {
  const values = [accountId, scope, key, token, fingerprint, databaseSession()];
  const { rowCount } = await sql.query({ ...take, values }).catch((error) => {
    // Foreign key: there is no such account any more (SQLSTATE 23503).
    throw error.code === "23503" ? accountGone() : error;
  });
  return rowCount === 1;
}

interface Holder {
  fingerprint: Buffer;
  status: number | null;
  answer: Buffer | null;
  seconds_run: number;
  seconds_left: number;
}

const find = {
  name: "find_idempotency_holder",
  text: `SELECT fingerprint, status, answer, extract(epoch FROM now() - created_at)::float8 AS seconds_run,
      extract(epoch FROM leased_until - now())::float8 AS seconds_left
    FROM idempotency_key WHERE account_id = $1 AND scope = $2 AND key = $3`,
};

async function findHolder({ accountId, scope, key }: Lease): Promise<Holder | undefined> {
  const { rows } = await sql.query<Holder>({ ...find, values: [accountId, scope, key] });
  return rows[0];
}

function readAnswer(holder: Holder, lease: Lease, fingerprint: Buffer): KeptAnswer {
  if (!holder.fingerprint.equals(fingerprint)) {
    throw keyReused();
  }
  if (holder.status === null || holder.answer === null) throw inProgress(waitOf(holder));
  return openAnswer(lease, holder.status, holder.answer);
}

export function keyReused(): ServiceError {
  return new ServiceError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for a request with another body within 24 hours",
  );
}

/**
 * Most requests end within a second; one that has run long is more likely dead. So one waits as long as it has run
 * already, and at most until its lease ends.
 */
function waitOf({ seconds_run: run, seconds_left: left }: Holder): number {
  return Math.max(1, Math.ceil(Math.min(run, left)));
}

function inProgress(retryAfterSeconds: number): ServiceError {
  return new ServiceError("idempotency_in_progress", "The same request is still running", {
    retryAfterSeconds,
  });
}
