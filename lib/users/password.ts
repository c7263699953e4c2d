import { recordAudit } from "@/lib/accounts";
import type { AuditAction } from "@/lib/accounts/schema";
import { transaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "./form-fault";
import { deadLink, findToken, issueToken, revokeTokens, revokeTokensTo, takeToken } from "./mails/links";
import { mailPasswordChanged, mailPasswordResetLink } from "./mails/texts";
import { hashPassword } from "./passwords/hash";
import { refuseGuessable } from "./passwords/judge";
import { requireOwnPassword } from "./passwords/own";
import { findRowByEmail } from "./rows";
import {
  type PasswordChange,
  type PasswordReset,
  type PasswordResetRequest,
  passwordChangeSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
} from "./schema";
import { forgetSessions } from "./sign-in/session";
import { countMail } from "./throttle";

type Change = (typeof actions)[number];
const actions = ["user.password_changed", "user.password_reset"] as const satisfies AuditAction[];

/** Mails a link for a new password, which ends the one before; where nobody has the address the same is done and answered, but for the mail. */
export async function requestPasswordReset(input: PasswordResetRequest, client: string): Promise<void> {
  const { email } = requireValid(passwordResetRequestSchema, input, "form");
  await countMail(email, client);
  const known = await findRowByEmail(email);
  await revokeTokensTo(email, "password_reset");
  const token = await issueToken("password_reset", {
    email,
    userId: known?.id ?? null,
    name: null,
    passwordHash: null,
  });
  if (known !== null) mailPasswordResetLink(email, token);
}

/**
 * Sets a new password by a mailed link, which is then used up like every other link of that person; every session of
 * the account is over. Throws for a dead link.
 */
export async function resetPassword(input: PasswordReset): Promise<{ email: string }> {
  const { token, password } = requireValid(passwordResetSchema, input, "form");
  const link = await findToken("password_reset", token);
  if (link === null || link.userId === null) throw deadLink();
  refuseGuessable(password, link.email);
  const passwordHash = await hashPassword(password);
  await setPassword(link.userId, passwordHash, "user.password_reset", token);
  mailPasswordChanged(link.email);
  return { email: link.email };
}

/** Changes the password of whoever knows the present one; every session of the account is over. */
export async function changePassword(userId: string, input: PasswordChange): Promise<void> {
  const { current, next } = requireValid(passwordChangeSchema, input, "form");
  const user = await requireOwnPassword(userId, current, "current");
  refuseGuessable(next, user.email, "next");
  if (next === current)
    throw formFault("next", "unchanged", "next must be another password than the present one");
  await setPassword(userId, await hashPassword(next), "user.password_changed");
  mailPasswordChanged(user.email);
}

async function setPassword(
  userId: string,
  passwordHash: string,
  action: Change,
  token?: string,
): Promise<void> {
  await transaction(async (tx) => {
    if (token !== undefined) await takeToken(tx, "password_reset", token);
    const { rows } = await tx.query<{ accountId: string }>(
      `UPDATE app_user SET password_hash = $2, session_version = session_version + 1, updated_at = now()
       WHERE id = $1 RETURNING account_id AS "accountId"`,
      [userId, passwordHash],
    );
    const [row] = rows;
    if (row === undefined) throw deadLink();
    await forgetSessions(tx, userId);
    await revokeTokens(tx, userId);
    await recordAudit(tx, { accountId: row.accountId, userId, action });
  });
}
