import { claimDelivery, performDelivery } from "@/lib/webhooks/run";
import { mostInFlight, mostSlots } from "@/lib/webhooks/run/schema";
import type { Client } from "./client";
import { deliveryDue, tellDelivery } from "./events";

/** Inngest allows 1,000 steps in a run; a delivery that stands in line for long goes on in another one. */
const mostRounds = 200;

/** Takes one look at the delivery: sends it if it is its turn. `dueAt` is when to look again; null: it is over. */
async function attempt(
  deliveryId: string,
  round: number,
): Promise<{ outcome: string; dueAt: string | null }> {
  const claim = await claimDelivery(deliveryId, round);
  if (claim === null) return { outcome: "over", dueAt: null };
  if ("waitUntil" in claim) return { outcome: "waiting", dueAt: claim.waitUntil.toISOString() };
  const { status, dueAt } = await performDelivery(claim);
  return { outcome: status, dueAt: dueAt?.toISOString() ?? null };
}

/**
 * Sends one delivery until it is over. What is due when is the domain's to say; here it is only slept until. A run that
 * comes twice does no harm, since each attempt needs a claim. The retries outlast an outage of the database.
 */
export function deliverWebhook(client: Client) {
  return client.createFunction(
    {
      id: "deliver-webhook",
      name: "Deliver an event to a webhook",
      triggers: deliveryDue,
      concurrency: [{ key: "event.data.webhookId", limit: mostSlots }, { limit: mostInFlight }],
      retries: 20,
    },
    async ({ event, runId, step }) => {
      const { deliveryId, webhookId } = event.data;
      for (let round = 1; round <= mostRounds; round += 1) {
        const { outcome, dueAt } = await step.run(`attempt-${round}`, () => attempt(deliveryId, round));
        if (dueAt === null) return { outcome };
        await step.sleepUntil(`wait-${round}`, dueAt);
      }
      await step.sendEvent("go-on", tellDelivery({ id: deliveryId, webhookId }, runId));
      return { outcome: "goes on in another run" };
    },
  );
}
