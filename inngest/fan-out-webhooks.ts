import { fanOut, listOpenDeliveries, listWaitingOf } from "@/lib/webhooks/run";
import type { Client } from "./client";
import { mostOfOneCall, tellDeliveries, tellEvent, webhookEvent } from "./events";

/** Fan-outs at a time: fewer than the process has connections. */
const mostAtATime = 8;

/**
 * Makes the deliveries of many events at once and has those of each webhook sent by one run, all in one call: a step of its
 * own would cost another. What is done already was done, and told, by somebody else. Only a call that is tried again may
 * have done it itself and lost its answer: it tells once more what is open. An event of which a webhook is being changed
 * comes again with the next batch.
 */
export function fanOutWebhooks(client: Client) {
  return client.createFunction(
    {
      id: "fan-out-webhooks",
      name: "Fan out events to their webhooks",
      triggers: webhookEvent,
      batchEvents: { maxSize: mostOfOneCall, timeout: "1s" },
      concurrency: mostAtATime,
      retries: 20,
    },
    async ({ events, attempt, runId }) => {
      const eventIds = [...new Set(events.map(({ data }) => data.eventId))];
      const { deliveries, left } = await fanOut({ eventIds });
      const made = new Set(deliveries.map(({ id }) => id));
      const open = attempt > 0 ? await listOpenDeliveries(eventIds) : [];
      const waiting = left > 0 ? await listWaitingOf(eventIds) : [];
      const calls = [
        ...tellDeliveries(deliveries),
        // Under the same id as before, so that Inngest ignores what it has heard.
        ...tellDeliveries(open.filter(({ id }) => !made.has(id))),
        ...waiting.map((id) => tellEvent(id, `${runId}_${attempt}`)),
      ];
      if (calls.length > 0) await client.send(calls);
      return { deliveries: deliveries.length };
    },
  );
}
