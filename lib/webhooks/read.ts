import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { selectDeliveries } from "./deliveries/select";
import { presentWebhook, requireWebhook, selectWebhooks } from "./rows";
import type { FullWebhook, Webhook } from "./schema";

/** Deliveries that a webhook shows by itself. */
const recentDeliveries = 20;

/** The webhooks of the caller's account and environment, the newest first, without their secrets. */
export async function listWebhooks(caller: Caller): Promise<Webhook[]> {
  return (await selectWebhooks(caller)).map(presentWebhook);
}

/** A webhook with its last deliveries. Throws `not_found`, also for another account's or environment's. */
export async function getWebhook(caller: Caller, id: string): Promise<FullWebhook> {
  const webhook = await requireWebhook(sql, caller, id);
  const recentEvents = await selectDeliveries(id, { limit: recentDeliveries });
  return { ...presentWebhook(webhook), recentEvents };
}
