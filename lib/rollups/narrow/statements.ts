import { type Dimension, dimensions, type Scope } from "../counts";
import { notDeleted } from "../ground";

/** What scans are narrowed to: one label of each dimension that is named, as totals name them. */
export type Narrowing = Partial<Record<Dimension, string>>;

/** One interval of a scope, narrowed. Its edges are milliseconds. */
export interface Asked {
  scope: Scope;
  from: number;
  to: number;
  narrowing: Narrowing;
}

export interface Statement {
  text: string;
  values: unknown[];
}

const labelOf: Record<Dimension, string> = {
  device: "s.device",
  os: "s.os",
  browser: "s.browser",
  country: "s.country",
  city: "s.country || '/' || s.city",
};

/** The parameters of a statement, and what each named dimension comes to in it. */
function prepare({ scope, from, to, narrowing }: Asked) {
  const values: unknown[] = [scope.accountId, scope.isSandbox, new Date(from), new Date(to)];
  const add = (value: unknown) => `$${values.push(value)}`;
  const ofCode = scope.codeId === undefined ? "" : `AND s.qr_code_id = ${add(scope.codeId)}`;
  // The edges are parameters of their own, not rows that are joined: the planner knows how much lies between them.
  const rows = `scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= $3 AND s.scanned_at < $4
    AND ${notDeleted("s.qr_code_id")} ${ofCode}`;
  const hits = dimensions.flatMap((dimension) => {
    const label = narrowing[dimension];
    return label === undefined ? [] : [{ dimension, hit: `${labelOf[dimension]} = ${add(label)}` }];
  });
  return { values, add, rows, hits };
}

const all = (hits: readonly { hit: string }[]) => hits.map(({ hit }) => `AND ${hit}`).join(" ");

/** Scans of each step of the clock: `at` in seconds. */
export function countSteps(asked: Asked, stepMs: number): Statement {
  const { values, rows, hits, add } = prepare(asked);
  const step = `${add(stepMs / 1_000)}::float8`;
  const text = `SELECT floor(date_part('epoch', s.scanned_at) / ${step}) * ${step} AS at, count(*)::int AS scans
    FROM ${rows} ${all(hits)} GROUP BY 1 ORDER BY 1`;
  return { text, values };
}

/** Distinct visitors of each UTC day. */
export function countVisitorsByDay(asked: Asked): Statement {
  const { values, rows, hits } = prepare(asked);
  const text = `SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*)::int AS visitors FROM (
      SELECT (s.scanned_at AT TIME ZONE 'UTC')::date AS day, s.visitor FROM ${rows} ${all(hits)} GROUP BY 1, 2) v
    GROUP BY v.day`;
  return { text, values };
}

/**
 * Scans by every dimension and by code. `missed`: null for scans of all the labels asked for; or the one dimension whose
 * label they miss, for each dimension's own totals leave its label out. Rows come to a few thousand combinations of
 * labels first, which are then summed up for each dimension.
 */
export function countLabels(asked: Asked): Statement {
  const { values, rows, hits } = prepare(asked);
  const misses = hits.map(({ hit }) => `(NOT (${hit}))::int`).join(" + ");
  const atMostOne = hits.length > 1 ? `AND ${misses} <= 1` : "";
  const missed = hits.map(({ dimension, hit }) => `WHEN NOT (${hit}) THEN '${dimension}'`).join(" ");
  const text = `WITH combination AS MATERIALIZED (
      SELECT s.device, s.os, s.browser, s.country, s.city, s.qr_code_id AS code, count(*) AS n
      FROM ${rows} ${atMostOne} GROUP BY 1, 2, 3, 4, 5, 6
    ), judged AS (
      SELECT s.*, ${hits.length > 0 ? `CASE ${missed} END` : "NULL::text"} AS missed FROM combination s)
    SELECT missed,
      CASE WHEN grouping(city) = 0 THEN 'city' WHEN grouping(country) = 0 THEN 'country'
        WHEN grouping(device) = 0 THEN 'device' WHEN grouping(os) = 0 THEN 'os'
        WHEN grouping(browser) = 0 THEN 'browser' ELSE 'code' END AS grouping,
      CASE WHEN grouping(city) = 0 THEN country || '/' || city
        ELSE coalesce(country, device, os, browser, code::text) END AS label,
      sum(n)::float8 AS scans
    FROM judged GROUP BY GROUPING SETS ((missed, device), (missed, os), (missed, browser), (missed, country),
      (missed, country, city), (missed, code))`;
  return { text, values };
}
