import { sql, type Transaction } from "@/lib/platform/db";
import type { Owner } from "../ground";
import { numberOfDay } from "../utc-day";
import type { RollState } from "./plan";

/** One view of the database for all statements of `read`: no scan is seen twice, or neither raw nor in a document. */
export async function readSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await sql.connect();
  let broken: Error | undefined;
  try {
    await tx.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const result = await read(tx);
    await tx.query("COMMIT");
    return result;
  } catch (error) {
    await tx.query("ROLLBACK").catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    tx.release(broken);
  }
}

/** Now is the next millisecond of the database's clock: every scan of the snapshot has been stamped before it. */
const stateStatement = {
  name: "read_roll_state",
  text: `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now,
      l.rolled_to AS "rolledTo", l.raw_from AS "rawFrom",
      ARRAY(SELECT ${numberOfDay("d.day")} FROM dirty_scan_day d
        WHERE d.account_id = $1 AND d.is_sandbox = $2) AS "dirtyDays",
      ARRAY(SELECT e.id FROM scan_erasure e WHERE e.account_id = $1 AND e.is_sandbox = $2) AS erasing
    FROM (SELECT) AS one LEFT JOIN scan_ledger l ON l.account_id = $1 AND l.is_sandbox = $2`,
};

/** How far the documents of a data set go; the first statement of a snapshot. */
export async function readState(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
): Promise<{ now: Date; state: RollState }> {
  const { rows } = await tx.query<{
    now: Date;
    rolledTo: Date | null;
    rawFrom: Date | null;
    dirtyDays: number[];
    erasing: string[];
  }>({ ...stateStatement, values: [accountId, isSandbox] });
  const [row] = rows;
  if (row === undefined) throw new Error("The database does not tell the time");
  const { now, rolledTo, rawFrom, dirtyDays, erasing } = row;
  const state = {
    rolledTo: rolledTo?.getTime() ?? null,
    rawFrom: rawFrom?.getTime() ?? null,
    dirtyDays: new Set(dirtyDays),
    erasing,
  };
  return { now, state };
}
