import { RetryAfterError } from "inngest";
import { fanOut, listOpenDeliveries } from "@/lib/webhooks/run";
import type { Client } from "./client";
import { tellDelivery, webhookEvent } from "./events";

/** Fan-outs at a time: fewer than the process has connections. */
const mostAtATime = 8;
/** A webhook is held by who changes it for no longer, mostly. */
const heldMs = 1_000;

/**
 * Makes the deliveries of an event and answers those to send. One that is done already may have been done by this very
 * step, whose answer was lost: what is open of it is called for again, which Inngest ignores where it has heard of it.
 */
async function fanOutOnce(eventId: string) {
  const { events, deliveries, left } = await fanOut({ eventIds: [eventId] });
  if (left > 0) throw new RetryAfterError("A webhook of the event is being changed", heldMs);
  return events > 0 ? deliveries : await listOpenDeliveries(eventId);
}

/** Makes the deliveries of an event and has each of them sent. */
export function fanOutWebhooks(client: Client) {
  return client.createFunction(
    {
      id: "fan-out-webhooks",
      name: "Fan out an event to its webhooks",
      triggers: webhookEvent,
      concurrency: mostAtATime,
      retries: 20,
    },
    async ({ event, step }) => {
      const deliveries = await step.run("fan-out", () => fanOutOnce(event.data.eventId));
      if (deliveries.length > 0) {
        await step.sendEvent(
          "tell-deliveries",
          deliveries.map((delivery) => tellDelivery(delivery)),
        );
      }
      return { deliveries: deliveries.length };
    },
  );
}
