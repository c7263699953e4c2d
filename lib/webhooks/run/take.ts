import type { Transaction } from "@/lib/platform/db";
import { isByHandSql } from "../deliveries/attempts";
import type { AttemptRecord } from "../schema";
import { changeLanes, type LaneChange } from "./lane-change";
import { leaseSeconds, mostLostLeases } from "./leases";
import type { Claim } from "./schema";

/** A row that was taken; one with an ending is over without an attempt. */
interface TakenRow extends Claim {
  status: string;
}

/** In the form of `Date.toISOString`. */
const nowText = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const lostRecord: Record<keyof AttemptRecord, string> = {
  startedAt: nowText,
  durationMs: "0",
  responseStatus: "NULL",
  error: "'lease_lost'",
  responseBody: "NULL",
};
const lostRecordSql = `jsonb_build_object(${Object.entries(lostRecord)
  .map(([name, value]) => `'${name}', ${value}`)
  .join(", ")})`;

/**
 * A statement that leases the deliveries of `candidates`, a SELECT that locks them and names of each its id, its place
 * in the order of all and how many of its leases are lost by now. One that lost too many has failed; one whose event is
 * erased has nothing to send; one of an activation before is left as it is. Found by an array of their ids: joined alone,
 * all deliveries of everybody may be read.
 */
export function takeSql(candidates: string): string {
  return `
WITH candidate AS MATERIALIZED (${candidates}),
chosen AS MATERIALIZED (
  SELECT candidate.*, event.body, event.trace_parent, CASE
    WHEN event.id IS NULL THEN 'cancelled'
    WHEN candidate.lost >= ${mostLostLeases} THEN 'failed'
  END AS ending
  FROM candidate LEFT JOIN event ON event.id = candidate.event_id)
UPDATE delivery AS d SET
  status = coalesce(chosen.ending, d.status),
  due_at = CASE WHEN chosen.ending IS NULL THEN now() + interval '${leaseSeconds} seconds' END,
  lease_token = CASE WHEN chosen.ending IS NULL THEN gen_random_uuid() END,
  lost_leases = chosen.lost,
  log = CASE WHEN chosen.ending = 'failed' THEN d.log || ${lostRecordSql} ELSE d.log END
FROM chosen JOIN webhook AS w ON w.id = chosen.webhook_id AND w.is_active
  JOIN webhook_lane AS lane ON lane.webhook_id = w.id
WHERE d.id = chosen.id AND d.id = ANY(ARRAY(SELECT id FROM chosen)) AND d.activation = w.activation
RETURNING d.id, d.webhook_id AS "webhookId", w.account_id AS "accountId", d.lease_token AS "leaseToken", lane.standing,
  d.attempts + 1 AS attempt, d.max_attempts AS "maxAttempts", d.${isByHandSql} AS "isByHand",
  d.event_id AS "eventId", d.event_type AS "eventType", d.status, chosen.body, chosen.place,
  chosen.trace_parent AS "traceParent",
  w.url, w.secret, CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END AS "previousSecret",
  w.xmin::text AS version`;
}

/**
 * Runs such a statement, in a transaction that holds the lanes of what it takes. The leases in the order of their places.
 */
export async function takeDeliveries(
  tx: Transaction,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Claim[]> {
  const claimedAt = performance.now();
  const { rows } = await tx.query<TakenRow & { place: string }>(statement);
  await countLost(tx, rows);
  return rows
    .filter(({ leaseToken }) => leaseToken !== null)
    .sort((one, other) => Number(one.place) - Number(other.place))
    .map((row) => ({ ...row, claimedAt }));
}

async function countLost(tx: Transaction, rows: readonly TakenRow[]): Promise<void> {
  const lost = rows.filter(({ status }) => status === "failed");
  if (lost.length === 0) return;
  const changes = lost.map(
    ({ webhookId, isByHand }): LaneChange => ({
      webhookId,
      outcome: { ending: "failed", isByHand, isFast: false, startedAt: null },
    }),
  );
  await changeLanes(tx, changes);
}
