import type { Transaction } from "@/lib/platform/db";
import { type QueueUpdate, type UpdatedQueue, updateQueueRows } from "./queries.result";

/** What the end of an attempt, or of a delivery without one, means for its webhook's queue. */
export interface QueueChange {
  webhookId: string;
  outcome: {
    /** `cancelled`: the attempt was made, but its result doesn't count. */
    status: "delivered" | "retrying" | "failed" | "cancelled";
    isManual: boolean;
    /** Answered with 2xx so soon that the endpoint may get one request more at a time. */
    isFast: boolean;
    /** Null: nothing was sent. */
    startedAt: Date | null;
  };
}

/**
 * Counts the results of attempts, in their order, and sets when each queue is due next. Lock the queues before this call.
 */
export function updateQueues(tx: Transaction, changes: readonly QueueChange[]): Promise<UpdatedQueue[]> {
  const updates = new Map<string, QueueUpdate>();
  for (const change of changes) {
    const update = updates.get(change.webhookId) ?? unchanged(change.webhookId);
    updates.set(change.webhookId, update);
    apply(update, change.outcome);
  }
  return updateQueueRows(tx, [...updates.values()]);
}

const unchanged = (webhookId: string): QueueUpdate => ({
  webhookId,
  shrinks: false,
  grows: 0,
  failures: 0,
  clears: false,
  streak: 0,
  health: null,
  startedAt: null,
});

function apply(update: QueueUpdate, { status, isManual, isFast, startedAt }: QueueChange["outcome"]): void {
  if (startedAt !== null && !(update.startedAt && update.startedAt > startedAt)) update.startedAt = startedAt;
  if (status === "cancelled") return;
  if (status === "delivered") {
    update.health = isFast ? "quick" : "unproven";
    update.grows += isFast ? 1 : 0;
    update.clears = true;
    update.streak = 0;
    return;
  }
  update.health = "troubled";
  update.shrinks = true;
  update.grows = 0;
  if (status === "retrying") return;
  update.failures += 1;
  update.streak += isManual ? 0 : 1;
}
