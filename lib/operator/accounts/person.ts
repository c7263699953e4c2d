import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/** Whom mails about an account go to. */
export interface Owner {
  userId: string;
  accountId: string;
  email: string;
}

/** The first person of an account; null where it has none or is gone. */
export async function findOwner(accountId: string): Promise<Owner | null> {
  if (!isId(accountId)) return null;
  const { rows } = await sql.query<Owner>(
    `SELECT id AS "userId", account_id AS "accountId", email FROM app_user WHERE account_id = $1
     ORDER BY created_at LIMIT 1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** The same; throws `not_found`. */
export async function requireOwner(accountId: string): Promise<Owner> {
  const owner = await findOwner(accountId);
  if (owner === null) throw new ServiceError("not_found", "This account is not there any more");
  return owner;
}
