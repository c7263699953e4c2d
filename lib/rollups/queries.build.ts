import { documentLock, type Executor, sql, stampLock, type Transaction } from "@/lib/platform/db";
import { keyOf, type Owner, type Totals, wholeAccount } from "./counts";
import type { Document } from "./documents";
import { documentTimeoutMs } from "./queries.count";
import { dayOfNumber, numberOfDay } from "./queries.fragments";
import type { Labels } from "./sums";

/**
 * Locks the documents of a data set until the commit. False where another process has the lock, and for a deleted account.
 *
 * @param isGone also for a deleted account.
 */
export async function lockDocuments(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  isGone: boolean,
): Promise<boolean> {
  const { rows } = await tx.query<{ isMine: boolean }>(
    `SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AND ($4 OR NOT EXISTS (
         SELECT FROM scan_purge WHERE account_id = $3 AND is_account)) AS "isMine",
       set_config('work_mem', '64MB', true), set_config('statement_timeout', '${documentTimeoutMs}', true)`,
    [documentLock, `${accountId} ${isSandbox}`, accountId, isGone],
  );
  return rows[0]?.isMine === true;
}

/** For the statements that follow in the transaction. */
export async function setStatementTimeout(tx: Transaction, timeoutMs: number): Promise<void> {
  await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(timeoutMs)]);
}

/** The documents of some days, of every code and the account or of some of them. */
export async function listDocuments(
  tx: Transaction,
  owner: Owner,
  days: readonly number[],
  codes?: readonly string[],
): Promise<Document[]> {
  const { rows } = await tx.query<Document>(
    `SELECT ${numberOfDay("day")} AS day, qr_code_id AS code, scans, bots, visitors,
       array_to_json(quarters) AS quarters, totals, detail FROM scan_day
     WHERE account_id = $1 AND is_sandbox = $2 AND ($4::uuid[] IS NULL OR qr_code_id = ANY($4))
       AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($3::int[]) AS d))`,
    [...keyOf(owner), days, codes ?? null],
  );
  return rows;
}

/** Documents of one statement: a few hundred kilobytes. */
const writtenTogether = 500;

/** Stores documents in place of those that are there. */
export async function upsertDocuments(
  tx: Transaction,
  owner: Owner,
  documents: readonly Document[],
): Promise<void> {
  for (let first = 0; first < documents.length; first += writtenTogether) {
    const some = documents.slice(first, first + writtenTogether);
    await tx.query(
      `INSERT INTO scan_day AS d (account_id, is_sandbox, day, qr_code_id, scans, bots, visitors, quarters, totals,
         detail, pack)
       SELECT $1, $2, ${dayOfNumber("w.day")}, w.code, w.scans, w.bots, w.visitors, w.quarters::int[], w.totals::jsonb,
         w.detail::jsonb, w.pack
       FROM unnest($3::int[], $4::uuid[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[],
         $10::text[], $11::bytea[]) AS w(day, code, scans, bots, visitors, quarters, totals, detail, pack)
       ON CONFLICT (account_id, is_sandbox, day, qr_code_id) DO UPDATE SET scans = excluded.scans,
         bots = excluded.bots, visitors = excluded.visitors, quarters = excluded.quarters, totals = excluded.totals,
         detail = excluded.detail, pack = excluded.pack`,
      [
        ...keyOf(owner),
        some.map(({ day }) => day),
        some.map(({ code }) => code),
        some.map(({ scans }) => scans),
        some.map(({ bots }) => bots),
        some.map(({ visitors }) => visitors),
        some.map(({ quarters }) => `{${quarters.join(",")}}`),
        some.map(({ totals }) => writeTotals(totals)),
        some.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
        some.map(({ pack }) => pack ?? null),
      ],
    );
  }
}

/** Without the dimensions that hardly a scan has a label of. */
function writeTotals({ route, variant, ...totals }: Totals): string {
  const hasLabels = (labels: Labels = {}) => Object.keys(labels).length > 0;
  return JSON.stringify({
    ...totals,
    ...(hasLabels(route) && { route }),
    ...(hasLabels(variant) && { variant }),
  });
}

export async function deleteDocumentsOfDay(tx: Transaction, owner: Owner, day: number): Promise<void> {
  await tx.query(
    `DELETE FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND day = ${dayOfNumber("$3::int")}`,
    [...keyOf(owner), day],
  );
}

/** When the scan after the first `rows` of a stretch was; undefined where it has no more of them. */
export async function findScanAfter(
  tx: Transaction,
  owner: Owner,
  { from, to }: { from: number; to: number },
  rows: number,
): Promise<Date | undefined> {
  const found = await tx.query<{ at: Date }>(
    `SELECT scanned_at AS at FROM scan
     WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at > $3 AND scanned_at < $4
     ORDER BY scanned_at OFFSET $5 LIMIT 1`,
    [...keyOf(owner), new Date(from), new Date(to), rows],
  );
  return found.rows[0]?.at;
}

