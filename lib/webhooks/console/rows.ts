import { attemptsByHand } from "../deliveries/attempts";
import { columnsFor, type DeliveryRow, presentDelivery } from "../deliveries/rows";
import type { LogRow } from "../schema";

export interface StoredLogRow extends DeliveryRow {
  webhookId: string;
  webhookName: string;
  maxAttempts: number;
}

/** Of a delivery `d` with its webhook `w`. */
export const logColumns = `${columnsFor("w.activation")}, w.id AS "webhookId", w.name AS "webhookName",
  d.max_attempts AS "maxAttempts"`;

export function presentLogRow(row: StoredLogRow): LogRow {
  const { webhookId, webhookName, maxAttempts, retryOf } = row;
  const isByHand = maxAttempts === attemptsByHand;
  const origin = retryOf !== null ? "replay" : isByHand ? "test" : "event";
  return { ...presentDelivery(row), webhookId, webhookName, origin, maxAttempts };
}
