import type pg from "pg";
import { writeEvents } from "@/lib/events";
import {
  type BeforeCommit,
  isSqlState,
  redirectSql,
  runInOneTrip,
  runTransaction,
  type Transaction,
} from "@/lib/platform/db";
import { type JudgedBatch, judgeVisits, ownerKey } from "./judge";
import {
  addOverLimitScans,
  type Batch,
  beginWithLock,
  claimBatch,
  countCodes,
  deleteOldBatches,
  insertExcludedScans,
  insertGoalScans,
  insertScans,
  type LockedCode,
  lockCodes,
  moveCounters,
  readCounters,
  type ScanCounter,
} from "./queries.store";
import { createScanEvents } from "./scan-events";
import type { Recorded } from "./visit";

export type { Batch };

/** Visits of one batch at most: what a visitor may have to wait for. */
export const maxBatch = 500;

interface StoreOptions {
  /** When the first visit was, where they are of the past; the others follow a millisecond apart. */
  at?: Date;
  /** Called in the batch's transaction right before it commits; what it throws undoes the batch. */
  beforeCommit?: BeforeCommit<Recorded[]>;
  /** Whose connections it takes. */
  pool?: pg.Pool;
}

/**
 * Stores a batch durably, all of it or nothing: what became of each visit, in their order, or null when a batch of this
 * id was stored before. After anything that it throws it may have been stored nevertheless; to store it again is safe.
 */
export function storeBatch(
  batch: Batch,
  { at, beforeCommit, pool }: StoreOptions = {},
): Promise<Recorded[] | null> {
  return inBatchTransaction(async (tx) => {
    const recorded = await insertBatch(tx, batch, at);
    if (recorded !== null) await beforeCommit?.(tx, recorded);
    return recorded;
  }, pool);
}

/** Runs `work` as the only one that stamps, over all processes, and commits it. */
export function inBatchTransaction<T>(work: (tx: Transaction) => Promise<T>, pool = redirectSql): Promise<T> {
  return runTransaction(work, { begin: beginWithLock, pool });
}

/**
 * Null: a batch of this id was stored before. Each table gets one plain insert or update, and only where there is something for
 * it; the events of its scans are written with it where a webhook is subscribed.
 */
export async function insertBatch(tx: Transaction, batch: Batch, at?: Date): Promise<Recorded[] | null> {
  const { visits } = batch;
  const [isNew, codes, counters] = await runInOneTrip<[boolean, LockedCode[], ScanCounter[]]>(tx, [
    () => claimBatch(tx, batch),
    () => lockCodes(tx, new Set(visits.map(({ codeId }) => codeId))),
    () => readCounters(tx, new Set(visits.map(({ accountId }) => accountId))),
  ]);
  if (!isNew) return null;
  const judged = judgeVisits(visits, { codes, counters, at: at?.getTime() ?? null });
  await writeJudged(tx, judged).catch((error: unknown) => {
    throw isWithoutPartition(error) ? new WithoutPartition("there is no partition", { cause: error }) : error;
  });
  const subscribed = codes.flatMap(({ id, subscribed: code }) => (code === null ? [] : [{ id, ...code }]));
  if (subscribed.length > 0) await writeEvents(tx, createScanEvents(visits, judged.recorded, subscribed));
  return judged.recorded;
}

async function writeJudged(tx: Transaction, judged: JudgedBatch): Promise<void> {
  const { scans, excluded, overLimit, codeCounts, counterChanges } = judged;
  const goalScans = scans.filter(({ visit }) => visit.hasGoals);
  const statements: (() => Promise<void>)[] = [];
  if (scans.length > 0) statements.push(() => insertScans(tx, scans));
  if (goalScans.length > 0) statements.push(() => insertGoalScans(tx, goalScans));
  if (excluded.length > 0) statements.push(() => insertExcludedScans(tx, excluded));
  if (overLimit.length > 0) statements.push(() => addOverLimitScans(tx, overLimit));
  if (codeCounts.size > 0) statements.push(() => countCodes(tx, codeCounts));
  if (counterChanges.length > 0) statements.push(() => moveAllCounters(tx, judged));
  await runInOneTrip(tx, statements);
}

/** Throws where scans were rolled up beyond these stamps while the batch waited for a counter: no document would hold them. */
async function moveAllCounters(tx: Transaction, { scans, counterChanges }: JudgedBatch): Promise<void> {
  const moved = await moveCounters(tx, counterChanges);
  const rolledTo = new Map(moved.map((row) => [ownerKey(row), row.rolledTo?.getTime() ?? 0]));
  if (scans.some(({ owner, at }) => at < (rolledTo.get(ownerKey(owner)) ?? 0))) throw new LateStamps();
}

/** Scans may not be stamped where they are rolled up already: to be tried again, like a serialisation failure. */
class LateStamps extends Error {
  readonly code = "40001";
}

/** A partition will be added by its job (`lib/rollups/partitions.ts`): until then the scans wait in the spool. */
class WithoutPartition extends Error {
  readonly code = "40001";
}

/** SQLSTATE 23514: there is no partition for the time, or the table is bounded while it is being divided. */
const isWithoutPartition = (error: unknown) =>
  isSqlState(error, "23514") &&
  [undefined, "scan_bound"].includes((error as { constraint?: string }).constraint);

/** A machine that comes back brings its spool with it: what was committed from it must still be known then. */
const keptDays = 90;
const rowsAtOnce = 10_000;

/** Forgets batches that no spool brings again: how many. */
export async function sweepScanBatches(): Promise<number> {
  for (let deleted = 0; ; ) {
    const some = await deleteOldBatches(keptDays, rowsAtOnce);
    deleted += some;
    if (some !== rowsAtOnce) return deleted;
  }
}
