import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import { type Dimension, keyOf, type Owner } from "./counts";
import { dayOfNumber, isBot, notDeleted, numberOfDay, quarterOf } from "./queries.fragments";
import { dayMs, type Labels } from "./sums";

/** Tables with a row for each call, minute or goal, and the column of its instant. */
export const instants = {
  scan: "scanned_at",
  excluded_scan: "seen_at",
  over_limit_scan: "minute",
  goal_scan: "scanned_at",
  goal: "scanned_at",
} as const;
export type RawTable = keyof typeof instants;

/** A code, and whose it was. */
export interface CodeOwner {
  accountId: string;
  codeId: string;
}

/** Deletes the oldest rows, of one code or of a data set: how many, and the instant of the last. */
export async function deleteRawRows(
  whose: CodeOwner | Owner,
  table: RawTable,
  { from, before, limit }: { from: Date | "-infinity"; before: Date | "infinity"; limit: number },
): Promise<{ deleted: number; last: Date | null }> {
  const at = instants[table];
  const isCode = "codeId" in whose;
  const { rows } = await sql.query<{ deleted: number; last: Date | null }>(
    // A partition has places of its own, so a place alone does not say which row it is.
    `WITH oldest AS MATERIALIZED (
      SELECT tableoid AS part, ctid AS place, ${at} AS at FROM ${table}
      WHERE account_id = $4 AND ${isCode ? "qr_code_id" : "is_sandbox"} = $5 AND ${at} >= $1 AND ${at} < $2
      ORDER BY ${at} LIMIT $3
    ), gone AS (
      DELETE FROM ${table} r USING oldest WHERE r.account_id = $4 AND r.ctid = place AND r.tableoid = part)
    SELECT count(*)::int AS deleted, max(at) AS last FROM oldest`,
    [from, before, limit, whose.accountId, isCode ? whose.codeId : whose.isSandbox],
  );
  return rows[0] ?? { deleted: 0, last: null };
}

/** What is to be purged of a data set: codes, or everything of its account. */
interface Purge extends Owner {
  isAccount: boolean;
  codeIds: string[];
}

/** Purges of one account or of all. */
export async function listPurgesByOwner(accountId: string | undefined): Promise<Purge[]> {
  const { rows } = await sql.query<Purge>(
    `SELECT account_id AS "accountId", is_sandbox AS "isSandbox", is_account AS "isAccount",
       array_agg(id ORDER BY created_at, id) AS "codeIds" FROM scan_purge e
     WHERE ($1::uuid IS NULL OR account_id = $1) AND (is_account OR NOT EXISTS (
       SELECT FROM scan_purge a WHERE a.account_id = e.account_id AND a.is_account))
     GROUP BY account_id, is_sandbox, is_account`,
    [accountId ?? null],
  );
  return rows;
}

export async function deletePurges(codeIds: readonly string[]): Promise<void> {
  await sql.query("DELETE FROM scan_purge WHERE id = ANY($1)", [codeIds]);
}

export async function deletePurgesOfAccount(accountId: string): Promise<void> {
  await sql.query("DELETE FROM scan_purge WHERE account_id = $1", [accountId]);
}

