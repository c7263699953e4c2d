import { recordAudit } from "@/lib/accounts";
import { sql, transaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "./form-fault";
import { deadLink, findToken, issueToken, revokeTokens, revokeTokensTo, takeToken } from "./mails/links";
import {
  mailAccountExists,
  mailEmailChangeAsked,
  mailEmailChanged,
  mailEmailChangeLink,
} from "./mails/texts";
import { verifyPassword } from "./passwords/hash";
import { getRow, requireOwnPassword } from "./passwords/own";
import { findRowByEmail, isAddressTaken } from "./rows";
import {
  type EmailChange,
  type EmailChangeRequest,
  emailChangeRequestSchema,
  emailChangeSchema,
} from "./schema";
import { countMail, keyOf, tryPassword } from "./throttle";
import { requireOwnCode } from "./two-factor/take-code";

/**
 * Mails a link to the new address and a notice to the present one. Where the new one has an account its owner is told
 * so instead; what is done and answered is the same.
 */
export async function requestEmailChange(userId: string, input: EmailChangeRequest): Promise<void> {
  const { email, password, code } = requireValid(emailChangeRequestSchema, input, "form");
  const user = await requireOwnPassword(userId, password, "password");
  if (email === user.email)
    throw formFault("email", "unchanged", "email must be another than your present one");
  await requireOwnCode(user, code);
  await countMail(email, `user ${userId}`);
  const known = await findRowByEmail(email);
  await revokeTokens(sql, userId, "email_change");
  const token = await issueToken("email_change", { email, userId, name: null, passwordHash: null });
  if (known === null) mailEmailChangeLink(email, token);
  else mailAccountExists(email);
  mailEmailChangeAsked(user.email, email);
}

/**
 * Puts the new address in the place of the old one, where nobody has got it meanwhile. Links that were mailed to the
 * old address are dead; sessions go on. It takes the session of whoever asked for it, or the password: a link may have
 * gone to somebody else's mailbox, and whoever opens it there must not join an account that is not theirs. Throws for a
 * dead link, a wrong password (the link stays good), and where the address got an account meanwhile.
 */
export async function confirmEmailChange(
  input: EmailChange,
  sessionUserId: string | null,
): Promise<{ email: string }> {
  const { token, password } = requireValid(emailChangeSchema, input, "form");
  const link = await findToken("email_change", token);
  if (link === null || link.userId === null) throw deadLink();
  if (link.userId !== sessionUserId) await requirePasswordOf(link.userId, password, token);
  const { email, oldEmail } = await transaction((tx) => replaceEmail(tx, token)).catch((error: unknown) => {
    if (!isAddressTaken(error)) throw error;
    throw formFault("token", "address_taken", "This address has another account already");
  });
  mailEmailChanged(oldEmail, email);
  return { email };
}

/** Guesses are counted by the link, so that whoever got it by mistake cannot keep its owner from their account. */
async function requirePasswordOf(userId: string, password: string | undefined, token: string): Promise<void> {
  if (password === undefined) throw formFault("password", "required", "password is required");
  const { passwordHash } = await getRow(userId);
  const isRight = await tryPassword([keyOf("email-change", token)], () =>
    verifyPassword(passwordHash, password),
  );
  if (!isRight) {
    const message = "This is not the password of the account that asked for this address";
    throw formFault("password", "wrong_password", message);
  }
}

async function replaceEmail(
  tx: Parameters<Parameters<typeof transaction>[0]>[0],
  token: string,
): Promise<{ email: string; oldEmail: string }> {
  const { email, userId } = await takeToken(tx, "email_change", token);
  const { rows } = await tx.query<{ accountId: string; oldEmail: string }>(
    `UPDATE app_user SET email = $2, updated_at = now()
     FROM (SELECT id, email FROM app_user WHERE id = $1 FOR UPDATE) AS old
     WHERE app_user.id = old.id RETURNING account_id AS "accountId", old.email AS "oldEmail"`,
    [userId, email],
  );
  const [row] = rows;
  if (row === undefined || userId === null) throw deadLink();
  await revokeTokens(tx, userId);
  await revokeTokensTo(email, "sign_up", tx);
  await recordAudit(tx, { accountId: row.accountId, userId, action: "user.email_changed" });
  return { email, oldEmail: row.oldEmail };
}
