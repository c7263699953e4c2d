import { Semaphore } from "@/lib/platform/concurrency";
import { runTransaction, type Transaction } from "@/lib/platform/db";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Scope } from "../counts";
import { numberOfDay } from "../utc-day";
import type { RollState } from "./plan";

/** Readings of a process at a time: a slow one must not take the connections that everything else needs. */
const readers = () => oncePerProcess("readers of scans", () => new Semaphore(3));

/** One view of the database for all statements of `read`: no scan is seen twice, or neither raw nor in a document. */
export function readSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return readers().run(() => runSnapshot(read));
}

/** The same, for who waits for a turn of its own. */
export function runSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return runTransaction(read, { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" });
}

const markedDays = (isReadable: boolean) => `ARRAY(SELECT ${numberOfDay("d.day")} FROM dirty_scan_day d
  WHERE d.account_id = $1 AND d.is_sandbox = $2 AND ${isReadable ? "" : "NOT"} d.is_readable)`;

/**
 * Now is the next millisecond of the database's clock, and after the last stamp, which a clock that was put back has
 * before it: every scan of the snapshot has been stamped before now.
 */
const stateStatement = {
  name: "read_roll_state",
  text: `SELECT date_trunc('milliseconds', greatest(clock_timestamp(), l.last_stamp)) + interval '1 ms' AS now,
      l.rolled_to AS "rolledTo", l.raw_from AS "rawFrom", coalesce(l.unrolled, 0) AS unrolled,
      ${markedDays(false)} AS "dirtyDays", ${markedDays(true)} AS "recountedDays",
      ARRAY(SELECT e.id FROM scan_erasure e WHERE e.account_id = $1 AND e.is_sandbox = $2) AS erasing
    FROM (SELECT) AS one LEFT JOIN scan_ledger l ON l.account_id = $1 AND l.is_sandbox = $2`,
};

/** How far the documents of a scope go; the first statement of a snapshot. */
export async function readState(
  tx: Transaction,
  { accountId, isSandbox, codeId }: Scope,
): Promise<{ now: Date; state: RollState }> {
  const { rows } = await tx.query<{
    now: Date;
    rolledTo: Date | null;
    rawFrom: Date | null;
    unrolled: number;
    dirtyDays: number[];
    recountedDays: number[];
    erasing: string[];
  }>({ ...stateStatement, values: [accountId, isSandbox] });
  const [row] = rows;
  if (row === undefined) throw new Error("The database does not tell the time");
  const { now, rolledTo, rawFrom, unrolled, dirtyDays, recountedDays, erasing } = row;
  const state = {
    rolledTo: rolledTo?.getTime() ?? null,
    rawFrom: rawFrom?.getTime() ?? null,
    unrolled,
    dirtyDays: new Set(dirtyDays),
    // A code that is read by itself has its own visitors.
    recountedDays: new Set(codeId === undefined ? recountedDays : []),
    erasing,
  };
  return { now, state };
}
