import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import {
  batchRows,
  deleteFinishedPurge,
  deletePurgedCounts,
  deletePurgedRows,
  insertAccountPurge,
  insertWebhookPurge,
  listPurges,
  type PurgeRow,
} from "./queries.cleanup";

const cleanupMs = 10_000;
/** How long deleting a webhook or an account waits for the purge. */
const requestMs = 2_000;
/** Locked rows, such as the result of a running request, are usually free again after this time. */
const lockedMs = 20;

/**
 * Marks a webhook's deliveries for purging, in the transaction that deletes it: none is sent after the commit. Lock the
 * webhook first, so that no fan-out adds deliveries.
 */
export async function markWebhookForPurge(tx: Transaction, webhookId: string): Promise<void> {
  await insertWebhookPurge(tx, webhookId);
}

/**
 * Marks an account's events and its webhooks' deliveries for purging, in the transaction that deletes the account. Call
 * it before the webhooks are deleted: a delivery does not name its account. Returns the ids for `purgeDeleted`.
 */
export async function markAccountForPurge(tx: Transaction, accountId: string): Promise<string[]> {
  return await insertAccountPurge(tx, accountId);
}

/**
 * Deletes the deliveries of deleted webhooks and the events of deleted accounts in short statements, and returns the
 * number of rows. The next run deletes what did not fit in the time.
 *
 * @param ids purge only these, briefly and without throwing: the cleanup job does the rest. All, when left out.
 */
export async function purgeDeleted(ids?: string | readonly string[]): Promise<number> {
  if (ids === undefined) return purgeAll(null, cleanupMs);
  return purgeAll([ids].flat(), requestMs).catch((err: unknown) => {
    log.warn({ err }, "deliveries of a deleted webhook are erased later");
    return 0;
  });
}

async function purgeAll(ids: readonly string[] | null, budgetMs: number): Promise<number> {
  const deadline = performance.now() + budgetMs;
  return purgeInTurn(await listPurges(ids), deadline);
}

/** Takes one batch of each purge per round, so that a large one does not hold up the others. */
async function purgeInTurn(purges: readonly PurgeRow[], deadline: number): Promise<number> {
  let left = purges;
  let purged = 0;
  while (left.length > 0 && performance.now() < deadline) {
    const unfinished: PurgeRow[] = [];
    const before = purged;
    for (const purge of left) {
      if (performance.now() >= deadline) return purged;
      const { rows, isDone } = await purgeBatch(purge);
      purged += rows;
      if (!isDone) unfinished.push(purge);
    }
    left = unfinished;
    if (left.length > 0 && purged === before) await sleep(lockedMs);
  }
  return purged;
}

async function purgeBatch(purge: PurgeRow): Promise<{ rows: number; isDone: boolean }> {
  const rows = await deletePurgedRows(purge);
  if (rows === batchRows) return { rows, isDone: false };
  // Counts that are being added up are locked; a later round deletes them.
  if (!purge.isAccount) await deletePurgedCounts(purge.id);
  return { rows, isDone: await deleteFinishedPurge(purge) };
}
