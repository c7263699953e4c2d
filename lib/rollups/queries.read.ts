import { sql, type Transaction } from "@/lib/platform/db";
import { codesOf, codeValues, keyOf, type Owner, type Scope, wholeAccount } from "./counts";
import type { Document } from "./documents";
import type { PackedScan } from "./packs";
import { worthRolling } from "./queries.build";
import { dayOfNumber, deletedCodes, notDeleted, numberOfDay, ofScope } from "./queries.fragments";

/** How far the documents of a data set go. */
export interface RollStateRow {
  now: Date;
  rolledTo: Date | null;
  rawFrom: Date | null;
  unrolled: number;
  /** Days whose documents are not to be trusted. */
  staleDays: number[];
  /** Days whose documents hold but for visitors. */
  recountedDays: number[];
  deletedCodes: string[];
}

const markedDays = (isReadable: boolean) => `ARRAY(SELECT ${numberOfDay("d.day")} FROM stale_scan_day d
  WHERE d.account_id = $1 AND d.is_sandbox = $2 AND ${isReadable ? "" : "NOT"} d.is_readable)`;

/**
 * Now is the next millisecond of the database's clock, and after the last stamp, which a clock that was put back has
 * before it: every scan of the snapshot has been stamped before now.
 */
export async function findRollState(tx: Transaction, owner: Owner): Promise<RollStateRow | undefined> {
  const { rows } = await tx.query<RollStateRow>({
    name: "read_roll_state",
    text: `SELECT date_trunc('milliseconds', greatest(clock_timestamp(), l.last_stamp)) + interval '1 ms' AS now,
        l.rolled_to AS "rolledTo", l.raw_from AS "rawFrom", coalesce(l.unrolled, 0) AS unrolled,
        ${markedDays(false)} AS "staleDays", ${markedDays(true)} AS "recountedDays",
        ARRAY(SELECT e.id FROM scan_purge e WHERE e.account_id = $1 AND e.is_sandbox = $2) AS "deletedCodes"
      FROM (SELECT) AS one LEFT JOIN scan_counter l ON l.account_id = $1 AND l.is_sandbox = $2`,
    values: [...keyOf(owner)],
  });
  return rows[0];
}

/** Rows of a day that are looked at: the first one decides, unless it is of a deleted code. */
const mostProbed = 1_000;

/**
 * Those of the days that have scans before `rolledTo` and no document. A day that begins with many scans of a deleted code
 * is found once they are purged.
 */
export async function listUndocumentedDays(
  tx: Transaction,
  owner: Owner,
  days: readonly number[],
  rolledTo: Date,
): Promise<number[]> {
  const { rows } = await tx.query<{ day: number }>({
    name: "find_missing_scan_days",
    text: `SELECT d.day FROM unnest($3::int[]) AS d(day)
      WHERE CASE WHEN (SELECT true FROM scan_day s WHERE s.account_id = $1 AND s.is_sandbox = $2
          AND s.day = ${dayOfNumber("d.day")} AND s.qr_code_id = '${wholeAccount}') THEN false
        ELSE (SELECT true FROM (SELECT r.qr_code_id FROM scan r WHERE r.account_id = $1 AND r.is_sandbox = $2
            AND r.scanned_at >= ${dayOfNumber("d.day")}::timestamp AT TIME ZONE 'UTC'
            AND r.scanned_at < least(${dayOfNumber("d.day + 1")}::timestamp AT TIME ZONE 'UTC', $4::timestamptz)
            LIMIT ${mostProbed}) AS r
          WHERE ${notDeleted("r.qr_code_id")} LIMIT 1) END`,
    values: [...keyOf(owner), days, rolledTo],
  });
  return rows.map(({ day }) => day);
}

/** A stretch of time in milliseconds. */
interface Stretch {
  from: number;
  to: number;
}

