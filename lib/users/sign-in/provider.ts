import { recordAudit } from "@/lib/accounts";
import { type Transaction, transaction } from "@/lib/platform/db";
import type { Origin } from "@/lib/scans/visitor";
import { revokeTokensTo } from "../mails/links";
import { findRowByEmail, isAddressTaken } from "../rows";
import { normalizeEmail, type ProviderName } from "../schema";
import { firstPlan, insertPerson } from "../sign-up";
import { noteSignIn, type SignedIn } from "./session";

/** A person as a provider knows them. */
interface ProviderProfile {
  provider: ProviderName;
  /** The provider's own id of the person, which never passes to somebody else. */
  providerUserId: string;
  email: string | null;
  /** The provider says that the person has proved the address to be theirs. */
  isEmailVerified: boolean;
  name: string | null;
}

/**
 * Lets a person in whom a provider vouches for: one who came this way before; else the one with this address, if the
 * provider has verified it; else somebody new. Null where there is no verified address to know them by.
 *
 * @param from what the session is known by again.
 */
export async function signInWithProvider(profile: ProviderProfile, from?: Origin): Promise<SignedIn | null> {
  try {
    return await transaction((tx) => enter(tx, profile, from));
  } catch (error) {
    // Somebody with this address came in between our look and our insert: now there is a person to find.
    if (!isAddressTaken(error)) throw error;
    return transaction((tx) => enter(tx, profile, from));
  }
}

async function enter(
  tx: Transaction,
  profile: ProviderProfile,
  from: Origin | undefined,
): Promise<SignedIn | null> {
  const { rows } = await tx.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM identity WHERE provider = $1 AND provider_user_id = $2`,
    [profile.provider, profile.providerUserId],
  );
  if (rows[0]) return noteSignIn(tx, rows[0].userId, { from });
  const email = profile.isEmailVerified && profile.email !== null ? normalizeEmail(profile.email) : null;
  if (email === null) return null;
  const known = await findRowByEmail(email, tx);
  const { accountId, userId } =
    known === null
      ? await insertPerson(tx, { email, name: shorten(profile.name), passwordHash: null, plan: firstPlan })
      : { accountId: known.accountId, userId: known.id };
  await tx.query(
    `INSERT INTO identity (provider, provider_user_id, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [profile.provider, profile.providerUserId, userId],
  );
  await revokeTokensTo(email, "sign_up", tx);
  await recordAudit(tx, { accountId, userId, action: "identity.linked" });
  return noteSignIn(tx, userId, { from });
}

/** A provider's name for a person is theirs to bound; ours has 100 characters and no control characters. */
function shorten(name: string | null): string | null {
  const plain = (name ?? "").replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  return plain === "" ? null : [...plain].slice(0, 50).join("");
}
