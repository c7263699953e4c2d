import { workerLock } from "@/lib/platform/advisory-locks";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { chosenEngine } from "@/lib/platform/queue";
import { describeBacklog, describeHold } from "@/lib/webhooks/run";
import type { Health } from "../schema";

/** Who delivers webhooks, whether somebody is there who does, and what waits. */
export async function readDeliveries(): Promise<Health["deliveries"]> {
  const [backlog, heldSince, { rows }] = await Promise.all([
    describeBacklog(),
    describeHold(),
    sql.query<{ workers: number; lastSentAt: Date | null }>(
      `SELECT (SELECT count(DISTINCT pid)::int FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS workers,
         (SELECT max(last_triggered_at) FROM webhook_lane) AS "lastSentAt"`,
      [workerLock],
    ),
  ]);
  return {
    engine: chosenEngine(),
    runsIn: env.worker,
    workers: rows[0]?.workers ?? 0,
    lastSentAt: rows[0]?.lastSentAt?.toISOString() ?? null,
    heldSince: heldSince?.toISOString() ?? null,
    ...backlog,
  };
}
