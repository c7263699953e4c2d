import { fieldError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/validation";
import { deleteAccountOf, mailPasswordReset } from "@/lib/users";
import { normalizeEmail } from "@/lib/users/schema";
import { endSessions } from "@/lib/users/sign-in";
import { removalSchema } from "../schema";
import { requireOwner } from "./person";

/** Ends every session of an account's person. Throws `not_found`. */
export async function signOutEverywhere(accountId: string, byUserId: string): Promise<{ email: string }> {
  const { userId, email } = await requireOwner(accountId);
  await endSessions(userId, byUserId);
  return { email };
}

/** Mails an account's person a link for a new password. Throws `not_found`, and `rate_limited` as for anybody. */
export async function mailResetLink(accountId: string, byUserId: string): Promise<{ email: string }> {
  const { userId } = await requireOwner(accountId);
  return mailPasswordReset(userId, byUserId);
}

/**
 * Deletes an account with everything in it, for good, and tells its person. Throws `not_found`, and `validation_failed`
 * where another address was written, or the account is the operator's own.
 */
export async function removeAccount(
  accountId: string,
  input: { email: string },
  byUserId: string,
): Promise<{ email: string }> {
  const { email } = requireValid(removalSchema, input, "form");
  const owner = await requireOwner(accountId);
  if (owner.userId === byUserId) {
    const message = "This is your own account; it is deleted on its page “Account”";
    throw fieldError("validation_failed", { field: "email", code: "own_account", message });
  }
  if (normalizeEmail(email) !== owner.email) {
    const message = `email must be the account's address, ${owner.email}`;
    throw fieldError("validation_failed", { field: "email", code: "wrong_address", message });
  }
  await deleteAccountOf(owner, byUserId);
  return { email: owner.email };
}
