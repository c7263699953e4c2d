import { sql } from "@/lib/platform/db";

/** Accounts of one statement. Each is looked up in two indexes, so that it ends in time however many rows there are. */
const lookedAtTogether = 5_000;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Whether the account has a row before $1. `EXISTS` might be answered by reading the rows of all accounts. */
const hasOlder = (table: "scan" | "excluded_scan", at: string) =>
  `(SELECT min(r.${at}) FROM ${table} r WHERE r.account_id = looked.id AND NOT r.is_sandbox) < $1`;

/** Production data sets with a ledger and without an erasure under way that have raw rows from before an instant. */
export function findWithOldRows(before: Date, accountId?: string): Promise<string[]> {
  return lookThrough(
    `SELECT account_id AS id FROM scan_ledger WHERE NOT is_sandbox`,
    `(${hasOlder("scan", "scanned_at")} OR ${hasOlder("excluded_scan", "seen_at")})
       AND NOT EXISTS (SELECT FROM scan_erasure f WHERE f.account_id = looked.id)`,
    before,
    accountId,
  );
}

/** Accounts without a ledger, since no person has scanned a code of theirs, that have such rows of bots. */
export function findSeenByBotsAlone(before: Date, accountId?: string): Promise<string[]> {
  return lookThrough(
    `SELECT id FROM (SELECT id, id AS account_id FROM account) AS a WHERE NOT EXISTS (
       SELECT FROM scan_ledger l WHERE l.account_id = a.id AND NOT l.is_sandbox)`,
    hasOlder("excluded_scan", "seen_at"),
    before,
    accountId,
  );
}

async function lookThrough(
  source: string,
  isDue: string,
  before: Date,
  accountId: string | undefined,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = beforeAll;
  while (after !== null) {
    const { rows }: { rows: { due: string[]; last: string | null }[] } = await sql.query(
      `SELECT coalesce(array_agg(id) FILTER (WHERE ${isDue}), '{}') AS due,
         CASE count(*) WHEN ${lookedAtTogether} THEN (array_agg(id ORDER BY id DESC))[1] END AS last
       FROM (${source} AND account_id > $2 AND ($3::uuid IS NULL OR account_id = $3)
         ORDER BY account_id LIMIT ${lookedAtTogether}) AS looked`,
      [before, after, accountId ?? null],
    );
    found.push(...(rows[0]?.due ?? []));
    after = rows[0]?.last ?? null;
  }
  return found;
}
