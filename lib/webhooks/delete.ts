import type { Caller } from "@/lib/accounts/schema";
import { transaction } from "@/lib/platform/db";
import { markWebhookForPurge, purgeDeleted } from "./purge";
import { lockWebhook, recordWebhookAudit } from "./rows";

/**
 * Deletes a webhook for good: from the commit on no request to it begins. Its deliveries are erased afterwards, for a
 * while here and the rest by a sweep; nothing shows or sends them meanwhile. Throws `not_found`.
 */
export async function deleteWebhook(caller: Caller, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockWebhook(tx, caller, id);
    await tx.query("DELETE FROM webhook WHERE id = $1", [id]);
    await markWebhookForPurge(tx, id);
    await recordWebhookAudit(tx, caller, "webhook.deleted", id);
  });
  await purgeDeleted(id);
}
