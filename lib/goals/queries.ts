import { type Executor, goalLock, sql, type Transaction } from "@/lib/platform/db";
import { reader } from "@/lib/platform/read-replica";
import { notDeleted, type Owner, type Scope } from "@/lib/rollups";
import { goalDays, maxGoals } from "./schema";

/** A scan that takes goals, and whose it is. */
interface GoalScan {
  scanId: string;
  accountId: string;
  codeId: string;
}

/** A scan of the last 30 days of an account's data set; without an owner of any account's production. Its code may be deleted. */
export async function findGoalScan(
  executor: Executor,
  scanId: string,
  owner: Owner | null,
): Promise<GoalScan | undefined> {
  const { rows } = await executor.query<GoalScan>({
    name: owner === null ? "find_goal_scan" : "find_own_goal_scan",
    text: `SELECT scan_id AS "scanId", account_id AS "accountId", qr_code_id AS "codeId" FROM goal_scan
      WHERE scan_id = $1 AND scanned_at > now() - interval '${goalDays} days'
        AND ${owner === null ? "NOT is_sandbox" : "account_id = $2 AND is_sandbox = $3"}`,
    values: owner === null ? [scanId] : [scanId, owner.accountId, owner.isSandbox],
  });
  return rows[0];
}

/**
 * Locks the code of a scan until the commit: a deletion of the code waits, and then finds every goal to purge, and
 * goals of one code come one after the other, so that none is too many. False where the code is not in use.
 */
export async function lockGoalCode(tx: Transaction, { accountId, codeId }: GoalScan): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT FROM qr_code WHERE id = $1 AND account_id = $2 AND purge_after IS NULL FOR KEY SHARE",
    [codeId, accountId],
  );
  if (rowCount === 0) return false;
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [goalLock, codeId]);
  return true;
}

/** Why a goal was not added; none of them where it was. */
interface Verdict {
  /** The scan has it. */
  isKnown: boolean;
  /** The scan has all the goals it may have. */
  isFull: boolean;
  /** The code has all the names it may have, and not this one. */
  isNameBeyond: boolean;
}

interface GoalRow extends Pick<GoalScan, "scanId" | "accountId"> {
  name: string;
  /** A decimal. */
  value: string | null;
  currency: string | null;
}

/** Adds a goal to a scan whose code is locked, with the scan's labels. */
export async function insertGoal(
  tx: Transaction,
  { scanId, accountId, name, value, currency }: GoalRow,
): Promise<Verdict> {
  const { rows } = await tx.query<Verdict>(
    `WITH RECURSIVE scanned AS MATERIALIZED (SELECT * FROM goal_scan WHERE scan_id = $1 AND account_id = $5),
     -- From one name of the code to the next: as many looks into an index as it has names.
     names AS (
       (SELECT g.name FROM goal g WHERE g.account_id = $5 AND g.qr_code_id = (SELECT qr_code_id FROM scanned) ORDER BY g.name LIMIT 1)
       UNION ALL
       SELECT (SELECT g.name FROM goal g WHERE g.account_id = $5 AND g.qr_code_id = (SELECT qr_code_id FROM scanned) AND g.name > n.name
         ORDER BY g.name LIMIT 1) FROM names n WHERE n.name IS NOT NULL
     ), judged AS MATERIALIZED (
       SELECT EXISTS (SELECT FROM goal WHERE account_id = $5 AND scan_id = $1 AND name = $2) AS is_known,
         (SELECT count(*) FROM goal WHERE account_id = $5 AND scan_id = $1) >= ${maxGoals} AS is_full,
         (SELECT count(name) >= ${maxGoals} AND NOT coalesce(bool_or(name = $2), false) FROM names) AS is_beyond
     ), added AS (
       INSERT INTO goal (scan_id, name, account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country, value,
         currency)
       SELECT s.scan_id, $2, s.account_id, s.is_sandbox, s.qr_code_id, s.scanned_at, s.route, s.variant, s.country,
         $3::numeric, $4
       FROM scanned s CROSS JOIN judged WHERE NOT (is_known OR is_full OR is_beyond)
     )
     SELECT is_known AS "isKnown", is_full AS "isFull", is_beyond AS "isNameBeyond" FROM judged`,
    [scanId, name, value, currency, accountId],
  );
  return rows[0] as Verdict;
}

/** Goals of a scope by name and one thing beside it; the other members are null. */
interface GoalSum {
  name: string;
  grouping: "name" | "currency" | "route" | "variant" | "country";
  /** Null for goals of the code's own target. */
  route: string | null;
  variant: string | null;
  country: string | null;
  currency: string | null;
  count: number;
  /** An exact decimal with 2 decimals; null without values. */
  sum: string | null;
}

/** Goals of scans from one instant on and before another. */
export async function sumGoals(scope: Scope, from: Date, to: Date): Promise<GoalSum[]> {
  const { accountId, isSandbox, codeId, codeIds } = scope;
  const ofCodes =
    codeId !== undefined
      ? "AND g.qr_code_id = $5"
      : codeIds === undefined
        ? ""
        : "AND g.qr_code_id = ANY($5::uuid[])";
  const { rows } = await reader().query<GoalSum>(
    `SELECT name, route, variant, country, currency, count(*)::float8 AS count, sum(value)::text AS sum,
       CASE WHEN grouping(currency) = 0 THEN 'currency' WHEN grouping(variant) = 0 THEN 'variant'
         WHEN grouping(route) = 0 THEN 'route' WHEN grouping(country) = 0 THEN 'country' ELSE 'name' END AS grouping
     FROM goal g WHERE g.account_id = $1 AND g.is_sandbox = $2 AND g.scanned_at >= $3 AND g.scanned_at < $4
       AND ${notDeleted("g.qr_code_id")} ${ofCodes}
     GROUP BY GROUPING SETS ((name), (name, currency), (name, route), (name, route, variant), (name, country))`,
    [accountId, isSandbox, from, to, ...(codeId ? [codeId] : codeIds ? [codeIds] : [])],
  );
  return rows;
}

/** Deletes at most so many of a code's goals of one name: how many. */
export async function deleteSomeGoals(
  { accountId, isSandbox }: Owner,
  codeId: string,
  name: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await sql.query({
    name: "delete_goals",
    text: `DELETE FROM goal WHERE account_id = $1 AND name = $4 AND scan_id IN (
      SELECT scan_id FROM goal WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = $3 AND name = $4 LIMIT $5)`,
    values: [accountId, isSandbox, codeId, name, limit],
  });
  return rowCount ?? 0;
}

/** Deletes at most so many of the scans that are too old for goals: how many. */
export async function deleteOldGoalScans(limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: "sweep_goal_scans",
    text: `DELETE FROM goal_scan WHERE (account_id, scan_id) IN (
      SELECT account_id, scan_id FROM goal_scan WHERE scanned_at <= now() - interval '${goalDays} days'
      ORDER BY scanned_at LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
