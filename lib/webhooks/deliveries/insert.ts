import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { notifyQueue } from "@/lib/platform/queue";
import { dueAtLatest } from "../lane";
import type { EventKind } from "../schema";
import { attemptsByHand } from "./attempts";

/** A delivery that its owner asked for: one attempt, due at once. The engines hear of it when it is committed. */
interface ByHand {
  webhookId: string;
  eventId: string;
  eventType: EventKind;
  retryOf?: string;
}

const insertOne = {
  name: "insert_delivery_by_hand",
  text: `INSERT INTO delivery (id, webhook_id, activation, event_id, event_type, status, max_attempts, due_at, retry_of)
    SELECT $1, id, activation, $3, $4, 'pending', ${attemptsByHand}, now(), $5 FROM webhook WHERE id = $2`,
};

const pokeLane = {
  name: "poke_lane_by_hand",
  text: `UPDATE webhook_lane AS l SET ${dueAtLatest()}, event_count = event_count + 1 WHERE webhook_id = $1`,
};

/** Its webhook is held by the same transaction. Returns its id. */
export async function insertByHand(tx: Transaction, { webhookId, eventId, eventType, retryOf }: ByHand) {
  const id = newId();
  await tx.query({ ...insertOne, values: [id, webhookId, eventId, eventType, retryOf ?? null] });
  await tx.query({ ...pokeLane, values: [webhookId] });
  await notifyQueue(tx);
  return id;
}
