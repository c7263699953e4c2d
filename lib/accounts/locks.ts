import type { Transaction } from "@/lib/platform/db";

/**
 * The order in which rows are locked everywhere, so that nobody waits for another in a circle: first the account, then
 * its codes by their ids, then its scan ledger (then the marks of its days). Whoever needs less begins later in the
 * order. A batch of scans holds codes and ledgers of many accounts, and is the only one that does (`lib/scans/record`).
 *
 * Webhooks are a branch of their own: after the account (and its codes) the webhooks by their ids, then deliveries by
 * theirs, then lanes by their webhooks'. Whoever needs several of these takes them so:
 *   a change of a webhook: its row, then its deliveries (those that are free), then its lane;
 *   the fan-out: events, then their webhooks for reading alone (both those that are free), then lanes;
 *   a result, and a lease that is given back: deliveries, then lanes;
 *   a claim: lanes, then their deliveries (those that are free), which is the wrong way round, so it waits for none of them.
 * So nobody waits for a webhook but who changes it or sends by hand, and for a lane only as long as a claim or a result takes.
 * Nothing that writes an event locks a webhook.
 *
 * This is the first step, for who is going to count codes of the account: it waits for nobody while codes are held.
 */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.query({ ...lockOne, values: [accountId] });
}

const lockOne = { name: "lock_account", text: "SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE" };

/** Locks an account that is about to be deleted with everything in it that others lock, too. False: there is none. */
export async function lockWholeAccount(tx: Transaction, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM account WHERE id = $1 FOR UPDATE", [accountId]);
  // A foreign key's cascade would take them in the order of whatever index it finds them by.
  for (const table of ["qr_code", "api_key", "webhook"]) {
    await tx.query(
      `SELECT count(*) FROM (SELECT FROM ${table} WHERE account_id = $1 ORDER BY id FOR UPDATE) AS locked`,
      [accountId],
    );
  }
  return rowCount === 1;
}