/** Deletes at most so many documents of an account. */
export async function deleteDocuments(accountId: string, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM scan_day WHERE account_id = $1
       AND ctid = ANY(ARRAY(SELECT ctid FROM scan_day WHERE account_id = $1 LIMIT $2))`,
    [accountId, limit],
  );
  return rowCount ?? 0;
}

/** Deletes documents, marks and the counter of a data set. */
export async function deleteOwner(tx: Transaction, owner: Owner): Promise<void> {
  for (const table of ["scan_day", "stale_scan_day", "scan_counter"]) {
    await tx.query(`DELETE FROM ${table} WHERE account_id = $1 AND is_sandbox = $2`, [...keyOf(owner)]);
  }
}

/** The days of codes' documents, the latest first. */
export async function listDaysOfCodes(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  codeIds: readonly string[],
): Promise<number[]> {
  const { rows } = await tx.query<{ day: number }>(
    `SELECT DISTINCT ${numberOfDay("day")} AS day FROM scan_day
     WHERE qr_code_id = ANY($1) AND account_id = $2 AND is_sandbox = $3 ORDER BY day DESC`,
    [codeIds, accountId, isSandbox],
  );
  return rows.map(({ day }) => day);
}

export async function deleteDocumentsOfCodes(
  tx: Transaction,
  owner: Owner,
  codeIds: readonly string[],
  day: number,
): Promise<void> {
  await tx.query(
    `DELETE FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = ANY($3)
       AND day = ${dayOfNumber("$4::int")}`,
    [...keyOf(owner), codeIds, day],
  );
}

/**
 * Marks codes, in the transaction that deletes them: no count holds their scans from its commit on, and `purgeMarked` takes
 * their rows away. It comes after the codes are locked, so that no scan follows. Their days are marked, for nobody knows
 * which of the account's visitors had come for them alone.
 *
 * The counter is locked, as rolling locks it at its end: either that sees this deletion, or this sees its documents.
 */
export async function markCodesForPurge(
  tx: Transaction,
  { accountId, environment }: { accountId: string; environment: "production" | "sandbox" },
  codeIds: readonly string[],
): Promise<void> {
  if (codeIds.length === 0) return;
  const owner = [accountId, environment === "sandbox"];
  await tx.query("SELECT FROM scan_counter WHERE account_id = $1 AND is_sandbox = $2 FOR UPDATE", owner);
  // By the first entry of an index: where one code has nearly every scan, EXISTS and an equality would read the whole
  // table for each of the others.
  const { rowCount } = await tx.query(
    `INSERT INTO scan_purge (id, account_id, is_sandbox, is_account)
     SELECT f.id, $1, $2, false FROM unnest($3::uuid[]) AS f(id)
     WHERE (SELECT min(scanned_at) FROM scan WHERE account_id = $1 AND qr_code_id = f.id) IS NOT NULL
       OR (SELECT min(seen_at) FROM excluded_scan WHERE account_id = $1 AND qr_code_id = f.id) IS NOT NULL
       OR (SELECT qr_code_id FROM over_limit_scan WHERE account_id = $1 AND qr_code_id BETWEEN f.id AND f.id
         ORDER BY qr_code_id LIMIT 1) IS NOT NULL
       OR (SELECT min(day) FROM scan_day WHERE account_id = $1 AND qr_code_id = f.id) IS NOT NULL`,
    [...owner, codeIds],
  );
  if (rowCount === 0) return;
  // Days that are marked already are marked again: a process that counts one of them now counts these codes in.
  await tx.query(
    `INSERT INTO stale_scan_day AS m (account_id, is_sandbox, day, is_readable)
     SELECT $1, $2, day, true FROM (
       SELECT d.day FROM scan_day d WHERE d.qr_code_id = ANY($3::uuid[]) AND d.account_id = $1 AND d.is_sandbox = $2
         AND d.day >= coalesce((SELECT (l.raw_from AT TIME ZONE 'UTC')::date FROM scan_counter l
           WHERE l.account_id = $1 AND l.is_sandbox = $2), '-infinity')
       UNION SELECT m.day FROM stale_scan_day m WHERE m.account_id = $1 AND m.is_sandbox = $2) marked
     ORDER BY day
     ON CONFLICT (account_id, is_sandbox, day) DO UPDATE SET is_readable = m.is_readable`,
    [...owner, codeIds],
  );
}

/** Marks the scans of an account, of both data sets, in the transaction that deletes it. */
export async function markAccountScansForPurge(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `INSERT INTO scan_purge (id, account_id, is_sandbox, is_account) VALUES ($1, $1, false, true)
     ON CONFLICT DO NOTHING`,
    [accountId],
  );
}

/** The UTC day, by number, that was so many days before the database's now. */
export async function findDayBefore(days: number): Promise<number> {
  const { rows } = await sql.query<{ now: Date }>("SELECT now()");
  return Math.floor((rows[0]?.now.getTime() ?? 0) / dayMs - days);
}

/** Gives accounts a counter whose last stamp is `at`, unless they have one. */
export async function insertCounters(accountIds: readonly string[], at: Date): Promise<void> {
  await sql.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     SELECT id, false, $2::timestamptz, date_trunc('month', $2::timestamptz, 'UTC'), 0, 0 FROM unnest($1::uuid[]) AS id
     ON CONFLICT DO NOTHING`,
    [accountIds, at],
  );
}

