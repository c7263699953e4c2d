import type { Caller } from "@/lib/accounts/schema";
import { eventIdOf } from "@/lib/events";
import type { Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { dueAtOf, statusOf } from "../lane";
import { ownerOf, ownWebhooks } from "../rows";
import type { AttemptRecord, Delivery, DeliveryStatus, EventKind, FullDelivery } from "../schema";

/** A delivery as lists show it. */
export interface DeliveryRow {
  id: string;
  /** As its row is named. */
  eventId: string;
  eventType: EventKind;
  status: DeliveryStatus;
  attempts: number;
  createdAt: Date;
  deliveredAt: Date | null;
  last: AttemptRecord | null;
  nextAttemptAt: Date | null;
  retryOf: string | null;
}

/** Given its webhook's activation. What a claimed one is due at is the end of its lease. */
export const columnsFor = (activation: string) => `d.id, d.event_id AS "eventId", d.event_type AS "eventType",
  ${statusOf("d", activation)} AS status, d.attempts,
  d.created_at AS "createdAt", d.delivered_at AS "deliveredAt", d.log -> -1 AS last,
  CASE WHEN d.lease_token IS NULL THEN ${dueAtOf("d", activation)} END AS "nextAttemptAt", d.retry_of AS "retryOf"`;

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

interface FullDeliveryRow extends DeliveryRow {
  log: AttemptRecord[];
  /** Null when its event is no longer kept. */
  body: string | null;
}

const selectOne = {
  name: "select_delivery",
  text: `SELECT ${columnsFor("w.activation")}, d.log, event.body FROM webhook w JOIN delivery d ON d.webhook_id = w.id
    LEFT JOIN event ON event.id = d.event_id
    WHERE ${ownWebhooks} AND w.id = $3 AND d.id = $4`,
};

/** The delivery that the caller names; throws `not_found` where there is none that it sees. */
export async function requireDelivery(
  connection: Pick<Transaction, "query">,
  caller: Caller,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<FullDeliveryRow> {
  if (!isId(webhookId) || !isId(id)) throw deliveryNotFound();
  const values = [...ownerOf(caller), webhookId, id];
  const { rows } = await connection.query<FullDeliveryRow>({ ...selectOne, values });
  if (rows[0] === undefined) throw deliveryNotFound();
  return rows[0];
}

function deliveryNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such delivery of a webhook with this id");
}

export function presentFullDelivery(row: FullDeliveryRow): FullDelivery {
  return { ...presentDelivery(row), body: row.body, log: row.log };
}
