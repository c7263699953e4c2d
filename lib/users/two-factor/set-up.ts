import { recordAudit } from "@/lib/accounts";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "../form-fault";
import { revokeTokens } from "../mails/links";
import { mailTwoFactorOn } from "../mails/texts";
import { getRow, requireOwnPassword } from "../passwords/own";
import { type TwoFactorChange, twoFactorChangeSchema } from "../schema";
import { replaceCodes } from "./recovery-codes";
import { openSecret, sealSecret } from "./secret";
import { findStep, makeSecret, writeKeyUri } from "./totp";

/** A secret that is to be taken over by an app. */
interface SetUp {
  /** In base32, to be typed in. */
  secret: string;
  /** The same as an `otpauth:` address, to be scanned. */
  uri: string;
}

/**
 * Begins to turn two-factor sign-in on: makes a secret, which counts for nothing before it is confirmed and takes the place of
 * one that never was. Throws where it is on already.
 */
export async function beginTwoFactor(userId: string): Promise<SetUp> {
  const { email } = await getRow(userId);
  const secret = makeSecret();
  const { rowCount } = await sql.query(
    "UPDATE app_user SET totp_secret = $2, totp_last_step = NULL WHERE id = $1 AND totp_confirmed_at IS NULL",
    [userId, sealSecret(secret, userId)],
  );
  if (rowCount === 0) throw isOnAlready();
  return { secret, uri: writeKeyUri(secret, email) };
}

/**
 * Turns it on for who shows that an app has the secret, and that the account is theirs: by their password, where they have one,
 * since whoever found a browser open could else shut its owner out. Gives the recovery codes, which can be read this once.
 */
export async function confirmTwoFactor(
  userId: string,
  input: TwoFactorChange,
  nowMs = Date.now(),
): Promise<{ recoveryCodes: string[] }> {
  const { code, password } = requireValid(twoFactorChangeSchema, input, "form");
  const user = await getRow(userId);
  if (user.hasTwoFactor) throw isOnAlready();
  if (user.passwordHash !== null) await requireOwnPassword(userId, password, "password");
  const recoveryCodes = await transaction(async (tx) => {
    await confirmSecret(tx, userId, code, nowMs);
    // A link that somebody else asked for while the password was enough must not outlive that.
    await revokeTokens(tx, userId);
    await recordAudit(tx, { accountId: user.accountId, userId, action: "user.two_factor_on" });
    return replaceCodes(tx, userId);
  });
  mailTwoFactorOn(user.email);
  return { recoveryCodes };
}

async function confirmSecret(tx: Transaction, userId: string, code: string, nowMs: number): Promise<void> {
  const { rows } = await tx.query<{ secret: Buffer | null; isOn: boolean }>(
    `SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "isOn" FROM app_user
     WHERE id = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  const [row] = rows;
  if (row?.isOn) throw isOnAlready();
  if (!row?.secret) throw new ServiceError("invalid_request", "Nothing is being set up; begin again");
  const step = findStep(openSecret(row.secret, userId), code, nowMs);
  if (step === null) {
    const message = "This is not the code of this moment; look at the app again";
    throw formFault("code", "wrong_code", message);
  }
  await tx.query("UPDATE app_user SET totp_confirmed_at = now(), totp_last_step = $2 WHERE id = $1", [
    userId,
    step,
  ]);
}

function isOnAlready(): ServiceError {
  return new ServiceError("invalid_request", "Two-factor sign-in is on already; reload the page");
}
