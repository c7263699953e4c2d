import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newBase62, newId } from "@/lib/platform/ids";

/** A domain of a test. */
export interface TestDomain {
  id: string;
  accountId: string;
  host: string;
}

export const newHost = () => `go-${newBase62(10).toLowerCase()}.example.com`;

interface DomainRow {
  host?: string;
  status?: "pending" | "verified" | "failing";
  isDefault?: boolean;
  rootUrl?: string;
  notFoundUrl?: string;
  expiredUrl?: string;
}

/** Gives an account a domain without DNS, proved and served unless it is pending; DNS is not asked while the tests run. */
export async function insertDomain(
  { accountId }: Pick<Caller, "accountId">,
  { host = newHost(), status = "verified", isDefault = false, ...row }: DomainRow = {},
): Promise<TestDomain> {
  const id = newId();
  const isServed = status !== "pending";
  const { rootUrl = null, notFoundUrl = null, expiredUrl = null } = row;
  await sql.query(
    `INSERT INTO domain (id, account_id, host, status, is_served, token, is_default, root_url, not_found_url, expired_url,
       verified_at, next_check_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $5 THEN now() END, now() + interval '1 day')`,
    [id, accountId, host, status, isServed, newBase62(22), isDefault, rootUrl, notFoundUrl, expiredUrl],
  );
  return { id, accountId, host };
}

interface CodeRow {
  /** Null: the code has its generated path alone. */
  slug?: string | null;
  type?: string;
  content?: string;
  rules?: object | null;
  isSuspended?: boolean;
}

/** Stores a dynamic code whose short URL is on a domain, as `createCode` does; a menu unless told. */
export async function insertDomainCode(
  { id: domainId, accountId }: TestDomain,
  row: CodeRow = {},
): Promise<{ id: string; shortCode: string }> {
  const { slug = null, type = "url", content = "https://example.com/menu", rules = null } = row;
  const [id, shortCode] = [newId(), newBase62(8)];
  await sql.query(
    `INSERT INTO qr_code (id, account_id, environment, name, type, content, target, settings, is_dynamic, short_code, slug,
       domain_id, rules, suspended_at)
     VALUES ($1, $2, 'production', 'Menu', $3, $4, $5, '{}', true, $6, $7, $8, $9, $10)`,
    [
      id,
      accountId,
      type,
      content,
      type === "url" ? content : null,
      shortCode,
      slug,
      domainId,
      rules,
      row.isSuspended ? new Date() : null,
    ],
  );
  const path = slug ?? shortCode;
  await sql.query(
    `INSERT INTO short_url_path (key, path, domain_id, qr_code_id, account_id) VALUES ($1, $2, $3, $4, $5)`,
    [`${domainId}/${path.toLowerCase()}`, path, domainId, id, accountId],
  );
  return { id, shortCode };
}