/** The number, from 1, of the stretch in which the scans of all before it exceed `mostRows`. */
export async function findStretchBeyond(
  tx: Transaction,
  scope: Scope,
  stretches: readonly Stretch[],
  mostRows: number,
): Promise<number | undefined> {
  const [codes] = codeValues(scope);
  const { rows } = await tx.query<{ nth: number }>({
    name: `bound_rows_of_${codes === undefined ? "account" : typeof codes === "string" ? "code" : "codes"}`,
    text: `SELECT p.nth::int AS nth FROM unnest($3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS p(from_at, to_at, nth)
      CROSS JOIN LATERAL (SELECT FROM scan r WHERE r.account_id = $1 AND r.is_sandbox = $2
        AND r.scanned_at >= p.from_at AND r.scanned_at < p.to_at AND ${notDeleted("r.qr_code_id")}
        ${ofScope(scope, "r.qr_code_id", "$6")} OFFSET 0) AS rows
      OFFSET $5 LIMIT 1`,
    values: [
      ...keyOf(scope),
      stretches.map(({ from }) => new Date(from)),
      stretches.map(({ to }) => new Date(to)),
      mostRows,
      ...codeValues(scope),
    ],
  });
  return rows[0]?.nth;
}

/** Has a data set rolled up soon. The last stamp is never after now, since stamps rise from it. */
export async function upsertUnrolled(owner: Owner): Promise<void> {
  const { rowCount } = await sql.query("SELECT FROM account WHERE id = $1", [owner.accountId]);
  if (rowCount === 0) return;
  await sql.query(
    `INSERT INTO scan_counter AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     SELECT $1, $2, least(now(), max(scanned_at)), date_trunc('month', now() AT TIME ZONE 'UTC'), 0, ${worthRolling}
     FROM scan WHERE account_id = $1 AND is_sandbox = $2
     ON CONFLICT (account_id, is_sandbox) DO UPDATE SET unrolled = greatest(l.unrolled, excluded.unrolled),
       last_stamp = greatest(l.last_stamp, excluded.last_stamp)`,
    [...keyOf(owner)],
  );
}

export type DayDocument = Omit<Document, "code" | "detail">;

/** Documents of codes on some days; without cities, whose labels are the longest by far, where they are not wanted. */
export async function listDayDocuments(
  tx: Transaction,
  owner: Scope,
  wanted: { codeIds: readonly string[]; days: readonly number[]; withCities: boolean },
): Promise<DayDocument[]> {
  const { rows } = await tx.query<DayDocument>({
    name: "read_scan_days",
    text: `SELECT ${numberOfDay("day")} AS day, scans, bots, visitors, array_to_json(quarters) AS quarters,
        CASE WHEN $5 THEN totals ELSE totals - 'city' END AS totals
      FROM scan_day WHERE account_id = $1 AND is_sandbox = $2
        AND qr_code_id = ANY(ARRAY(SELECT unnest($3::uuid[])))
        AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($4::int[]) AS d))`,
    values: [...keyOf(owner), wanted.codeIds, wanted.days, wanted.withCities],
  });
  return rows;
}

/** Scans of a code in an interval of a reading. */
export interface CodeSum {
  interval: number;
  code: string;
  scans: number;
}

/** A part of an interval: days, or quarter-hours of one day, from one on, before another. */
export interface Piece {
  interval: number;
  day: number;
  from: number;
  to: number;
}

/** Scans of each code of an account, or of those of a tag, on whole days, by an index alone, however many there are. */
export async function sumDaysByCode(
  tx: Transaction,
  scope: Owner & Pick<Scope, "codeIds">,
  stretches: readonly Omit<Piece, "day">[],
): Promise<CodeSum[]> {
  const { rows } = await tx.query<CodeSum>({
    name: `sum_scan_days${scope.codeIds === undefined ? "" : "_of_codes"}`,
    text: `SELECT p.interval, d.qr_code_id AS code, sum(d.scans)::float8 AS scans
      FROM unnest($3::int[], $4::int[], $5::int[]) AS p(interval, from_day, to_day)
        JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2
          AND d.day >= ${dayOfNumber("p.from_day")} AND d.day < ${dayOfNumber("p.to_day")}
      WHERE d.qr_code_id <> '${wholeAccount}' AND ${notDeleted("d.qr_code_id")}
        ${ofScope(scope, "d.qr_code_id", "$6")}
      GROUP BY p.interval, d.qr_code_id`,
    values: [
      ...keyOf(scope),
      stretches.map(({ interval }) => interval),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
      ...codeValues(scope),
    ],
  });
  return rows;
}

