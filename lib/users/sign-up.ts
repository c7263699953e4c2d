import type { Plan } from "@/lib/plans";
import { prismaTransaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/validation";
import { consumeToken, deadLink, findToken, issueToken, revokeTokensTo } from "./mail-links";
import { mailAccountExists, mailSignUpLink } from "./mail-texts";
import { hashPassword, verifyPassword } from "./password-hash";
import { refuseGuessable } from "./password-policy";
import {
  type ConfirmSignUp,
  confirmSignUpSchema,
  passwordResetSchema,
  type SignUp,
  signUpSchema,
} from "./schema";
import { countMail, keyOf, tryPassword } from "./throttle";
import { findRowByEmail, formFault, insertUser, isAddressTaken } from "./users";

/** The plan of a new account. */
export const firstPlan: Plan = "free";

/**
 * Mails a sign-up link; nothing else is created until it is confirmed. An address that has an account gets a mail that says so.
 * The work and the answer are the same, so that nobody learns who has an account.
 */
export async function signUp(input: SignUp, client: string): Promise<void> {
  const { email, password, name = null } = requireValid(signUpSchema, input, "form");
  refuseGuessable(password, email);
  await countMail(email, client);
  const passwordHash = await hashPassword(password);
  const known = await findRowByEmail(email);
  const token = await issueToken("sign_up", { email, name, passwordHash, userId: known?.id ?? null });
  if (known === null) mailSignUpLink(email, token);
  else mailAccountExists(email);
}

/** The hash of the password that was chosen at sign-up; with an operator's link the user chooses it now. */
async function provePassword(
  { email, passwordHash }: { email: string; passwordHash: string | null },
  { token, password }: { token: string; password: string },
): Promise<string> {
  if (passwordHash === null) {
    const { password: chosen } = requireValid(passwordResetSchema, { token, password }, "form");
    refuseGuessable(chosen, email);
    return hashPassword(chosen);
  }
  const isRight = await tryPassword([keyOf("sign-up", token)], () => verifyPassword(passwordHash, password));
  if (isRight) return passwordHash;
  const message = "This is not the password that was chosen at sign-up";
  throw formFault("password", "wrong_password", message);
}

/**
 * Creates the account of a sign-up link for the password that was chosen at sign-up, so that nobody can make the owner of
 * another address confirm their sign-up. Throws for a dead link, a wrong password (the link keeps working), and if the address
 * got an account meanwhile.
 */
export async function confirmSignUp(input: ConfirmSignUp): Promise<{ email: string }> {
  const { token, password } = requireValid(confirmSignUpSchema, input, "form");
  const link = await findToken("sign_up", token);
  if (link === null) throw deadLink();
  const passwordHash = await provePassword(link, { token, password });
  try {
    await prismaTransaction(async (tx) => {
      const { email, name } = await consumeToken(tx, "sign_up", token);
      await insertUser(tx, { email, name, passwordHash, plan: firstPlan });
      await revokeTokensTo(email, "sign_up", tx);
    });
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw formFault("token", "address_taken", "This address already has an account; sign in");
  }
  return { email: link.email };
}