interface StaleDay {
  day: number;
  version: string;
  /** The documents hold but for visitors. */
  isReadable: boolean;
}

/** The days of a data set that are to be counted again, by number. */
export async function listStaleDays(executor: Executor, owner: Owner): Promise<Map<number, StaleDay>> {
  const { rows } = await executor.query<StaleDay>(
    `SELECT ${numberOfDay("day")} AS day, xmin::text AS version, is_readable AS "isReadable" FROM stale_scan_day
     WHERE account_id = $1 AND is_sandbox = $2`,
    [...keyOf(owner)],
  );
  return new Map(rows.map((row) => [row.day, row]));
}

/** Those of the days whose document has at most so many scans. */
export async function listSmallDays(
  owner: Owner,
  days: readonly number[],
  mostScans: number,
): Promise<number[]> {
  const { rows } = await sql.query<{ day: number }>(
    `SELECT ${numberOfDay("day")} AS day FROM scan_day
     WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = '${wholeAccount}' AND scans <= $3
       AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($4::int[]) AS d))`,
    [...keyOf(owner), mostScans, days],
  );
  return rows.map(({ day }) => day);
}

/** Data sets with stale days, of one account or of all. */
export async function listStaleOwners(accountId: string | undefined): Promise<Owner[]> {
  const { rows } = await sql.query<Owner>(
    `SELECT DISTINCT account_id AS "accountId", is_sandbox AS "isSandbox" FROM stale_scan_day d
     WHERE ($1::uuid IS NULL OR account_id = $1)`,
    [accountId ?? null],
  );
  return rows;
}

/** Deletes a mark unless it was written again. */
export async function deleteStaleDay(
  tx: Transaction,
  owner: Owner,
  { day, version }: StaleDay,
): Promise<void> {
  await tx.query(
    `DELETE FROM stale_scan_day WHERE account_id = $1 AND is_sandbox = $2 AND day = ${dayOfNumber("$3::int")}
       AND xmin::text = $4`,
    [...keyOf(owner), day, version],
  );
}

/**
 * Marks days whose documents no longer hold, in the transaction of a change: scans of the past were stored. Until they are
 * counted again such days are answered from raw rows. A mark that is there is written again, so that a process that counts
 * that day now, without the change, leaves it marked.
 *
 * @param days UTC days, `YYYY-MM-DD`.
 * @param isReadable true where the documents may be read until then: they have too many visitors at most.
 */
export async function markStaleDays(
  executor: Executor,
  owner: Owner,
  days: readonly string[],
  { isReadable = false } = {},
): Promise<void> {
  await executor.query(
    `INSERT INTO stale_scan_day AS d (account_id, is_sandbox, day, is_readable)
     SELECT DISTINCT $1::uuid, $2::boolean, day, $4::boolean FROM unnest($3::date[]) AS marked(day) ORDER BY day
     ON CONFLICT (account_id, is_sandbox, day)
       DO UPDATE SET is_readable = d.is_readable AND excluded.is_readable`,
    [...keyOf(owner), days, isReadable],
  );
}

/**
 * Marks every day of an account that is in documents and still has its raw rows, in both data sets, to be counted again.
 * Its documents are read as before until then.
 *
 * @param from `YYYY-MM-DD`: no earlier day.
 * @returns how many days that is, and the earliest of them.
 */
export async function markAllDays(
  accountId: string,
  from?: string,
): Promise<{ days: number; from: string | null }> {
  const first = (table: string, day: string) =>
    `(SELECT min(${day}) FROM ${table} t WHERE t.account_id = l.account_id AND t.is_sandbox = l.is_sandbox)`;
  const { rows } = await sql.query<{ days: number; from: string | null }>(
    `WITH marked AS (
       INSERT INTO stale_scan_day AS d (account_id, is_sandbox, day, is_readable)
       SELECT l.account_id, l.is_sandbox, day::date, true
       FROM scan_counter l CROSS JOIN LATERAL generate_series(
         greatest($2::date, (l.raw_from AT TIME ZONE 'UTC')::date, least(${first("scan_day", "t.day")},
           (${first("scan", "t.scanned_at")} AT TIME ZONE 'UTC')::date,
           (${first("excluded_scan", "t.seen_at")} AT TIME ZONE 'UTC')::date))::timestamp,
         (l.rolled_to - interval '1 ms') AT TIME ZONE 'UTC', interval '1 day') AS day
       WHERE l.account_id = $1
       ON CONFLICT (account_id, is_sandbox, day) DO UPDATE SET is_readable = d.is_readable
       RETURNING day)
     SELECT count(*)::int AS days, min(day)::text AS "from" FROM marked`,
    [accountId, from ?? null],
  );
  return rows[0] ?? { days: 0, from: null };
}

