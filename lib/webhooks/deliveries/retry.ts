import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { holdActiveWebhook } from "../rows";
import type { FullDelivery } from "../schema";
import { insertByHand } from "./insert";
import { presentFullDelivery, requireDelivery } from "./rows";

/**
 * Sends the event of a delivery once more, whatever became of it: a new delivery with the same body and id of the event,
 * and one attempt. Throws `not_found`, and `validation_failed` for a paused webhook and for an event that is no longer
 * kept.
 */
export async function retryDelivery(
  caller: Caller,
  webhookId: string,
  id: string,
  beforeCommit?: BeforeCommit<FullDelivery>,
): Promise<FullDelivery> {
  return transaction(async (tx) => {
    const { eventId, eventType } = await requireDelivery(tx, caller, { webhookId, id });
    await holdActiveWebhook(tx, caller, webhookId);
    await holdEvent(tx, eventId);
    const retryId = await insertByHand(tx, { webhookId, eventId, eventType, retryOf: id });
    const made = presentFullDelivery(await requireDelivery(tx, caller, { webhookId, id: retryId }));
    await beforeCommit?.(tx, made);
    return made;
  });
}

/** Until the commit no sweep takes it, and afterwards the delivery keeps it. */
async function holdEvent(tx: Transaction, eventId: string): Promise<void> {
  const { rowCount } = await tx.query("SELECT FROM event WHERE id = $1 FOR KEY SHARE", [eventId]);
  if (rowCount === 0) throw eventErased();
}

function eventErased(): ServiceError {
  const message = "The event of this delivery is no longer kept, so it cannot be sent again";
  return fieldError("validation_failed", { field: "deliveryId", code: "expired", message });
}
