import { recordAudit } from "@/lib/accounts";
import type { AuditAction } from "@/lib/accounts/schema";
import { type Transaction, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { canSendMail } from "@/lib/platform/mail";
import { requireValid } from "@/lib/platform/require-valid";
import type { Origin } from "@/lib/scans/visitor";
import { formFault } from "./form-fault";
import { deadLink, findToken, issueToken, revokeTokens, revokeTokensTo, takeToken } from "./mails/links";
import { mailPasswordChanged, mailPasswordResetLink } from "./mails/texts";
import { hashPassword } from "./passwords/hash";
import { refuseGuessable } from "./passwords/judge";
import { getRow, requireOwnPassword } from "./passwords/own";
import { findRowByEmail } from "./rows";
import {
  type PasswordChange,
  type PasswordReset,
  type PasswordResetRequest,
  passwordChangeSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
} from "./schema";
import { forgetSessions, noteSignIn, type SignedIn } from "./sign-in/session";
import { countMail } from "./throttle";
import { requireOwnCode } from "./two-factor/take-code";

type Change = (typeof actions)[number];
const actions = ["user.password_changed", "user.password_reset"] as const satisfies AuditAction[];

/** Mails a link for a new password, which ends the one before; where nobody has the address the same is done and answered, but for the mail. */
export async function requestPasswordReset(input: PasswordResetRequest, client: string): Promise<void> {
  const { email } = requireValid(passwordResetRequestSchema, input, "form");
  await countMail(email, client);
  const known = await findRowByEmail(email);
  const token = await issueReset(email, known?.id ?? null);
  if (known !== null) mailPasswordResetLink(email, token);
}

/** The same for the operator, who helps somebody that cannot get in; counted as their own asking is. */
export async function mailPasswordReset(userId: string, byUserId: string): Promise<{ email: string }> {
  if (!canSendMail()) {
    const advice = "set SMTP_URL, or print a link by npm run admin -- user:link";
    throw new ServiceError("unavailable", `This service can't send email; ${advice}`);
  }
  const { accountId, email } = await getRow(userId);
  await countMail(email, `operator ${byUserId}`);
  const token = await issueReset(email, userId);
  await recordAudit(null, { accountId, userId: byUserId, action: "user.reset_mailed", subjectId: userId });
  mailPasswordResetLink(email, token);
  return { email };
}

/** A new link, which ends the one before. */
export async function issueReset(email: string, userId: string | null): Promise<string> {
  await revokeTokensTo(email, "password_reset");
  return issueToken("password_reset", { email, userId, name: null, passwordHash: null });
}

/**
 * Sets a new password by a mailed link, which is then used up like every other link of that person; every session of
 * the account is over, and every known device is unknown again; the one that has opened the link may be kept as a known one.
 * Two-factor sign-in stays as it is: a mailbox alone opens nothing. Throws for a dead link.
 */
export async function resetPassword(
  input: PasswordReset,
): Promise<{ email: string; userId: string; deviceVersion: number }> {
  const { token, password } = requireValid(passwordResetSchema, input, "form");
  const link = await findToken("password_reset", token);
  if (link === null || link.userId === null) throw deadLink();
  refuseGuessable(password, link.email);
  const passwordHash = await hashPassword(password);
  const { userId } = link;
  const { deviceVersion } = await transaction(async (tx) => {
    await takeToken(tx, "password_reset", token);
    return setPassword(tx, userId, passwordHash, "user.password_reset");
  });
  mailPasswordChanged(link.email);
  return { email: link.email, userId, deviceVersion };
}

/**
 * Changes the password of whoever knows the present one, and shows a code where they sign in with one. Every session of the
 * account is over.
 *
 * @param from of the browser that asks, which goes on in a new session; without it there is none.
 */
export async function changePassword(
  userId: string,
  input: PasswordChange,
  from?: Origin,
): Promise<SignedIn | null> {
  const { current, next, code } = requireValid(passwordChangeSchema, input, "form");
  const user = await requireOwnPassword(userId, current, "current");
  refuseGuessable(next, user.email, "next");
  if (next === current)
    throw formFault("next", "unchanged", "next must be another password than the present one");
  const passwordHash = await hashPassword(next);
  await requireOwnCode(user, code);
  const signedIn = await transaction(async (tx) => {
    await setPassword(tx, userId, passwordHash, "user.password_changed");
    return from === undefined ? null : noteSignIn(tx, userId, { from, hasShownCode: true });
  });
  mailPasswordChanged(user.email);
  return signedIn !== null && signedIn.sessionId !== null ? signedIn : null;
}

async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  action: Change,
): Promise<{ deviceVersion: number }> {
  const { rows } = await tx.query<{ accountId: string; deviceVersion: number }>(
    `UPDATE app_user SET password_hash = $2, session_version = session_version + 1,
       device_version = device_version + 1, updated_at = now()
     WHERE id = $1 RETURNING account_id AS "accountId", device_version AS "deviceVersion"`,
    [userId, passwordHash],
  );
  const [row] = rows;
  if (row === undefined) throw deadLink();
  await forgetSessions(tx, userId);
  await revokeTokens(tx, userId);
  await recordAudit(tx, { accountId: row.accountId, userId, action });
  return { deviceVersion: row.deviceVersion };
}
