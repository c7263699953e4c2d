import { setTimeout as sleep } from "node:timers/promises";
import { transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { fanOut } from "./delivery/fan-out";
import { maxFanOutEvents } from "./delivery/schema";
import {
  cancelRestoredDeliveries,
  clearAllFailures,
  deletePause,
  hasRestoredEvents,
  readPause,
} from "./queries.restore";

/** How long a release waits for webhooks that are being changed, whose events can't be fanned out meanwhile. */
const changesMs = 30_000;
const busyMs = 20;

/** What happens to deliveries that were open when the database was backed up. */
export const releases = ["send", "drop"] as const;

/** Since when a restored database sends nothing; null: deliveries are not paused. */
export async function describePause(): Promise<Date | null> {
  return await readPause();
}

/** Logs at the start that deliveries are paused, and how to resume them. */
export async function warnOfPause(): Promise<void> {
  if ((await readPause()) === null) return;
  log.warn(
    {},
    "deliveries of webhooks are held since this database was restored; none goes out until the operator's command deliveries:release",
  );
}

/**
 * Ends the pause: deliveries of the backup are sent or cancelled; those of events since the restore are sent in any case.
 * Returns null where deliveries were not paused. Where `drop` fails halfway, the pause stays, and the command can be
 * repeated.
 */
export async function releaseDeliveries(
  what: (typeof releases)[number],
): Promise<{ dropped: number } | null> {
  const until = await readPause();
  if (until === null) return null;
  let dropped = 0;
  if (what === "drop") {
    await fanOutRestored(until);
    dropped = await dropAll(until);
  }
  await transaction(async (tx) => {
    await clearAllFailures(tx);
    await deletePause(tx);
  });
  return { dropped };
}

/** Creates the deliveries of the backup's events, so that owners find each in their log. Throws a sentence. */
async function fanOutRestored(until: Date): Promise<void> {
  const deadline = performance.now() + changesMs;
  for (let after: string | undefined; ; ) {
    const { events, left, last } = await fanOut({ after });
    after = events + left === maxFanOutEvents && last !== null ? last : undefined;
    if (after !== undefined) continue;
    if (!(await hasRestoredEvents(until))) return;
    if (performance.now() > deadline) {
      throw new Error(
        "Webhooks are being changed all the time; deliveries are still held. Ask for it again.",
      );
    }
    await sleep(busyMs);
  }
}

async function dropAll(until: Date): Promise<number> {
  let dropped = 0;
  for (let after: string | null = null; ; ) {
    const batch = await cancelRestoredDeliveries(until, after);
    dropped += batch.dropped;
    if (batch.last === null) return dropped;
    after = batch.last;
  }
}
