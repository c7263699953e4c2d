import type { Transaction } from "@/lib/platform/db";
import { codeValues, type OwnDimension, ownDimensions, type Scope } from "./counts";
import { isBot, notDeleted, ofScope, quarterOf } from "./queries.fragments";
import type { Labels } from "./sums";

/** A stretch of time within one UTC day, under a number of the asker's own. */
export interface Part {
  id: number;
  from: number;
  to: number;
}

/** What rows are grouped by beside their part. */
type Grouping = "quarter" | OwnDimension | "code";

/**
 * Scans of one part (and code) by the labels of one grouping. A quarter's label is its place in the day. Those of
 * devices are by their route and variant besides, so that scans without one cost no grouping more.
 */
export interface Group {
  part: number;
  code: string | null;
  grouping: Grouping;
  route: string | null;
  variant: string | null;
  labels: Labels;
}

/** The parts as a table; the last three parameters of a statement. */
const parts = (first: number) =>
  `unnest($${first}::int[], $${first + 1}::timestamptz[], $${first + 2}::timestamptz[]) AS p(id, from_at, to_at)`;

/**
 * `table` in its parts, without codes that were deleted. $1 account, $2 data set, $3–$5 parts, $6 code. Each part is
 * fetched by itself (OFFSET 0 keeps it so): of a join by two inequalities the planner expects a ninth of all rows, and
 * reads the whole table for an hour of it.
 */
function rowsOf(table: string, at: string, scope: Scope): string {
  return `${parts(3)} CROSS JOIN LATERAL (SELECT * FROM ${table} r WHERE r.account_id = $1 AND r.is_sandbox = $2
    AND r.${at} >= p.from_at AND r.${at} < p.to_at AND ${notDeleted("r.qr_code_id")}
    ${ofScope(scope, "r.qr_code_id", "$6")} OFFSET 0) s`;
}

function valuesOf(scope: Scope, parts: readonly Part[]): unknown[] {
  return [
    scope.accountId,
    scope.isSandbox,
    parts.map(({ id }) => id),
    parts.map(({ from }) => new Date(from)),
    parts.map(({ to }) => new Date(to)),
    ...codeValues(scope),
  ];
}

const quarter = quarterOf("s.scanned_at");
const groupingColumns = [
  quarter,
  "s.device, s.route, s.variant",
  "s.os",
  "s.browser",
  "s.country",
  "s.country, s.city",
];

/**
 * The one statement that counts scans, for documents (`perCode`) and for what is read beside them, so that both give
 * the same numbers. One pass over the rows fills a hash table for each grouping.
 */
function groupText(perCode: boolean, scope: Scope): string {
  const key = perCode ? "p.id, s.qr_code_id" : "p.id";
  const sets = groupingColumns.map((columns) => `(${key}, ${columns})`);
  if (!perCode) sets.push(`(${key}, s.qr_code_id)`);
  const isGrouped = (column: string) => `grouping(${column}) = 0`;
  return `SELECT part, code, grouping, route, variant, json_object_agg(label, n) AS labels FROM (
      SELECT p.id AS part, ${perCode ? "s.qr_code_id" : "NULL::uuid"} AS code, s.route, s.variant, count(*)::int AS n,
        CASE WHEN ${isGrouped("s.city")} THEN 'city' WHEN ${isGrouped("s.country")} THEN 'country'
          WHEN ${isGrouped("s.device")} THEN 'device' WHEN ${isGrouped("s.os")} THEN 'os'
          WHEN ${isGrouped("s.browser")} THEN 'browser' WHEN ${isGrouped(quarter)} THEN 'quarter'
          ELSE 'code' END AS grouping,
        CASE WHEN ${isGrouped("s.city")} THEN s.country || '/' || s.city
          ELSE coalesce(s.country, s.device, s.os, s.browser, ${quarter}::text, s.qr_code_id::text) END AS label
      FROM ${rowsOf("scan", "scanned_at", scope)}
      GROUP BY GROUPING SETS (${sets.join(", ")})) g
    GROUP BY part, code, grouping, route, variant`;
}

/** Nobody waits for documents: their statements may take longer than a reader would wait. */
export const documentTimeoutMs = 60_000;

