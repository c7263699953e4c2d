import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** Rows of one short statement. */
const rowsTogether = 2_000;
const sweepMs = 10_000;
/** How long whoever paused a webhook waits for its deliveries to be cancelled, and what each gets of a sweep. */
const patienceMs = 2_000;
/** Rows that somebody holds, the result of a request under way, are free again in a moment. */
const heldMs = 20;

/** Where a delivery stands among what is open of its webhook. */
interface Place {
  activation: number;
  dueAt: Date | string;
  id: string;
}

const start: Place = { activation: -1, dueAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

/** What is open of an activation before the one that the webhook $1 is in or was paused to. */
const pastOf = `delivery WHERE webhook_id = $1 AND due_at IS NOT NULL
    AND activation < (SELECT activation FROM webhook WHERE id = $1)`;

/**
 * Waits for nobody, and each goes on where the one before ended: what is cancelled stays in the index for a while. As an
 * array, so that the rows are found by their ids: joined, all deliveries of everybody would be read. The lease of a request
 * under way stays, so that its result is put on record.
 */
const cancelStatement = {
  name: "cancel_deliveries",
  text: `WITH past AS MATERIALIZED (
      SELECT activation, due_at, id FROM ${pastOf} AND (activation, due_at, id) > ($2::int, $3::timestamptz, $4::uuid)
      ORDER BY activation, due_at, id LIMIT $5 FOR UPDATE SKIP LOCKED),
    cancelled AS (
      UPDATE delivery SET status = 'cancelled', due_at = NULL
      WHERE id = ANY(ARRAY(SELECT id FROM past)))
    SELECT activation, due_at AS "dueAt", id FROM past ORDER BY activation, due_at, id`,
};

const findRest = { name: "find_past_deliveries", text: `SELECT FROM ${pastOf} LIMIT 1` };

/** Active and paused ones: a webhook that was resumed may have deliveries of before its pause. */
const findWebhooks = {
  name: "find_webhooks_with_past",
  text: `SELECT id FROM webhook w WHERE activation > 0 AND EXISTS (
      SELECT FROM delivery WHERE webhook_id = w.id AND due_at IS NOT NULL AND activation < w.activation OFFSET 0)
    ORDER BY random()`,
};

/** Cancels some of what is over since a pause. Answers how many those were, and the last of them. */
export async function cancelSome(
  connection: Pick<Transaction, "query">,
  webhookId: string,
  { after = start, limit = rowsTogether }: { after?: Place; limit?: number } = {},
): Promise<{ count: number; last: Place | undefined }> {
  const values = [webhookId, after.activation, after.dueAt, after.id, limit];
  const { rows } = await connection.query<Place>({ ...cancelStatement, values });
  return { count: rows.length, last: rows.at(-1) };
}

async function cancelAll(webhookId: string, deadline: number): Promise<number> {
  let cancelled = 0;
  let after: Place | undefined;
  while (performance.now() < deadline) {
    const { count, last } = await cancelSome(sql, webhookId, { ...(after && { after }) });
    cancelled += count;
    after = count === rowsTogether ? last : undefined;
    if (after !== undefined) continue;
    const { rowCount } = await sql.query({ ...findRest, values: [webhookId] });
    if (rowCount === 0) break;
    await sleep(heldMs);
  }
  return cancelled;
}

/**
 * Writes into the rows what has been so since a webhook's pause: that its deliveries are cancelled. As far as that goes
 * quickly, in short statements without a hold on the webhook; nothing is thrown, and the sweep does the rest.
 */
export async function cancelPast(webhookId: string): Promise<void> {
  await cancelAll(webhookId, performance.now() + patienceMs).catch((err: unknown) => {
    log.warn({ err }, "deliveries of a paused webhook are cancelled later");
  });
}

/** The same for all webhooks, a while for each; returns how many deliveries it cancelled. */
export async function sweepPast(): Promise<number> {
  const deadline = performance.now() + sweepMs;
  const { rows } = await sql.query<{ id: string }>(findWebhooks);
  let cancelled = 0;
  for (const { id } of rows) {
    const now = performance.now();
    if (now >= deadline) break;
    cancelled += await cancelAll(id, Math.min(now + patienceMs, deadline));
  }
  return cancelled;
}