/** Scans of each code of the scope in quarter-hours of its documents. */
export async function sumQuartersByCode(
  tx: Transaction,
  scope: Scope,
  pieces: readonly Piece[],
): Promise<CodeSum[]> {
  const { rows } = await tx.query<CodeSum>(
    `SELECT s.interval, d.qr_code_id AS code, sum(q.count)::float8 AS scans
     FROM unnest($3::int[], $4::int[], $5::int[], $6::int[]) AS s(interval, day, from_quarter, to_quarter)
       JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2 AND d.day = ${dayOfNumber("s.day")}
         AND d.qr_code_id <> '${wholeAccount}' AND ${notDeleted("d.qr_code_id")}
         AND ($7::uuid[] IS NULL OR d.qr_code_id = ANY($7))
       CROSS JOIN LATERAL unnest(d.quarters[s.from_quarter + 1:s.to_quarter]) AS q(count)
     GROUP BY 1, 2`,
    [...keyOf(scope), ...columnsOf(pieces), codesOf(scope)],
  );
  return rows;
}

const columnsOf = (pieces: readonly Piece[]) => [
  pieces.map(({ interval }) => interval),
  pieces.map(({ day }) => day),
  pieces.map(({ from }) => from),
  pieces.map(({ to }) => to),
];

/** The same of some codes, by their own documents. */
export async function sumQuartersOfCodes(
  tx: Transaction,
  owner: Owner,
  codeIds: readonly string[],
  pieces: readonly Piece[],
): Promise<CodeSum[]> {
  if (pieces.length === 0) return [];
  const days = pieces.map(({ day }) => day);
  const { rows } = await tx.query<CodeSum>({
    name: "sum_quarters_of_codes",
    text: `SELECT d.qr_code_id AS code, p.interval, sum(CASE WHEN p.from_quarter = 0 AND p.to_quarter = 96 THEN d.scans
        ELSE (SELECT coalesce(sum(n), 0) FROM unnest(d.quarters[p.from_quarter + 1:p.to_quarter]) AS n) END)::float8 AS scans
      FROM unnest($4::int[], $5::int[], $6::int[], $7::int[]) AS p(interval, day, from_quarter, to_quarter)
        JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2 AND d.day = ${dayOfNumber("p.day")}
          AND d.qr_code_id = ANY(ARRAY(SELECT unnest($3::uuid[]))) AND ${notDeleted("d.qr_code_id")}
      -- What the join says already, as bounds of an index.
      WHERE d.day >= ${dayOfNumber("$8::int")} AND d.day <= ${dayOfNumber("$9::int")}
      GROUP BY 1, 2`,
    values: [...keyOf(owner), codeIds, ...columnsOf(pieces), Math.min(...days), Math.max(...days)],
  });
  return rows;
}

/** Raw rows of some codes, each by its own index, in as many stretches as have to be read. */
export async function countRowsOfCodes(
  tx: Transaction,
  owner: Owner,
  codeIds: readonly string[],
  stretches: readonly (Stretch & { interval: number })[],
): Promise<CodeSum[]> {
  if (stretches.length === 0) return [];
  const { rows } = await tx.query<CodeSum>({
    name: "count_rows_of_codes",
    text: `SELECT c.id AS code, p.interval, sum(r.scans)::float8 AS scans
      FROM unnest($4::int[], $5::timestamptz[], $6::timestamptz[]) AS p(interval, from_at, to_at)
        CROSS JOIN unnest($3::uuid[]) AS c(id)
        CROSS JOIN LATERAL (SELECT count(*) AS scans FROM scan s WHERE s.qr_code_id = c.id AND s.account_id = $1
          AND s.is_sandbox = $2 AND s.scanned_at >= p.from_at AND s.scanned_at < p.to_at
          AND ${notDeleted("s.qr_code_id")}) AS r
      WHERE r.scans > 0 GROUP BY 1, 2`,
    values: [
      ...keyOf(owner),
      codeIds,
      stretches.map(({ interval }) => interval),
      stretches.map(({ from }) => new Date(from)),
      stretches.map(({ to }) => new Date(to)),
    ],
  });
  return rows;
}

