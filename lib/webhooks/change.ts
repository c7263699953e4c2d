import type { Caller } from "@/lib/accounts/schema";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { mergeErrors, type ServiceError } from "@/lib/platform/errors";
import { judgeWebhookChange, requirePublicUrl } from "./address";
import { cancelPast } from "./cancel";
import { asNew, noStreak } from "./lane";
import { pauseWebhook } from "./pause";
import { lockWebhook, presentWebhook, recordWebhookAudit, requireWebhook, type StoredWebhook } from "./rows";
import type { Webhook, WebhookChange } from "./schema";

/**
 * Changes what is given; a change of nothing leaves `updatedAt`. Paused, no delivery begins from the commit on; resumed,
 * it starts over and receives what happens from then on. Throws `not_found` and, for a new address,
 * `webhook_url_not_public` or `validation_failed`.
 */
export async function changeWebhook(caller: Caller, id: string, change: WebhookChange): Promise<Webhook> {
  const { url } = await requireWebhook(sql, caller, id).catch((error) => {
    throw judgeMissing(change) ?? error;
  });
  // An address that it has, or had a moment ago, was judged when it was saved.
  if (change.url !== undefined && change.url !== url) await requirePublicUrl(change.url);
  const changed = await transaction(async (tx) => {
    const webhook = await lockWebhook(tx, caller, id);
    const isSwitched = await switchDelivery(tx, webhook, change);
    const isDescribed = await storeDescription(tx, webhook, change);
    if (!isDescribed && !isSwitched) return presentWebhook(webhook);
    if (isDescribed || change.isActive) await recordWebhookAudit(tx, caller, "webhook.changed", id);
    if (isSwitched && !change.isActive) await recordWebhookAudit(tx, caller, "webhook.paused", id);
    return presentWebhook(await requireWebhook(tx, caller, id));
  });
  if (change.isActive === false) await cancelPast(id);
  return changed;
}

/** A change that no webhook could take is told so before that there is none (decisions §5). */
function judgeMissing(change: WebhookChange): ServiceError | undefined {
  const [fault, ...others] = judgeWebhookChange({ ...change });
  return fault && mergeErrors([fault, ...others]);
}

/** Name, address and kinds; false where they are what they were. A new endpoint begins with one request at a time. */
async function storeDescription(
  tx: Transaction,
  webhook: StoredWebhook,
  change: WebhookChange,
): Promise<boolean> {
  const { name = webhook.name, url = webhook.url, events = webhook.events } = change;
  const isSame =
    name === webhook.name && url === webhook.url && JSON.stringify(events) === JSON.stringify(webhook.events);
  if (isSame) return false;
  await tx.query("UPDATE webhook SET name = $2, url = $3, events = $4, updated_at = now() WHERE id = $1", [
    webhook.id,
    name,
    url,
    events,
  ]);
  if (url !== webhook.url)
    await tx.query(`UPDATE webhook_lane SET ${asNew} WHERE webhook_id = $1`, [webhook.id]);
  return true;
}

/** Pauses or resumes; false where it is as it was. Only who resumes has its failures forgotten. */
async function switchDelivery(
  tx: Transaction,
  { id, isActive }: StoredWebhook,
  change: WebhookChange,
): Promise<boolean> {
  if (change.isActive === false) return pauseWebhook(tx, id, null);
  if (change.isActive === undefined || isActive) return false;
  await tx.query(`UPDATE webhook_lane SET ${noStreak}, ${asNew} WHERE webhook_id = $1`, [id]);
  await tx.query(
    "UPDATE webhook SET is_active = true, disabled_reason = NULL, updated_at = now() WHERE id = $1",
    [id],
  );
  return true;
}
