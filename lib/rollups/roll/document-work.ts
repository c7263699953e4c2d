import { documentLock } from "@/lib/platform/advisory-locks";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import type { Owner } from "../ground";
import { documentTimeoutMs, patience } from "../group-scans";

/**
 * Runs `work` on the documents of a data set in one transaction. Null when somebody else, here or in another process, is
 * at them, who does the same work, and for an account that was deleted.
 */
export function tryDocumentWork<T>(owner: Owner, work: (tx: Transaction) => Promise<T>): Promise<T | null> {
  return transaction(async (tx) => {
    const { rows } = await tx.query<{ isMine: boolean }>(
      `SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AND NOT EXISTS (
           SELECT FROM scan_erasure WHERE account_id = $3 AND is_account) AS "isMine",
         set_config('work_mem', '64MB', true), set_config('statement_timeout', '${documentTimeoutMs}', true)`,
      [documentLock, nameOf(owner), owner.accountId],
    );
    return rows[0]?.isMine === true ? work(tx) : null;
  });
}

/** As `tryDocumentWork`, but waits until nobody else is at the documents, of a deleted account's, too. */
export function insistOnDocumentWork<T>(owner: Owner, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await tx.query(`SET LOCAL statement_timeout = ${documentTimeoutMs}`);
    const values = [documentLock, nameOf(owner)];
    await tx.query({ text: "SELECT pg_advisory_xact_lock($1, hashtext($2))", values, ...patience(true) });
    return work(tx);
  });
}

function nameOf({ accountId, isSandbox }: Owner): string {
  return `${accountId} ${isSandbox}`;
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

/** The days of a data set that are marked as dirty, each with the version of its mark. */
export async function readMarks(
  { accountId, isSandbox }: Owner,
  tx: Pick<Transaction, "query"> = sql,
): Promise<Map<number, string>> {
  const { rows } = await tx.query<{ day: number; version: string }>(
    `SELECT (day - DATE '1970-01-01') AS day, xmin::text AS version FROM dirty_scan_day
     WHERE account_id = $1 AND is_sandbox = $2`,
    [accountId, isSandbox],
  );
  return new Map(rows.map(({ day, version }) => [day, version]));
}
