import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { gauge } from "@/lib/platform/metrics";

/** What is on its way in the whole database, whoever delivers it. */
export interface Backlog {
  activeWebhooks: number;
  pausedWebhooks: number;
  /** Events whose deliveries are still to be made. */
  eventsWaiting: number;
  /** Deliveries that are not over; those that wait for a retry, too. Of each no more than 100,000 are counted. */
  deliveriesWaiting: number;
  /**
   * For how long something could have been begun that was not: the longest-standing event, or webhook with a free slot. It
   * stays near 0 however slow receivers are; when it grows, no worker runs, or too few do. Webhooks that failed last do not
   * count: where there are many they wait for each other.
   */
  oldestDueSeconds: number;
}

const mostCounted = 100_000;
/** Metrics are read that seldom from the database, however often they are asked for. */
const sampleMs = 5_000;
/** A reader of metrics waits for the database no longer. */
const patienceMs = 1_000;

const readBacklog = {
  name: "describe_webhook_backlog",
  text: `SELECT
      (SELECT count(*)::int FROM webhook WHERE is_active) AS "activeWebhooks",
      (SELECT count(*)::int FROM webhook WHERE NOT is_active) AS "pausedWebhooks",
      (SELECT count(*)::int FROM (SELECT FROM event WHERE fanned_out_at IS NULL LIMIT ${mostCounted}) e) AS "eventsWaiting",
      (SELECT count(*)::int FROM (
        SELECT FROM delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_active AND w.activation = d.activation
        WHERE d.due_at IS NOT NULL LIMIT ${mostCounted}) d) AS "deliveriesWaiting",
      greatest(0, extract(epoch FROM now() - least(
        (SELECT created_at FROM event WHERE fanned_out_at IS NULL ORDER BY id LIMIT 1),
        (SELECT min(l.due_at) FROM webhook_lane l JOIN webhook w ON w.id = l.webhook_id AND w.is_active
          WHERE l.due_at <= now() AND l.standing <> 'troubled')
      )))::float8 AS "oldestDueSeconds"`,
};

/** How much is on its way, and whether somebody works on it. */
export async function describeBacklog(): Promise<Backlog> {
  const { rows } = await sql.query<Backlog>(readBacklog);
  const { oldestDueSeconds, ...counts } = rows[0] as Backlog;
  return { ...counts, oldestDueSeconds: Math.round(oldestDueSeconds * 1_000) / 1_000 };
}

/**
 * Shows the backlog among the metrics of this process. What cannot be read in a moment stays as it was last seen; a
 * database that is away is told of by readiness.
 */
export function watchBacklog(): void {
  let sampledAt = Number.NEGATIVE_INFINITY;
  let sampling: Promise<void> | undefined;

  async function sample(): Promise<void> {
    try {
      const { eventsWaiting, deliveriesWaiting, oldestDueSeconds } = await describeBacklog();
      waiting.set({ what: "events" }, eventsWaiting);
      waiting.set({ what: "deliveries" }, deliveriesWaiting);
      oldest.set(oldestDueSeconds);
    } catch (err) {
      log.debug({ err }, "the webhooks that wait could not be counted");
    }
    sampledAt = performance.now();
    sampling = undefined;
  }

  async function collect(): Promise<void> {
    if (performance.now() - sampledAt < sampleMs) return;
    sampling ??= sample();
    await Promise.race([sampling, sleep(patienceMs, undefined, { ref: false })]);
  }

  const waiting = gauge({
    name: "quietzone_webhooks_waiting",
    help: "Events without their deliveries and deliveries that are not over, in the whole database; 100,000 at most.",
    labels: ["what"],
    collect,
  });
  const oldest = gauge({
    name: "quietzone_webhooks_oldest_due_seconds",
    help: "For how long the longest-standing event or delivery could have been begun and was not.",
    collect,
  });
}
