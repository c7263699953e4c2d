import type { Rules } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";
import { redirectSql, sql } from "@/lib/platform/db";
import { hostSql, rowPathSql } from "@/lib/queries.paths";

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
  /** Where its short URL is now; null: on the service's own host. */
  domainId: string | null;
  /** The generated code on a domain, whose key is in lower case: a path must be it to the letter. Null: in any case. */
  exactPath: string | null;
}

/** A target with the key that it was found by (`keyOfPath`). */
export type FoundTarget = Target & { key: string };

const columns = (
  exactPath: string,
) => `short_code AS "shortCode", id AS "codeId", qr_code.account_id AS "accountId",
  environment = 'sandbox' AS "isSandbox", type, content, target AS url, rules, suspended_at IS NOT NULL AS "isSuspended",
  scan_count AS "scanCount", qr_code.domain_id AS "domainId", ${exactPath} AS "exactPath"`;

const ofService = columns("NULL::text");
const ofRow = columns("CASE WHEN path.domain_id IS NOT NULL AND path.path = short_code THEN short_code END");

const selectTargets = `SELECT short_code AS key, ${ofService} FROM qr_code WHERE short_code = ANY((SELECT $1::text[])::text[])
  UNION ALL SELECT key, ${ofRow} FROM short_url_path AS path JOIN qr_code ON qr_code.id = qr_code_id
    WHERE key = ANY((SELECT $2::text[])::text[])`;

/** The targets of generated codes and of all other keys (`keyOfPath`). The lists are in sub-selects so that one plan serves any length. */
export async function listTargets(
  codes: readonly string[],
  others: readonly string[],
): Promise<FoundTarget[]> {
  const { rows } = await redirectSql.query<FoundTarget>({
    name: "select_targets",
    text: selectTargets,
    values: [codes, others],
  });
  return rows;
}

/** Whether a key of a domain is of a suspended code that was deleted: nobody has it until its time is over. */
export async function isKeyClosed(key: string): Promise<boolean> {
  const { rowCount } = await redirectSql.query({
    name: "is_key_closed",
    text: "SELECT FROM short_url_path WHERE key = $1 AND qr_code_id IS NULL",
    values: [key],
  });
  return rowCount !== 0;
}

/** The codes that were scanned or created last, under each of their paths: those that are likely to be scanned next. */
export async function listLatestTargets(limit: number): Promise<FoundTarget[]> {
  const { rows } = await redirectSql.query<FoundTarget>({
    name: "select_latest_targets",
    text: `SELECT path.key, ${ofRow} FROM (SELECT * FROM qr_code WHERE short_code IS NOT NULL
        ORDER BY greatest(last_scanned_at, created_at) DESC LIMIT $1) AS qr_code
      CROSS JOIN LATERAL (SELECT short_code AS key, short_code AS path, NULL::uuid AS domain_id
        UNION ALL SELECT key, path, domain_id FROM short_url_path WHERE qr_code_id = qr_code.id) AS path
      ORDER BY greatest(last_scanned_at, created_at) DESC LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** Targets that one statement of a walk reads. */
const rowsTogether = 200;

/** A target with what its owner calls its code, what decides its short URL, and all its paths (`NamedBefore`). */
export type NamedTarget = Target & {
  name: string;
  slug: string | null;
  host: string | null;
  paths: string[];
};

type WalkedTarget = NamedTarget & { createdAt: Date };

/** Codes that are printed: those of the sandbox are gone after 30 days, and a soft-deleted one is being deleted. */
const selectPrinted = `SELECT ${ofService}, name, slug, ${hostSql("qr_code")} AS host, ARRAY(SELECT ${rowPathSql()}
    FROM short_url_path LEFT JOIN domain ON domain.id = domain_id WHERE qr_code_id = qr_code.id
    ORDER BY short_url_path.created_at DESC, key)::text[] AS paths, created_at AS "createdAt" FROM qr_code
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
