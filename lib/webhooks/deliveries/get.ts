import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import type { FullDelivery } from "../schema";
import { presentFullDelivery, requireDelivery } from "./rows";

/** A delivery with the body that is sent and what came of each attempt. Throws `not_found`. */
export async function getDelivery(caller: Caller, webhookId: string, id: string): Promise<FullDelivery> {
  return presentFullDelivery(await requireDelivery(sql, caller, { webhookId, id }));
}
