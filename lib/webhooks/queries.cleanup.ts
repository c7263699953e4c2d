import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import type { QueueKey } from "./delivery/schema";
import { isManual, nextDueOf, runningOf } from "./queries.fragments";

/** Rows one statement handles at most, so that each stays short. */
export const batchRows = 2_000;

export interface PurgeRow {
  id: string;
  isAccount: boolean;
}

/** @param ids null: all. */
export async function listPurges(ids: readonly string[] | null): Promise<PurgeRow[]> {
  const { rows } = await sql.query<PurgeRow>(
    `SELECT id, is_account AS "isAccount" FROM webhook_purge WHERE $1::uuid[] IS NULL OR id = ANY($1)
     ORDER BY created_at, id`,
    [ids],
  );
  return rows;
}

export async function insertWebhookPurge(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query(
    "INSERT INTO webhook_purge (id, is_account) VALUES ($1, false) ON CONFLICT (id) DO NOTHING",
    [webhookId],
  );
}

/** Inserts the account and each of its webhooks; returns the ids that were new. */
export async function insertAccountPurge(tx: Transaction, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO webhook_purge (id, is_account)
     SELECT id, false FROM webhook WHERE account_id = $1 UNION ALL SELECT $1, true
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

const purgedTables = {
  delivery: {
    owner: "webhook_id",
    isLeft:
      "SELECT FROM delivery WHERE webhook_id = $1 UNION ALL SELECT FROM delivery_count WHERE webhook_id = $1",
  },
  event: { owner: "account_id", isLeft: "SELECT FROM event WHERE account_id = $1" },
} as const;

const tableOf = ({ isAccount }: PurgeRow) => (isAccount ? "event" : "delivery");

/** Deletes up to `batchRows` rows and skips locked ones, so the order of locks does not matter. */
export async function deletePurgedRows(purge: PurgeRow): Promise<number> {
  const table = tableOf(purge);
  const { rowCount } = await sql.query(
    `DELETE FROM ${table} WHERE id IN (
       SELECT id FROM ${table} WHERE ${purgedTables[table].owner} = $1 LIMIT ${batchRows} FOR UPDATE SKIP LOCKED)`,
    [purge.id],
  );
  return rowCount ?? 0;
}

/** Deletes a webhook's delivery counts once its deliveries are gone. */
export async function deletePurgedCounts(webhookId: string): Promise<void> {
  await sql.query(
    `DELETE FROM delivery_count WHERE webhook_id = $1
  AND NOT EXISTS (SELECT FROM delivery WHERE webhook_id = $1)`,
    [webhookId],
  );
}

/** Returns false while rows are left. */
export async function deleteFinishedPurge(purge: PurgeRow): Promise<boolean> {
  const { isLeft } = purgedTables[tableOf(purge)];
  const { rowCount } = await sql.query(`DELETE FROM webhook_purge WHERE id = $1 AND NOT EXISTS (${isLeft})`, [
    purge.id,
  ]);
  return rowCount === 1;
}

/** An event's automatic and manual deliveries are looked up separately, each through its own index. */
const isExpired = {
  delivery: "due_at IS NULL",
  event: `fanned_out_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM delivery d WHERE d.event_id = event.id AND d.retry_of IS NULL AND d.due_at IS NOT NULL)
    AND id NOT IN (SELECT event_id FROM delivery WHERE due_at IS NOT NULL AND ${isManual})`,
};

export type ExpiringTable = keyof typeof isExpired;

export interface ExpiredRow {
  id: string;
  createdAt: Date;
}

/**
 * Locks up to `batchRows` expired rows from `after` on, because deleted rows stay in the index for a while. Skips rows
 * that are locked.
 *
 * @param now null: the database's clock.
 */
export async function lockExpiredRows(
  tx: Transaction,
  table: ExpiringTable,
  { now, days, after }: { now: Date | null; days: number; after: Date | string },
): Promise<ExpiredRow[]> {
  const { rows } = await tx.query<ExpiredRow>(
    `SELECT id, created_at AS "createdAt" FROM ${table}
  WHERE created_at >= $3 AND created_at < coalesce($1::timestamptz, now()) - $2 * interval '1 day' AND ${isExpired[table]}
  ORDER BY created_at LIMIT ${batchRows} FOR UPDATE SKIP LOCKED`,
    [now, days, after],
  );
  return rows;
}

/** Checks again after the lock: a manual retry may have held the event until then. */
export async function deleteExpiredRows(
  tx: Transaction,
  table: ExpiringTable,
  ids: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM ${table} WHERE id = ANY($1::uuid[]) AND ${isExpired[table]}`,
    [ids],
  );
  return rowCount ?? 0;
}

/** Clocks and milliseconds aside, a queue is due no later than one of its deliveries can be claimed. */
const grace = "interval '1 second'";

/** A queue with a free slot wakes for its next delivery, a full one for the end of a lease. */
const listStalled = {
  name: "find_queues_asleep",
  text: `SELECT l.webhook_id AS "webhookId", l.concurrency
    FROM webhook_queue AS l JOIN webhook AS w ON w.id = l.webhook_id AND w.is_active
    CROSS JOIN LATERAL ${nextDueOf("w.id", "w.generation")} AS next
    CROSS JOIN LATERAL ${runningOf("w.id", "w.generation")} AS running
    WHERE ($1::uuid[] IS NULL OR l.webhook_id = ANY($1::uuid[]))
      AND (l.due_at IS NULL OR l.due_at > ${grace} + greatest(clock_timestamp(),
        CASE WHEN running.count >= l.concurrency THEN running.first_end ELSE next.due_at END))`,
};

/** @param webhookIds null: all. */
export async function listStalledQueues(
  executor: Executor,
  webhookIds: readonly string[] | null,
): Promise<QueueKey[]> {
  const { rows } = await executor.query<QueueKey>({ ...listStalled, values: [webhookIds] });
  return rows;
}

const lockStalled = {
  name: "lock_queues_asleep",
  text: "SELECT webhook_id AS id FROM webhook_queue WHERE webhook_id = ANY($1::uuid[]) ORDER BY webhook_id FOR UPDATE SKIP LOCKED",
};

/** Returns the webhooks whose queues could be locked. */
export async function lockQueues(tx: Transaction, webhookIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({ ...lockStalled, values: [webhookIds] });
  return rows.map(({ id }) => id);
}

/** Where a delivery stands among the open ones of its webhook. */
export interface DeliveryPosition {
  generation: number;
  dueAt: Date | string;
  id: string;
}

const firstPosition: DeliveryPosition = {
  generation: -1,
  dueAt: "-infinity",
  id: "00000000-0000-0000-0000-000000000000",
};

/** Open deliveries of webhook $1 that a pause has cancelled: those of an earlier generation than the webhook's. */
const cancelled = `delivery WHERE webhook_id = $1 AND due_at IS NOT NULL
    AND generation < (SELECT generation FROM webhook WHERE id = $1)`;

/**
 * Writes into rows that a pause has cancelled them, and returns these in order. Skips locked rows, and starts at `after`
 * because updated rows stay in the index for a while. Finds the rows by an array of ids: a join would read the deliveries
 * of all webhooks. The lease of a running request stays, so that its result is recorded.
 */
export async function cancelDeliveries(
  executor: Executor,
  webhookId: string,
  { after = firstPosition, limit }: { after?: DeliveryPosition | undefined; limit: number },
): Promise<DeliveryPosition[]> {
  const { rows } = await executor.query<DeliveryPosition>({
    name: "cancel_deliveries",
    text: `WITH past AS MATERIALIZED (
        SELECT generation, due_at, id FROM ${cancelled} AND (generation, due_at, id) > ($2::int, $3::timestamptz, $4::uuid)
        ORDER BY generation, due_at, id LIMIT $5 FOR UPDATE SKIP LOCKED),
      updated AS (
        UPDATE delivery SET status = 'cancelled', due_at = NULL
        WHERE id = ANY(ARRAY(SELECT id FROM past)))
      SELECT generation, due_at AS "dueAt", id FROM past ORDER BY generation, due_at, id`,
    values: [webhookId, after.generation, after.dueAt, after.id, limit],
  });
  return rows;
}

/** Whether rows are left for `cancelDeliveries`. */
export async function hasCancelledDeliveries(webhookId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "find_past_deliveries",
    text: `SELECT FROM ${cancelled} LIMIT 1`,
    values: [webhookId],
  });
  return rowCount === 1;
}

/** Webhooks with such rows, active or paused, in random order. */
export async function listWebhooksWithCancelled(): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: "find_webhooks_with_past",
    text: `SELECT id FROM webhook w WHERE generation > 0 AND EXISTS (
        SELECT FROM delivery WHERE webhook_id = w.id AND due_at IS NOT NULL AND generation < w.generation OFFSET 0)
      ORDER BY random()`,
  });
  return rows.map(({ id }) => id);
}

/**
 * Adds up to `batchRows` new counts of deliveries to the sums of their webhooks, and returns how many. A reader sees
 * either the counts or their sum. Counts of deleted webhooks are deleted.
 */
export async function addUpDeliveryCounts(): Promise<number> {
  const { rows } = await sql.query<{ added: number }>(
    `WITH fresh AS MATERIALIZED (
        SELECT id, webhook_id FROM delivery_count WHERE NOT is_sum ORDER BY id LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
      ), sums AS MATERIALIZED (
        SELECT id FROM delivery_count WHERE is_sum AND webhook_id IN (SELECT webhook_id FROM fresh) FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM delivery_count WHERE id IN (SELECT id FROM fresh UNION ALL SELECT id FROM sums)
        RETURNING webhook_id, event_type, status, count
      ), added AS (
        INSERT INTO delivery_count (webhook_id, event_type, status, count, is_sum)
        SELECT webhook_id, event_type, status, sum(count), true FROM gone
        WHERE webhook_id IN (SELECT id FROM webhook) GROUP BY 1, 2, 3 HAVING sum(count) <> 0
      )
      SELECT count(*)::int AS added FROM fresh`,
  );
  return rows[0]?.added ?? 0;
}
