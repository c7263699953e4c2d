import { firstPosition, type Position } from "@/lib/platform/cursor";
import { sql } from "@/lib/platform/db";
import { reader } from "@/lib/platform/read-replica";
import { shortPathSql } from "@/lib/queries.paths";
import { notDeleted, type Owner, type Scope } from "@/lib/rollups";
import type { ScanRow } from "./scan-events";
import type { Device } from "./visit";

/** A scan with its code; one whose code is gone, and a code without scans, have nulls. */
type FoundScan = Omit<ScanRow, "id" | "codeId"> & { id: string | null; codeId: string | null };

const columns = `s.id, c.id AS "codeId", c.name AS "codeName", c.type AS "codeType", ${shortPathSql("c")} AS path,
  s.scanned_at AS "scannedAt", s.device, s.os, s.browser, s.country, s.city, s.user_agent AS "userAgent",
  s.route, s.variant`;
const ofTime =
  "scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz AND (scanned_at, id) < ($7::timestamptz, $8::uuid)";
const ofAccount = `account_id = $1 AND is_sandbox = $2 AND ${ofTime}`;
const ofPage = "ORDER BY scanned_at DESC, id DESC LIMIT $5::int OFFSET $6::bigint";
/** Codes that were deleted and whose scans are still to be purged: hardly ever any. */
const ofCodesAlone =
  "($9::bool OR EXISTS (SELECT FROM scan_purge e WHERE e.account_id = $1 AND e.is_sandbox = $2))";

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
 * There the OFFSET keeps the codes where they are: looked up by their keys, scan by scan.
 *
 * @param ofCodes only scans that have a code.
 */
export async function listScansOfAccount(
  selection: ScanSelection,
  bounds: PageBounds,
  ofCodes: boolean,
): Promise<FoundScan[]> {
  const { rows } = await reader().query<FoundScan>({
    name: "list_scans",
    text: `SELECT ${columns} FROM (
        (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND NOT ${ofCodesAlone} ${ofPage})
        UNION ALL
        (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND ${ofCodesAlone}
           AND EXISTS (SELECT FROM qr_code WHERE qr_code.id = scan.qr_code_id OFFSET 0) ${ofPage})) AS page
      JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
      LEFT JOIN qr_code c ON c.id = s.qr_code_id
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [...valuesOf(selection, bounds), ofCodes],
  });
  return rows;
}

/** A page of a code's scans; no row at all where the account has no such code. */
export async function listScansOfCode(
  selection: ScanSelection,
  bounds: PageBounds,
  codeId: string,
): Promise<FoundScan[]> {
  const { rows } = await reader().query<FoundScan>({
    name: "list_scans_of_code",
    text: `SELECT ${columns} FROM qr_code c
      LEFT JOIN LATERAL (SELECT scanned_at, id FROM scan WHERE qr_code_id = c.id
        AND ${ofTime} ${ofPage}) AS page ON true
      LEFT JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at
        AND s.id = page.id
      WHERE c.id = $9 AND c.account_id = $1 AND c.environment = CASE WHEN $2 THEN 'sandbox' ELSE 'production' END
        AND c.purge_after IS NULL
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [...valuesOf(selection, bounds), codeId],
  });
  return rows;
}

/**
 * A page of the scans of some codes. Each code gives as many as the page ends with by its own index, for all scans of the
 * account may be a thousand times as many.
 */
