import type { Transaction } from "@/lib/platform/db";
import { type Dimension, dimensions } from "../counts";
import type { Detail } from "../documents";
import { isBot, notDeleted, type Owner, wholeAccount } from "../ground";
import { patience } from "../group-scans";
import { addLabels, type Labels, noLabels } from "../sums";
import { dayMs, quarterOf } from "../utc-day";

/** $1 account, $2 data set, $3 the day's first instant, $4 the next day's. */
const rowsOfDay = (table: string, at: string) =>
  `${table} s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.${at} >= $3 AND s.${at} < $4
     AND ${notDeleted("s.qr_code_id")}`;

/** Details by code, the account's among them, of a day that still has its raw rows; each statement in the time allowed. */
export async function readDetail(
  tx: Transaction,
  owner: Owner,
  day: number,
  timeoutMs: number,
): Promise<Map<string, Detail>> {
  const values = [owner.accountId, owner.isSandbox, new Date(day * dayMs), new Date((day + 1) * dayMs)];
  const details = new Map<string, Detail>();
  const take = (code: string | null) => {
    const key = code ?? wholeAccount;
    let detail = details.get(key);
    if (detail === undefined) {
      detail = emptyDetail();
      details.set(key, detail);
    }
    return detail;
  };
  for (const { code, dimension, label, quarters } of await readLabels(tx, values, timeoutMs)) {
    take(code).labels[dimension][label] = toPairs(quarters);
  }
  for (const { code, arrivals, leavers } of await readVisits(tx, values, timeoutMs)) {
    Object.assign(take(code), { arrivals, leavers });
  }
  for (const { code, quarters } of await readBots(tx, values, timeoutMs)) {
    take(code).bots = quarters;
    addLabels(take(null).bots, quarters);
  }
  return details;
}

function emptyDetail(): Detail {
  const labels = {} as Detail["labels"];
  for (const dimension of dimensions) labels[dimension] = Object.create(null) as Record<string, number[]>;
  return { bots: noLabels(), arrivals: noLabels(), leavers: noLabels(), labels };
}

function toPairs(quarters: Labels): number[] {
  return Object.entries(quarters).flatMap(([quarter, count]) => [Number(quarter), count]);
}

/** Of each code and, without one, of the account. */
async function readLabels(
  tx: Transaction,
  values: unknown[],
  timeoutMs: number,
): Promise<{ code: string | null; dimension: Dimension; label: string; quarters: Labels }[]> {
  const columns = ["device", "os", "browser", "country", "country, city"];
  const sets = columns.flatMap((column) => [`(quarter, ${column})`, `(code, quarter, ${column})`]);
  const text = `SELECT code, dimension, label, json_object_agg(quarter, n ORDER BY quarter) AS quarters FROM (
      SELECT code, quarter, count(*)::int AS n,
        CASE WHEN grouping(city) = 0 THEN 'city' WHEN grouping(country) = 0 THEN 'country'
          WHEN grouping(device) = 0 THEN 'device' WHEN grouping(os) = 0 THEN 'os' ELSE 'browser' END AS dimension,
        CASE WHEN grouping(city) = 0 THEN country || '/' || city
          ELSE coalesce(country, device, os, browser) END AS label
      FROM (SELECT s.*, s.qr_code_id AS code, ${quarterOf("s.scanned_at")} AS quarter
        FROM ${rowsOfDay("scan", "scanned_at")}) s
      GROUP BY GROUPING SETS (${sets.join(", ")})) g
    GROUP BY code, dimension, label`;
  const { rows } = await tx.query({ text, values, ...patience(timeoutMs) });
  return rows;
}

async function readVisits(
  tx: Transaction,
  values: unknown[],
  timeoutMs: number,
): Promise<{ code: string | null; arrivals: Labels; leavers: Labels }[]> {
  const text = `WITH visit AS MATERIALIZED (
      SELECT code, min(quarter) AS first, max(quarter) AS last
      FROM (SELECT s.qr_code_id AS code, s.visitor, ${quarterOf("s.scanned_at")} AS quarter
        FROM ${rowsOfDay("scan", "scanned_at")}) s
      GROUP BY GROUPING SETS ((visitor), (code, visitor))
    ), arrival AS (
      SELECT code, json_object_agg(first, n ORDER BY first) AS counts
      FROM (SELECT code, first, count(*)::int AS n FROM visit GROUP BY code, first) a GROUP BY code
    ), leaver AS (
      SELECT code, json_object_agg(last, n ORDER BY last) AS counts
      FROM (SELECT code, last, count(*)::int AS n FROM visit GROUP BY code, last) l GROUP BY code)
    SELECT code, a.counts AS arrivals, l.counts AS leavers
    FROM arrival a JOIN (SELECT code AS of_code, counts FROM leaver) l ON l.of_code IS NOT DISTINCT FROM a.code`;
  const { rows } = await tx.query({ text, values, ...patience(timeoutMs) });
  return rows;
}

async function readBots(
  tx: Transaction,
  values: unknown[],
  timeoutMs: number,
): Promise<{ code: string; quarters: Labels }[]> {
  const text = `SELECT code, json_object_agg(quarter, n ORDER BY quarter) AS quarters FROM (
      SELECT s.qr_code_id AS code, ${quarterOf("s.seen_at")} AS quarter, count(*)::int AS n
      FROM ${rowsOfDay("excluded_scan", "seen_at")} AND ${isBot("s.reason")} GROUP BY 1, 2) b GROUP BY code`;
  const { rows } = await tx.query({ text, values, ...patience(timeoutMs) });
  return rows;
}
