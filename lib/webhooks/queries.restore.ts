import { type Executor, sql } from "@/lib/platform/db";
import { batchRows } from "./queries.cleanup";
import { clearFailures } from "./queries.fragments";

const firstId = "00000000-0000-0000-0000-000000000000";

/** When the database was restored whose deliveries wait for the operator; null: they don't. */
export async function readPause(): Promise<Date | null> {
  const { rows } = await sql.query<{ until: Date }>("SELECT until FROM delivery_pause");
  return rows[0]?.until ?? null;
}

export async function deletePause(executor: Executor): Promise<void> {
  await executor.query("DELETE FROM delivery_pause");
}

/**
 * Sets the failures of all webhooks to none: nothing was sent since the backup, so the time until now must not disable a
 * webhook. Locks queues in the order in which a fan-out does.
 */
export async function clearAllFailures(executor: Executor): Promise<void> {
  await executor.query(`WITH queue AS MATERIALIZED (
      SELECT webhook_id FROM webhook_queue WHERE consecutive_failures > 0 ORDER BY webhook_id FOR NO KEY UPDATE)
    UPDATE webhook_queue SET ${clearFailures} WHERE webhook_id IN (SELECT webhook_id FROM queue)`);
}

/** Whether events of the backup still have to be fanned out. */
export async function hasRestoredEvents(until: Date): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "find_held_events",
    text: "SELECT FROM event WHERE fanned_out_at IS NULL AND created_at <= $1 LIMIT 1",
    values: [until],
  });
  return rowCount === 1;
}

/**
 * Cancels open deliveries of events that the backup held, whenever they were fanned out; retries that an owner asked for
 * since then stay. Returns how many, and the id to go on after: null after the last batch.
 *
 * @param after null: from the first delivery on.
 */
export async function cancelRestoredDeliveries(
  until: Date,
  after: string | null,
): Promise<{ dropped: number; last: string | null }> {
  const { rows } = await sql.query<{ read: number; dropped: number; last: string | null }>({
    name: "drop_held_deliveries",
    text: `WITH batch AS MATERIALIZED (
        SELECT id, event_id, retry_of, created_at FROM delivery WHERE due_at IS NOT NULL AND id > $2
        ORDER BY id LIMIT ${batchRows} FOR UPDATE),
      old AS MATERIALIZED (
        SELECT batch.id FROM batch LEFT JOIN event ON event.id = batch.event_id
        WHERE batch.created_at <= $1 OR (batch.retry_of IS NULL AND event.created_at <= $1)),
      dropped AS (
        UPDATE delivery SET status = 'cancelled', due_at = NULL, lease_token = NULL
        WHERE id = ANY(ARRAY(SELECT id FROM old)) RETURNING id)
      SELECT (SELECT count(*)::int FROM batch) AS read, (SELECT count(*)::int FROM dropped) AS dropped,
        (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last`,
    values: [until, after ?? firstId],
  });
  const { read = 0, dropped = 0, last = null } = rows[0] ?? {};
  return { dropped, last: read < batchRows ? null : last };
}
