import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { isHeld } from "../hold";
import { claimOfWebhook } from "./claim";
import { sqlNow } from "./leases";
import { performDelivery } from "./send";

/** Nothing more is claimed after so long: a call of a serverless function ends within a minute. */
const workMs = 20_000;
/** Deliveries that end together are followed by one claim. */
const gatherMs = 5;
/** While deliveries are held they are looked at so often. */
const heldMs = 600_000;

/**
 * Sends what is due of a webhook, as many at a time as it has slots, until nothing more is due or 20 seconds have gone by.
 * Answers how many came to each status. Throws what the database throws, once everything that was begun has ended.
 */
export async function deliverOf(webhookId: string, ids: readonly string[]): Promise<Record<string, number>> {
  const endsAt = performance.now() + workMs;
  const running = new Set<Promise<void>>();
  const outcomes: Record<string, number> = {};
  let fault: unknown;
  // A run that comes late finds its deliveries over, by whom ever.
  if ((await nextDueOf(ids)) === null) return outcomes;
  for (;;) {
    const mayClaim = fault === undefined && performance.now() < endsAt;
    for (const claim of mayClaim ? await claimOfWebhook(webhookId).catch(keepFault) : []) {
      const performed = performDelivery(claim)
        .then(({ status }) => {
          outcomes[status] = (outcomes[status] ?? 0) + 1;
        }, keepFault)
        .then(() => void running.delete(performed));
      running.add(performed);
    }
    if (running.size === 0) break;
    await Promise.race(running);
    await sleep(gatherMs);
  }
  if (fault !== undefined) throw fault;
  return outcomes;

  function keepFault(error: unknown): [] {
    fault ??= error;
    return [];
  }
}

/** When the first of these deliveries (uuids) is due, by this process's clock; null: all of them are over. */
export async function nextDueOf(ids: readonly string[]): Promise<Date | null> {
  const { rows } = await sql.query<{ inMs: number | null; isHeld: boolean }>({
    name: "next_due_of",
    text: `SELECT extract(epoch FROM min(d.due_at) - ${sqlNow})::float8 * 1000 AS "inMs", ${isHeld} AS "isHeld"
      FROM delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_active AND w.activation = d.activation
      WHERE d.id = ANY($1::uuid[]) AND d.due_at IS NOT NULL`,
    values: [ids],
  });
  const [row] = rows;
  if (row === undefined || row.inMs === null) return null;
  return new Date(Date.now() + (row.isHeld ? heldMs : Math.max(0, row.inMs)));
}
