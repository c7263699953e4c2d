import { recordAudit } from "@/lib/accounts";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/require-valid";
import { mailRecoveryCodesRenewed, mailTwoFactorOff } from "../mails/texts";
import { getRow, requireOwnPassword } from "../passwords/own";
import { type ShownCodeForm, shownCodeSchema, type TwoFactorChange, twoFactorChangeSchema } from "../schema";
import { deleteCodes, replaceCodes } from "./recovery-codes";
import { notOn, ownCodeKeys, withCode } from "./take-code";

/** Since when two-factor sign-in is on, and what is left if the app is lost; null while it is off. */
export async function describeTwoFactor(
  userId: string,
): Promise<{ since: string; recoveryCodesLeft: number } | null> {
  const { rows } = await sql.query<{ since: Date; recoveryCodesLeft: number }>(
    `SELECT totp_confirmed_at AS since,
       (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodesLeft"
     FROM app_user u WHERE id = $1 AND totp_confirmed_at IS NOT NULL`,
    [userId],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, since: row.since.toISOString() };
}

/** Makes new recovery codes, for a code; the old ones end. They can be read this once. */
export async function renewRecoveryCodes(
  userId: string,
  input: ShownCodeForm,
  nowMs = Date.now(),
): Promise<{ recoveryCodes: string[] }> {
  const { code } = requireValid(shownCodeSchema, input, "form");
  const user = await getRow(userId);
  const { done } = await withCode(user, { code, keys: ownCodeKeys(user), nowMs }, async (tx) => {
    await recordAudit(tx, { accountId: user.accountId, userId, action: "user.recovery_codes_renewed" });
    return replaceCodes(tx, userId);
  });
  mailRecoveryCodesRenewed(user.email);
  return { recoveryCodes: done };
}

/** Turns two-factor sign-in off for who knows the password, where there is one, and shows a code. */
export async function turnOffTwoFactor(
  userId: string,
  input: TwoFactorChange,
  nowMs = Date.now(),
): Promise<void> {
  const { code, password } = requireValid(twoFactorChangeSchema, input, "form");
  const user = await getRow(userId);
  if (user.passwordHash !== null) await requireOwnPassword(userId, password, "password");
  const { accountId } = user;
  const shown = { code, keys: ownCodeKeys(user), nowMs };
  await withCode(user, shown, (tx) => clearTwoFactor(tx, { userId, accountId, byUserId: userId }));
  mailTwoFactorOff(user.email);
}

/** Turns it off for who has lost the app and the codes. Nobody is asked whether they may: it is the operator who does. */
export async function turnOffTwoFactorOf(user: {
  userId: string;
  accountId: string;
  email: string;
}): Promise<void> {
  await transaction((tx) => clearTwoFactor(tx, user));
  mailTwoFactorOff(user.email);
}

/** @param who `byUserId` is whoever turns it off, where it is not the operator. */
async function clearTwoFactor(
  tx: Transaction,
  { userId, accountId, byUserId }: { userId: string; accountId: string; byUserId?: string },
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE app_user SET totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = NULL
     WHERE id = $1 AND totp_confirmed_at IS NOT NULL`,
    [userId],
  );
  if (rowCount === 0) throw notOn();
  await deleteCodes(tx, userId);
  await recordAudit(tx, { accountId, userId: byUserId, action: "user.two_factor_off", subjectId: userId });
}
