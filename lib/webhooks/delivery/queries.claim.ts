import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import { dueBy, isHeld, isManual, leaseSeconds, nextClaimOf, runningOf, sqlNow } from "../queries.fragments";
import type { AttemptRecord } from "../schema";
import { type Claim, maxExpiredLeases, type QueueHealth, type QueueKey } from "./schema";

/** Milliseconds until what is due next, by the database's clock, which may differ from ours. */
const untilDue = `extract(epoch FROM min(due_at) - ${sqlNow})::float8 * 1000`;

/** Which queues a claim may take: those of a health that has places left, but of these accounts none. */
export interface QueueFilter {
  healths: readonly QueueHealth[];
  fullAccounts: readonly string[];
}

const isOfRoom = (fullAccounts: string) => `health = share.health
      AND webhook_id <> ALL(ARRAY(SELECT id FROM webhook WHERE account_id = ANY(${fullAccounts}::uuid[])))`;

/** Milliseconds until the next queue is due; null: none waits, or deliveries are paused since a restore. */
export async function readNextDue({ healths, fullAccounts }: QueueFilter): Promise<number | null> {
  const { rows } = await sql.query<{ inMs: number | null }>({
    name: "find_next_due",
    text: `SELECT ${untilDue} AS "inMs" FROM unnest($1::queue_health[]) AS share(health)
      CROSS JOIN LATERAL (SELECT due_at FROM webhook_queue WHERE ${isOfRoom("$2")} AND due_at IS NOT NULL
        ORDER BY due_at LIMIT 1) AS next WHERE NOT ${isHeld}`,
    values: [healths, fullAccounts],
  });
  return rows[0]?.inMs ?? null;
}

/** A due queue, as it is locked. */
export interface DueQueue extends QueueKey {
  accountId: string;
  health: QueueHealth;
}

const lockDue = `SELECT queue.webhook_id AS "webhookId", queue.concurrency, share.health, webhook.account_id AS "accountId"
      FROM unnest($1::queue_health[], $3::int[]) AS share(health, room)
      CROSS JOIN LATERAL (
        SELECT webhook_id, concurrency, due_at FROM webhook_queue WHERE ${isOfRoom("$2")} AND due_at <= ${sqlNow}
        ORDER BY due_at LIMIT share.room FOR UPDATE SKIP LOCKED) AS queue
      JOIN webhook ON webhook.id = queue.webhook_id
      ORDER BY queue.due_at LIMIT $4`;

/**
 * Locks the due queues that have waited longest for their turn, and skips locked ones.
 *
 * @param places how many of each health.
 */
export async function lockDueQueues(
  tx: Transaction,
  { healths, fullAccounts }: QueueFilter,
  places: readonly number[],
  limit: number,
): Promise<DueQueue[]> {
  const { rows } = await tx.query<DueQueue>({
    name: "lock_due_queues",
    text: lockDue,
    values: [healths, fullAccounts, places, limit],
  });
  return rows;
}

/** Locks a webhook's queue and returns its concurrency; undefined where it is gone or deliveries are paused since a restore. */
export async function lockSendingQueue(tx: Transaction, webhookId: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ concurrency: number }>({
    name: "lock_queue_of_webhook",
    text: `SELECT concurrency FROM webhook_queue WHERE webhook_id = $1 AND NOT ${isHeld} FOR UPDATE`,
    values: [webhookId],
  });
  return rows[0]?.concurrency;
}

/** The same, whether or not deliveries are paused. */
export async function lockQueue(tx: Transaction, webhookId: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ concurrency: number }>({
    name: "lock_queue",
    text: "SELECT concurrency FROM webhook_queue WHERE webhook_id = $1 FOR UPDATE",
    values: [webhookId],
  });
  return rows[0]?.concurrency;
}

/**
 * Sets when each locked queue can be claimed next, and returns in how many milliseconds a queue of the filter can: null for
 * none. Lock the queues before this statement begins, so that a later insert finds them as it leaves them.
 */
export async function setQueuesDue(
  tx: Transaction,
  queues: readonly QueueKey[],
  { healths, fullAccounts }: QueueFilter = { healths: [], fullAccounts: [] },
): Promise<number | null> {
  const { rows } = await tx.query<{ inMs: number | null }>({
    name: "set_queues_due",
    text: `WITH queue AS (
        UPDATE webhook_queue AS l SET due_at = ${nextClaimOf("locked.webhook_id", "locked.concurrency")}
        FROM unnest($1::uuid[], $2::int[]) AS locked(webhook_id, concurrency)
        WHERE l.webhook_id = locked.webhook_id
        RETURNING l.due_at, l.health, l.webhook_id)
      SELECT ${untilDue} AS "inMs" FROM unnest($3::queue_health[]) AS share(health) CROSS JOIN LATERAL (
        (SELECT due_at FROM webhook_queue WHERE ${isOfRoom("$4")} AND due_at IS NOT NULL AND webhook_id <> ALL($1::uuid[])
          ORDER BY due_at LIMIT 1)
        UNION ALL SELECT due_at FROM queue WHERE ${isOfRoom("$4")}) AS every`,
    values: [
      queues.map(({ webhookId }) => webhookId),
      queues.map(({ concurrency }) => concurrency),
      healths,
      fullAccounts,
    ],
  });
  return rows[0]?.inMs ?? null;
}

