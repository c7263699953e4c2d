import { type Transaction, transaction } from "@/lib/platform/db";
import type { Origin } from "@/lib/scans/visitor";
import { revokeTokensTo } from "../mails/links";
import { findRowByEmail, isAddressTaken } from "../rows";
import { normalizeEmail } from "../schema";
import { firstPlan, insertPerson } from "../sign-up";
import { type Identity, linkIdentity } from "./identity";
import { type HalfSignedIn, noteSignIn, type SignedIn } from "./session";

/** A person as a provider knows them. */
interface ProviderProfile extends Identity {
  email: string | null;
  /** The provider says that the person has proved the address to be theirs. */
  isEmailVerified: boolean;
  name: string | null;
}

/**
 * Lets a person in whom a provider vouches for: one who came this way before; else the one with this address, if the
 * provider has verified it; else somebody new. By half where they have to show a code, too. Null where there is no verified address to know them by.
 *
 * @param from what the session is known by again.
 */
export async function signInWithProvider(
  profile: ProviderProfile,
  from?: Origin,
): Promise<SignedIn | HalfSignedIn | null> {
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
): Promise<SignedIn | HalfSignedIn | null> {
  const { rows } = await tx.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM identity WHERE provider = $1 AND provider_user_id = $2`,
    [profile.provider, profile.providerUserId],
  );
  if (rows[0]) return noteSignIn(tx, rows[0].userId, { from });
  const email = profile.isEmailVerified && profile.email !== null ? normalizeEmail(profile.email) : null;
  if (email === null) return null;
  const known = await findRowByEmail(email, tx);
  const { provider, providerUserId } = profile;
  if (known?.hasTwoFactor) {
    // A mailbox alone is not enough to become a way into an account that takes a code.
    const { id: userId, sessionVersion } = known;
    return { userId, sessionVersion, sessionId: null, identity: { provider, providerUserId } };
  }
  const person = known ?? (await insertNewPerson(tx, email, profile.name));
  await linkIdentity(tx, { provider, providerUserId }, person);
  await revokeTokensTo(email, "sign_up", tx);
  return noteSignIn(tx, person.id, { from });
}

async function insertNewPerson(
  tx: Transaction,
  email: string,
  name: string | null,
): Promise<{ id: string; accountId: string }> {
  const person = { email, name: shorten(name), passwordHash: null, plan: firstPlan };
  const { accountId, userId } = await insertPerson(tx, person);
  return { id: userId, accountId };
}

/** A provider's name for a person is theirs to bound; ours has 100 characters and no control characters. */
function shorten(name: string | null): string | null {
  const plain = (name ?? "").replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  return plain === "" ? null : [...plain].slice(0, 50).join("");
}
