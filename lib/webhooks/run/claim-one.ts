import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { isHeld } from "../hold";
import { nextClaimOf, runningOf } from "../lane";
import { sqlNow } from "./leases";
import type { Claim } from "./schema";
import { takeDeliveries, takeSql } from "./take";

/** How long an attempt ahead in line is reckoned to take, while the webhook answers and while it does not. */
const quickMs = 50;
const slowMs = 1_000;
const shortestWaitMs = 500;
const longestWaitMs = 600_000;
/** Each time that one is asked for in vain it waits longer, by at least so much: the asker's clock may be ahead of ours. */
const patienceMs = 100;

const findOpen = {
  name: "find_open_delivery",
  text: `SELECT webhook_id AS id, ${isHeld} AS "isHeld" FROM delivery WHERE id = $1 AND due_at IS NOT NULL`,
};

const lockLane = {
  name: "lock_lane",
  text: "SELECT slots FROM webhook_lane WHERE webhook_id = $1 FOR UPDATE",
};

/** Where a delivery is among those of its webhook. */
interface Place {
  /** Milliseconds until it is due; not positive: it is. */
  inMs: number;
  /** Of a webhook without a free slot: how many are due before it, and whether any of them failed before. Else null. */
  ahead: number | null;
  isSlow: boolean | null;
}

/** A line may be long: it is counted only for who has to wait in it. */
const findPlace = {
  name: "find_place",
  text: `
SELECT extract(epoch FROM d.due_at - ${sqlNow})::float8 * 1000 AS "inMs",
  CASE WHEN running.count >= $2 THEN (SELECT count(*)::int FROM delivery
    WHERE webhook_id = d.webhook_id AND activation = d.activation AND due_at <= ${sqlNow}
      AND (due_at, id) < (d.due_at, d.id)) END AS ahead,
  CASE WHEN running.count >= $2 THEN EXISTS (SELECT FROM delivery
    WHERE webhook_id = d.webhook_id AND activation = d.activation AND due_at IS NOT NULL AND status = 'retrying')
  END AS "isSlow"
FROM delivery AS d JOIN webhook AS w ON w.id = d.webhook_id AND w.is_active AND w.activation = d.activation
CROSS JOIN LATERAL ${runningOf("d.webhook_id", "d.activation")} AS running
WHERE d.id = $1 AND d.due_at IS NOT NULL`,
};

const takeOne = {
  name: "take_delivery",
  text: takeSql(`
    SELECT id, webhook_id, event_id, 1 AS place, lost_leases + (lease_token IS NOT NULL)::int AS lost
    FROM delivery WHERE id = $1 AND due_at <= ${sqlNow} FOR UPDATE SKIP LOCKED`),
};

const setDue = {
  name: "set_lane_due",
  text: `UPDATE webhook_lane AS l SET due_at = ${nextClaimOf("l.webhook_id", "l.slots")} WHERE l.webhook_id = $1`,
};

/**
 * Leases one delivery to this process. Null: there is nothing to do about it any more. It is to be asked for again when
 * it is due, or when its webhook may have a slot for it: the later, the more are ahead of it in line.
 *
 * @param timesAsked how often its asker has asked by now, this time included.
 */
export async function claimDelivery(id: string, timesAsked = 1): Promise<Claim | { waitUntil: Date } | null> {
  if (!isId(id)) return null;
  const { rows } = await sql.query<{ id: string; isHeld: boolean }>({ ...findOpen, values: [id] });
  const [webhook] = rows;
  if (webhook === undefined) return null;
  if (webhook.isHeld) return waitFor(longestWaitMs);
  // Those of one webhook lock its lane, so they take turns for it here rather than in the database.
  const answer = await transaction((tx) => claimIn(tx, id, webhook.id), webhook.id);
  if (answer === null || !("waitUntil" in answer)) return answer;
  return { waitUntil: new Date(Math.max(answer.waitUntil.getTime(), Date.now() + timesAsked * patienceMs)) };
}

async function claimIn(tx: Transaction, id: string, webhookId: string): ReturnType<typeof claimDelivery> {
  const { rows: lanes } = await tx.query<{ slots: number }>({ ...lockLane, values: [webhookId] });
  const [lane] = lanes;
  if (lane === undefined) return null;
  const { rows } = await tx.query<Place>({ ...findPlace, values: [id, lane.slots] });
  const [place] = rows;
  if (place === undefined) return null;
  const { inMs, ahead, isSlow } = place;
  if (inMs > 0) return waitFor(inMs);
  if (ahead !== null) return waitFor(untilFree(ahead / lane.slots, isSlow ? slowMs : quickMs));
  const [claim] = await takeDeliveries(tx, { ...takeOne, values: [id] });
  await tx.query({ ...setDue, values: [webhookId] });
  // Held by who ends it, or ended just now: the next time tells.
  return claim ?? waitFor(shortestWaitMs);
}

/** @param turns that its webhook's slots have to be taken before it. */
function untilFree(turns: number, turnMs: number): number {
  return Math.min(shortestWaitMs + Math.ceil(turns) * turnMs, longestWaitMs);
}

function waitFor(milliseconds: number): { waitUntil: Date } {
  return { waitUntil: new Date(Date.now() + milliseconds) };
}
