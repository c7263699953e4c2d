import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { gauge } from "@/lib/platform/metrics";
import { describeBacklog } from "./queries.events";

/** The database is read at most this often, however often metrics are scraped. */
const sampleMs = 5_000;
/** A scrape waits for the database no longer than this. */
const scrapeMs = 1_000;

/**
 * Adds the backlog to the metrics of this process. Where the database can't be read in time, the last figures stay; readiness
 * reports a database that is down.
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
      log.debug({ err }, "the backlog of webhooks could not be read");
    }
    sampledAt = performance.now();
    sampling = undefined;
  }

  async function collect(): Promise<void> {
    if (performance.now() - sampledAt < sampleMs) return;
    sampling ??= sample();
    await Promise.race([sampling, sleep(scrapeMs, undefined, { ref: false })]);
  }

  const waiting = gauge({
    name: "quietzone_webhooks_pending",
    help: "Events without their deliveries and deliveries that are not over, in the whole database; 100,000 at most.",
    labels: ["what"],
    collect,
  });
  const oldest = gauge({
    name: "quietzone_webhooks_oldest_due_seconds",
    help: "How long the oldest due event or delivery has been waiting.",
    collect,
  });
}