export async function listScansOfCodes(
  selection: ScanSelection,
  bounds: PageBounds,
  codeIds: readonly string[],
): Promise<ScanRow[]> {
  const { rows } = await reader().query<ScanRow>({
    name: "list_scans_of_codes",
    text: `SELECT ${columns} FROM (
        SELECT newest.scanned_at, newest.id FROM unnest($9::uuid[]) AS wanted(id)
          CROSS JOIN LATERAL (SELECT scanned_at, id FROM scan WHERE qr_code_id = wanted.id AND ${ofTime}
            ORDER BY scanned_at DESC, id DESC LIMIT $5::int + $6::bigint) AS newest
        ${ofPage}) AS page
      JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
      JOIN qr_code c ON c.id = s.qr_code_id AND c.account_id = $1
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [...valuesOf(selection, bounds), codeIds],
  });
  return rows;
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

/** The last scans that have all the labels, newest first: one look at so many rows, however few of them are wanted. */
export async function listFilteredScans({
  accountId,
  isSandbox,
  codeId,
  codeIds,
  among,
  limit,
  labels: { country, city, device, browser, os },
}: FilteredSelection): Promise<ScanRow[]> {
  const { rows } = await reader().query<ScanRow>(
    `WITH newest AS MATERIALIZED (
       SELECT s.id, s.scanned_at, s.qr_code_id, s.country, s.city, s.device, s.browser, s.os FROM scan s
       WHERE s.account_id = $1 AND s.is_sandbox = $2 ${codeId === undefined ? "" : "AND s.qr_code_id = $11"}
       ORDER BY s.scanned_at DESC, s.id DESC LIMIT $3
     ), wanted AS MATERIALIZED (
       SELECT n.*, c.name, c.type, ${shortPathSql("c")} AS path FROM newest n
         JOIN qr_code c ON c.id = n.qr_code_id AND c.purge_after IS NULL
       WHERE ($5::text IS NULL OR n.country = $5) AND ($6::text IS NULL OR n.country || '/' || n.city = $6)
         AND ($7::text IS NULL OR n.device = $7) AND ($8::text IS NULL OR n.browser = $8)
         AND ($9::text IS NULL OR n.os = $9) AND ($10::uuid[] IS NULL OR n.qr_code_id = ANY($10))
         AND ${notDeleted("n.qr_code_id")}
       ORDER BY n.scanned_at DESC, n.id DESC LIMIT $4)
     SELECT w.id, w.qr_code_id AS "codeId", w.name AS "codeName", w.type AS "codeType",
       w.path, w.scanned_at AS "scannedAt", w.device, w.os, w.browser, w.country, w.city,
       s.user_agent AS "userAgent", s.route, s.variant
     FROM wanted w JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = w.scanned_at AND s.id = w.id
     ORDER BY w.scanned_at DESC, w.id DESC`,
    [
      accountId,
      isSandbox,
      among,
      limit,
      ...[country, city, device, browser, os].map((label) => label ?? null),
      codeIds ?? null,
      ...(codeId === undefined ? [] : [codeId]),
    ],
  );
  return rows;
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

/** The last ten scans of each code, newest first. */
export async function listRecentScans(codes: readonly (Owner & { codeId: string })[]): Promise<RecentScan[]> {
  const { rows } = await sql.query<RecentScan>({
    name: "select_recent_scans",
    text: `SELECT wanted.code_id AS "codeId", s.id, s.scanned_at AS "scannedAt", s.device, s.os, s.browser, s.country
      FROM unnest($1::uuid[], $2::uuid[], $3::bool[]) AS wanted(code_id, account_id, is_sandbox)
      CROSS JOIN LATERAL (SELECT * FROM scan WHERE qr_code_id = wanted.code_id AND account_id = wanted.account_id
        AND is_sandbox = wanted.is_sandbox ORDER BY scanned_at DESC, id DESC LIMIT ${recent}) AS s
      ORDER BY s.scanned_at DESC, s.id DESC`,
    values: [
      codes.map(({ codeId }) => codeId),
      codes.map(({ accountId }) => accountId),
      codes.map(({ isSandbox }) => isSandbox),
    ],
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

/** A scan with its code; one whose code is gone has none. */
export type FollowedScan = ScanRow | (Omit<FoundScan, "codeId"> & { id: string; codeId: null });

/** The next scans of an account behind one, oldest first; those included whose code is gone, which are to be purged. */
export async function listScansAfter(
  { accountId, isSandbox }: Owner,
  { at, id }: Position,
  limit: number,
): Promise<FollowedScan[]> {
  const { rows } = await sql.query<FollowedScan>({
    name: "follow_scans",
    text: `SELECT ${columns} FROM (
        SELECT * FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND (scanned_at, id) > ($3::timestamptz, $4::uuid)
        ORDER BY scanned_at, id LIMIT $5) AS s
      LEFT JOIN qr_code c ON c.id = s.qr_code_id
      ORDER BY s.scanned_at, s.id`,
    values: [accountId, isSandbox, at, id, limit],
  });
  return rows;
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
