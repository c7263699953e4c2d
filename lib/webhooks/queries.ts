import type { Caller, Environment } from "@/lib/accounts/schema";
import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import { clearFailures, isOwn, resetConcurrency, statusOf } from "./queries.fragments";
import type { DeliveryStatus, EventKind, Webhook } from "./schema";

/** What limits a webhook to some codes, and what is sent along. */
export interface StoredOptions {
  filterCodeIds: string[];
  filterTags: string[];
  headerNames: string[];
  /** Encrypted; null: there are none. */
  headers: Buffer | null;
}

/** Which of these codes are in use, of the caller's account and environment. */
export async function listOwnCodeIds(
  tx: Transaction,
  { accountId, environment }: Caller,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>({
    name: "list_own_code_ids",
    text: `SELECT id FROM qr_code
      WHERE account_id = $1 AND environment = $2 AND id = ANY($3::uuid[]) AND purge_after IS NULL`,
    values: [accountId, environment, ids],
  });
  return rows.map(({ id }) => id);
}

/** A webhook with the figures of its queue. */
export interface WebhookRow extends StoredOptions {
  id: string;
  name: string;
  url: string;
  events: EventKind[];
  environment: Environment;
  isActive: boolean;
  disabledReason: Webhook["disabledReason"];
  lastTriggeredAt: Date | null;
  eventCount: number;
  failureCount: number;
  /** Null once the previous secret no longer signs. */
  previousSecretUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const select = `SELECT w.id, w.name, w.url, w.events, w.environment, w.filter_code_ids AS "filterCodeIds",
    w.filter_tags AS "filterTags", w.header_names AS "headerNames", w.headers, w.is_active AS "isActive",
    w.disabled_reason AS "disabledReason", queue.last_triggered_at AS "lastTriggeredAt", queue.event_count AS "eventCount",
    queue.failure_count AS "failureCount",
    CASE WHEN w.previous_secret_until > now() THEN w.previous_secret_until END AS "previousSecretUntil",
    w.created_at AS "createdAt", w.updated_at AS "updatedAt"
  FROM webhook w JOIN webhook_queue queue ON queue.webhook_id = w.id WHERE ${isOwn}`;

/** All webhooks of the caller's account and environment, the newest first. */
export async function listWebhookRows({ accountId, environment }: Caller): Promise<WebhookRow[]> {
  const { rows } = await sql.query<WebhookRow>({
    name: "select_webhooks",
    text: `${select} ORDER BY w.created_at DESC, w.id DESC`,
    values: [accountId, environment],
  });
  return rows;
}

/** `change` keeps the webhook from any other change until the commit, `use` from being changed, but not from being used. */
export type WebhookLock = "none" | "change" | "use";

const selectOne: Record<WebhookLock, { name: string; text: string }> = {
  none: { name: "select_webhook", text: `${select} AND w.id = $3` },
  change: { name: "lock_webhook", text: `${select} AND w.id = $3 FOR NO KEY UPDATE OF w` },
  use: { name: "hold_webhook", text: `${select} AND w.id = $3 FOR SHARE OF w` },
};

export async function findWebhook(
  executor: Executor,
  { accountId, environment }: Caller,
  id: string,
  lock: WebhookLock,
): Promise<WebhookRow | undefined> {
  const { rows } = await executor.query<WebhookRow>({
    ...selectOne[lock],
    values: [accountId, environment, id],
  });
  return rows[0];
}

/** Webhooks of an account in both environments; null where the account is gone. Exact only under `lockAccount`. */
export async function countWebhooks(executor: Executor, accountId: string): Promise<number | null> {
  const { rows } = await executor.query<{ used: number }>({
    name: "count_account_webhooks",
    text: "SELECT (SELECT count(*)::int FROM webhook WHERE account_id = $1) AS used FROM account WHERE id = $1",
    values: [accountId],
  });
  return rows[0]?.used ?? null;
}

/** What its owner chooses of a webhook. */
type Described = StoredOptions & Pick<WebhookRow, "id" | "name" | "url" | "events">;

const listDescribed = (row: Described) => [
  row.id,
  row.name,
  row.url,
  row.events,
  row.filterCodeIds,
  row.filterTags,
  row.headerNames,
  row.headers,
];

/** Inserts a webhook with its queue. */
export async function insertWebhook(
  tx: Transaction,
  row: Described & { environment: Environment; accountId: string; secret: Buffer },
): Promise<void> {
  await tx.query(
    `WITH made AS (
       INSERT INTO webhook (id, name, url, events, filter_code_ids, filter_tags, header_names, headers, account_id,
         environment, secret)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id)
     INSERT INTO webhook_queue (webhook_id) SELECT id FROM made`,
    [...listDescribed(row), row.accountId, row.environment, row.secret],
  );
}

export async function updateWebhook(tx: Transaction, row: Described): Promise<void> {
  await tx.query(
    `UPDATE webhook SET name = $2, url = $3, events = $4, filter_code_ids = $5, filter_tags = $6, header_names = $7,
       headers = $8, updated_at = now() WHERE id = $1`,
    listDescribed(row),
  );
}

/** Another address is another endpoint: it begins with one request at a time. */
export async function resetQueue(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query(`UPDATE webhook_queue SET ${resetConcurrency} WHERE webhook_id = $1`, [webhookId]);
}

/** Makes a webhook active again, without the failures that it had. */
export async function resumeWebhook(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query(`UPDATE webhook_queue SET ${clearFailures}, ${resetConcurrency} WHERE webhook_id = $1`, [
    webhookId,
  ]);
  await tx.query(
    "UPDATE webhook SET is_active = true, disabled_reason = NULL, updated_at = now() WHERE id = $1",
    [webhookId],
  );
}

/** Begins another generation of the webhook, inactive; false for one that is paused already or gone. */
export async function deactivateWebhook(
  tx: Transaction,
  webhookId: string,
  reason: Webhook["disabledReason"],
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "pause_webhook",
    text: `UPDATE webhook SET is_active = false, generation = generation + 1, disabled_reason = $2, updated_at = now()
      WHERE id = $1 AND is_active`,
    values: [webhookId, reason],
  });
  return rowCount === 1;
}

