import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { plansWithWebhooks } from "@/lib/plans";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { requirePublicUrl } from "./address";
import { presentWebhook, recordWebhookAudit, requireWebhook } from "./rows";
import { type IssuedWebhook, maxWebhooks, type NewWebhook } from "./schema";
import { newSecret, sealSecret } from "./secret";

/**
 * Makes an active webhook of the caller's environment and shows its secret this once. Its address is resolved before
 * anything is locked. Throws `plan_required`, `webhook_url_not_public` or `validation_failed` for the address, and
 * `quota_exceeded`.
 */
export async function createWebhook(
  caller: Caller,
  input: NewWebhook,
  beforeCommit?: BeforeCommit<IssuedWebhook>,
): Promise<IssuedWebhook> {
  if (!plansWithWebhooks.includes(caller.plan)) {
    throw new ServiceError("plan_required", "Webhooks are part of the Developer and Pro plans");
  }
  await requirePublicUrl(input.url);
  return transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireRoom(tx, caller.accountId);
    const id = newId();
    const secret = newSecret();
    await insertWebhook(tx, caller, { ...input, id, secret });
    await recordWebhookAudit(tx, caller, "webhook.created", id);
    const issued = { ...presentWebhook(await requireWebhook(tx, caller, id)), secret };
    await beforeCommit?.(tx, issued);
    return issued;
  }, caller.accountId);
}

/** Exact only under `lockAccount`, and as a statement after it: one that waits for a lock counts what was there before. */
async function requireRoom(tx: Transaction, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ used: number }>(
    `SELECT (SELECT count(*)::int FROM webhook WHERE account_id = $1) AS used FROM account WHERE id = $1`,
    [accountId],
  );
  if (rows[0] === undefined) throw accountGone();
  const { used } = rows[0];
  if (used < maxWebhooks) return;
  const message = `The account has ${used} webhooks, of both environments together; it may have ${maxWebhooks}`;
  throw fieldError(
    "quota_exceeded",
    { field: "webhooks", code: "quota_exceeded", message, limit: maxWebhooks, used },
    { hint: "Delete a webhook that is no longer used, or let one hear of more kinds of events." },
  );
}

async function insertWebhook(
  tx: Transaction,
  { accountId, environment }: Caller,
  { id, name, url, events, secret }: NewWebhook & { id: string; secret: string },
): Promise<void> {
  await tx.query(
    `WITH made AS (
       INSERT INTO webhook (id, account_id, environment, name, url, events, secret)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id)
     INSERT INTO webhook_lane (webhook_id) SELECT id FROM made`,
    [id, accountId, environment, name, url, events, sealSecret(id, secret)],
  );
}
