import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ownerOf, ownWebhooks } from "../rows";
import { eventKinds, type LogCounts, type LogFilter } from "../schema";

/** What a pause is done with though its rows are still open: a few, for a moment. With an OFFSET, as in `pastOf`. */
const past = `(SELECT event_type FROM delivery WHERE webhook_id = chosen.id AND due_at IS NOT NULL
  AND activation < chosen.activation OFFSET 0) AS past`;

const countBoth = {
  name: "count_log",
  text: `SELECT coalesce(sum(tally.failed), 0)::int AS failed, coalesce(sum(tally.waiting - over.count), 0)::int AS waiting
    FROM (SELECT w.id, w.activation FROM webhook w
      WHERE ${ownWebhooks} AND ($3::uuid IS NULL OR w.id = $3::uuid) OFFSET 0) AS chosen
    CROSS JOIN LATERAL (SELECT coalesce(sum(count) FILTER (WHERE status = 'failed'), 0) AS failed,
        coalesce(sum(count) FILTER (WHERE status IN ('pending', 'retrying')), 0) AS waiting
      FROM delivery_tally WHERE webhook_id = chosen.id AND event_type = ANY($4::text[])) AS tally
    CROSS JOIN LATERAL (SELECT count(*) AS count FROM ${past} WHERE event_type = ANY($4::text[])) AS over`,
};

/** How many deliveries failed and how many wait, of the webhook and the kind that a filter names. Counted when they changed. */
export async function countLog(
  caller: Caller,
  { webhookId, eventType }: Omit<LogFilter, "status">,
): Promise<LogCounts> {
  const values = [...ownerOf(caller), webhookId, eventType === null ? eventKinds : [eventType]];
  const { rows } = await sql.query<LogCounts>({ ...countBoth, values });
  return rows[0] ?? { failed: 0, waiting: 0 };
}