/** The client gives a statement up after this time. */
const withTimeout = (timeoutMs: number) => ({ query_timeout: timeoutMs });

/** Scans of parts by every grouping; `perCode` for each code by itself. */
export async function groupScans(
  tx: Transaction,
  scope: Scope,
  parts: readonly Part[],
  { perCode = false } = {},
): Promise<Group[]> {
  if (parts.length === 0) return [];
  const { rows } = await tx.query<Group>({
    text: groupText(perCode, scope),
    values: valuesOf(scope, parts),
    ...(perCode && withTimeout(documentTimeoutMs)),
  });
  return rows;
}

export interface PartCount {
  part: number;
  code: string | null;
  count: number;
}

/** Distinct visitors of parts; `perCode` of each code, too, in as long as it may take. What is of no code is of all. */
export async function countVisitors(
  tx: Transaction,
  scope: Scope,
  parts: readonly Part[],
  { perCode = false, timeoutMs = documentTimeoutMs } = {},
): Promise<PartCount[]> {
  const sets = perCode ? "(p.id, s.visitor), (p.id, s.qr_code_id, s.visitor)" : "(p.id, s.visitor)";
  const text = `SELECT part, code, count(*)::int AS count FROM (
      SELECT p.id AS part, ${perCode ? "s.qr_code_id" : "NULL::uuid"} AS code
      FROM ${rowsOf("scan", "scanned_at", scope)} GROUP BY GROUPING SETS (${sets})) v
    GROUP BY part, code`;
  return countInParts(tx, text, scope, parts, perCode && timeoutMs);
}

/** Calls of bots and previews in parts. */
export async function countBots(
  tx: Transaction,
  scope: Scope,
  parts: readonly Part[],
  { perCode = false } = {},
): Promise<PartCount[]> {
  const key = perCode ? "s.qr_code_id" : "NULL::uuid";
  const text = `SELECT p.id AS part, ${key} AS code, count(*)::int AS count
     FROM ${rowsOf("excluded_scan", "seen_at", scope)} WHERE ${isBot("s.reason")} GROUP BY 1, 2`;
  return countInParts(tx, text, scope, parts, perCode && documentTimeoutMs);
}

/** Scans beyond the plan's detailed ones in parts. A minute of them belongs to where it begins. */
export async function countOverLimit(
  tx: Transaction,
  scope: Scope,
  parts: readonly Part[],
): Promise<PartCount[]> {
  const text = `SELECT p.id AS part, NULL::uuid AS code, sum(s.count)::int AS count
     FROM ${rowsOf("over_limit_scan", "minute", scope)} GROUP BY 1`;
  return countInParts(tx, text, scope, parts);
}

async function countInParts(
  tx: Transaction,
  text: string,
  scope: Scope,
  parts: readonly Part[],
  timeoutMs: number | false = false,
): Promise<PartCount[]> {
  if (parts.length === 0) return [];
  const values = valuesOf(scope, parts);
  const { rows } = await tx.query<PartCount>({
    text,
    values,
    ...(timeoutMs !== false && withTimeout(timeoutMs)),
  });
  return rows;
}

/** What scans are filtered by: one label of each dimension that is named, as totals name them. */
export type ScanFilter = Partial<Record<OwnDimension, string>>;

/** Filtered scans of one interval. Its edges are milliseconds. */
export interface FilteredScans {
  scope: Scope;
  from: number;
  to: number;
  filter: ScanFilter;
}

const labelOf: Record<OwnDimension, string> = {
  device: "s.device",
  os: "s.os",
  browser: "s.browser",
  country: "s.country",
  city: "s.country || '/' || s.city",
};

/** The parameters of a statement, and its condition for each named dimension. */
function prepareFilter({ scope, from, to, filter }: FilteredScans) {
  const values: unknown[] = [scope.accountId, scope.isSandbox, new Date(from), new Date(to)];
  const add = (value: unknown) => `$${values.push(value)}`;
  values.push(...codeValues(scope));
  // The edges are parameters of their own, not rows that are joined: the planner knows how much lies between them.
  const rows = `scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= $3 AND s.scanned_at < $4
    AND ${notDeleted("s.qr_code_id")} ${ofScope(scope, "s.qr_code_id", "$5")}`;
  const hits = ownDimensions.flatMap((dimension) => {
    const label = filter[dimension];
    return label === undefined ? [] : [{ dimension, hit: `${labelOf[dimension]} = ${add(label)}` }];
  });
  return { values, add, rows, hits };
}

