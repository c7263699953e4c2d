import { transaction } from "@/lib/platform/db";
import type { Origin } from "@/lib/scans/visitor";
import { verifyPassword } from "../passwords/hash";
import { findRowByEmail } from "../rows";
import { type SignIn, signInSchema } from "../schema";
import { keyOf, trySignIn } from "../throttle";
import { type HalfSignedIn, noteSignIn, type SignedIn } from "./session";

/** A device that signed in before, as its cookie says. */
export interface KnownDevice {
  id: string;
  userId: string;
  version: number;
}

interface Caller {
  /** What limits count by. */
  client: string;
  /** What the session is known by again. */
  from?: Origin | undefined;
  /** Whatever its browser has signed in to before. */
  devices?: readonly KnownDevice[];
}

/**
 * Signs a person in with their password, or half in if they must show a code, too; null for an unknown address, a wrong
 * password and malformed input. All of them take the same queries and one verification. Throws `rate_limited` as
 * `trySignIn` does. A new password gives an account new guesses; signing out doesn't, since an unknown address has no
 * session to end and the difference would tell who has an account.
 */
export async function signInWithPassword(
  input: SignIn,
  { client, from, devices = [] }: Caller,
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
  return transaction((tx) => noteSignIn(tx, user.id, { version: user.sessionVersion, from }));
}
