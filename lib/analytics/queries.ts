import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { sql } from "@/lib/platform/db";
import { reader } from "@/lib/platform/read-replica";
import { findCodeLabels, shortPathSql } from "@/lib/queries.paths";
import { notDeleted, type Owner, type Scope } from "@/lib/rollups";
import { maxTopCodes, maxTopTags, type TopTag } from "./figures-schema";

/** A code as it is named now. */
interface NamedCode {
  id: string;
  name: string;
  type: ContentType;
  isDynamic: boolean;
}

/**
 * The first ten of some codes that are in use, in their order: a soft-deleted one leaves its place to the next. One row
 * at least, with the number of all codes; without a code where none was asked for, or none is left.
 */
export async function listRankedCodes(
  { accountId, environment }: Caller,
  codeIds: readonly string[],
): Promise<({ total: number } & (NamedCode | { id: null }))[]> {
  const { rows } = await reader().query<{ total: number } & (NamedCode | { id: null })>({
    name: "name_codes_of_analytics",
    text: `SELECT total, c.id, c.name, c.type, c.is_dynamic AS "isDynamic"
      FROM (SELECT count(*)::int AS total FROM qr_code
        WHERE account_id = $1 AND environment = $2 AND purge_after IS NULL) AS counted
      LEFT JOIN (SELECT q.* FROM unnest((SELECT $3::uuid[])) WITH ORDINALITY AS ranked(id, place)
        JOIN qr_code q ON q.id = ranked.id
        WHERE account_id = $1 AND environment = $2 AND purge_after IS NULL
        ORDER BY place LIMIT ${maxTopCodes}) AS c ON true`,
    values: [accountId, environment, codeIds],
  });
  return rows;
}

/** The ten tags whose codes have the most of these scans. */
export async function listRankedTags(
  { accountId, environment }: Caller,
  codes: readonly { codeId: string; scans: number }[],
): Promise<TopTag[]> {
  const { rows } = await reader().query<TopTag>({
    name: "rank_tags_of_analytics",
    text: `SELECT tag AS name, sum(scanned.scans)::float8 AS "scanCount"
      FROM unnest($3::uuid[], $4::float8[]) AS scanned(id, scans)
        JOIN qr_code q ON q.id = scanned.id AND q.account_id = $1 AND q.environment = $2 AND q.purge_after IS NULL
        CROSS JOIN LATERAL unnest(q.tags) AS tag
      GROUP BY tag ORDER BY 2 DESC, tag COLLATE "C" LIMIT ${maxTopTags}`,
    values: [accountId, environment, codes.map(({ codeId }) => codeId), codes.map(({ scans }) => scans)],
  });
  return rows;
}

/** Now by the database's clock; stamps may run a little ahead of it. */
export async function findNow({ accountId, isSandbox }: Owner): Promise<Date> {
  const { rows } = await reader().query<{ now: Date }>(
    `SELECT date_trunc('milliseconds', greatest(clock_timestamp(), l.last_stamp)) AS now
     FROM (SELECT) AS one LEFT JOIN scan_counter l ON l.account_id = $1 AND l.is_sandbox = $2`,
    [accountId, isSandbox],
  );
  return rows[0]?.now ?? new Date();
}

export type ExportedCode = NamedCode & { path: string | null };

/** The caller's codes that are named; null: all of them. */
export async function listCodesForExport(
  { accountId, environment }: Caller,
  codeIds: readonly string[] | null,
): Promise<ExportedCode[]> {
  const { rows } = await reader().query<ExportedCode>(
    `SELECT id, name, type, is_dynamic AS "isDynamic", ${shortPathSql()} AS path FROM qr_code
     WHERE account_id = $1 AND environment = $2 AND purge_after IS NULL AND ($3::uuid[] IS NULL OR id = ANY($3::uuid[]))`,
    [accountId, environment, codeIds],
  );
  return rows;
}

