import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { requireWebhook } from "../rows";
import type { DeliveryListQuery, DeliveryPage } from "../schema";
import { countDeliveries } from "./count";
import { selectDeliveries } from "./select";

/** One page of a webhook's deliveries, the newest first. A page beyond the last is empty. Throws `not_found`. */
export async function listDeliveries(
  caller: Caller,
  webhookId: string,
  { page, limit, ...selection }: DeliveryListQuery,
): Promise<DeliveryPage> {
  await requireWebhook(sql, caller, webhookId);
  const offset = BigInt(page - 1) * BigInt(limit);
  const data = await selectDeliveries(webhookId, { ...selection, limit, offset });
  // A page that is not full is the last one, and its end is the total.
  const isLast = data.length < limit && (data.length > 0 || page === 1);
  const total = isLast ? Number(offset) + data.length : await countDeliveries(webhookId, selection);
  return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
