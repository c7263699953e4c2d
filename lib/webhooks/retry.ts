import type { Caller } from "@/lib/accounts/schema";
import { notifyQueue, writeTestEvent } from "@/lib/events";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { presentFullDelivery, requireDelivery } from "./deliveries";
import {
  insertManualDelivery,
  insertRetries,
  lockEvent,
  type ManualDelivery,
  readDatabaseTime,
} from "./queries.deliveries";
import { sampleData } from "./sample-data";
import type { BulkRetry, EventKind, FullDelivery, RetriedDeliveries, TestSend } from "./schema";
import { requireActiveWebhook } from "./webhooks";

/**
 * Sends the event of a delivery once more, whatever its result was: a new delivery with the same body and event id, and one
 * attempt. Throws `not_found`, and `validation_failed` for a paused webhook and for an event that is no longer kept.
 */
export async function retryDelivery(
  caller: Caller,
  webhookId: string,
  id: string,
  beforeCommit?: BeforeCommit<FullDelivery>,
): Promise<FullDelivery> {
  return transaction(async (tx) => {
    const { eventId, eventType } = await requireDelivery(tx, caller, { webhookId, id });
    await requireActiveWebhook(tx, caller, webhookId);
    if (!(await lockEvent(tx, eventId))) {
      const message = "The event of this delivery is no longer kept, so it cannot be sent again";
      throw fieldError("validation_failed", { field: "deliveryId", code: "expired", message });
    }
    return await sendOnce(tx, caller, { webhookId, eventId, eventType, retryOf: id }, beforeCommit);
  });
}

/** Most deliveries that one call sends again. */
const mostRetries = 1_000;

/**
 * Sends the failed deliveries of a stretch of time once more, the oldest first and each once: 1,000 at most, and whether
 * there are more. Throws `not_found`, and `validation_failed` for a paused webhook.
 */
export async function retryFailed(
  caller: Caller,
  webhookId: string,
  { since, until }: BulkRetry,
  beforeCommit?: BeforeCommit<RetriedDeliveries>,
): Promise<RetriedDeliveries> {
  return transaction(async (tx) => {
    await requireActiveWebhook(tx, caller, webhookId);
    const span = { webhookId, since: new Date(since), until: until === undefined ? null : new Date(until) };
    const retried = await insertRetries(tx, span, mostRetries);
    if (retried.retried > 0) await notifyQueue(tx);
    await beforeCommit?.(tx, retried);
    return retried;
  });
}

/**
 * Sends a sample event to a webhook, by one attempt; its body says `"test": true`. Throws `not_found`, and
 * `validation_failed` for a paused webhook.
 */
export async function sendTest(
  caller: Caller,
  webhookId: string,
  { type }: TestSend,
  beforeCommit?: BeforeCommit<FullDelivery>,
): Promise<FullDelivery> {
  return transaction(async (tx) => {
    const { events, environment } = await requireActiveWebhook(tx, caller, webhookId);
    const eventType = type ?? (events[0] as EventKind);
    const timestamp = await readDatabaseTime(tx);
    const { accountId } = caller;
    const eventId = await writeTestEvent(tx, webhookId, {
      accountId,
      environment,
      type: eventType,
      timestamp,
      data: sampleData(eventType, timestamp),
    });
    return await sendOnce(tx, caller, { webhookId, eventId, eventType }, beforeCommit);
  });
}

async function sendOnce(
  tx: Transaction,
  caller: Caller,
  delivery: ManualDelivery,
  beforeCommit: BeforeCommit<FullDelivery> | undefined,
): Promise<FullDelivery> {
  const id = await insertManualDelivery(tx, delivery);
  await notifyQueue(tx);
  const { webhookId } = delivery;
  const created = presentFullDelivery(await requireDelivery(tx, caller, { webhookId, id }));
  await beforeCommit?.(tx, created);
  return created;
}
