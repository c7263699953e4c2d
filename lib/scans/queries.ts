import { firstPosition, type Position } from "@/lib/platform/cursor";
import { type Executor, sql } from "@/lib/platform/db";
import { reader } from "@/lib/platform/read-replica";
import { type CodeLabels, findCodeLabels } from "@/lib/queries.paths";
import { notDeleted, type Owner, type Scope } from "@/lib/rollups";
import type { ScanRow } from "./scan-events";
import type { Device } from "./visit";

/** A scan as it is stored. */
type BareScan = Omit<ScanRow, keyof CodeLabels>;

/** A scan with its code; one whose code is gone has none. */
type FoundScan =
  | ScanRow
  | (Omit<ScanRow, "codeId" | keyof CodeLabels> & { codeId: null; lostCodeId: string });

const columns = `s.id, s.qr_code_id AS "codeId", s.scanned_at AS "scannedAt", s.device, s.os, s.browser, s.country, s.city,
  s.user_agent AS "userAgent", s.route, s.variant`;

async function withCodes(
  executor: Executor,
  accountId: string,
  scans: readonly BareScan[],
): Promise<FoundScan[]> {
  if (scans.length === 0) return [];
  const ids = scans.map(({ codeId }) => codeId);
  const codes = await findCodeLabels(executor, accountId, ids);
  return scans.map((scan) => {
    const code = codes.get(scan.codeId);
    if (code === undefined) return { ...scan, codeId: null, lostCodeId: scan.codeId };
    const { codeName, codeType, path } = code;
    return { ...scan, codeName, codeType, path };
  });
}

const ofTime =
  "scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz AND (scanned_at, id) < ($7::timestamptz, $8::uuid)";
const ofAccount = `account_id = $1 AND is_sandbox = $2 AND ${ofTime}`;
const ofPage = "ORDER BY scanned_at DESC, id DESC LIMIT $5::int OFFSET $6::bigint";
/** There are codes that were deleted and whose scans are still to be purged: hardly ever any. */
const withoutLost =
  "(cardinality($9::uuid[]) > 0 OR EXISTS (SELECT FROM scan_purge e WHERE e.account_id = $1 AND e.is_sandbox = $2))";

/** Scans of an account or of some codes, and where a page of them, newest first, lies. */
export interface ScanSelection extends Scope {
  /** Only after this instant. */
  since?: Date | undefined;
  /** Only up to this instant. */
  until?: Date | undefined;
}

export interface PageBounds {
  limit: number;
  offset: bigint;
  /** The page begins behind this scan, whatever its offset. */
  behind?: Position;
}

const valuesOf = (
  { accountId, isSandbox, since, until }: ScanSelection,
  { limit, offset, behind = firstPosition }: PageBounds,
) => [accountId, isSandbox, since ?? "-infinity", until ?? "infinity", limit, offset, behind.at, behind.id];

/**
 * A page of an account's scans.
 *
 * Only the rows of the page are opened; the way there, however deep the page lies, is in the index alone. The index does not
 * name the code, so the other way is gone while scans of deleted codes must be left out; of the two one is never begun.
 *
 * @param lost codes that are gone and whose scans are left out.
 */
export async function listScansOfAccount(
  selection: ScanSelection,
  bounds: PageBounds,
  lost: readonly string[],
): Promise<FoundScan[]> {
  const { rows } = await reader().query<BareScan>({
    name: "list_scans",
    text: `SELECT ${columns} FROM (
        (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND NOT ${withoutLost} ${ofPage})
        UNION ALL
        (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND ${withoutLost}
           AND qr_code_id <> ALL($9) AND ${notDeleted("qr_code_id")} ${ofPage})) AS page
      JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [...valuesOf(selection, bounds), lost],
  });
  return withCodes(reader(), selection.accountId, rows);
}

/** A page of a code's scans; null where the data set has no such code, or has soft-deleted it. */
export async function listScansOfCode(
  selection: ScanSelection,
  bounds: PageBounds,
  codeId: string,
): Promise<ScanRow[] | null> {
  const { accountId, isSandbox } = selection;
  const code = (await findCodeLabels(reader(), accountId, [codeId])).get(codeId);
  const { rows } = await reader().query<BareScan>({
    name: "list_scans_of_code",
    text: `SELECT ${columns} FROM (SELECT scanned_at, id FROM scan WHERE qr_code_id = $9 AND ${ofTime} ${ofPage}) AS page
      JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [...valuesOf(selection, bounds), codeId],
  });
  if (!code?.isInUse || (code.environment === "sandbox") !== isSandbox) return null;
  const { codeName, codeType, path } = code;
  return rows.map((scan) => ({ ...scan, codeName, codeType, path }));
}