/** In the form of `Date.toISOString`. */
const nowText = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const expiredRecord: Record<keyof AttemptRecord, string> = {
  startedAt: nowText,
  durationMs: "0",
  responseStatus: "NULL",
  error: "'lease_lost'",
  responseBody: "NULL",
};
const expiredRecordSql = `jsonb_build_object(${Object.entries(expiredRecord)
  .map(([name, value]) => `'${name}', ${value}`)
  .join(", ")})`;

/**
 * Leases the deliveries of `candidates`: a SELECT that locks them and returns of each its id, its place in the order of all
 * and how many of its leases have expired. A delivery with too many expired leases fails; one whose event is deleted is
 * cancelled; one of an earlier generation stays as it is. Finds the rows by an array of ids: a join alone may read the
 * deliveries of all webhooks.
 */
const leaseSql = (candidates: string) => `
WITH candidate AS MATERIALIZED (${candidates}),
chosen AS MATERIALIZED (
  SELECT candidate.*, event.body, event.trace_parent, CASE
    WHEN event.id IS NULL THEN 'cancelled'
    WHEN candidate.lost >= ${maxExpiredLeases} THEN 'failed'
  END::delivery_status AS ending
  FROM candidate LEFT JOIN event ON event.id = candidate.event_id)
UPDATE delivery AS d SET
  status = coalesce(chosen.ending, d.status),
  due_at = CASE WHEN chosen.ending IS NULL THEN now() + interval '${leaseSeconds} seconds' END,
  lease_token = CASE WHEN chosen.ending IS NULL THEN gen_random_uuid() END,
  expired_leases = chosen.lost,
  log = CASE WHEN chosen.ending = 'failed' THEN d.log || ${expiredRecordSql} ELSE d.log END
FROM chosen JOIN webhook AS w ON w.id = chosen.webhook_id AND w.is_active
  JOIN webhook_queue AS queue ON queue.webhook_id = w.id
WHERE d.id = chosen.id AND d.id = ANY(ARRAY(SELECT id FROM chosen)) AND d.generation = w.generation
RETURNING d.id, d.webhook_id AS "webhookId", w.account_id AS "accountId", d.lease_token AS "leaseToken", queue.health,
  d.attempts + 1 AS attempt, d.max_attempts AS "maxAttempts", d.${isManual} AS "isManual",
  d.event_id AS "eventId", d.event_type AS "eventType", d.status, chosen.body, chosen.place,
  chosen.trace_parent AS "traceParent",
  w.url, w.secret, w.headers, CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END AS "previousSecret",
  w.xmin::text AS version`;

/** A delivery that was leased, or that failed or was cancelled without an attempt: then its `leaseToken` is null. */
export interface LeasedRow extends Claim {
  status: string;
  /** An integer, as text. */
  place: string;
}

/** A locked queue, and how many of its deliveries to lease. */
export interface ServedQueue extends QueueKey {
  count: number;
}

const leaseDueDeliveries = leaseSql(`
      SELECT due.*, row_number() OVER (ORDER BY due.turn, queue.nth) AS place
      FROM unnest($1::uuid[], $2::int[], $3::int[]) WITH ORDINALITY AS queue(webhook_id, concurrency, got, nth)
      JOIN webhook ON webhook.id = queue.webhook_id AND webhook.is_active
      CROSS JOIN LATERAL ${runningOf("queue.webhook_id", "webhook.generation")} AS running
      CROSS JOIN LATERAL (
        SELECT oldest.*, row_number() OVER (ORDER BY oldest.due_at, oldest.id) AS turn
        FROM (
          SELECT id, webhook_id, event_id, due_at, expired_leases + (lease_token IS NOT NULL)::int AS lost
          FROM delivery
          WHERE webhook_id = queue.webhook_id AND generation = webhook.generation AND due_at <= ${sqlNow}
          ORDER BY due_at, id LIMIT least(queue.got, greatest(queue.concurrency - running.count, 0))
          FOR UPDATE SKIP LOCKED) AS oldest) AS due`);

/** Leases of each locked queue the deliveries that have waited longest, as many as its concurrency leaves free. */
export async function leaseDue(tx: Transaction, queues: readonly ServedQueue[]): Promise<LeasedRow[]> {
  const { rows } = await tx.query<LeasedRow>({
    name: "take_due_deliveries",
    text: leaseDueDeliveries,
    values: [
      queues.map(({ webhookId }) => webhookId),
      queues.map(({ concurrency }) => concurrency),
      queues.map(({ count }) => count),
    ],
  });
  return rows;
}

