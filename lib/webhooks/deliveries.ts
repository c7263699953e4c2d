import type { Caller } from "@/lib/accounts/schema";
import { eventIdOf } from "@/lib/events";
import { pageBehind, paginate, readPosition, writeCursor } from "@/lib/platform/cursor";
import { type Executor, sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import {
  countDeliveries,
  type DeliveryRow,
  type FullDeliveryRow,
  findDelivery,
  listDeliveryRows,
} from "./queries.deliveries";
import type { Delivery, DeliveryListQuery, DeliveryPage, FullDelivery, FullWebhook } from "./schema";
import { presentWebhook, requireWebhook } from "./webhooks";

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

export function presentFullDelivery(row: FullDeliveryRow): FullDelivery {
  return { ...presentDelivery(row), body: row.body, log: row.log };
}

/** Throws `not_found`, also for a delivery of another account or environment. */
export async function requireDelivery(
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
