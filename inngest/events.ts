import { eventType } from "inngest";
import { z } from "zod";
import { eventIdOf } from "@/lib/events";

/** What is told to Inngest: ids alone. What they stand for is read from the database when it is used. */

export const mostTogether = 500;

/** What has waited for so long was missed: Inngest was out of reach, or has lost it. */
export const missedAfterMs = 60_000;

export const webhookEvent = eventType("quietzone/webhook.event", { schema: z.object({ eventId: z.uuid() }) });

/** Events of one fan-out, and deliveries that one run is called for: as many as Inngest puts in a batch. */
export const mostOfOneCall = 100;

/** Deliveries of a webhook are due, or will be: one, and others of the same webhook with it. */
export const deliveryDue = eventType("quietzone/delivery.due", {
  schema: z.object({
    deliveryId: z.uuid(),
    alsoIds: z.array(z.uuid()).max(mostOfOneCall).optional(),
    webhookId: z.uuid(),
  }),
});

/**
 * Inngest ignores an id that it has seen within 24 hours, so that an event is handed over once, whichever process does it.
 *
 * @param again tells one call for the same event from another.
 */
export function createFanOutCall(eventId: string, again?: string) {
  const id = eventIdOf(eventId);
  return webhookEvent.create({ eventId }, { id: again === undefined ? id : `${id}_${again}` });
}

interface Told {
  id: string;
  webhookId: string;
  alsoIds?: string[];
}

/** @param again tells one call for the same delivery from another; without it the first of 24 hours is the only one. */
export function createDeliveryCall({ id, webhookId, alsoIds = [] }: Told, again?: string | number) {
  const callId = again === undefined ? `dlv_${id}` : `dlv_${id}_${again}`;
  const also = alsoIds.length > 0 ? { alsoIds } : {};
  return deliveryDue.create({ deliveryId: id, webhookId, ...also }, { id: callId });
}

/** One call for the deliveries of each webhook, or a few where they are many. */
export function createDeliveryCalls(
  deliveries: readonly { id: string; webhookId: string }[],
  again?: string | number,
) {
  const byWebhook = new Map<string, string[]>();
  for (const { id, webhookId } of deliveries) {
    byWebhook.set(webhookId, [...(byWebhook.get(webhookId) ?? []), id]);
  }
  return [...byWebhook].flatMap(([webhookId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / mostOfOneCall) }, (_, part) => {
      const [id = "", ...alsoIds] = ids.slice(part * mostOfOneCall, (part + 1) * mostOfOneCall);
      return createDeliveryCall({ id, webhookId, alsoIds }, again);
    }),
  );
}
