import { deleteOldCodeEvents, deleteSurplusEvents } from "@/lib/event-feed";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { counter } from "@/lib/platform/metrics";
import { setQueuesDue } from "./delivery/queries.claim";
import type { QueueKey } from "./delivery/schema";
import {
  addUpDeliveryCounts,
  batchRows,
  deleteExpiredRows,
  type ExpiringTable,
  listStalledQueues,
  lockExpiredRows,
  lockQueues,
} from "./queries.cleanup";

export { disableFailingWebhooks } from "./delivery/auto-disable";
export { cancelPastOfAll } from "./pause";

/** Time for each task in one run, so that none waits long for another. */
const budgetMs = 5_000;

const resumed = counter({
  name: "quietzone_webhook_queues_resumed_total",
  help: "Webhooks whose deliveries would have been begun late or never and were found by the sweep: each is a fault.",
});

/**
 * Deletes events and deliveries older than `EVENT_RETENTION_DAYS` and what is too old or too much for the feed, in batches, and returns the number of rows. An event
 * stays until its deliveries are created and finished, a delivery until it is finished.
 *
 * @param now the database's clock when left out.
 */
export async function deleteExpiredEvents(now?: Date): Promise<number> {
  const deleted = (await deleteExpired("delivery", now)) + (await deleteExpired("event", now));
  return deleted + (await deleteOldCodeEvents(now)) + (await deleteSurplusEvents());
}

async function deleteExpired(table: ExpiringTable, now: Date | undefined): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let after: Date | string = "-infinity";
  let deleted = 0;
  while (performance.now() < deadline) {
    const range = { now: now ?? null, days: env.eventRetentionDays, after };
    const batch: Batch = await transaction((tx) => deleteBatch(tx, table, range));
    deleted += batch.deleted;
    if (batch.last === null) break;
    after = batch.last;
  }
  return deleted;
}

interface Batch {
  deleted: number;
  /** Where the next batch starts; null: this was the last. */
  last: Date | null;
}

async function deleteBatch(
  tx: Transaction,
  table: ExpiringTable,
  range: Parameters<typeof lockExpiredRows>[2],
): Promise<Batch> {
  const rows = await lockExpiredRows(tx, table, range);
  const ids = rows.map(({ id }) => id);
  const deleted = await deleteExpiredRows(tx, table, ids);
  const last = rows.length < batchRows ? null : (rows.at(-1)?.createdAt ?? null);
  return { deleted, last };
}

/**
 * Resumes queues that have open deliveries but would not wake for them, and returns how many. Anything but 0 is a
 * defect in the code that keeps a queue's `due_at`.
 */
export async function resumeStalledQueues(): Promise<number> {
  const suspects = await listStalledQueues(sql, null);
  if (suspects.length === 0) return 0;
  const count = await transaction((tx) => resumeQueues(tx, suspects));
  if (count === 0) return 0;
  resumed.inc(count);
  log.error({ count }, "webhooks would not have woken for what is due of them; they were woken");
  return count;
}

/** Checks again under the lock: a suspect may have been between two states. */
async function resumeQueues(tx: Transaction, suspects: readonly QueueKey[]): Promise<number> {
  const locked = await lockQueues(
    tx,
    suspects.map(({ webhookId }) => webhookId),
  );
  const stalled = await listStalledQueues(tx, locked);
  if (stalled.length > 0) await setQueuesDue(tx, stalled);
  return stalled.length;
}

/** Sums up how many deliveries each webhook has, for its lists; returns how many counts it added up. */
export async function sumDeliveryCounts(): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let total = 0;
  let added: number;
  do {
    added = await addUpDeliveryCounts();
    total += added;
  } while (added === batchRows && performance.now() < deadline);
  return total;
}