const leaseOneDelivery = leaseSql(`
      SELECT id, webhook_id, event_id, 1 AS place, expired_leases + (lease_token IS NOT NULL)::int AS lost
      FROM delivery WHERE id = $1 AND due_at <= ${sqlNow} FOR UPDATE SKIP LOCKED`);

/** Leases one delivery if it is due and nobody has locked it. */
export async function leaseOne(tx: Transaction, id: string): Promise<LeasedRow[]> {
  const { rows } = await tx.query<LeasedRow>({
    name: "take_delivery",
    text: leaseOneDelivery,
    values: [id],
  });
  return rows;
}

/** The webhook of a delivery that is open, and whether deliveries are paused since a restore. */
export async function findOpenDelivery(
  id: string,
): Promise<{ webhookId: string; isHeld: boolean } | undefined> {
  const { rows } = await sql.query<{ webhookId: string; isHeld: boolean }>({
    name: "find_open_delivery",
    text: `SELECT webhook_id AS "webhookId", ${isHeld} AS "isHeld" FROM delivery WHERE id = $1 AND due_at IS NOT NULL`,
    values: [id],
  });
  return rows[0];
}

/** Where a delivery stands in its webhook's queue. */
export interface QueuePosition {
  /** Milliseconds until it is due; 0 or less: it is. */
  inMs: number;
  /** Where the queue has no free slot: how many are due before it, and whether an earlier attempt failed. Else null. */
  ahead: number | null;
  isSlow: boolean | null;
}

/** Counts the deliveries ahead only where the queue has no free place: there may be many. */
export async function readPosition(
  executor: Executor,
  id: string,
  concurrency: number,
): Promise<QueuePosition | undefined> {
  const { rows } = await executor.query<QueuePosition>({
    name: "find_place",
    text: `
SELECT extract(epoch FROM d.due_at - ${sqlNow})::float8 * 1000 AS "inMs",
  CASE WHEN running.count >= $2 THEN (SELECT count(*)::int FROM delivery
    WHERE webhook_id = d.webhook_id AND generation = d.generation AND due_at <= ${sqlNow}
      AND (due_at, id) < (d.due_at, d.id)) END AS ahead,
  CASE WHEN running.count >= $2 THEN EXISTS (SELECT FROM delivery
    WHERE webhook_id = d.webhook_id AND generation = d.generation AND due_at IS NOT NULL AND status = 'retrying')
  END AS "isSlow"
FROM delivery AS d JOIN webhook AS w ON w.id = d.webhook_id AND w.is_active AND w.generation = d.generation
CROSS JOIN LATERAL ${runningOf("d.webhook_id", "d.generation")} AS running
WHERE d.id = $1 AND d.due_at IS NOT NULL`,
    values: [id, concurrency],
  });
  return rows[0];
}

/**
 * Which of these claims still hold: their lease has not expired, and their webhook is active and unchanged. Locks the
 * webhooks against changes until the commit, so that a pause, deletion or change is answered after the last request of
 * before; one that is being changed already is left out.
 */
export async function lockClaimed(tx: Transaction, claims: readonly Claim[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: "confirm_claims",
    text: `
SELECT d.id FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS claim(id, token, version)
JOIN delivery AS d ON d.id = claim.id AND d.lease_token = claim.token AND d.due_at > now()
JOIN webhook AS w ON w.id = d.webhook_id AND w.is_active AND w.generation = d.generation AND w.xmin::text = claim.version
FOR SHARE OF w SKIP LOCKED`,
    values: [
      claims.map(({ id }) => id),
      claims.map(({ leaseToken }) => leaseToken),
      claims.map(({ version }) => version),
    ],
  });
  return rows.map(({ id }) => id);
}

/** Ends leases without counting them as expired: the deliveries can be claimed again in `delayMs`. */
export async function endLeases(tx: Transaction, claims: readonly Claim[], delayMs: number): Promise<void> {
  await tx.query({
    name: "release_claims",
    text: `
WITH mine AS MATERIALIZED (
  SELECT d.id FROM delivery AS d JOIN unnest($1::uuid[], $2::uuid[]) AS claim(id, token)
    ON d.id = claim.id AND d.lease_token = claim.token AND d.due_at IS NOT NULL
  ORDER BY d.id FOR UPDATE OF d)
UPDATE delivery AS d SET lease_token = NULL, due_at = now() + $3::float8 * interval '1 millisecond'
FROM mine WHERE d.id = mine.id`,
    values: [claims.map(({ id }) => id), claims.map(({ leaseToken }) => leaseToken), delayMs],
  });
  await tx.query({
    name: "hasten_released",
    text: `
WITH queue AS MATERIALIZED (
  SELECT webhook_id FROM webhook_queue WHERE webhook_id = ANY($1::uuid[]) ORDER BY webhook_id FOR UPDATE)
UPDATE webhook_queue AS l SET ${dueBy("now() + $2::float8 * interval '1 millisecond'")}
FROM queue WHERE l.webhook_id = queue.webhook_id`,
    values: [claims.map(({ webhookId }) => webhookId), delayMs],
  });
}
