import type { Rules } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";
import { redirectSql, sql } from "@/lib/platform/db";

/** What a short URL leads to, as the database has it. */
export interface Target {
  shortCode: string;
  codeId: string;
  accountId: string;
  isSandbox: boolean;
  type: ContentType;
  content: string;
  /** Canonical address of a code of type `url`; null for the others. */
  url: string | null;
  /** What bounds it, as far as its owner has set it; null where nothing does. */
  rules: Rules | null;
  isSuspended: boolean;
  /** As it was when the database was asked: no message reports a scan. */
  scanCount: number;
}

const columns = `short_code AS "shortCode", id AS "codeId", account_id AS "accountId",
  environment = 'sandbox' AS "isSandbox", type, content, target AS url, rules, suspended_at IS NOT NULL AS "isSuspended",
  scan_count AS "scanCount"`;

const selectTargets = `SELECT ${columns} FROM qr_code WHERE short_code = ANY((SELECT $1::text[])::text[])`;

/** The list is in a sub-select so that one plan serves any length. */
export async function listTargets(shortCodes: readonly string[]): Promise<Target[]> {
  const { rows } = await redirectSql.query<Target>({
    name: "select_targets",
    text: selectTargets,
    values: [shortCodes],
  });
  return rows;
}

/** The codes that were scanned or created last: those that are likely to be scanned next. */
export async function listLatestTargets(limit: number): Promise<Target[]> {
  const { rows } = await redirectSql.query<Target>({
    name: "select_latest_targets",
    text: `SELECT ${columns} FROM qr_code WHERE short_code IS NOT NULL
      ORDER BY greatest(last_scanned_at, created_at) DESC LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** Targets that one statement of a walk reads. */
const rowsTogether = 200;

/** A target with what its owner calls its code. */
export type NamedTarget = Target & { name: string };

type WalkedTarget = NamedTarget & { createdAt: Date };

/** Codes that are printed: those of the sandbox are gone after 30 days, and a soft-deleted one is being deleted. */
const selectPrinted = `SELECT ${columns}, name, created_at AS "createdAt" FROM qr_code
  WHERE short_code IS NOT NULL AND environment = 'production' AND purge_after IS NULL`;

/** The next targets of an account, in the order of their creation. */
export async function listTargetsOfAccount(
  accountId: string,
  after: { createdAt: Date; codeId: string },
): Promise<WalkedTarget[]> {
  const { rows } = await sql.query<WalkedTarget>({
    name: "walk_own_targets",
    text: `${selectPrinted} AND account_id = $1 AND (created_at, id) > ($2, $3::uuid) ORDER BY created_at, id LIMIT ${rowsTogether}`,
    values: [accountId, after.createdAt, after.codeId],
  });
  return rows;
}

/** The next targets of all accounts, in the order of their ids. */
export async function listAllTargets(afterId: string): Promise<WalkedTarget[]> {
  const { rows } = await sql.query<WalkedTarget>({
    name: "walk_all_targets",
    text: `${selectPrinted} AND id > $1::uuid ORDER BY id LIMIT ${rowsTogether}`,
    values: [afterId],
  });
  return rows;
}
