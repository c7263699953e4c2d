import type { Plan } from "@/lib/plans";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { eraseAccount, forgetAccount } from "@/lib/rollups";
import { eraseForgotten, forgetWebhooksOf } from "@/lib/webhooks/erase";
import { recordAudit } from "./audit";
import { lockWholeAccount } from "./locks";

/** An account as it is now. */
interface Account {
  accountId: string;
  name: string;
  plan: Plan;
  createdAt: Date;
}

/** Makes an account in the transaction that makes its user; `name` has at most 100 characters. */
export async function createAccount(
  tx: Transaction,
  { name, plan }: { name: string; plan: Plan },
): Promise<{ accountId: string }> {
  const accountId = newId();
  await tx.query(
    "INSERT INTO account (id, name, plan, created_at, updated_at) VALUES ($1, $2, $3, now(), now())",
    [accountId, name, plan],
  );
  await recordAudit(tx, { accountId, action: "account.created", subjectId: accountId });
  return { accountId };
}

/** Null for an account that is not there (any more). */
export async function findAccount(accountId: string): Promise<Account | null> {
  const { rows } = await sql.query<Account>(
    `SELECT id AS "accountId", name, plan, created_at AS "createdAt" FROM account WHERE id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/**
 * Deletes an account with everything in it, in one transaction: what refers to it goes with it by foreign key. Its keys
 * are refused, its sessions are over and nothing is sent to its webhooks from the next request on. Its
 * scans and events, of which there may be millions, are erased after that, for a while here and the rest by the sweep.
 * What is left is the audit, which holds ids alone. Throws `not_found`. An account with a user is deleted through
 * `lib/users`, which knows what else is about them.
 *
 * @param userId who deletes it, where it is its user.
 * @param first deletes, in the same transaction, what no foreign key ties to the account.
 */
export async function deleteAccount(
  accountId: string,
  userId?: string,
  first?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const forgotten = await transaction(async (tx) => {
    await first?.(tx);
    const isThere = await lockWholeAccount(tx, accountId);
    if (!isThere) throw new ServiceError("not_found", "There is no such account");
    const webhooks = await forgetWebhooksOf(tx, accountId);
    await tx.query("DELETE FROM account WHERE id = $1", [accountId]);
    await forgetAccount(tx, accountId);
    await recordAudit(tx, { accountId, userId, action: "account.deleted", subjectId: accountId });
    return webhooks;
  });
  await eraseForgotten(forgotten);
  await eraseAccount(accountId);
}