/** The oldest day with documents, before `limit`: the horizon, or the first day that is stale or open. */
export async function findNextDay(
  tx: Transaction,
  owner: Owner,
  horizon: number,
): Promise<{ day: number | null; limit: number }> {
  const { rows } = await tx.query<{ day: number | null; limit: number }>(
    `SELECT bound.limit, (SELECT min(${numberOfDay("d.day")}) FROM scan_day d
         WHERE d.account_id = $1 AND d.is_sandbox = $2 AND d.day < ${dayOfNumber("bound.limit")}
           AND d.day >= coalesce((bound.raw_from AT TIME ZONE 'UTC')::date, '-infinity')) AS day
     FROM (SELECT l.raw_from, least($3::int,
         coalesce(${numberOfDay("(l.rolled_to AT TIME ZONE 'UTC')::date")}, 0),
         (SELECT min(${numberOfDay("m.day")}) FROM stale_scan_day m
           WHERE m.account_id = $1 AND m.is_sandbox = $2
             AND m.day >= coalesce((l.raw_from AT TIME ZONE 'UTC')::date, '-infinity'))) AS "limit"
       FROM scan_counter l WHERE l.account_id = $1 AND l.is_sandbox = $2) bound`,
    [...keyOf(owner), horizon],
  );
  return rows[0] ?? { day: null, limit: 0 };
}

/** Raw rows before the day are no longer read. */
export async function updateRawFrom(tx: Transaction, owner: Owner, day: number): Promise<void> {
  await tx.query(
    `UPDATE scan_counter SET raw_from = greatest(raw_from, $3::timestamptz)
     WHERE account_id = $1 AND is_sandbox = $2`,
    [...keyOf(owner), new Date(day * dayMs)],
  );
}

/** Accounts of one statement. Each is looked up in two indexes, so that it ends in time however many rows there are. */
const lookedAtTogether = 5_000;
const firstId = "00000000-0000-0000-0000-000000000000";

/** Whether the account has a row before $1. `EXISTS` might be answered by reading the rows of all accounts. */
const hasOlder = (table: "scan" | "excluded_scan") =>
  `(SELECT min(r.${instants[table]}) FROM ${table} r WHERE r.account_id = looked.id AND NOT r.is_sandbox) < $1`;

/** Accounts with a counter and without a purge under way that have raw rows of production from before an instant. */
export function listAccountsWithOldRows(before: Date, accountId?: string): Promise<string[]> {
  return listAccounts(
    `SELECT account_id AS id FROM scan_counter WHERE NOT is_sandbox`,
    `(${hasOlder("scan")} OR ${hasOlder("excluded_scan")})
       AND NOT EXISTS (SELECT FROM scan_purge f WHERE f.account_id = looked.id)`,
    before,
    accountId,
  );
}

/** Accounts without a counter, since no person has scanned a code of theirs, that have such rows of bots. */
export function listAccountsOfBotsAlone(before: Date, accountId?: string): Promise<string[]> {
  return listAccounts(
    `SELECT id FROM (SELECT id, id AS account_id FROM account) AS a WHERE NOT EXISTS (
       SELECT FROM scan_counter l WHERE l.account_id = a.id AND NOT l.is_sandbox)`,
    hasOlder("excluded_scan"),
    before,
    accountId,
  );
}

async function listAccounts(
  source: string,
  isDue: string,
  before: Date,
  accountId: string | undefined,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = firstId;
  while (after !== null) {
    const { rows }: { rows: { due: string[]; last: string | null }[] } = await sql.query(
      `SELECT coalesce(array_agg(id) FILTER (WHERE ${isDue}), '{}') AS due,
         CASE count(*) WHEN ${lookedAtTogether} THEN (array_agg(id ORDER BY id DESC))[1] END AS last
       FROM (${source} AND account_id > $2 AND ($3::uuid IS NULL OR account_id = $3)
         ORDER BY account_id LIMIT ${lookedAtTogether}) AS looked`,
      [before, after, accountId ?? null],
    );
    found.push(...(rows[0]?.due ?? []));
    after = rows[0]?.last ?? null;
  }
  return found;
}

/** $1 account, $2 data set, $3 the day's first instant, $4 the next day's. */
const rowsOfDay = (table: "scan" | "excluded_scan") =>
  `${table} s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.${instants[table]} >= $3 AND s.${instants[table]} < $4
     AND ${notDeleted("s.qr_code_id")}`;

