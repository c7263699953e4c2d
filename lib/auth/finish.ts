import { signInOver, signInWithCode } from "@/lib/users/sign-in";
import { readClient, readOrigin } from "./client";
import { dropHalf, findHalf } from "./half";
import { openSession } from "./open-session";

/**
 * The second half of a sign-in: a code for the half that this browser has begun. Its session begins only now, as a new one (A9).
 * Throws as `signInWithCode` does.
 */
export async function finishSignIn(code: string): Promise<{ recoveryCodesLeft: number | null }> {
  const half = await findHalf();
  if (half === null) throw signInOver();
  const caller = { client: await readClient(), from: await readOrigin() };
  const { signedIn, recoveryCodesLeft } = await signInWithCode(half, { code }, caller);
  await openSession(signedIn);
  await dropHalf();
  return { recoveryCodesLeft };
}
