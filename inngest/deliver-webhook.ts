import { deliverOf, nextDueOf } from "@/lib/webhooks/run";
import type { Client } from "./client";
import { deliveryDue, tellDelivery } from "./events";

/** Inngest allows 1,000 steps in a run; deliveries that stand in line for long go on in another one. */
const mostRounds = 200;
/** Each round waits longer by at least so much: the asker's clock may be ahead of the database's. */
const patienceMs = 100;

/** Webhooks that are delivered to at a time, by all servers, unless `INNGEST_CONCURRENCY` says otherwise. */
const usualConcurrency = 64;

/**
 * Sends the deliveries of one webhook until those that it was called for are over. A call sends whatever is due, up to the
 * webhook's slots at a time, without a step of its own: an attempt needs a claim, so a call that comes twice does no harm.
 * Then it sleeps until the next is due, and is called again from its start. The retries outlast an outage of the database.
 */
export function deliverWebhook(client: Client, concurrency = usualConcurrency) {
  return client.createFunction(
    {
      id: "deliver-webhook",
      name: "Deliver events to a webhook",
      triggers: deliveryDue,
      concurrency: [{ key: "event.data.webhookId", limit: 1 }, { limit: concurrency }],
      retries: 20,
    },
    async ({ event, runId, step }) => {
      const { deliveryId, alsoIds = [], webhookId } = event.data;
      const ids = [deliveryId, ...alsoIds];
      const outcomes = await deliverOf(webhookId, ids);
      const dueAt = await nextDueOf(ids);
      if (dueAt === null) return outcomes;
      for (let round = 1; round <= mostRounds; round += 1) {
        const earliest = Date.now() + round * patienceMs;
        await step.sleepUntil(`wait-${round}`, new Date(Math.max(dueAt.getTime(), earliest)));
      }
      const [first = deliveryId, ...others] = ids;
      await step.sendEvent("go-on", tellDelivery({ id: first, webhookId, alsoIds: others }, runId));
      return { outcome: "goes on in another run" };
    },
  );
}