const ofDay = ({ accountId, isSandbox }: Owner, day: number, timeoutMs: number) => ({
  values: [accountId, isSandbox, new Date(day * dayMs), new Date((day + 1) * dayMs)],
  query_timeout: timeoutMs,
});

interface LabelQuarters {
  code: string | null;
  dimension: Dimension;
  label: string;
  quarters: Labels;
}

/** Scans of a day by label and quarter-hour, of each code and, without one, of the account. */
export async function listLabelQuarters(
  tx: Executor,
  owner: Owner,
  day: number,
  timeoutMs: number,
): Promise<LabelQuarters[]> {
  const columns = ["device", "os", "browser", "country", "country, city", "route", "route, variant"];
  const sets = columns.flatMap((column) => [`(quarter, ${column})`, `(code, quarter, ${column})`]);
  const text = `SELECT code, dimension, label, json_object_agg(quarter, n ORDER BY quarter) AS quarters FROM (
      SELECT code, quarter, count(*)::int AS n,
        CASE WHEN grouping(city) = 0 THEN 'city' WHEN grouping(country) = 0 THEN 'country'
          WHEN grouping(device) = 0 THEN 'device' WHEN grouping(os) = 0 THEN 'os'
          WHEN grouping(browser) = 0 THEN 'browser' WHEN grouping(variant) = 0 THEN 'variant' ELSE 'route'
          END AS dimension,
        CASE WHEN grouping(city) = 0 THEN country || '/' || city
          WHEN grouping(variant) = 0 THEN route || '/' || variant
          ELSE coalesce(country, device, os, browser, route) END AS label
      FROM (SELECT s.*, s.qr_code_id AS code, ${quarterOf("s.scanned_at")} AS quarter FROM ${rowsOfDay("scan")}) s
      GROUP BY GROUPING SETS (${sets.join(", ")})) g
    WHERE label IS NOT NULL GROUP BY code, dimension, label`;
  return (await tx.query<LabelQuarters>({ text, ...ofDay(owner, day, timeoutMs) })).rows;
}

interface VisitQuarters {
  code: string | null;
  arrivals: Labels;
  leavers: Labels;
}

/** Visitors of a day by the quarter-hours of their first and last scan. */
export async function listVisitQuarters(
  tx: Executor,
  owner: Owner,
  day: number,
  timeoutMs: number,
): Promise<VisitQuarters[]> {
  const text = `WITH visit AS MATERIALIZED (
      SELECT code, min(quarter) AS first, max(quarter) AS last
      FROM (SELECT s.qr_code_id AS code, s.visitor, ${quarterOf("s.scanned_at")} AS quarter
        FROM ${rowsOfDay("scan")}) s
      GROUP BY GROUPING SETS ((visitor), (code, visitor))
    ), arrival AS (
      SELECT code, json_object_agg(first, n ORDER BY first) AS counts
      FROM (SELECT code, first, count(*)::int AS n FROM visit GROUP BY code, first) a GROUP BY code
    ), leaver AS (
      SELECT code, json_object_agg(last, n ORDER BY last) AS counts
      FROM (SELECT code, last, count(*)::int AS n FROM visit GROUP BY code, last) l GROUP BY code)
    SELECT code, a.counts AS arrivals, l.counts AS leavers
    FROM arrival a JOIN (SELECT code AS of_code, counts FROM leaver) l ON l.of_code IS NOT DISTINCT FROM a.code`;
  return (await tx.query<VisitQuarters>({ text, ...ofDay(owner, day, timeoutMs) })).rows;
}

/** Calls of bots of a day by quarter-hour, of each code. */
export async function listBotQuarters(
  tx: Executor,
  owner: Owner,
  day: number,
  timeoutMs: number,
): Promise<{ code: string; quarters: Labels }[]> {
  const text = `SELECT code, json_object_agg(quarter, n ORDER BY quarter) AS quarters FROM (
      SELECT s.qr_code_id AS code, ${quarterOf("s.seen_at")} AS quarter, count(*)::int AS n
      FROM ${rowsOfDay("excluded_scan")} AND ${isBot("s.reason")} GROUP BY 1, 2) b GROUP BY code`;
  return (await tx.query<{ code: string; quarters: Labels }>({ text, ...ofDay(owner, day, timeoutMs) })).rows;
}
