import type { Transaction } from "@/lib/platform/db";
import { nextTurnOf } from "../lane";
import { mostSlots, type Standing } from "./schema";

/** What the end of an attempt, or of a delivery without one, does to its webhook's lane. */
export interface LaneChange {
  webhookId: string;
  outcome: {
    /** `cancelled`: what came of the attempt counts for nothing, but it was made. */
    ending: "delivered" | "retrying" | "failed" | "cancelled";
    isByHand: boolean;
    /** Answered with 2xx so soon that the endpoint may get one request more at a time. */
    isFast: boolean;
    /** Null: nothing was sent. */
    startedAt: Date | null;
  };
}

/** A lane after a change. */
export interface ChangedLane {
  webhookId: string;
  consecutiveFailures: number;
  noticedFailures: number;
}

/** Changes of one lane in their order, summed up. */
interface Sum {
  /** Whether an attempt failed, and how many were fast after the last that did. */
  shrinks: boolean;
  grows: number;
  failures: number;
  /** Whether a delivery succeeded, and how many failed after the last that did. */
  clears: boolean;
  streak: number;
  /** After the last of them; null: as it was. */
  standing: Standing | null;
  startedAt: Date | null;
}

function sumUp(changes: readonly LaneChange[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { webhookId, outcome } of changes) {
    const sum = sums.get(webhookId) ?? {
      shrinks: false,
      grows: 0,
      failures: 0,
      clears: false,
      streak: 0,
      standing: null,
      startedAt: null,
    };
    sums.set(webhookId, sum);
    if (outcome.startedAt !== null && !(sum.startedAt && sum.startedAt > outcome.startedAt)) {
      sum.startedAt = outcome.startedAt;
    }
    if (outcome.ending === "cancelled") continue;
    if (outcome.ending === "delivered") {
      sum.standing = outcome.isFast ? "quick" : "unproven";
      sum.grows += outcome.isFast ? 1 : 0;
      sum.clears = true;
      sum.streak = 0;
      continue;
    }
    sum.standing = "troubled";
    sum.shrinks = true;
    sum.grows = 0;
    if (outcome.ending === "retrying") continue;
    sum.failures += 1;
    sum.streak += outcome.isByHand ? 0 : 1;
  }
  return sums;
}

const changeStatement = {
  name: "change_lanes",
  text: `
UPDATE webhook_lane AS l SET
  slots = least(${mostSlots}, CASE WHEN c.shrinks THEN 1 ELSE l.slots END + c.grows),
  standing = coalesce(c.standing, l.standing),
  failure_count = l.failure_count + c.failures,
  consecutive_failures = CASE WHEN c.clears THEN 0 ELSE l.consecutive_failures END + c.streak,
  failing_since = CASE
    WHEN c.streak > 0 THEN coalesce(CASE WHEN NOT c.clears THEN l.failing_since END, now())
    WHEN NOT c.clears THEN l.failing_since
  END,
  noticed_failures = CASE WHEN c.clears THEN 0 ELSE l.noticed_failures END,
  last_triggered_at = greatest(l.last_triggered_at, c.started_at),
  due_at = ${nextTurnOf("l.webhook_id")}
FROM unnest($1::uuid[], $2::bool[], $3::int[], $4::int[], $5::bool[], $6::int[], $7::text[],
    $8::timestamptz[])
  AS c(webhook_id, shrinks, grows, failures, clears, streak, standing, started_at)
WHERE l.webhook_id = c.webhook_id
RETURNING l.webhook_id AS "webhookId", l.consecutive_failures AS "consecutiveFailures",
  l.noticed_failures AS "noticedFailures"`,
};

/**
 * Counts what came of attempts, in their order, and says when each lane is due next. The lanes must be locked before
 * this statement begins: what is inserted later then finds them as it leaves them.
 */
export async function changeLanes(tx: Transaction, changes: readonly LaneChange[]): Promise<ChangedLane[]> {
  const sums = [...sumUp(changes)];
  const column = (name: keyof Sum) => sums.map(([, sum]) => sum[name]);
  const names = ["shrinks", "grows", "failures", "clears", "streak", "standing", "startedAt"] as const;
  const values = [sums.map(([id]) => id), ...names.map(column)];
  const { rows } = await tx.query<ChangedLane>({ ...changeStatement, values });
  return rows;
}
