import { lockWholeAccount, recordAudit } from "@/lib/accounts";
import { type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/validation";
import { markAccountScansForPurge, purgeAccount } from "@/lib/rollups";
import { markAccountForPurge, purgeDeleted } from "@/lib/webhooks/purge";
import { mailAccountDeleted } from "./mail-texts";
import { requireOwnPassword } from "./password";
import { type Deletion, deletionSchema } from "./schema";
import { requireOwnCode } from "./two-factor-codes";
import { formFault, getRow } from "./users";

/**
 * Deletes the account of a user who confirms it: with the password or, having none, by writing the account's address; and by a
 * code if they sign in with one.
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
 * Deletes a user's account without asking, with every link that was mailed about them, and mails them.
 *
 * @param byUserId who deletes it, if not the operator.
 */
export async function deleteAccountOf(
  { userId, accountId, email }: { userId: string; accountId: string; email: string },
  byUserId?: string,
): Promise<void> {
  await deleteAccount(accountId, byUserId, async (tx) => {
    await tx.mailToken.deleteMany({ where: { OR: [{ userId }, { email }] } });
  });
  mailAccountDeleted(email);
}

/**
 * Deletes an account with everything in it, in one transaction: foreign keys take what refers to it. From the next request on
 * its keys are refused, its sessions are over and nothing is sent to its webhooks. Its scans and events, which may be millions,
 * are deleted afterwards, for a while here and the rest by the sweep. Only the audit stays, which holds ids alone. Throws
 * `not_found`.
 *
 * @param first deletes, in the same transaction, what no foreign key ties to the account.
 */
export async function deleteAccount(
  accountId: string,
  userId?: string,
  first?: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  const forgotten = await prismaTransaction(async (tx) => {
    await first?.(tx);
    const exists = await lockWholeAccount(tx, accountId);
    if (!exists) throw new ServiceError("not_found", "There is no such account");
    const webhooks = await markAccountForPurge(tx, accountId);
    await tx.account.deleteMany({ where: { id: accountId } });
    await markAccountScansForPurge(tx, accountId);
    await recordAudit(tx, { accountId, userId, action: "account.deleted", subjectId: accountId });
    return webhooks;
  });
  await purgeDeleted(forgotten);
  await purgeAccount(accountId);
}
