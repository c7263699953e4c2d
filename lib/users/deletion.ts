import { deleteAccount } from "@/lib/accounts";
import { mailAccountDeleted } from "./mails/texts";
import { formFault, parseForm } from "./parse-form";
import { getRow, requireOwnPassword } from "./passwords/own";
import { type Deletion, deletionSchema } from "./schema";

/**
 * Deletes the whole account of a person who confirms it: with the password, or, having none, by writing the account's
 * own address. Every session and key of it is dead at once.
 */
export async function deleteUser(userId: string, input: Deletion): Promise<void> {
  const { password, email } = parseForm(deletionSchema, input);
  const user = await getRow(userId);
  if (user.passwordHash !== null) {
    if (password === undefined) throw formFault("password", "required", "password is required");
    await requireOwnPassword(userId, password, "password");
  } else if (email !== user.email) {
    throw formFault("email", "wrong_address", `email must be your address, ${user.email}`);
  }
  await deleteAccount(user.accountId, userId);
  mailAccountDeleted(user.email);
}
