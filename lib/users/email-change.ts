import { recordAudit } from "@/lib/accounts";
import { db, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/validation";
import { consumeToken, deadLink, findToken, issueToken, revokeTokens, revokeTokensTo } from "./mail-links";
import { mailAccountExists, mailEmailChangeAsked, mailEmailChanged, mailEmailChangeLink } from "./mail-texts";
import { requireOwnPassword } from "./password";
import { verifyPassword } from "./password-hash";
import { updateEmail } from "./queries";
import {
  type EmailChange,
  type EmailChangeRequest,
  emailChangeRequestSchema,
  emailChangeSchema,
} from "./schema";
import { countMail, keyOf, tryPassword } from "./throttle";
import { requireOwnCode } from "./two-factor-codes";
import { findRowByEmail, formFault, getRow, isAddressTaken } from "./users";

/**
 * Mails a link to the new address and a notice to the present one. If the new address has an account, it gets a mail that says
 * so instead; the work and the answer are the same.
 */
export async function requestEmailChange(userId: string, input: EmailChangeRequest): Promise<void> {
  const { email, password, code } = requireValid(emailChangeRequestSchema, input, "form");
  const user = await requireOwnPassword(userId, password, "password");
  if (email === user.email)
    throw formFault("email", "unchanged", "email must be another than your present one");
  await requireOwnCode(user, code);
  await countMail(email, `user ${userId}`);
  const known = await findRowByEmail(email);
  await revokeTokens(db, userId, "email_change");
  const token = await issueToken("email_change", { email, userId, name: null, passwordHash: null });
  if (known === null) mailEmailChangeLink(email, token);
  else mailAccountExists(email);
  mailEmailChangeAsked(user.email, email);
}

/**
 * Replaces the address, unless another user got it meanwhile. Links mailed to the old address stop working; sessions go on. It
 * takes the session of the user or their password: a link may reach a stranger's mailbox, who must not join the account by it.
 * Throws for a dead link, a wrong password (the link keeps working), and if the address got an account meanwhile.
 */
export async function confirmEmailChange(
  input: EmailChange,
  sessionUserId: string | null,
): Promise<{ email: string }> {
  const { token, password } = requireValid(emailChangeSchema, input, "form");
  const link = await findToken("email_change", token);
  if (link === null || link.userId === null) throw deadLink();
  if (link.userId !== sessionUserId) await requirePasswordOf(link.userId, password, token);
  const { email, oldEmail } = await prismaTransaction((tx) => replaceEmail(tx, token)).catch(
    (error: unknown) => {
      if (!isAddressTaken(error)) throw error;
      throw formFault("token", "address_taken", "This address has another account already");
    },
  );
  mailEmailChanged(oldEmail, email);
  return { email };
}

/** Guesses count by link, so that a stranger who got it by mistake can't lock the user out. */
async function requirePasswordOf(userId: string, password: string | undefined, token: string): Promise<void> {
  if (password === undefined) throw formFault("password", "required", "password is required");
  const { passwordHash } = await getRow(userId);
  const isRight = await tryPassword([keyOf("email-change", token)], () =>
    verifyPassword(passwordHash, password),
  );
  if (!isRight) {
    const message = "This is not the password of the account that requested this change";
    throw formFault("password", "wrong_password", message);
  }
}

async function replaceEmail(
  tx: PrismaTransaction,
  token: string,
): Promise<{ email: string; oldEmail: string }> {
  const { email, userId } = await consumeToken(tx, "email_change", token);
  const changed = await updateEmail(tx, userId, email);
  if (changed === null || userId === null) throw deadLink();
  await revokeTokens(tx, userId);
  await revokeTokensTo(email, "sign_up", tx);
  await recordAudit(tx, { accountId: changed.accountId, userId, action: "user.email_changed" });
  return { email, oldEmail: changed.oldEmail };
}
