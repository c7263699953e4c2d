import type { Caller } from "@/lib/accounts/schema";
import { eventIdOf, notifyQueue, writeTestEvent } from "@/lib/events";
import { pageBehind, paginate, readPosition, writeCursor } from "@/lib/platform/cursor";
import { type BeforeCommit, type Executor, sql, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import {
  countDeliveries,
  type DeliveryRow,
  type FullDeliveryRow,
  findDelivery,
  insertManualDelivery,
  insertRetries,
  listDeliveryRows,
  lockEvent,
  type ManualDelivery,
  readDatabaseTime,
} from "./queries.deliveries";
import { sampleData } from "./sample-data";
import type {
  BulkRetry,
  Delivery,
  DeliveryListQuery,
  DeliveryPage,
  EventKind,
  FullDelivery,
  FullWebhook,
  RetriedDeliveries,
  TestSend,
} from "./schema";
import { presentWebhook, requireActiveWebhook, requireWebhook } from "./webhooks";

/** Deliveries that a webhook shows by itself. */
const recentDeliveries = 20;

/** A webhook with its last deliveries. Throws `not_found`, also for another account's or environment's. */
export async function getWebhook(caller: Caller, id: string): Promise<FullWebhook> {
  const webhook = await requireWebhook(sql, caller, id);
  const recent = await listDeliveryRows(id, { limit: recentDeliveries });
  return { ...presentWebhook(webhook), recentEvents: recent.map(presentDelivery) };
}

/** One page of a webhook's deliveries, the newest first. A page beyond the last is empty. Throws `not_found`. */
export async function listDeliveries(
  caller: Caller,
  webhookId: string,
  { page = 1, limit, cursor, ...selection }: DeliveryListQuery,
): Promise<DeliveryPage> {
  await requireWebhook(sql, caller, webhookId);
  if (cursor !== undefined) {
    const rows = await listDeliveryRows(webhookId, {
      ...selection,
      limit: limit + 1,
      behind: readPosition(cursor),
    });
    return pageBehind(rows.map(presentDelivery), limit, ({ createdAt }) => createdAt);
  }
  const offset = BigInt(page - 1) * BigInt(limit);
  const data = (await listDeliveryRows(webhookId, { ...selection, limit, offset })).map(presentDelivery);
  // A page that is not full is the last one, and its end is the total.
  const isLast = data.length < limit && (data.length > 0 || page === 1);
  const total = isLast ? Number(offset) + data.length : await countDeliveries(webhookId, selection);
  return {
    data,
    pagination: paginate(data, { page, limit, total }, ({ createdAt, id }) => writeCursor([createdAt, id])),
  };
}

/** A delivery with the body that is sent and the result of each attempt. Throws `not_found`. */
export async function getDelivery(caller: Caller, webhookId: string, id: string): Promise<FullDelivery> {
  return presentFullDelivery(await requireDelivery(sql, caller, { webhookId, id }));
}

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: eventIdOf(row.eventId),
    eventType: row.eventType,
    status: row.status,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    responseStatus: row.last?.responseStatus ?? null,
    error: row.last?.error ?? null,
    durationMs: row.last?.durationMs ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    retryOf: row.retryOf,
  };
}

function presentFullDelivery(row: FullDeliveryRow): FullDelivery {
  return { ...presentDelivery(row), body: row.body, log: row.log };
}

/** Throws `not_found`, also for a delivery of another account or environment. */
async function requireDelivery(
  executor: Executor,
  caller: Caller,
  ids: { webhookId: string; id: string },
): Promise<FullDeliveryRow> {
  const isKnown = isId(ids.webhookId) && isId(ids.id);
  const delivery = isKnown ? await findDelivery(executor, caller, ids) : undefined;
  if (delivery === undefined) {
    throw new ServiceError("not_found", "There is no such delivery of a webhook with this id");
  }
  return delivery;
}

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
