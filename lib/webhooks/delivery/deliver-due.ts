import { setTimeout as sleep } from "node:timers/promises";
import { claimOfWebhook } from "./claim";
import { readDueOf } from "./queries.events";
import { performDelivery } from "./send";

/** Nothing more is claimed after this time: a call of a serverless function ends within a minute. */
const workMs = 20_000;
/** Deliveries that end together are followed by one claim. */
const batchMs = 5;
/** How often to look again while deliveries are paused since a restore. */
const pausedMs = 600_000;

/**
 * Sends what is due of a webhook, as many at a time as its concurrency allows, until nothing more is due or 20 seconds have gone by.
 * Returns how many reached each status. Throws what the database throws, once everything that was begun has ended.
 */
export async function deliverDue(webhookId: string, ids: readonly string[]): Promise<Record<string, number>> {
  const endsAt = performance.now() + workMs;
  const running = new Set<Promise<void>>();
  const outcomes: Record<string, number> = {};
  let fault: unknown;
  // A run that starts late may find that another one has finished its deliveries.
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
    await sleep(batchMs);
  }
  if (fault !== undefined) throw fault;
  return outcomes;

  function keepFault(error: unknown): [] {
    fault ??= error;
    return [];
  }
}

/** When the first of these deliveries (uuids) is due, by this process's clock; null: all of them are finished. */
export async function nextDueOf(ids: readonly string[]): Promise<Date | null> {
  const { inMs, isHeld } = await readDueOf(ids);
  if (inMs === null) return null;
  return new Date(Date.now() + (isHeld ? pausedMs : Math.max(0, inMs)));
}
