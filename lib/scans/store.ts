import type pg from "pg";
import { writeEvents } from "@/lib/events";
import {
  type BeforeCommit,
  isSqlState,
  redirectSql,
  runTransaction,
  type Transaction,
} from "@/lib/platform/db";
import { type Batch, beginWithLock, deleteOldBatches, insertScanBatch } from "./queries.store";
import { createScanEvents } from "./scan-events";
import type { Outcome, Recorded } from "./visit";

export type { Batch };

/** Visits of one batch at most: what a visitor may have to wait for. */
export const maxBatch = 500;

const outcomeOf: Record<string, Outcome> = {
  d: "counted",
  c: "capped",
  e: "excluded",
  u: "excluded",
  b: "beyond",
  g: "gone",
};

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
 * Null: a batch of this id was stored before. The events of its scans are written with it, in a second statement
 * that there is only where a webhook is subscribed.
 */
export async function insertBatch(tx: Transaction, batch: Batch, at?: Date): Promise<Recorded[] | null> {
  const stored = await insertScanBatch(tx, batch, at).catch((error: unknown) => {
    throw isWithoutPartition(error) ? new WithoutPartition("there is no partition", { cause: error }) : error;
  });
  if (stored?.isLate) throw new LateStamps();
  if (stored?.outcomes == null) return null;
  const recorded = readOutcomes(stored.outcomes, stored.stamps?.split(",") ?? []);
  if (stored.subscribed) await writeEvents(tx, createScanEvents(batch.visits, recorded, stored.subscribed));
  return recorded;
}

function readOutcomes(letters: string, stamps: readonly string[]): Recorded[] {
  let stamped = 0;
  return Array.from(letters, (letter) => {
    const outcome = outcomeOf[letter] as Outcome;
    const scannedAt = outcome === "counted" ? new Date(Number(stamps[stamped++])) : null;
    return letter === "u" ? { outcome, scannedAt, isUsedUp: true } : { outcome, scannedAt };
  });
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
