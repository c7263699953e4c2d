import type { Environment } from "@/lib/accounts/schema";
import { sql, type Transaction } from "@/lib/platform/db";
import { dueAtOf, generationOf, isHeld, nextTurnOf, statusOf } from "../queries.fragments";
import type { DeliveryStatus } from "../schema";
import { maxConcurrency, type QueueHealth } from "./schema";

/** The result of one attempt, as it is stored. */
export interface AttemptRow {
  deliveryId: string;
  leaseToken: string;
  status: "delivered" | "retrying" | "failed";
  /** Until the next attempt; null: there is none. */
  delayMs: number | null;
  /** JSON of an `AttemptRecord`. */
  record: string;
}

export interface RecordedRow {
  id: string;
  /** Null: the delivery is locked by another transaction. */
  status: AttemptRow["status"] | "cancelled" | null;
  dueAt: Date | null;
  hasQueue: boolean;
}

const recordResults = `
WITH result AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::delivery_status[], $4::float8[], $5::text[])
    AS result(id, token, status, delay_ms, record)),
mine AS MATERIALIZED (
  SELECT d.id, CASE WHEN d.due_at IS NULL THEN d.status
      WHEN d.generation = ${generationOf("d.webhook_id")} THEN result.status ELSE 'cancelled' END AS status
  FROM delivery AS d JOIN result ON d.id = result.id AND d.lease_token = result.token
  ORDER BY d.id FOR UPDATE OF d SKIP LOCKED),
settled AS (
  UPDATE delivery AS d SET status = mine.status, attempts = d.attempts + 1, log = d.log || result.record::jsonb,
    due_at = CASE WHEN mine.status = 'retrying' THEN now() + result.delay_ms * interval '1 millisecond' END,
    lease_token = NULL, delivered_at = CASE WHEN mine.status = 'delivered' THEN now() END
  FROM mine JOIN result ON result.id = mine.id
  WHERE d.id = mine.id
  RETURNING d.id, d.webhook_id, d.status, d.due_at),
queue AS MATERIALIZED (
  SELECT webhook_id FROM webhook_queue WHERE webhook_id IN (SELECT webhook_id FROM settled)
  ORDER BY webhook_id FOR UPDATE)
SELECT d.id, settled.status, settled.due_at AS "dueAt", queue.webhook_id IS NOT NULL AS "hasQueue"
FROM result JOIN delivery AS d ON d.id = result.id AND d.lease_token = result.token
  LEFT JOIN settled ON settled.id = d.id LEFT JOIN queue ON queue.webhook_id = settled.webhook_id`;

/**
 * Records results and locks the queues of their webhooks. Returns a row for each delivery whose lease is still the
 * caller's: others have leased it again since. A delivery that a pause cancelled keeps its lease, so that the attempt is
 * recorded; it stays cancelled. Locks deliveries before queues, both in the order of their ids, and skips locked deliveries.
 */
export async function recordAttempts(
  tx: Transaction,
  results: readonly AttemptRow[],
): Promise<RecordedRow[]> {
  const { rows } = await tx.query<RecordedRow>({
    name: "record_attempts",
    text: recordResults,
    values: [
      results.map(({ deliveryId }) => deliveryId),
      results.map(({ leaseToken }) => leaseToken),
      results.map(({ status }) => status),
      results.map(({ delayMs }) => delayMs),
      results.map(({ record }) => record),
    ],
  });
  return rows;
}

/** Status of a delivery, and when it is due; undefined where it is deleted. */
export async function readDeliveryState(
  id: string,
): Promise<{ status: DeliveryStatus; dueAt: Date | null } | undefined> {
  const { rows } = await sql.query<{ status: DeliveryStatus; dueAt: Date | null }>(
    `SELECT ${statusOf("d", "w.generation")} AS status, ${dueAtOf("d", "w.generation")} AS "dueAt"
     FROM delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.id = $1`,
    [id],
  );
  return rows[0];
}

/** Changes of one queue, summed up in their order. */
export interface QueueUpdate {
  webhookId: string;
  /** Whether an attempt failed, and how many were fast after the last that did. */
  shrinks: boolean;
  grows: number;
  failures: number;
  /** Whether a delivery succeeded, and how many failed in a row after the last that did. */
  clears: boolean;
  streak: number;
  /** After the last change; null: as it was. */
  health: QueueHealth | null;
  startedAt: Date | null;
}

/** A queue after an update. */
export interface UpdatedQueue {
  webhookId: string;
  consecutiveFailures: number;
  notifiedFailures: number;
}

const updateQueues = `
UPDATE webhook_queue AS l SET
  concurrency = least(${maxConcurrency}, CASE WHEN c.shrinks THEN 1 ELSE l.concurrency END + c.grows),
  health = coalesce(c.health, l.health),
  failure_count = l.failure_count + c.failures,
  consecutive_failures = CASE WHEN c.clears THEN 0 ELSE l.consecutive_failures END + c.streak,
  failing_since = CASE
    WHEN c.streak > 0 THEN coalesce(CASE WHEN NOT c.clears THEN l.failing_since END, now())
    WHEN NOT c.clears THEN l.failing_since
  END,
  notified_failures = CASE WHEN c.clears THEN 0 ELSE l.notified_failures END,
  last_triggered_at = greatest(l.last_triggered_at, c.started_at),
  due_at = ${nextTurnOf("l.webhook_id")}
FROM unnest($1::uuid[], $2::bool[], $3::int[], $4::int[], $5::bool[], $6::int[], $7::queue_health[],
    $8::timestamptz[])
  AS c(webhook_id, shrinks, grows, failures, clears, streak, health, started_at)
WHERE l.webhook_id = c.webhook_id
RETURNING l.webhook_id AS "webhookId", l.consecutive_failures AS "consecutiveFailures",
  l.notified_failures AS "notifiedFailures"`;

