import { recordAudit } from "@/lib/accounts";
import { db, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/validation";
import { revokeTokens } from "./mail-links";
import { mailRecoveryCodesRenewed, mailTwoFactorOff, mailTwoFactorOn } from "./mail-texts";
import { requireOwnPassword } from "./password";
import { confirmTotp, findTotpForUpdate } from "./queries";
import { type ShownCodeForm, shownCodeSchema, type TwoFactorChange, twoFactorChangeSchema } from "./schema";
import {
  decryptSecret,
  encryptSecret,
  findStep,
  makeSecret,
  notOn,
  ownCodeKeys,
  replaceRecoveryCodes,
  withCode,
  writeKeyUri,
} from "./two-factor-codes";
import { formFault, getRow } from "./users";

/** A secret for an authenticator app. */
interface SetUp {
  /** Base32, to type in. */
  secret: string;
  /** The same as an `otpauth:` address, to scan. */
  uri: string;
}

/**
 * Starts turning two-factor sign-in on: creates a secret, which replaces one that was never confirmed and counts only once it is
 * confirmed. Throws if it is on already.
 */
export async function beginTwoFactor(userId: string): Promise<SetUp> {
  const { email } = await getRow(userId);
  const secret = makeSecret();
  const { count } = await db.user.updateMany({
    where: { id: userId, totpConfirmedAt: null },
    data: { totpSecret: Uint8Array.from(encryptSecret(secret, userId)), totpLastStep: null },
  });
  if (count === 0) throw isOnAlready();
  return { secret, uri: writeKeyUri(secret, email) };
}

/**
 * Turns it on for a user who shows a code of the app and their password, if they have one: otherwise anyone at an open browser
 * could lock them out. Returns the recovery codes, which can be read this once.
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
  const recoveryCodes = await prismaTransaction(async (tx) => {
    await confirmSecret(tx, userId, code, nowMs);
    // A link that a stranger asked for while the password was enough must not outlive that.
    await revokeTokens(tx, userId);
    await recordAudit(tx, { accountId: user.accountId, userId, action: "user.two_factor_on" });
    return replaceRecoveryCodes(tx, userId);
  });
  mailTwoFactorOn(user.email);
  return { recoveryCodes };
}

async function confirmSecret(tx: PrismaTransaction, userId: string, code: string, nowMs: number) {
  const totp = await findTotpForUpdate(tx, userId);
  if (totp?.isOn) throw isOnAlready();
  if (!totp?.secret) throw new ServiceError("invalid_request", "Nothing is being set up; start again");
  const step = findStep(decryptSecret(totp.secret, userId), code, nowMs);
  if (step === null) {
    const message = "This is not the current code; check the app again";
    throw formFault("code", "wrong_code", message);
  }
  await confirmTotp(tx, userId, step);
}

function isOnAlready(): ServiceError {
  return new ServiceError("invalid_request", "Two-factor sign-in is on already; reload the page");
}

/** Since when two-factor sign-in is on, and how many recovery codes are left; null while it is off. */
export async function describeTwoFactor(
  userId: string,
): Promise<{ since: string; recoveryCodesLeft: number } | null> {
  const user = await db.user.findFirst({
    where: { id: userId, totpConfirmedAt: { not: null } },
    select: {
      totpConfirmedAt: true,
      _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
    },
  });
  if (user === null || user.totpConfirmedAt === null) return null;
  return { since: user.totpConfirmedAt.toISOString(), recoveryCodesLeft: user._count.recoveryCodes };
}

/** Replaces the recovery codes, for a code. They can be read this once. */
export async function renewRecoveryCodes(
  userId: string,
  input: ShownCodeForm,
  nowMs = Date.now(),
): Promise<{ recoveryCodes: string[] }> {
  const { code } = requireValid(shownCodeSchema, input, "form");
  const user = await getRow(userId);
  const { done } = await withCode(user, { code, keys: ownCodeKeys(user), nowMs }, async (tx) => {
    await recordAudit(tx, { accountId: user.accountId, userId, action: "user.recovery_codes_renewed" });
    return replaceRecoveryCodes(tx, userId);
  });
  mailRecoveryCodesRenewed(user.email);
  return { recoveryCodes: done };
}

/** Turns two-factor sign-in off for a user who shows the password, if they have one, and a code. */
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

/** Turns it off for a user who lost the app and the codes; for the operator, without asking. */
export async function turnOffTwoFactorOf(user: {
  userId: string;
  accountId: string;
  email: string;
}): Promise<void> {
  await prismaTransaction((tx) => clearTwoFactor(tx, user));
  mailTwoFactorOff(user.email);
}

/** @param user `byUserId` is who turns it off, if not the operator. */
async function clearTwoFactor(
  tx: PrismaTransaction,
  { userId, accountId, byUserId }: { userId: string; accountId: string; byUserId?: string },
): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpConfirmedAt: { not: null } },
    data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
  });
  if (count === 0) throw notOn();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await recordAudit(tx, { accountId, userId: byUserId, action: "user.two_factor_off", subjectId: userId });
}
