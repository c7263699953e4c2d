import { type Executor, sql, stampLock } from "@/lib/platform/db";
import type { Owner } from "@/lib/rollups";

const copied = {
  scan: "account_id, is_sandbox, qr_code_id, country, city, device, os, browser, user_agent, id, scanned_at, visitor",
  excluded_scan: "account_id, is_sandbox, qr_code_id, reason, user_agent, id, seen_at",
};

/** Takes rows in binary form, with the columns in the order of `RowWriter`. */
export function copySql(table: keyof typeof copied): string {
  return `COPY ${table} (${copied[table]}) FROM STDIN (FORMAT binary)`;
}

/** Keeps all batches of scans waiting until the commit. */
export async function lockStamps(tx: Executor): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [stampLock]);
}

/** Locks codes of an account, in the order in which a batch of scans does: how many there are. */
export async function lockCodes(
  tx: Executor,
  accountId: string,
  codeIds: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.query(
    "SELECT FROM qr_code WHERE id = ANY($1) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE",
    [codeIds, accountId],
  );
  return rowCount ?? 0;
}

/** Adds scans to the counts of their codes. */
export async function updateCodes(
  tx: Executor,
  counted: readonly { codeId: string; scans: number; last: Date }[],
): Promise<void> {
  await tx.query(
    `UPDATE qr_code SET scan_count = scan_count + scans, last_scanned_at = greatest(last_scanned_at, last)
     FROM unnest($1::uuid[], $2::int[], $3::timestamptz[]) AS counted(code_id, scans, last) WHERE id = code_id`,
    [counted.map(({ codeId }) => codeId), counted.map(({ scans }) => scans), counted.map(({ last }) => last)],
  );
}

/** Scans after the documents' end count as unrolled, so that a server rolls them; none counts against the month. */
export async function upsertCounter(
  tx: Executor,
  { accountId, isSandbox }: Owner,
  lastStamp: Date,
  scans: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO scan_counter AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     VALUES ($1, $2, $3, date_trunc('month', now() AT TIME ZONE 'UTC'), 0, $4)
     ON CONFLICT (account_id, is_sandbox) DO UPDATE SET last_stamp = greatest(l.last_stamp, excluded.last_stamp),
       unrolled = l.unrolled + CASE WHEN l.rolled_to > excluded.last_stamp THEN 0 ELSE excluded.unrolled END`,
    [accountId, isSandbox, lastStamp, scans],
  );
}

export async function hasScansBetween(
  { accountId, isSandbox }: Owner,
  from: Date,
  to: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    "SELECT FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at BETWEEN $3 AND $4 LIMIT 1",
    [accountId, isSandbox, from, to],
  );
  return rowCount !== 0;
}

/** The stamps of scans from one instant on, before another, in milliseconds. */
export async function listStamps(
  { accountId, isSandbox }: Owner,
  from: Date,
  before: Date,
): Promise<Set<number>> {
  const { rows } = await sql.query<{ at: string }>(
    `SELECT (extract(epoch FROM scanned_at) * 1000)::bigint AS at FROM scan
     WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at >= $3 AND scanned_at < $4`,
    [accountId, isSandbox, from, before],
  );
  return new Set(rows.map(({ at }) => Number(at)));
}

/** The instant before which raw rows were purged, where that is after another. */
export async function findPurgedAfter(
  { accountId, isSandbox }: Owner,
  from: Date,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ rawFrom: Date }>(
    `SELECT raw_from AS "rawFrom" FROM scan_counter WHERE account_id = $1 AND is_sandbox = $2 AND raw_from > $3`,
    [accountId, isSandbox, from],
  );
  return rows[0]?.rawFrom;
}

/** What of an account is not in documents yet; behind: there are scans before today that no roll has come to. */
export async function findUnrolled(accountId: string): Promise<{ staleDays: number; isBehind: boolean }> {
  const { rows } = await sql.query<{ staleDays: number; isBehind: boolean }>(
    // The order makes it read the index from where rolling has come to, also before millions of new rows are analyzed.
    `SELECT (SELECT count(*)::int FROM stale_scan_day WHERE account_id = $1) AS "staleDays", EXISTS (
       SELECT FROM scan_counter l CROSS JOIN LATERAL (
         SELECT FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = l.is_sandbox
           AND s.scanned_at >= coalesce(l.rolled_to, '-infinity') AND s.scanned_at < date_trunc('day', now(), 'UTC')
         ORDER BY s.scanned_at LIMIT 1) AS ahead
       WHERE l.account_id = $1
     ) AS "isBehind"`,
    [accountId],
  );
  return rows[0] ?? { staleDays: 0, isBehind: false };
}
