import type { Transaction } from "@/lib/platform/db";
import { isBot, notDeleted } from "./ground";
import type { Labels } from "./sums";
import { quarterOf } from "./utc-day";

/** A stretch of time within one UTC day, under a number of the asker's own. */
export interface Part {
  id: number;
  from: number;
  to: number;
}

/** What rows are grouped by beside their part. */
type Grouping = "quarter" | "device" | "os" | "browser" | "country" | "city" | "code";

/** Scans of one part (and code) by the labels of one grouping. A quarter's label is its place in the day. */
export interface Group {
  part: number;
  code: string | null;
  grouping: Grouping;
  labels: Labels;
}

/** Whose rows: all of a data set, or one code's of it. */
export interface Rows {
  accountId: string;
  isSandbox: boolean;
  codeId?: string | undefined;
}

/** The parts as a table; the last three parameters of a statement. */
const parts = (first: number) =>
  `unnest($${first}::int[], $${first + 1}::timestamptz[], $${first + 2}::timestamptz[]) AS p(id, from_at, to_at)`;

/**
 * `table` in its parts, without codes that are being erased. $1 account, $2 data set, $3–$5 parts, $6 code. Each part is
 * fetched by itself (OFFSET 0 keeps it so): of a join by two inequalities the planner expects a ninth of all rows, and
 * reads the whole table for an hour of it.
 */
function rowsOf(table: string, at: string, codeId: string | undefined): string {
  return `${parts(3)} CROSS JOIN LATERAL (SELECT * FROM ${table} r WHERE r.account_id = $1 AND r.is_sandbox = $2
    AND r.${at} >= p.from_at AND r.${at} < p.to_at AND ${notDeleted("r.qr_code_id")}
    ${codeId === undefined ? "" : "AND r.qr_code_id = $6"} OFFSET 0) s`;
}

function valuesOf({ accountId, isSandbox, codeId }: Rows, asked: readonly Part[]): unknown[] {
  const values = [
    accountId,
    isSandbox,
    asked.map(({ id }) => id),
    asked.map(({ from }) => new Date(from)),
    asked.map(({ to }) => new Date(to)),
  ];
  return codeId === undefined ? values : [...values, codeId];
}

const quarter = quarterOf("s.scanned_at");
const groupingColumns: Record<Grouping, string> = {
  quarter,
  device: "s.device",
  os: "s.os",
  browser: "s.browser",
  country: "s.country",
  city: "s.country, s.city",
  code: "s.qr_code_id",
};

/**
 * The one statement that counts scans, for documents (`perCode`) and for what is read beside them, so that both come to
 * the same numbers. One pass over the rows fills a hash table for each grouping.
 */
function groupText(perCode: boolean, codeId: string | undefined): string {
  const key = perCode ? "p.id, s.qr_code_id" : "p.id";
  const groupings = Object.entries(groupingColumns).filter(([name]) => name !== "code");
  const sets = groupings.map(([, columns]) => `(${key}, ${columns})`);
  if (!perCode) sets.push(`(${key}, s.qr_code_id)`);
  const isGrouped = (column: string) => `grouping(${column}) = 0`;
  return `SELECT part, code, grouping, json_object_agg(label, n) AS labels FROM (
      SELECT p.id AS part, ${perCode ? "s.qr_code_id" : "NULL::uuid"} AS code, count(*)::int AS n,
        CASE WHEN ${isGrouped("s.city")} THEN 'city' WHEN ${isGrouped("s.country")} THEN 'country'
          WHEN ${isGrouped("s.device")} THEN 'device' WHEN ${isGrouped("s.os")} THEN 'os'
          WHEN ${isGrouped("s.browser")} THEN 'browser' WHEN ${isGrouped(quarter)} THEN 'quarter'
          ELSE 'code' END AS grouping,
        CASE WHEN ${isGrouped("s.city")} THEN s.country || '/' || s.city
          ELSE coalesce(s.country, s.device, s.os, s.browser, ${quarter}::text, s.qr_code_id::text) END AS label
      FROM ${rowsOf("scan", "scanned_at", codeId)}
      GROUP BY GROUPING SETS (${sets.join(", ")})) g
    GROUP BY part, code, grouping`;
}

/** Nobody waits for documents: their statements may take longer than a reader would wait. */
export const documentTimeoutMs = 60_000;
export const patience = (timeoutMs = documentTimeoutMs) => ({ query_timeout: timeoutMs });

/** Scans of parts by every grouping; `perCode` for each code by itself. */
export async function groupScans(
  tx: Transaction,
  rows: Rows,
  asked: readonly Part[],
  { perCode = false } = {},
): Promise<Group[]> {
  if (asked.length === 0) return [];
  const text = groupText(perCode, rows.codeId);
  const found = await tx.query<Group>({ text, values: valuesOf(rows, asked), ...(perCode && patience()) });
  return found.rows;
}

export interface PartCount {
  part: number;
  code: string | null;
  count: number;
}

/** Distinct visitors of parts; `perCode` of each code, too, in as long as it may take. What is of no code is of all. */
export async function countVisitors(
  tx: Transaction,
  rows: Rows,
  asked: readonly Part[],
  { perCode = false, timeoutMs = documentTimeoutMs } = {},
): Promise<PartCount[]> {
  const sets = perCode ? "(p.id, s.visitor), (p.id, s.qr_code_id, s.visitor)" : "(p.id, s.visitor)";
  const text = `SELECT part, code, count(*)::int AS count FROM (
      SELECT p.id AS part, ${perCode ? "s.qr_code_id" : "NULL::uuid"} AS code
      FROM ${rowsOf("scan", "scanned_at", rows.codeId)} GROUP BY GROUPING SETS (${sets})) v
    GROUP BY part, code`;
  return countParts(tx, text, rows, asked, perCode && patience(timeoutMs));
}

/** Calls of bots and previews in parts. */
export async function countBots(
  tx: Transaction,
  rows: Rows,
  asked: readonly Part[],
  { perCode = false } = {},
): Promise<PartCount[]> {
  const key = perCode ? "s.qr_code_id" : "NULL::uuid";
  return countParts(
    tx,
    `SELECT p.id AS part, ${key} AS code, count(*)::int AS count
     FROM ${rowsOf("excluded_scan", "seen_at", rows.codeId)} WHERE ${isBot("s.reason")} GROUP BY 1, 2`,
    rows,
    asked,
    perCode && patience(),
  );
}

/** Scans beyond the plan's detailed ones in parts. A minute of them belongs to where it begins. */
export async function countCapped(tx: Transaction, rows: Rows, asked: readonly Part[]): Promise<PartCount[]> {
  return countParts(
    tx,
    `SELECT p.id AS part, NULL::uuid AS code, sum(s.count)::int AS count
     FROM ${rowsOf("over_limit_scan", "minute", rows.codeId)} GROUP BY 1`,
    rows,
    asked,
  );
}

async function countParts(
  tx: Transaction,
  text: string,
  rows: Rows,
  asked: readonly Part[],
  patient: ReturnType<typeof patience> | false = false,
): Promise<PartCount[]> {
  if (asked.length === 0) return [];
  const found = await tx.query<PartCount>({ text, values: valuesOf(rows, asked), ...patient });
  return found.rows;
}
