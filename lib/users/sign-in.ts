import { recordAudit } from "@/lib/accounts";
import { type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/validation";
import type { Origin } from "@/lib/scans/visitor";
import { revokeTokensTo } from "./mail-links";
import { verifyPassword } from "./password-hash";
import { normalizeEmail, type ShownCodeForm, type SignIn, shownCodeSchema, signInSchema } from "./schema";
import { beginSession, type HalfSignedIn, type Identity, type SignedIn } from "./sessions";
import { firstPlan } from "./sign-up";
import { keyOf, trySignIn } from "./throttle";
import { type ShownCode, withCode } from "./two-factor-codes";
import { findRowByEmail, findRowById, insertUser, isAddressTaken } from "./users";

export { endEverySignIn } from "./queries";
export { endSessions, findSessionUser, type SignedIn, sweepSessions } from "./sessions";

/** A device that signed in before, as its cookie says. */
export interface KnownDevice {
  id: string;
  userId: string;
  version: number;
}

interface Caller {
  /** The client's rate limit key. */
  client: string;
  /** How the session list describes the browser. */
  from?: Origin | undefined;
}

/**
 * Signs a user in with their password, or half in if they must show a code, too; null for an unknown address, a wrong password
 * and malformed input, all of which take the same queries and one verification. Throws `rate_limited` as `trySignIn` does. A
 * new password gives an account new guesses; signing out doesn't, since an unknown address has no session to end and the
 * difference would tell who has an account.
 */
export async function signInWithPassword(
  input: SignIn,
  { client, from, devices = [] }: Caller & { devices?: readonly KnownDevice[] },
): Promise<SignedIn | HalfSignedIn | null> {
  const form = signInSchema.safeParse(input);
  const { email, password } = form.success ? form.data : { email: "", password: "" };
  const user = await findRowByEmail(email);
  const known = devices.find(({ userId, version }) => userId === user?.id && version === user.deviceVersion);
  const keys = {
    account: form.success ? keyOf("sign-in", `${email} ${user?.passwordHash ?? ""}`) : null,
    source: keyOf("sign-in-from", client),
    device: known === undefined ? null : keyOf("sign-in-on", known.id),
  };
  const isRight = await trySignIn(keys, () => verifyPassword(user?.passwordHash ?? null, password));
  if (!isRight || user === null) return null;
  return prismaTransaction((tx) => beginSession(tx, user.id, { version: user.sessionVersion, from }));
}

/**
 * The second half of a sign-in: a code of the app or a recovery code. Throws a fault of `code`; `not_signed_in` if the first
 * half no longer holds; and `rate_limited` after ten wrong codes in 15 minutes, per user and per client. Only who knows the
 * password gets here, so a stranger can't use up the guesses.
 */
export async function signInWithCode(
  { userId, sessionVersion, identity }: HalfSignedIn,
  input: ShownCodeForm,
  { client, from, nowMs = Date.now() }: Caller & { nowMs?: number },
): Promise<{ signedIn: SignedIn; recoveryCodesLeft: number | null }> {
  const { code } = requireValid(shownCodeSchema, input, "form");
  const user = await findRowById(userId);
  if (user === null || !user.hasTwoFactor || user.sessionVersion !== sessionVersion) throw signInOver();
  const ofUser = keyOf("code", `${userId} ${user.passwordHash ?? ""}`);
  const shown: ShownCode = { code, keys: [ofUser, keyOf("code-from", client)], nowMs };
  const { done, codesLeft } = await withCode(user, shown, async (tx) => {
    if (identity !== undefined) await linkIdentity(tx, identity, user);
    const entered = await beginSession(tx, userId, { version: sessionVersion, from, hasShownCode: true });
    if (entered === null || entered.sessionId === null) throw signInOver();
    return entered;
  });
  return { signedIn: done, recoveryCodesLeft: codesLeft };
}

/** The first half of a sign-in has expired or no longer holds. */
export function signInOver(): ServiceError {
  return new ServiceError("not_signed_in", "This sign-in took too long or was ended; start again");
}

/** A user as GitHub or Google describes them. */
interface ProviderProfile extends Identity {
  email: string | null;
  /** The provider has verified that the address is theirs. */
  isEmailVerified: boolean;
  name: string | null;
}

/**
 * Signs in the user that a provider vouches for: by its id if they came this way before, otherwise by the address if the
 * provider has verified it, otherwise as a new user. Half in if they must show a code. Null without a verified address.
 */
export async function signInWithProvider(
  profile: ProviderProfile,
  from?: Origin,
): Promise<SignedIn | HalfSignedIn | null> {
  const enter = () => prismaTransaction((tx) => enterByProvider(tx, profile, from));
  return enter().catch((error: unknown) => {
    // Another request created the user between our read and our insert.
    if (!isAddressTaken(error)) throw error;
    return enter();
  });
}

async function enterByProvider(
  tx: PrismaTransaction,
  { provider, providerUserId, ...profile }: ProviderProfile,
  from: Origin | undefined,
): Promise<SignedIn | HalfSignedIn | null> {
  const identity = { provider, providerUserId };
  const linked = await tx.identity.findUnique({
    where: { provider_providerUserId: identity },
    select: { userId: true },
  });
  if (linked !== null) return beginSession(tx, linked.userId, { from });
  const email = profile.isEmailVerified && profile.email !== null ? normalizeEmail(profile.email) : null;
  if (email === null) return null;
  const known = await findRowByEmail(email, tx);
  if (known?.hasTwoFactor) {
    // A mailbox alone must not become a way into an account that takes a code.
    return { userId: known.id, sessionVersion: known.sessionVersion, sessionId: null, identity };
  }
  const user = known ?? (await insertProviderUser(tx, email, profile.name));
  await linkIdentity(tx, identity, user);
  await revokeTokensTo(email, "sign_up", tx);
  return beginSession(tx, user.id, { from });
}

async function insertProviderUser(
  tx: PrismaTransaction,
  email: string,
  name: string | null,
): Promise<{ id: string; accountId: string }> {
  const user = { email, name: shortenName(name), passwordHash: null, plan: firstPlan };
  const { accountId, userId } = await insertUser(tx, user);
  return { id: userId, accountId };
}

/** Providers bound names otherwise; ours have at most 100 characters and no control characters. */
function shortenName(name: string | null): string | null {
  const plain = (name ?? "").replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  return plain === "" ? null : [...plain].slice(0, 50).join("");
}

async function linkIdentity(
  tx: PrismaTransaction,
  { provider, providerUserId }: Identity,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await tx.identity.createMany({ data: [{ provider, providerUserId, userId: id }], skipDuplicates: true });
  await recordAudit(tx, { accountId, userId: id, action: "identity.linked" });
}
