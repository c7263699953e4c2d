import { createAccount } from "@/lib/accounts";
import type { Plan } from "@/lib/plans";
import { type Transaction, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "./form-fault";
import { deadLink, findToken, issueToken, revokeTokensTo, takeToken } from "./mails/links";
import { mailAccountExists, mailSignUpLink } from "./mails/texts";
import { hashPassword, verifyPassword } from "./passwords/hash";
import { refuseGuessable } from "./passwords/judge";
import { findRowByEmail, isAddressTaken } from "./rows";
import {
  type ConfirmSignUp,
  confirmSignUpSchema,
  passwordResetSchema,
  type SignUp,
  signUpSchema,
} from "./schema";
import { countMail, keyOf, tryPassword } from "./throttle";

/** Somebody who is to be. */
interface NewPerson {
  email: string;
  name: string | null;
  passwordHash: string | null;
  plan: Plan;
}

/** What somebody who signs up begins with. */
export const firstPlan: Plan = "free";

/** Makes an account and its user. Fails with the database's unique violation where the address has one. */
export async function insertPerson(
  tx: Transaction,
  { email, name, passwordHash, plan }: NewPerson,
): Promise<{ accountId: string; userId: string }> {
  const accountName = name ?? email.slice(0, email.lastIndexOf("@"));
  const { accountId } = await createAccount(tx, { name: accountName, plan });
  const userId = newId();
  await tx.query(
    `INSERT INTO app_user (id, account_id, email, name, password_hash) VALUES ($1, $2, $3, $4, $5)`,
    [userId, accountId, email, name, passwordHash],
  );
  return { accountId, userId };
}

/**
 * Mails a link to whoever wants an account; nothing else is made until it is confirmed. Where the address has one its
 * owner is told so; what is done and answered is the same, so that nobody learns who is here.
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

/** The hash of the password that was chosen at sign-up; with an operator's link the person chooses it now. */
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
 * Makes the account of a sign-up whose link was opened, for the password that was chosen then: whoever signs up with
 * somebody else's address cannot have it confirmed by them. Throws for a dead link, a wrong password (the link stays
 * good), and where the address got an account meanwhile.
 */
export async function confirmSignUp(input: ConfirmSignUp): Promise<{ email: string }> {
  const { token, password } = requireValid(confirmSignUpSchema, input, "form");
  const link = await findToken("sign_up", token);
  if (link === null) throw deadLink();
  const passwordHash = await provePassword(link, { token, password });
  try {
    await transaction(async (tx) => {
      const { email, name } = await takeToken(tx, "sign_up", token);
      await insertPerson(tx, { email, name, passwordHash, plan: firstPlan });
      await revokeTokensTo(email, "sign_up", tx);
    });
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw formFault("token", "address_taken", "This address has an account already; sign in");
  }
  return { email: link.email };
}
