import { setTimeout as sleep } from "node:timers/promises";
import { documentLock, sql, type Transaction, transaction } from "@/lib/platform/db";
import type { Owner } from "../ground";
import { documentTimeoutMs } from "../group-scans";

/** Thrown by work on documents when what it has counted no longer holds: nothing of it is kept. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * Runs `work` on the documents of a data set in one transaction. Null when somebody else, here or in another process, is
 * at them, who does the same work, when the work was overtaken, and for an account that was deleted.
 *
 * @param isGone that the account was deleted is no reason against it.
 */
export async function tryDocumentWork<T>(
  { accountId, isSandbox }: Owner,
  work: (tx: Transaction) => Promise<T>,
  { isGone = false } = {},
): Promise<T | null> {
  try {
    return await transaction(async (tx) => {
      const { rows } = await tx.query<{ isMine: boolean }>(
        `SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AND ($4 OR NOT EXISTS (
             SELECT FROM scan_erasure WHERE account_id = $3 AND is_account)) AS "isMine",
           set_config('work_mem', '64MB', true), set_config('statement_timeout', '${documentTimeoutMs}', true)`,
        [documentLock, `${accountId} ${isSandbox}`, accountId, isGone],
      );
      return rows[0]?.isMine === true ? work(tx) : null;
    });
  } catch (error) {
    if (error instanceof Overtaken) return null;
    throw error;
  }
}

/** How long to wait for another writer of the documents before asking again. */
const breathMs = 50;

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
    await sleep(breathMs);
  }
  return true;
}

/** Scans that a statement over a whole day counts in a millisecond at the very least. */
const leastPace = 20;

/** Gives the statements that follow as long as whole days of so many scans may take, and says how long that is. */
export async function allowFor(tx: Transaction, scans: number): Promise<number> {
  const timeoutMs = Math.ceil(scans / leastPace);
  if (timeoutMs <= documentTimeoutMs) return documentTimeoutMs;
  await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(timeoutMs)]);
  return timeoutMs;
}

/** Rows that one statement counts: about half a second. */
const rowsTogether = 100_000;

/** Where a stretch of time has to be cut, so that no more rows than one statement should count lie before it. */
export async function findCut(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT scanned_at AS at FROM scan
     WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at > $3 AND scanned_at < $4
     ORDER BY scanned_at OFFSET ${rowsTogether} LIMIT 1`,
    [accountId, isSandbox, new Date(from), new Date(to)],
  );
  return rows[0]?.at.getTime() ?? to;
}

interface Mark {
  version: string;
  /** Whether the documents hold but for visitors. */
  isReadable: boolean;
}

/** The days of a data set that are to be counted again. */
export async function readMarks(
  { accountId, isSandbox }: Owner,
  tx: Pick<Transaction, "query"> = sql,
): Promise<Map<number, Mark>> {
  const { rows } = await tx.query<Mark & { day: number }>(
    `SELECT (day - DATE '1970-01-01') AS day, xmin::text AS version, is_readable AS "isReadable" FROM dirty_scan_day
     WHERE account_id = $1 AND is_sandbox = $2`,
    [accountId, isSandbox],
  );
  return new Map(rows.map(({ day, ...mark }) => [day, mark]));
}