/** A scan as a table of them has it. */
export interface ExportedScan {
  id: string;
  scannedAt: Date;
  codeId: string;
  codeName: string;
  path: string | null;
  country: string;
  city: string;
  device: string;
  os: string;
  browser: string;
  userAgent: string;
  route: string | null;
  variant: string | null;
}

/** The last row that a page looked at. */
export interface PageEdge {
  edgeAt: Date;
  edgeId: string;
}

/** Rows that one statement looks at, however few of them are wanted: a few milliseconds, and a megabyte at most. */
const rowsTogether = 1_000;

/**
 * Scans from an instant on and before an edge that have all the labels, newest first. One row at least while there are
 * scans: without a scan where none has the labels.
 *
 * @param labels country, city (`NO/Oslo`), device, browser and system; null is any.
 */
export async function listExportedScans(
  { accountId, isSandbox, codeId, codeIds }: Scope,
  from: Date,
  before: PageEdge,
  labels: readonly (string | null)[],
): Promise<(PageEdge & (ExportedScan | { id: null }))[]> {
  const named = codeId ?? codeIds;
  const ofCodes =
    codeId !== undefined ? "AND s.qr_code_id = $11" : codeIds ? "AND s.qr_code_id = ANY($11)" : "";
  const { rows } = await reader().query<PageEdge & (BareScan | { id: null })>(
    `WITH page AS MATERIALIZED (
       SELECT * FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= $3
         AND (s.scanned_at, s.id) < ($4, $5::uuid) ${ofCodes}
       ORDER BY s.scanned_at DESC, s.id DESC LIMIT ${rowsTogether})
     SELECT edge.scanned_at AS "edgeAt", edge.id AS "edgeId", found.*
     FROM (SELECT scanned_at, id FROM page ORDER BY scanned_at, id LIMIT 1) AS edge
       LEFT JOIN (SELECT s.id, s.scanned_at AS "scannedAt", s.qr_code_id AS "codeId", s.country, s.city, s.device, s.os,
           s.browser, s.user_agent AS "userAgent", s.route, s.variant
         FROM page s
         WHERE ${notDeleted("s.qr_code_id")} AND ($6::text IS NULL OR s.country = $6)
           AND ($7::text IS NULL OR s.country || '/' || s.city = $7) AND ($8::text IS NULL OR s.device = $8)
           AND ($9::text IS NULL OR s.browser = $9) AND ($10::text IS NULL OR s.os = $10)) AS found ON true
     ORDER BY found."scannedAt" DESC, found.id DESC`,
    [
      accountId,
      isSandbox,
      from,
      before.edgeAt,
      before.edgeId,
      ...labels,
      ...(named === undefined ? [] : [named]),
    ],
  );
  return withCodesInUse(accountId, rows);
}

type BareScan = Omit<ExportedScan, "codeName" | "path">;

/** Leaves out scans of codes that are deleted or soft-deleted, but not the page's edge. */
async function withCodesInUse(
  accountId: string,
  rows: readonly (PageEdge & (BareScan | { id: null }))[],
): Promise<(PageEdge & (ExportedScan | { id: null }))[]> {
  const scans = rows.filter((row): row is PageEdge & BareScan => row.id !== null);
  const ids = scans.map(({ codeId }) => codeId);
  const codes = ids.length === 0 ? new Map() : await findCodeLabels(reader(), accountId, ids);
  const whole = scans.flatMap((scan) => {
    const code = codes.get(scan.codeId);
    return code?.isInUse ? [{ ...scan, codeName: code.codeName, path: code.path }] : [];
  });
  const [edge] = rows;
  if (whole.length > 0 || edge === undefined) return whole;
  return [{ edgeAt: edge.edgeAt, edgeId: edge.edgeId, id: null }];
}

/** Names of the database's time zones. It reads a file for each. */
export async function listTimeZones(): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    "SELECT name FROM pg_timezone_names WHERE name NOT LIKE 'posix/%'",
  );
  return rows.map(({ name }) => name);
}
