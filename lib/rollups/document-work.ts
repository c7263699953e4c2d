import { setTimeout as sleep } from "node:timers/promises";
import { isDisconnection } from "@/lib/platform/database-errors";
import { type Transaction, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Owner } from "./counts";
import { findScanAfter, lockDocuments, setStatementTimeout } from "./queries.build";
import { documentTimeoutMs } from "./queries.count";

/** What one run of a sweep takes at most: the stop of the server waits for it. */
export const sweepMs = 5_000;

/**
 * Works on one data set after the other until the work says that the time is up. One that fails is logged and left to
 * the next run, so that it does not keep the others from their turn. The order is random, so that a slow one does not either.
 *
 * @param isSweep false: the caller waits for just these, and gets a fault.
 * @param work false: the time is up.
 */
export async function forEachOwner<T extends Owner>(
  owners: readonly T[],
  isSweep: boolean,
  work: (owner: T) => Promise<boolean>,
): Promise<void> {
  for (const owner of shuffle(owners)) {
    try {
      if (!(await work(owner))) return;
    } catch (err) {
      if (!isSweep || isDisconnection(err)) throw err;
      log.error({ err, accountId: owner.accountId }, "scans of an account could not be counted or erased");
    }
  }
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Thrown by work on documents when what it has counted no longer holds: nothing of it is kept. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * Runs `work` on the documents of a data set in one transaction. Null when another process is at them, which does the same
 * work, when the work was overtaken, and for an account that was deleted.
 *
 * @param isGone also for a deleted account.
 */
export async function tryDocumentWork<T>(
  owner: Owner,
  work: (tx: Transaction) => Promise<T>,
  { isGone = false } = {},
): Promise<T | null> {
  try {
    return await transaction(async (tx) => ((await lockDocuments(tx, owner, isGone)) ? work(tx) : null));
  } catch (error) {
    if (error instanceof Overtaken) return null;
    throw error;
  }
}

/** How long to wait for another writer of the documents before asking again. */
const retryMs = 50;

/** As `tryDocumentWork`, but asks again until it was done; false when the time was up. */
export async function insistOnDocumentWork(
  owner: Owner,
  deadline: number,
  work: (tx: Transaction) => Promise<void>,
  options?: { isGone: boolean },
): Promise<boolean> {
  const done = (tx: Transaction) => work(tx).then(() => true);
  while ((await tryDocumentWork(owner, done, options)) === null) {
    if (performance.now() > deadline) return false;
    await sleep(retryMs);
  }
  return true;
}

/** Scans that a statement over a whole day counts in a millisecond at the very least. */
const leastPace = 20;

/** Gives the statements that follow as long as whole days of so many scans may take, and returns how long that is. */
export async function allowFor(tx: Transaction, scans: number): Promise<number> {
  const timeoutMs = Math.ceil(scans / leastPace);
  if (timeoutMs <= documentTimeoutMs) return documentTimeoutMs;
  await setStatementTimeout(tx, timeoutMs);
  return timeoutMs;
}

/** Rows that one statement counts: about half a second. */
const rowsTogether = 100_000;

/** Where a stretch of time has to be cut, so that no more rows than one statement should count lie before it. */
export async function findCut(
  tx: Transaction,
  owner: Owner,
  stretch: { from: number; to: number },
): Promise<number> {
  return (await findScanAfter(tx, owner, stretch, rowsTogether))?.getTime() ?? stretch.to;
}
