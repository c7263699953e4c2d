import { Semaphore } from "@/lib/platform/concurrency";
import { runTransaction, sql, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { reader } from "@/lib/platform/read-replica";
import { codesOf, type Owner, type Scope } from "./counts";
import type { RollState, Stretch } from "./plan";
import { markStaleDays } from "./queries.build";
import { findRollState, listUndocumentedDays, upsertUnrolled } from "./queries.read";
import { dayMs, dayNumberOf, nameDay } from "./sums";

/** Readings of a process at a time: a slow one must not take the connections that everything else needs. */
const readers = () => oncePerProcess("readers of scans", () => new Semaphore(3));

/** One view of the database for all statements of `read`: no scan is seen twice, or neither raw nor in a document. */
export function readSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return readers().run(() => runSnapshot(read));
}

/** The same, for a caller with a queue of its own. */
export function runSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return runTransaction(read, { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", pool: reader() });
}

/** How far the documents of a scope go; the first statement of a snapshot. */
export async function readState(tx: Transaction, scope: Scope): Promise<{ now: Date; state: RollState }> {
  const row = await findRollState(tx, scope);
  if (row === undefined) throw new Error("The database does not tell the time");
  const { now, rolledTo, rawFrom, unrolled, staleDays, recountedDays, deletedCodes } = row;
  const state = {
    rolledTo: rolledTo?.getTime() ?? null,
    rawFrom: rawFrom?.getTime() ?? null,
    unrolled,
    staleDays: new Set(staleDays),
    // A code that is read by itself has its own visitors.
    recountedDays: new Set(codesOf(scope) === null ? recountedDays : []),
    deletedCodes,
  };
  return { now, state };
}

/**
 * The days of a reading that have scans but neither a document nor a mark, because a program stored rows without
 * saying so.
 */
export async function findMissingDays(
  tx: Transaction,
  owner: Owner,
  { rolledTo, rawFrom, staleDays }: RollState,
  stretches: readonly Stretch[],
): Promise<number[]> {
  if (rolledTo === null) return [];
  const days = new Set<number>();
  for (const { from, to } of stretches) {
    const first = Math.max(dayNumberOf(from), dayNumberOf(rawFrom ?? from));
    for (let day = first; day * dayMs < Math.min(to, rolledTo); day += 1) {
      if (!staleDays.has(day)) days.add(day);
    }
  }
  return days.size === 0 ? [] : listUndocumentedDays(tx, owner, [...days], new Date(rolledTo));
}

/** What a reading found that no document holds and no mark names. */
export interface Gaps {
  /** Days before the documents' end that have scans, but neither a document nor a mark. */
  missing: number[];
  /** Whether many scans after the documents' end are not in the counter. */
  isBehind: boolean;
}

/** Has missing days counted by the next rebuild, and unrolled scans by the next roll. Never rejects. */
export async function recordGaps(owner: Owner, { missing, isBehind }: Gaps): Promise<void> {
  try {
    if (missing.length > 0) await markStaleDays(sql, owner, missing.map(nameDay));
    if (isBehind) await upsertUnrolled(owner);
  } catch (err) {
    log.warn({ err, accountId: owner.accountId }, "days without documents could not be noted");
  }
}