const all = (hits: readonly { hit: string }[]) => hits.map(({ hit }) => `AND ${hit}`).join(" ");

/** For the statements that follow in the transaction. */
export async function setWorkMemory(tx: Transaction, size: string): Promise<void> {
  await tx.query("SELECT set_config('work_mem', $1, true)", [size]);
}

/** Filtered scans of each step of the clock: `at` in seconds. */
export async function countSteps(
  tx: Transaction,
  scans: FilteredScans,
  stepMs: number,
  timeoutMs: number,
): Promise<{ at: number; scans: number }[]> {
  const { values, rows, hits, add } = prepareFilter(scans);
  const step = `${add(stepMs / 1_000)}::float8`;
  const text = `SELECT floor(date_part('epoch', s.scanned_at) / ${step}) * ${step} AS at, count(*)::int AS scans
    FROM ${rows} ${all(hits)} GROUP BY 1 ORDER BY 1`;
  return (await tx.query<{ at: number; scans: number }>({ text, values, ...withTimeout(timeoutMs) })).rows;
}

/** Distinct visitors of each UTC day among filtered scans. */
export async function countVisitorsByDay(
  tx: Transaction,
  scans: FilteredScans,
  timeoutMs: number,
): Promise<{ day: string; visitors: number }[]> {
  const { values, rows, hits } = prepareFilter(scans);
  const text = `SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*)::int AS visitors FROM (
      SELECT (s.scanned_at AT TIME ZONE 'UTC')::date AS day, s.visitor FROM ${rows} ${all(hits)} GROUP BY 1, 2) v
    GROUP BY v.day`;
  return (await tx.query({ text, values, ...withTimeout(timeoutMs) })).rows;
}

export interface LabelRow {
  /** Null for scans of all the labels asked for; or the one dimension whose label they miss. */
  missed: OwnDimension | null;
  grouping: OwnDimension | "code";
  /** Of devices alone. */
  route: string | null;
  variant: string | null;
  label: string;
  scans: number;
}

/**
 * Scans by every dimension and by code, for each dimension's own totals leave its label out. Rows come to a few thousand
 * combinations of labels first, which are then summed up for each dimension.
 */
export async function countLabels(
  tx: Transaction,
  scans: FilteredScans,
  timeoutMs: number,
): Promise<LabelRow[]> {
  const { values, rows, hits } = prepareFilter(scans);
  const misses = hits.map(({ hit }) => `(NOT (${hit}))::int`).join(" + ");
  const atMostOne = hits.length > 1 ? `AND ${misses} <= 1` : "";
  const missed = hits.map(({ dimension, hit }) => `WHEN NOT (${hit}) THEN '${dimension}'`).join(" ");
  const text = `WITH combination AS MATERIALIZED (
      SELECT s.device, s.os, s.browser, s.country, s.city, s.qr_code_id AS code, s.route, s.variant, count(*) AS n
      FROM ${rows} ${atMostOne} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ), judged AS (
      SELECT s.*, ${hits.length > 0 ? `CASE ${missed} END` : "NULL::text"} AS missed FROM combination s)
    SELECT missed, route, variant,
      CASE WHEN grouping(city) = 0 THEN 'city' WHEN grouping(country) = 0 THEN 'country'
        WHEN grouping(device) = 0 THEN 'device' WHEN grouping(os) = 0 THEN 'os'
        WHEN grouping(browser) = 0 THEN 'browser' ELSE 'code' END AS grouping,
      CASE WHEN grouping(city) = 0 THEN country || '/' || city
        ELSE coalesce(country, device, os, browser, code::text) END AS label,
      sum(n)::float8 AS scans
    FROM judged GROUP BY GROUPING SETS ((missed, device, route, variant), (missed, os), (missed, browser), (missed, country),
      (missed, country, city), (missed, code))`;
  return (await tx.query<LabelRow>({ text, values, ...withTimeout(timeoutMs) })).rows;
}
