import { lockAccount } from "@/lib/accounts";
import { sandboxEntitlements } from "@/lib/plans";
import { sql, transaction } from "@/lib/platform/db";
import { eraseSoon } from "@/lib/rollups";
import { type DeletedRow, deleteText, settleDeletion } from "./store/delete";

/** Accounts of one look for old codes. */
const batchSize = 200;

/**
 * Deletes the sandbox codes that are 30 days old, an account (at most 100 codes) in one short transaction, with the
 * account's counter and their scans, and returns how many were deleted.
 *
 * @param now the instant to judge by; the database's own clock when left out.
 */
export async function purgeSandbox(now?: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const accountIds = await findAccounts(now);
    if (accountIds.length === 0) return deleted;
    for (const accountId of accountIds) {
      deleted += await purgeAccount(accountId, now);
      await eraseSoon(accountId);
    }
  }
}

const isOld = `environment = 'sandbox'
  AND created_at <= coalesce($1::timestamptz, now()) - interval '${sandboxEntitlements.keptDays} days'`;

/** By the accounts that have a sandbox at all, so that no look goes over the codes of all the others. */
async function findAccounts(now: Date | undefined): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM account a WHERE sandbox_code_count > 0
       AND EXISTS (SELECT 1 FROM qr_code WHERE account_id = a.id AND ${isOld}) LIMIT ${batchSize}`,
    [now ?? null],
  );
  return rows.map(({ id }) => id);
}

async function purgeAccount(accountId: string, now: Date | undefined): Promise<number> {
  return transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<DeletedRow>(deleteText(`account_id = $2 AND ${isOld}`), [
      now ?? null,
      accountId,
    ]);
    await settleDeletion(tx, { accountId, environment: "sandbox" }, rows);
    return rows.length;
  }, accountId);
}
