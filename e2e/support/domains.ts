import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newBase62, newId } from "@/lib/platform/ids";

/** A domain of a test, which its account has proved. */
export interface TestDomain {
  id: string;
  host: string;
}

export const newHost = () => `go-${newBase62(10).toLowerCase()}.example.com`;

/** Gives an account a domain that is served, without DNS. */
export async function addServedDomain(
  { accountId }: Pick<Caller, "accountId">,
  { host = newHost(), isDefault = false } = {},
): Promise<TestDomain> {
  const id = newId();
  await sql.query(
    `INSERT INTO domain (id, account_id, host, status, is_served, token, is_default, verified_at)
     VALUES ($1, $2, $3, 'verified', true, $4, $5, now())`,
    [id, accountId, host, newBase62(22), isDefault],
  );
  return { id, host };
}
