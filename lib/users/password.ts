import { recordAudit } from "@/lib/accounts";
import type { AuditAction } from "@/lib/accounts/schema";
import { type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { canSendMail } from "@/lib/platform/mail";
import { ownCommand } from "@/lib/platform/own-command";
import { requireValid } from "@/lib/platform/validation";
import type { Origin } from "@/lib/scans/visitor";
import { consumeToken, deadLink, findToken, issueToken, revokeTokens, revokeTokensTo } from "./mail-links";
import { mailPasswordChanged, mailPasswordResetLink } from "./mail-texts";
import { hashPassword, verifyPassword } from "./password-hash";
import { refuseGuessable } from "./password-policy";
import {
  type PasswordChange,
  type PasswordReset,
  type PasswordResetRequest,
  passwordChangeSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
} from "./schema";
import { beginSession, deleteSessions, type SignedIn } from "./sessions";
import { countMail, keyOf, tryPassword } from "./throttle";
import { requireOwnCode } from "./two-factor-codes";
import { findRowByEmail, formFault, getRow, type UserRow } from "./users";

type Change = (typeof actions)[number];
const actions = ["user.password_changed", "user.password_reset"] as const satisfies AuditAction[];

/** Mails a link for a new password, which replaces the one before. An unknown address gets the same answer, but no mail. */
export async function requestPasswordReset(input: PasswordResetRequest, client: string): Promise<void> {
  const { email } = requireValid(passwordResetRequestSchema, input, "form");
  await countMail(email, client);
  const known = await findRowByEmail(email);
  const token = await issueReset(email, known?.id ?? null);
  if (known !== null) mailPasswordResetLink(email, token);
}

/** The same for the operator, who helps a user that can't sign in; it counts as the user's own request. */
export async function mailPasswordReset(userId: string, byUserId: string): Promise<{ email: string }> {
  if (!canSendMail()) {
    const advice = `set SMTP_URL, or print a link by ${ownCommand("admin")} user:link`;
    throw new ServiceError("unavailable", `This service can't send email; ${advice}`);
  }
  const { accountId, email } = await getRow(userId);
  await countMail(email, `operator ${byUserId}`);
  const token = await issueReset(email, userId);
  await recordAudit(null, { accountId, userId: byUserId, action: "user.reset_mailed", subjectId: userId });
  mailPasswordResetLink(email, token);
  return { email };
}

/** A new link, which replaces the one before. */
export async function issueReset(
  email: string,
  userId: string | null,
  tx?: PrismaTransaction,
): Promise<string> {
  await revokeTokensTo(email, "password_reset", tx);
  return issueToken("password_reset", { email, userId, name: null, passwordHash: null }, tx);
}

/**
 * Sets a new password by a mailed link, which ends the user's other links and sessions and makes every known device unknown; the
 * one that opened the link may be remembered. Two-factor sign-in stays on: a mailbox alone opens nothing. Throws for a dead link.
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
  const { deviceVersion } = await prismaTransaction(async (tx) => {
    await consumeToken(tx, "password_reset", token);
    return setPassword(tx, userId, passwordHash, "user.password_reset");
  });
  mailPasswordChanged(link.email);
  return { email: link.email, userId, deviceVersion };
}

/**
 * Changes the password of a user who knows the present one, and shows a code if they sign in with one. Every session ends.
 *
 * @param from the browser, which goes on in a new session; without it there is none.
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
  const signedIn = await prismaTransaction(async (tx) => {
    await setPassword(tx, userId, passwordHash, "user.password_changed");
    return from === undefined ? null : beginSession(tx, userId, { from, hasShownCode: true });
  });
  mailPasswordChanged(user.email);
  return signedIn !== null && signedIn.sessionId !== null ? signedIn : null;
}

async function setPassword(
  tx: PrismaTransaction,
  userId: string,
  passwordHash: string,
  action: Change,
): Promise<{ deviceVersion: number }> {
  const [user] = await tx.user.updateManyAndReturn({
    where: { id: userId },
    data: { passwordHash, sessionVersion: { increment: 1 }, deviceVersion: { increment: 1 } },
    select: { accountId: true, deviceVersion: true },
  });
  if (user === undefined) throw deadLink();
  await deleteSessions(tx, userId);
  await revokeTokens(tx, userId);
  await recordAudit(tx, { accountId: user.accountId, userId, action });
  return { deviceVersion: user.deviceVersion };
}

/** The user, once they have shown their password; throws a fault of `field` or `rate_limited`. */
export async function requireOwnPassword(
  userId: string,
  password: string | undefined,
  field: string,
): Promise<UserRow> {
  if (password === undefined) throw formFault(field, "required", `${field} is required`);
  const user = await getRow(userId);
  if (user.passwordHash === null) {
    const message = "This account has no password yet; set one by Forgot password on the sign-in page";
    throw formFault(field, "no_password", message);
  }
  const isRight = await tryPassword([keyOf("own-password", userId)], () =>
    verifyPassword(user.passwordHash, password),
  );
  if (!isRight) throw formFault(field, "wrong_password", "This is not your password");
  return user;
}
