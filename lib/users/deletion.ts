import { deleteAccount } from "@/lib/accounts";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "./form-fault";
import { revokeTokensAbout } from "./mails/links";
import { mailAccountDeleted } from "./mails/texts";
import { getRow, requireOwnPassword } from "./passwords/own";
import { type Deletion, deletionSchema } from "./schema";
import { requireOwnCode } from "./two-factor/take-code";

/**
 * Deletes the whole account of a person who confirms it: with the password, or, having none, by writing the account's
 * own address; and by a code, where they sign in with one. Every session and key of it is dead at once.
 */
export async function deleteUser(userId: string, input: Deletion): Promise<void> {
  const { password, email, code } = requireValid(deletionSchema, input, "form");
  const user = await getRow(userId);
  if (user.passwordHash !== null) await requireOwnPassword(userId, password, "password");
  else if (email !== user.email) {
    throw formFault("email", "wrong_address", `email must be your address, ${user.email}`);
  }
  await requireOwnCode(user, code);
  await deleteAccountOf({ ...user, userId }, userId);
}

/**
 * Deletes the account of a person for good, with everything in it and every link that was mailed about them, in one
 * transaction; tells them by mail. Nobody is asked whether they may.
 *
 * @param byUserId who deletes it, where it is not the operator.
 */
export async function deleteAccountOf(
  { userId, accountId, email }: { userId: string; accountId: string; email: string },
  byUserId?: string,
): Promise<void> {
  await deleteAccount(accountId, byUserId, (tx) => revokeTokensAbout(tx, { userId, email }));
  mailAccountDeleted(email);
}
