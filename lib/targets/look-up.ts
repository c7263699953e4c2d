import { createBatcher } from "@/lib/platform/batch-loader";
import { redirectSql } from "@/lib/platform/db";
import type { Target } from "./target";

export const columns = `short_code AS "shortCode", id AS "codeId", account_id AS "accountId",
  environment = 'sandbox' AS "isSandbox", type, content, target AS url, rules, suspended_at IS NOT NULL AS "isSuspended",
  scan_count AS "scanCount"`;

/** The list stands in a sub-select so that one plan serves any length. */
const selectTargets = {
  name: "select_targets",
  text: `SELECT ${columns} FROM qr_code WHERE short_code = ANY((SELECT $1::text[])::text[])`,
};

const selectLatest = {
  name: "select_latest_targets",
  text: `SELECT ${columns} FROM qr_code WHERE short_code IS NOT NULL
    ORDER BY greatest(last_scanned_at, created_at) DESC LIMIT $1`,
};

/** Visits of one moment share a trip to the database. One at a time, so that a connection stays free for the scans. */
const newGatherer = (): ((shortCode: string) => Promise<Target | null>) =>
  createBatcher({ name: "find target", ask: selectMany, maxBatch: 128, maxRunning: 1, maxWaiting: 5_000 });

/** What a short code leads to now; null where there is none. */
export const lookUp = newGatherer();
/** The same for codes that are known already: a flood of invented codes doesn't delay them. */
export const lookUpAgain = newGatherer();

async function selectMany(shortCodes: readonly string[]): Promise<(Target | null)[]> {
  const { rows } = await redirectSql.query<Target>({ ...selectTargets, values: [[...new Set(shortCodes)]] });
  const found = new Map(rows.map((row) => [row.shortCode, row]));
  return shortCodes.map((shortCode) => found.get(shortCode) ?? null);
}

/** The codes that were scanned or made last: those that are likely to be scanned next. */
export async function findLatest(count: number): Promise<Target[]> {
  return (await redirectSql.query<Target>({ ...selectLatest, values: [count] })).rows;
}