/** Lock the queues before this statement begins, so that a later insert finds them as it leaves them. */
export async function updateQueueRows(
  tx: Transaction,
  updates: readonly QueueUpdate[],
): Promise<UpdatedQueue[]> {
  const { rows } = await tx.query<UpdatedQueue>({
    name: "update_queues",
    text: updateQueues,
    values: [
      updates.map(({ webhookId }) => webhookId),
      updates.map(({ shrinks }) => shrinks),
      updates.map(({ grows }) => grows),
      updates.map(({ failures }) => failures),
      updates.map(({ clears }) => clears),
      updates.map(({ streak }) => streak),
      updates.map(({ health }) => health),
      updates.map(({ startedAt }) => startedAt),
    ],
  });
  return rows;
}

/** A webhook whose deliveries fail, with its owner's address. */
export interface FailingWebhook {
  id: string;
  name: string;
  environment: Environment;
  /** Of the account's first user; null for an account that the operator made. */
  email: string | null;
  consecutiveFailures: number;
  failingSince: Date;
}

const failingColumns = `w.id, w.name, w.environment, owner.email, l.consecutive_failures AS "consecutiveFailures",
  l.failing_since AS "failingSince"`;

const owner =
  "(SELECT email FROM app_user WHERE account_id = w.account_id ORDER BY created_at, id LIMIT 1) AS email";

/** Whether the owner of queue `l` got no mail of this kind for a day. */
const mayMail = (kind: string) => `coalesce(l.mailed_at[${kind}] <= now() - interval '24 hours', true)`;

/**
 * Marks webhooks whose failures in a row have reached `level` as notified, and returns them. Of several processes one gets
 * the row, so a mail is sent at most once; where a process ends before it has sent the mail, the next level sends one. Where
 * a mail of this kind was sent within a day, the webhook is returned later if it still fails.
 *
 * @param kind of the mail: its index in `mailed_at`, from 1.
 * @param webhookIds null: all.
 */
export async function claimFailureMails(
  level: number,
  kind: number,
  webhookIds: readonly string[] | null,
): Promise<FailingWebhook[]> {
  const { rows } = await sql.query<FailingWebhook>({
    name: "notice_failures",
    text: `UPDATE webhook_queue AS l SET notified_failures = $1, mailed_at[$3::int] = now()
      FROM webhook AS w CROSS JOIN LATERAL (SELECT ${owner}) AS owner
      WHERE w.id = l.webhook_id AND w.is_active AND NOT ${isHeld} AND l.notified_failures < $1 AND l.consecutive_failures >= $1
        AND ${mayMail("$3::int")} AND ($2::uuid[] IS NULL OR l.webhook_id = ANY($2::uuid[]))
      RETURNING ${failingColumns}`,
    values: [level, webhookIds, kind],
  });
  return rows;
}

/** Which webhooks to disable: at least so many failures in a row, the first of them so many hours ago. */
export interface DisableRule {
  failures: number;
  hours: number;
}

/** While deliveries are paused since a restore nothing can succeed, so no webhook is disabled. */
const isToBeDisabled = `w.is_active AND NOT ${isHeld} AND l.consecutive_failures >= $1
  AND l.failing_since <= now() - $2::float8 * interval '1 hour'`;

/** @param webhookIds null: all. */
export async function listWebhooksToDisable(
  { failures, hours }: DisableRule,
  webhookIds: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: "find_long_failing",
    text: `SELECT w.id FROM webhook_queue AS l JOIN webhook AS w ON w.id = l.webhook_id
      WHERE ${isToBeDisabled} AND ($3::uuid[] IS NULL OR w.id = ANY($3::uuid[]))`,
    values: [failures, hours, webhookIds],
  });
  return rows.map(({ id }) => id);
}

export async function lockActiveWebhook(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query({
    name: "lock_failing_webhook",
    text: "SELECT FROM webhook WHERE id = $1 AND is_active FOR NO KEY UPDATE",
    values: [webhookId],
  });
}

/** Call it after the lock, as a statement of its own: it sees a success that was recorded meanwhile. */
export async function findWebhookToDisable(
  tx: Transaction,
  { failures, hours }: DisableRule,
  webhookId: string,
): Promise<(FailingWebhook & { accountId: string }) | undefined> {
  const { rows } = await tx.query<FailingWebhook & { accountId: string }>({
    name: "read_long_failing",
    text: `SELECT ${failingColumns}, w.account_id AS "accountId"
      FROM webhook AS w JOIN webhook_queue AS l ON l.webhook_id = w.id CROSS JOIN LATERAL (SELECT ${owner}) AS owner
      WHERE ${isToBeDisabled} AND w.id = $3`,
    values: [failures, hours, webhookId],
  });
  return rows[0];
}

/** Marks the mail about the pause as sent; false where one was sent within a day. */
export async function claimDisabledMail(tx: Transaction, webhookId: string, kind: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "note_pause_mail",
    text: `UPDATE webhook_queue AS l SET mailed_at[$2::int] = now() WHERE webhook_id = $1 AND ${mayMail("$2::int")}`,
    values: [webhookId, kind],
  });
  return rowCount === 1;
}