/** Deletions under way, as one text: one that is new since rows were counted may have been counted in. */
export async function listPurges(tx: Transaction, { accountId }: Owner): Promise<string> {
  const { rows } = await tx.query<{ ids: string | null }>(
    "SELECT string_agg(id::text, ',' ORDER BY id) AS ids FROM scan_purge WHERE account_id = $1",
    [accountId],
  );
  return rows[0]?.ids ?? "";
}

/** How far documents and raw rows of a data set go, in milliseconds; -Infinity where nothing is rolled or purged. */
export async function findExtent(
  executor: Executor,
  owner: Owner,
): Promise<{ rolledTo: number; rawFrom: number }> {
  const { rows } = await executor.query<{ rolledTo: Date | null; rawFrom: Date | null }>(
    `SELECT rolled_to AS "rolledTo", raw_from AS "rawFrom" FROM scan_counter
     WHERE account_id = $1 AND is_sandbox = $2`,
    [...keyOf(owner)],
  );
  const { rolledTo, rawFrom } = rows[0] ?? {};
  return {
    rolledTo: rolledTo?.getTime() ?? Number.NEGATIVE_INFINITY,
    rawFrom: rawFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
  };
}

/** The database's time once every process that stamped before has committed; later ones give later stamps. */
export async function findTimeAfterStamps(): Promise<number> {
  await sql.query("SELECT pg_advisory_xact_lock($1)", [stampLock]);
  const { rows } = await sql.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now.getTime() ?? 0;
}

/** Scans beside the documents that a reader counts in a few milliseconds. */
export const worthRolling = 5_000;

/** A data set whose scans are to be rolled up, and up to where. */
type DueOwner = Owner & { limit: Date };

/**
 * Few scans of today stay as they are, for every roll writes the day's documents; a data set that is rolled up to midnight
 * is done until more come.
 */
export async function listDueOwners(
  midnight: Date,
  boundary: Date,
  isForced: boolean,
  accountId: string | undefined,
): Promise<DueOwner[]> {
  const { rows } = await sql.query<DueOwner>(
    `SELECT account_id AS "accountId", is_sandbox AS "isSandbox",
       CASE WHEN $3 OR unrolled >= ${worthRolling} THEN $2::timestamptz ELSE $1::timestamptz END AS "limit"
     FROM scan_counter l
     WHERE ($4::uuid IS NULL OR account_id = $4)
       AND ($3 OR unrolled >= ${worthRolling} OR rolled_to IS NULL AND last_stamp < $1
         OR rolled_to < $1 AND (unrolled > 0 OR rolled_to <> date_trunc('day', rolled_to, 'UTC')))`,
    [midnight, boundary, isForced, accountId ?? null],
  );
  return rows;
}

interface RollStart {
  /** Where the documents end; for an account without any the day of its first row. Null: there is nothing. */
  start: Date | null;
  lastStamp: Date;
}

export async function findRollStart(tx: Transaction, owner: Owner): Promise<RollStart | undefined> {
  const { rows } = await tx.query<RollStart>(
    `SELECT l.last_stamp AS "lastStamp", coalesce(l.rolled_to, date_trunc('day', least(
        (SELECT min(scanned_at) FROM scan WHERE account_id = $1 AND is_sandbox = $2),
        (SELECT min(seen_at) FROM excluded_scan WHERE account_id = $1 AND is_sandbox = $2)), 'UTC')) AS start
     FROM scan_counter l WHERE l.account_id = $1 AND l.is_sandbox = $2`,
    [...keyOf(owner)],
  );
  return rows[0];
}

/** Locks the counter of a data set: whether its last stamp is later than one that was read before. */
export async function lockCounter(tx: Transaction, owner: Owner, lastStamp: Date): Promise<boolean> {
  const { rows } = await tx.query<{ hasMoved: boolean }>(
    `SELECT last_stamp > $3 AS "hasMoved" FROM scan_counter
     WHERE account_id = $1 AND is_sandbox = $2 FOR UPDATE`,
    [...keyOf(owner), lastStamp],
  );
  return rows[0]?.hasMoved === true;
}

/** Whether there are scans after one instant and before another. */
export async function hasScansBetween(
  tx: Transaction,
  owner: Owner,
  after: Date,
  before: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at > $3 AND scanned_at < $4 LIMIT 1`,
    [...keyOf(owner), after, before],
  );
  return rowCount !== 0;
}

/** @param recounts whether the scans after `rolledTo` are counted again. */
export async function updateRolledTo(
  tx: Transaction,
  owner: Owner,
  rolledTo: Date,
  recounts: boolean,
): Promise<void> {
  const remaining = `(SELECT count(*) FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= $3)`;
  await tx.query(
    `UPDATE scan_counter SET rolled_to = $3, unrolled = ${recounts ? remaining : "unrolled"}
     WHERE account_id = $1 AND is_sandbox = $2`,
    [...keyOf(owner), rolledTo],
  );
}
