import type { Environment } from "@/lib/accounts/schema";
import type { CodeListQuery, NewCode } from "@/lib/codes/schema";
import { sql } from "@/lib/platform/db";

/** A small code that nothing is wrong with. */
export const plainCode: NewCode = { name: "Menu", type: "url", content: "https://example.com/menu" };

export const firstPage = {
  page: 1,
  limit: 20,
  sort: "createdAt",
  order: "desc",
} satisfies Partial<CodeListQuery>;

/** Rows of an account's codes as they are stored, oldest first. */
export async function readCodeRows(accountId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql.query("SELECT * FROM qr_code WHERE account_id = $1 ORDER BY created_at, id", [
    accountId,
  ]);
  return rows;
}

/** How many codes are there, and how many are counted, dynamic ones beside. */
export async function readCodeCounts(accountId: string, environment: Environment = "production") {
  const { rows } = await sql.query(
    `SELECT (SELECT count(*)::int FROM qr_code WHERE account_id = a.id AND environment = $2) AS codes,
       (SELECT count(*)::int FROM qr_code WHERE account_id = a.id AND environment = $2 AND is_dynamic) AS dynamic,
       CASE $2 WHEN 'sandbox' THEN sandbox_code_count ELSE code_count END AS counted,
       dynamic_code_count AS "countedDynamic"
     FROM account a WHERE id = $1`,
    [accountId, environment],
  );
  return rows[0] as { codes: number; dynamic: number; counted: number; countedDynamic: number };
}

/** Makes codes older by so many days, as time would. */
export async function ageCodes(accountId: string, days: number): Promise<void> {
  await sql.query(
    "UPDATE qr_code SET created_at = created_at - $2 * interval '1 day' WHERE account_id = $1",
    [accountId, days],
  );
}
