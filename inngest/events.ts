import { eventType } from "inngest";
import { z } from "zod";
import { eventIdOf } from "@/lib/events";

/** What is told to Inngest: ids alone. What they stand for is read from the database when it is used. */

/** Calls in one request to Inngest. */
export const mostTogether = 500;

/** What has waited for so long was missed: Inngest was out of reach, or has lost it. */
export const missedAfterMs = 60_000;

/** An event of an account waits for its fan-out. */
export const webhookEvent = eventType("quietzone/webhook.event", { schema: z.object({ eventId: z.uuid() }) });

/** A delivery is due, or will be. */
export const deliveryDue = eventType("quietzone/delivery.due", {
  schema: z.object({ deliveryId: z.uuid(), webhookId: z.uuid() }),
});

/** Inngest ignores an id that it has seen within 24 hours, so that an event is handed over once, whoever does it. */
export function tellEvent(eventId: string) {
  return webhookEvent.create({ eventId }, { id: eventIdOf(eventId) });
}

/** @param again tells one call for the same delivery from another; without it the first of 24 hours is the only one. */
export function tellDelivery({ id, webhookId }: { id: string; webhookId: string }, again?: string | number) {
  const callId = again === undefined ? `dlv_${id}` : `dlv_${id}_${again}`;
  return deliveryDue.create({ deliveryId: id, webhookId }, { id: callId });
}
