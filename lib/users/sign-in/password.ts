import { transaction } from "@/lib/platform/db";
import type { Origin } from "@/lib/scans/visitor";
import { verifyPassword } from "../passwords/hash";
import { findRowByEmail } from "../rows";
import { type SignIn, signInSchema } from "../schema";
import { keyOf, tryPassword } from "../throttle";
import { type HalfSignedIn, noteSignIn, type SignedIn } from "./session";

/**
 * Lets a person in who knows their password, by half where they have to show a code, too; null for an unknown address, a wrong password and anything malformed.
 * All of them take the same queries and one verification. Throws `rate_limited` after ten wrong ones in 15 minutes,
 * for one address as for one client; a new password opens the address again, and nothing else does: an address of
 * nobody has none, so that whatever else opened it would betray who is here.
 *
 * @param from what the session is known by again.
 */
export async function signInWithPassword(
  input: SignIn,
  client: string,
  from?: Origin,
): Promise<SignedIn | HalfSignedIn | null> {
  const form = signInSchema.safeParse(input);
  const { email, password } = form.success ? form.data : { email: "", password: "" };
  const user = await findRowByEmail(email);
  const keys = [keyOf("sign-in-from", client)];
  if (form.success) keys.push(keyOf("sign-in", `${email} ${user?.passwordHash ?? ""}`));
  const isRight = await tryPassword(keys, () => verifyPassword(user?.passwordHash ?? null, password));
  if (!isRight || user === null) return null;
  return transaction((tx) => noteSignIn(tx, user.id, { version: user.sessionVersion, from }));
}
