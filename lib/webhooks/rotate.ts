import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, transaction } from "@/lib/platform/db";
import { lockWebhook, presentWebhook, recordWebhookAudit, requireWebhook } from "./rows";
import type { IssuedWebhook, SecretRotation } from "./schema";
import { newSecret, sealSecret } from "./secret";

/** The secret before moves beside the new one; one before that signs no longer. */
const replaceSecret = `UPDATE webhook SET secret = $2, updated_at = now(),
    previous_secret = CASE WHEN $3::int > 0 THEN secret END,
    previous_secret_until = CASE WHEN $3::int > 0 THEN now() + make_interval(secs => $3::int) END
  WHERE id = $1`;

/**
 * Gives a webhook a new secret and shows it this once. For `overlapSeconds` deliveries carry a signature by the secret
 * before as well. Throws `not_found`.
 */
export async function rotateSecret(
  caller: Caller,
  id: string,
  { overlapSeconds }: SecretRotation,
  beforeCommit?: BeforeCommit<IssuedWebhook>,
): Promise<IssuedWebhook> {
  return transaction(async (tx) => {
    await lockWebhook(tx, caller, id);
    const secret = newSecret();
    await tx.query(replaceSecret, [id, sealSecret(id, secret), overlapSeconds]);
    await recordWebhookAudit(tx, caller, "webhook.rotated", id);
    const issued = { ...presentWebhook(await requireWebhook(tx, caller, id)), secret };
    await beforeCommit?.(tx, issued);
    return issued;
  });
}