const sumOf = (codes: string) => `(SELECT coalesce(sum(scans), 0)::float8 FROM scan_day
  WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id ${codes}
    AND day >= ${dayOfNumber("$3::int")} AND day < ${dayOfNumber("$4::int")}
    AND day NOT IN (SELECT ${dayOfNumber("d")} FROM unnest($5::int[]) AS d))`;

/** The account's nil id is part of the text: of a parameter the planner would not know that all accounts have it. */
const sumsOfAccount = `SELECT ${sumOf(`= '${wholeAccount}'`)} - ${sumOf(`= ANY(ARRAY(${deletedCodes}))`)} AS scans`;
const sumsOfCodes = `SELECT ${sumOf(`= ANY($6::uuid[]) AND ${notDeleted("qr_code_id")}`)} AS scans`;

/** Scans by the documents of whole days but some, less what the account's have of codes that were deleted. */
export async function sumDocuments(
  tx: Transaction,
  scope: Scope,
  { from, to, without }: { from: number; to: number; without: readonly number[] },
): Promise<number> {
  if (from >= to) return 0;
  const values = [...keyOf(scope), from, to, without];
  const codes = codesOf(scope);
  const { rows } = await tx.query<{ scans: number }>(
    codes === null ? { text: sumsOfAccount, values } : { text: sumsOfCodes, values: [...values, codes] },
  );
  return rows[0]?.scans ?? 0;
}

/** Raw rows in stretches of time. */
export async function countRows(
  tx: Transaction,
  scope: Scope,
  stretches: readonly Stretch[],
): Promise<number> {
  if (stretches.length === 0) return 0;
  const { rows } = await tx.query<{ scans: number }>(
    `SELECT coalesce(sum(r.scans), 0)::float8 AS scans
     FROM unnest($3::timestamptz[], $4::timestamptz[]) AS p(from_at, to_at)
       CROSS JOIN LATERAL (SELECT count(*) AS scans FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2
         AND s.scanned_at >= p.from_at AND s.scanned_at < p.to_at AND ${notDeleted("s.qr_code_id")}
         ${ofScope(scope, "s.qr_code_id", "$5")}) r`,
    [
      ...keyOf(scope),
      stretches.map(({ from }) => new Date(from)),
      stretches.map(({ to }) => new Date(to)),
      ...codeValues(scope),
    ],
  );
  return rows[0]?.scans ?? 0;
}

/** The raw rows of a UTC day, as they are packed. */
export async function listScansToPack(tx: Transaction, owner: Owner, day: number): Promise<PackedScan[]> {
  const { rows } = await tx.query<PackedScan>(
    `SELECT (floor(date_part('epoch', scanned_at) / 60)::int8 % 1440)::int AS minute, device, os, browser, country, city,
       qr_code_id AS "codeId", visitor::text AS visitor, route, variant
     FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND ${notDeleted("qr_code_id")}
       AND scanned_at >= ${dayOfNumber("$3::int")}::timestamp AT TIME ZONE 'UTC'
       AND scanned_at < ${dayOfNumber("$3::int + 1")}::timestamp AT TIME ZONE 'UTC'`,
    [...keyOf(owner), day],
  );
  return rows;
}

/** Days of an account from one on, before another, that have a document; null: it has no pack. */
export async function listPacks(
  tx: Transaction,
  owner: Owner,
  { from, to }: { from: number; to: number },
): Promise<{ day: number; pack: Buffer | null }[]> {
  const { rows } = await tx.query<{ day: number; pack: Buffer | null }>({
    name: "read_packs",
    text: `SELECT ${numberOfDay("day")} AS day, pack FROM scan_day
      WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = '${wholeAccount}'
        AND day >= ${dayOfNumber("$3::int")} AND day < ${dayOfNumber("$4::int")}`,
    values: [...keyOf(owner), from, to],
  });
  return rows;
}