/**
 * A page of the scans of some codes. Each code gives as many as the page ends with by its own index, for all scans of the
 * account may be a thousand times as many.
 */
export async function listScansOfCodes(
  selection: ScanSelection,
  bounds: PageBounds,
  codeIds: readonly string[],
): Promise<FoundScan[]> {
  const { rows } = await reader().query<BareScan>({
    name: "list_scans_of_codes",
    text: `SELECT ${columns} FROM (
        SELECT newest.scanned_at, newest.id FROM unnest($9::uuid[]) AS wanted(id)
          CROSS JOIN LATERAL (SELECT scanned_at, id FROM scan WHERE qr_code_id = wanted.id AND ${ofTime}
            ORDER BY scanned_at DESC, id DESC LIMIT $5::int + $6::bigint) AS newest
        ${ofPage}) AS page
      JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [...valuesOf(selection, bounds), codeIds],
  });
  return withCodes(reader(), selection.accountId, rows);
}

/** One label each; a city is `<country>/<city>`, as NO/Oslo. */
type Labels = Partial<Record<"country" | "city" | "device" | "browser" | "os", string | undefined>>;

export interface FilteredSelection extends Owner {
  codeId?: string | undefined;
  codeIds?: readonly string[] | undefined;
  labels: Labels;
  /** They are looked for among so many of the newest of the account, or of the one code. */
  among: number;
  limit: number;
}

/** Soft-deleted codes of a data set. */
async function findHiddenCodes({ accountId, isSandbox }: Owner): Promise<string[]> {
  const { rows } = await reader().query<{ id: string }>({
    name: "find_hidden_codes",
    text: `SELECT id FROM qr_code
      WHERE account_id = $1 AND (environment = 'sandbox') = $2 AND purge_after IS NOT NULL`,
    values: [accountId, isSandbox],
  });
  return rows.map(({ id }) => id);
}

/** The last scans that have all the labels, newest first: one look at so many rows, however few of them are wanted. */
export async function listFilteredScans({
  accountId,
  isSandbox,
  codeId,
  codeIds,
  among,
  limit,
  labels: { country, city, device, browser, os },
}: FilteredSelection): Promise<FoundScan[]> {
  const hidden = await findHiddenCodes({ accountId, isSandbox });
  const { rows } = await reader().query<BareScan>(
    `WITH newest AS MATERIALIZED (
       SELECT s.id, s.scanned_at, s.qr_code_id, s.country, s.city, s.device, s.browser, s.os FROM scan s
       WHERE s.account_id = $1 AND s.is_sandbox = $2 ${codeId === undefined ? "" : "AND s.qr_code_id = $12"}
       ORDER BY s.scanned_at DESC, s.id DESC LIMIT $3
     ), wanted AS MATERIALIZED (
       SELECT n.scanned_at, n.id FROM newest n
       WHERE ($5::text IS NULL OR n.country = $5) AND ($6::text IS NULL OR n.country || '/' || n.city = $6)
         AND ($7::text IS NULL OR n.device = $7) AND ($8::text IS NULL OR n.browser = $8)
         AND ($9::text IS NULL OR n.os = $9) AND ($10::uuid[] IS NULL OR n.qr_code_id = ANY($10))
         AND n.qr_code_id <> ALL($11::uuid[]) AND ${notDeleted("n.qr_code_id")}
       ORDER BY n.scanned_at DESC, n.id DESC LIMIT $4)
     SELECT ${columns}
     FROM wanted w JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = w.scanned_at AND s.id = w.id
     ORDER BY s.scanned_at DESC, s.id DESC`,
    [
      accountId,
      isSandbox,
      among,
      limit,
      ...[country, city, device, browser, os].map((label) => label ?? null),
      codeIds ?? null,
      hidden,
      ...(codeId === undefined ? [] : [codeId]),
    ],
  );
  return withCodes(reader(), accountId, rows);
}

interface RecentScan {
  codeId: string;
  id: string;
  scannedAt: Date;
  device: Device;
  os: string;
  browser: string;
  country: string;
}

const recent = 10;

/** The last ten scans of each code, newest first; a select for each, so that each asks its own account's machine. */
export async function listRecentScans(codes: readonly (Owner & { codeId: string })[]): Promise<RecentScan[]> {
  const selects = Array.from({ length: codes.length }, (_, at) => {
    const first = 3 * at + 1;
    return `(SELECT qr_code_id AS "codeId", id, scanned_at AS "scannedAt", device, os, browser, country FROM scan
      WHERE qr_code_id = $${first}::uuid AND account_id = $${first + 1}::uuid AND is_sandbox = $${first + 2}::boolean
      ORDER BY scanned_at DESC, id DESC LIMIT ${recent})`;
  });
  const { rows } = await sql.query<RecentScan>({
    name: `select_recent_scans_${selects.length}`,
    text: `SELECT * FROM (${selects.join(" UNION ALL ")}) AS s ORDER BY "scannedAt" DESC, id DESC`,
    values: codes.flatMap(({ codeId, accountId, isSandbox }) => [codeId, accountId, isSandbox]),
  });
  return rows;
}

const mostCounted = 100_000;

/** Scans after one instant and up to another, counted as far as 100,000. */
export async function countScansBetween(
  { accountId, isSandbox }: Owner,
  since: Date,
  until: Date,
): Promise<number> {
  const { rows } = await reader().query<{ total: number }>({
    name: "count_live_scans",
    text: `SELECT count(*)::int AS total FROM (
        SELECT FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at > $3 AND scanned_at <= $4
          AND ${notDeleted("qr_code_id")}
        LIMIT ${mostCounted}) AS counted`,
    values: [accountId, isSandbox, since, until],
  });
  return rows[0]?.total ?? 0;
}

/** The stamp of the last scan of a data set; the beginning of time before its first. */
export async function findLastStamp({ accountId, isSandbox }: Owner): Promise<Date> {
  const { rows } = await sql.query<{ lastStamp: Date }>({
    name: "last_live_stamp",
    text: `SELECT last_stamp AS "lastStamp" FROM scan_counter WHERE account_id = $1 AND is_sandbox = $2`,
    values: [accountId, isSandbox],
  });
  return rows[0]?.lastStamp ?? new Date(0);
}

/** The next scans of an account behind one, oldest first; those included whose code is gone, which are to be purged. */
export async function listScansAfter(
  { accountId, isSandbox }: Owner,
  { at, id }: Position,
  limit: number,
): Promise<FoundScan[]> {
  const { rows } = await sql.query<BareScan>({
    name: "follow_scans",
    text: `SELECT ${columns} FROM scan s
      WHERE s.account_id = $1 AND s.is_sandbox = $2 AND (s.scanned_at, s.id) > ($3::timestamptz, $4::uuid)
      ORDER BY s.scanned_at, s.id LIMIT $5`,
    values: [accountId, isSandbox, at, id, limit],
  });
  return withCodes(sql, accountId, rows);
}

/** What a code's own page shows live on every plan. */
export interface ScanCount {
  scanCount: number;
  /** Null for a code that was never scanned. */
  lastScanned: string | null;
}

/** How often a code was scanned and when last; null where the data set has no such code. */
export async function findScanCount(
  { accountId, isSandbox }: Owner,
  codeId: string,
): Promise<ScanCount | null> {
  const { rows } = await reader().query<{ scanCount: number; last: Date | null }>({
    name: "find_scan_count",
    text: `SELECT scan_count AS "scanCount", last_scanned_at AS last FROM qr_code
      WHERE id = $3 AND account_id = $1 AND (environment = 'sandbox') = $2 AND purge_after IS NULL`,
    values: [accountId, isSandbox, codeId],
  });
  const [row] = rows;
  return row === undefined
    ? null
    : { scanCount: row.scanCount, lastScanned: row.last?.toISOString() ?? null };
}
