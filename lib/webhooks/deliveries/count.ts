import { sql } from "@/lib/platform/db";
import { eventKinds } from "../schema";
import { type DeliverySelection, pastOf } from "./select";

/** Rows of one short statement, and how long a sweep goes on. */
const rowsTogether = 5_000;
const budgetMs = 5_000;

/** Of the webhook $1, of the kinds $2, in the state $3 or any: what its rows say. */
const tallied = `(SELECT coalesce(sum(count), 0)::int FROM delivery_tally
  WHERE webhook_id = $1 AND event_type = ANY($2::text[]) AND ($3::text IS NULL OR status = $3))`;

const past = `SELECT count(*)::int FROM ${pastOf("$2")}`;

/** What a pause is done with counts as cancelled, and no longer as what its rows still say. */
const corrections: Record<string, string> = {
  cancelled: `+ (${past})`,
  pending: `- (${past} WHERE status = $3)`,
  retrying: `- (${past} WHERE status = $3)`,
};

/** How many deliveries of a webhook there are, as of one instant: counted when they changed, not now. */
export async function countDeliveries(
  webhookId: string,
  { status, eventType }: DeliverySelection,
): Promise<number> {
  const kinds = eventType === undefined ? eventKinds : [eventType];
  const { rows } = await sql.query<{ total: number }>(
    `SELECT ${tallied} ${(status && corrections[status]) ?? ""} AS total`,
    [webhookId, kinds, status ?? null],
  );
  return rows[0]?.total ?? 0;
}

/**
 * Makes one row of each sum of what was counted anew. Nobody waits for it, and every reader has either the parts or
 * their sum. Of a webhook that is gone nothing is left. Returns how many rows it added up.
 */
export async function addUpTallies(): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let total = 0;
  let some: number;
  do {
    const { rows } = await sql.query<{ some: number }>(addUp);
    some = rows[0]?.some ?? 0;
    total += some;
  } while (some === rowsTogether && performance.now() < deadline);
  return total;
}

const addUp = `WITH fresh AS MATERIALIZED (
    SELECT id, webhook_id FROM delivery_tally WHERE NOT is_sum ORDER BY id LIMIT ${rowsTogether} FOR UPDATE SKIP LOCKED
  ), sums AS MATERIALIZED (
    SELECT id FROM delivery_tally WHERE is_sum AND webhook_id IN (SELECT webhook_id FROM fresh) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM delivery_tally WHERE id IN (SELECT id FROM fresh UNION ALL SELECT id FROM sums)
    RETURNING webhook_id, event_type, status, count
  ), added AS (
    INSERT INTO delivery_tally (webhook_id, event_type, status, count, is_sum)
    SELECT webhook_id, event_type, status, sum(count), true FROM gone
    WHERE webhook_id IN (SELECT id FROM webhook) GROUP BY 1, 2, 3 HAVING sum(count) <> 0
  )
  SELECT count(*)::int AS some FROM fresh`;
