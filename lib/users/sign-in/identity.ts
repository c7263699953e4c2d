import { recordAudit } from "@/lib/accounts";
import type { Transaction } from "@/lib/platform/db";
import type { ProviderName } from "../schema";

/** A person by a provider's own id of them, which never passes to somebody else. */
export interface Identity {
  provider: ProviderName;
  providerUserId: string;
}

/** Lets a person be known by a provider from now on. */
export async function linkIdentity(
  tx: Transaction,
  { provider, providerUserId }: Identity,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO identity (provider, provider_user_id, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [provider, providerUserId, id],
  );
  await recordAudit(tx, { accountId, userId: id, action: "identity.linked" });
}
