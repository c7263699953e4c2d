import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/require-valid";
import type { Origin } from "@/lib/scans/visitor";
import { findRowById } from "../rows";
import { type ShownCodeForm, shownCodeSchema } from "../schema";
import { keyOf } from "../throttle";
import { type ShownCode, withCode } from "../two-factor/take-code";
import { linkIdentity } from "./identity";
import { type HalfSignedIn, noteSignIn, type SignedIn } from "./session";

interface Caller {
  /** What limits count by. */
  client: string;
  /** What the session is known by again. */
  from?: Origin | undefined;
  nowMs?: number;
}

/**
 * The second half of a sign-in: lets a person in who has shown their password, or whom a provider vouches for, once they show a
 * code of the app or a recovery code. Throws a fault of `code`; `not_signed_in` where the first half counts no more, since the
 * sessions got another version meanwhile or no code is asked any more; and `rate_limited` after ten wrong ones in 15
 * minutes, for one person as for one client. Only who knows the password comes here, so no stranger uses up the guesses; a new
 * password opens it again, as it does signing in.
 */
export async function signInWithCode(
  { userId, sessionVersion, identity }: HalfSignedIn,
  input: ShownCodeForm,
  { client, from, nowMs = Date.now() }: Caller,
): Promise<{ signedIn: SignedIn; recoveryCodesLeft: number | null }> {
  const { code } = requireValid(shownCodeSchema, input, "form");
  const user = await findRowById(userId);
  if (user === null || !user.hasTwoFactor || user.sessionVersion !== sessionVersion) throw signInOver();
  const ofPerson = keyOf("code", `${userId} ${user.passwordHash ?? ""}`);
  const shown: ShownCode = { code, keys: [ofPerson, keyOf("code-from", client)], nowMs };
  const { done, codesLeft } = await withCode(user, shown, async (tx) => {
    if (identity !== undefined) await linkIdentity(tx, identity, user);
    const entered = await noteSignIn(tx, userId, { version: sessionVersion, from, hasShownCode: true });
    if (entered === null || entered.sessionId === null) throw signInOver();
    return entered;
  });
  return { signedIn: done, recoveryCodesLeft: codesLeft };
}

/** The first half has expired, was never there, or counts no more. */
export function signInOver(): ServiceError {
  return new ServiceError("not_signed_in", "This sign-in took too long or was ended; start again");
}
