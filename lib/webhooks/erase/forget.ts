import type { Transaction } from "@/lib/platform/db";

/**
 * Says in the transaction that deletes a webhook that its deliveries are to be erased: none of them is sent from its
 * commit on. It comes after the webhook is locked, so that no fan-out makes more of them.
 */
export async function forgetWebhook(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query(
    "INSERT INTO webhook_erasure (id, is_account) VALUES ($1, false) ON CONFLICT (id) DO NOTHING",
    [webhookId],
  );
}

/**
 * Says in the transaction that deletes an account that its events are to be erased, and the deliveries of its webhooks:
 * before those go with their account, since a delivery does not name whose it is. Returns what `eraseForgotten` then is to be told.
 */
export async function forgetWebhooksOf(tx: Transaction, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO webhook_erasure (id, is_account)
     SELECT id, false FROM webhook WHERE account_id = $1 UNION ALL SELECT $1, true
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}