/** Nothing of the queue is due any more. */
export async function stopQueue(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query({
    name: "quiet_queue",
    text: "UPDATE webhook_queue SET due_at = NULL WHERE webhook_id = $1",
    values: [webhookId],
  });
}

/** The secret in use becomes the previous one for `overlapSeconds`; the one that was previous no longer signs. */
export async function replaceSecret(
  tx: Transaction,
  webhookId: string,
  secret: Buffer,
  overlapSeconds: number,
): Promise<void> {
  await tx.query(
    `UPDATE webhook SET secret = $2, updated_at = now(),
       previous_secret = CASE WHEN $3::int > 0 THEN secret END,
       previous_secret_until = CASE WHEN $3::int > 0 THEN now() + make_interval(secs => $3::int) END
     WHERE id = $1`,
    [webhookId, secret, overlapSeconds],
  );
}

export async function deleteWebhookRow(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query("DELETE FROM webhook WHERE id = $1", [webhookId]);
}

/** How a webhook's deliveries have gone: the status of the last ones, the oldest of them first. */
export interface WebhookHealth {
  id: string;
  consecutiveFailures: number;
  failingSince: Date | null;
  recent: DeliveryStatus[];
}

/** @param recentDeliveries how many of the last deliveries. */
export async function listWebhookHealth(
  { accountId, environment }: Caller,
  recentDeliveries: number,
): Promise<WebhookHealth[]> {
  const { rows } = await sql.query<WebhookHealth>({
    name: "select_webhook_health",
    text: `SELECT w.id, queue.consecutive_failures AS "consecutiveFailures", queue.failing_since AS "failingSince",
        ARRAY(SELECT last.status::text FROM (SELECT d.created_at, d.id, ${statusOf("d", "w.generation")} AS status FROM delivery d
            WHERE d.webhook_id = w.id ORDER BY d.created_at DESC, d.id DESC LIMIT $3) AS last
          ORDER BY last.created_at, last.id) AS recent
      FROM webhook w JOIN webhook_queue queue ON queue.webhook_id = w.id WHERE ${isOwn}`,
    values: [accountId, environment, recentDeliveries],
  });
  return rows;
}
