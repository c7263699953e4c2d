import { sql } from "@/lib/platform/db";
import { type Delivery, type DeliveryStatus, deliveryStatuses, type EventKind, eventKinds } from "../schema";
import { columnsFor, type DeliveryRow, presentDelivery } from "./rows";

export interface DeliverySelection {
  status?: DeliveryStatus | undefined;
  eventType?: EventKind | undefined;
}

/** The activation that the webhook $1 is in, or was paused to. */
const present = "(SELECT activation FROM webhook WHERE id = $1)";
const newestFirst = "ORDER BY created_at DESC, id DESC";

/**
 * Deliveries that a pause is done with, though their rows are still open: a few, for a moment. With an OFFSET, without
 * which the planner may look for them in the order of a list, among all that there are.
 */
export const pastOf = (eventTypes: string) => `(SELECT created_at, id, status FROM delivery
  WHERE webhook_id = $1 AND due_at IS NOT NULL AND activation < ${present} AND event_type = ANY(${eventTypes}::text[])
  OFFSET 0) AS past`;

/** Of those that are still open in their rows, the ones that are. */
const isPresent: Partial<Record<DeliveryStatus, string>> = {
  pending: `AND activation = ${present}`,
  retrying: `AND activation = ${present}`,
};

/** Of all deliveries of the webhook $1 those from $3 on, at most $2: told by an index alone, however deep. */
const selectAny = `SELECT created_at, id FROM delivery WHERE webhook_id = $1 ${newestFirst} LIMIT $2::int OFFSET $3::bigint`;

/** Likewise of some kinds ($4) and states ($5): each pair of them is a stretch of one index, in the right order. */
const selectSome = (status: DeliveryStatus | undefined) => {
  const soMany = `${newestFirst} LIMIT $2::int + $3::bigint`;
  const condition = (status && isPresent[status]) ?? "";
  const past = `UNION ALL (SELECT created_at, id FROM ${pastOf("$4")} ${soMany})`;
  return `SELECT created_at, id FROM (
      SELECT stretch.* FROM unnest($4::text[]) AS kind(event_type) CROSS JOIN unnest($5::text[]) AS state(status)
        CROSS JOIN LATERAL (SELECT created_at, id FROM delivery
          WHERE webhook_id = $1 AND event_type = kind.event_type AND status = state.status ${condition} ${soMany}) AS stretch
      ${status === "cancelled" ? past : ""}) AS stretches
    ${newestFirst} LIMIT $2::int OFFSET $3::bigint`;
};

/**
 * Deliveries of a webhook that the caller is known to have, the newest first. Only the rows of the page are opened: by their
 * ids, as an array, since joined all deliveries of everybody might be read.
 */
export async function selectDeliveries(
  webhookId: string,
  { limit, offset = 0n, status, eventType }: DeliverySelection & { limit: number; offset?: bigint },
): Promise<Delivery[]> {
  const isAny = status === undefined && eventType === undefined;
  const kinds = eventType === undefined ? eventKinds : [eventType];
  const states = status === undefined ? deliveryStatuses : [status];
  const { rows } = await sql.query<DeliveryRow>(
    `SELECT ${columnsFor(present)} FROM delivery d
     WHERE d.id = ANY(ARRAY(SELECT id FROM (${isAny ? selectAny : selectSome(status)}) AS page))
     ORDER BY d.created_at DESC, d.id DESC`,
    [webhookId, limit, offset, ...(isAny ? [] : [kinds, states])],
  );
  return rows.map(presentDelivery);
}
