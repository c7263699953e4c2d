import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { recordAudit } from "@/lib/accounts";
import { type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { decryptText, encryptText, hashText } from "@/lib/platform/secrets";
import { mailCodesGuessed, mailRecoveryCodeUsed } from "./mail-texts";
import { consumeRecoveryCode, findTotpForUpdate } from "./queries";
import { recoveryCodeForm } from "./schema";
import { keyOf, tryCode } from "./throttle";
import { formFault, type UserRow } from "./users";

type Verdict = "right" | "wrong" | "used";

/** The result of what a code allowed. */
interface Taken<T> {
  done: T;
  /** How many recovery codes are left, if it was one. */
  codesLeft: number | null;
}

export interface ShownCode {
  /** As `codeSchema` gives it: digits of the app, or a recovery code. */
  code: string;
  /** Wrong codes count under each; the first is the user's, who gets a mail after too many. */
  keys: readonly [string, ...string[]];
  nowMs: number;
}

/** The key for wrong codes of a signed-in user, apart from those of sign-ins. */
export function ownCodeKeys(user: UserRow): [string] {
  return [keyOf("own-code", user.id)];
}

/**
 * Uses a code and does, in the same transaction, what it allows: if that fails, the code stays good. Of calls with one code at
 * once, one succeeds. Throws a fault of `code`, and `rate_limited` after ten wrong ones in 15 minutes, which the user is mailed.
 */
export async function withCode<T>(
  user: UserRow,
  { code, keys, nowMs }: ShownCode,
  work: (tx: PrismaTransaction) => Promise<T>,
): Promise<Taken<T>> {
  const outcome: { verdict: Verdict; taken?: Taken<T> } = { verdict: "wrong" };
  const { ended } = await tryCode(keys, async () => {
    await prismaTransaction(async (tx) => {
      outcome.verdict = await consumeCode(tx, user.id, code, nowMs);
      if (outcome.verdict !== "right") return;
      const codesLeft = isRecoveryCode(code) ? await recordRecovery(tx, user) : null;
      outcome.taken = { done: await work(tx), codesLeft };
    });
    return outcome.verdict === "right";
  });
  if (ended.includes(keys[0])) mailCodesGuessed(user.email);
  const { verdict, taken } = outcome;
  if (taken === undefined) throw wrongCode(verdict);
  if (taken.codesLeft !== null) mailRecoveryCodeUsed(user.email, taken.codesLeft);
  return taken;
}

/** Requires a code from users whose two-factor sign-in is on. */
export async function requireOwnCode(user: UserRow, code: string | undefined): Promise<void> {
  if (!user.hasTwoFactor) return;
  if (code === undefined) throw formFault("code", "required", "code is required");
  await withCode(user, { code, keys: ownCodeKeys(user), nowMs: Date.now() }, async () => {});
}

function isRecoveryCode(code: string): boolean {
  return code.length === recoveryCodeForm.length;
}

/** Locks the user first, so that everything that codes change happens one after the other. */
async function consumeCode(
  tx: PrismaTransaction,
  userId: string,
  code: string,
  nowMs: number,
): Promise<Verdict> {
  const totp = await findTotpForUpdate(tx, userId);
  if (!totp?.isOn || totp.secret === null) throw notOn();
  if (isRecoveryCode(code)) {
    return (await consumeRecoveryCode(tx, userId, hashRecoveryCode(userId, code))) ? "right" : "wrong";
  }
  const step = findStep(decryptSecret(totp.secret, userId), code, nowMs);
  if (step === null) return "wrong";
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpLastStep: { lt: step } },
    data: { totpLastStep: step },
  });
  return count === 1 ? "right" : "used";
}

async function recordRecovery(tx: PrismaTransaction, { id: userId, accountId }: UserRow): Promise<number> {
  await recordAudit(tx, { accountId, userId, action: "user.recovery_code_used" });
  return tx.recoveryCode.count({ where: { userId, usedAt: null } });
}

function wrongCode(verdict: Verdict): ServiceError {
  return verdict === "used"
    ? formFault("code", "used_code", "This code was used already; wait for the next one")
    : formFault(
        "code",
        "wrong_code",
        "This is not the code of this moment, nor a recovery code that is left",
      );
}

export function notOn(): ServiceError {
  return new ServiceError("invalid_request", "Two-factor sign-in is off");
}

/** The secret as it is stored: bound to its user, so that it decrypts in no other row. */
export function encryptSecret(secret: string, userId: string): Buffer {
  return encryptText(secret, `totp-secret:${userId}`);
}

export function decryptSecret(sealed: Uint8Array, userId: string): string {
  return decryptText(Buffer.from(sealed), `totp-secret:${userId}`);
}

const recoveryCodesPerUser = 10;

/** Replaces a user's recovery codes; this is the only time that they can be read. */
export async function replaceRecoveryCodes(tx: PrismaTransaction, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < recoveryCodesPerUser) codes.add(newRecoveryCode());
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const data = [...codes].map((code) => ({
    userId,
    codeHash: Uint8Array.from(hashRecoveryCode(userId, code)),
  }));
  await tx.recoveryCode.createMany({ data });
  return [...codes].map(groupRecoveryCode);
}

/** 10 characters of 32: 50 random bits, which ten guesses per quarter of an hour don't find. */
function newRecoveryCode(): string {
  const { alphabet, length } = recoveryCodeForm;
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** `7kqm2-xbt4c`, as people read and type it. */
function groupRecoveryCode(code: string): string {
  const half = recoveryCodeForm.length / 2;
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

function hashRecoveryCode(userId: string, code: string): Buffer {
  return hashText(code, `recovery-code:${userId}`);
}

/** RFC 6238 as every app reads it: HMAC-SHA-1, six digits, a code for each 30 seconds. */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** RFC 4226, 4, R6 recommends 160 bits. */
const secretBytes = 20;

/** Clocks may differ by one step either way, and so may the time that it takes to type (RFC 6238, 5.2). */
const driftSteps = 1;

/** A new secret in base32, as it is typed in where nothing can be scanned. */
export function makeSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What the code to scan holds, by the key URI format of Google Authenticator, which the others took over. */
export function writeKeyUri(secret: string, email: string): string {
  return new TOTP({ ...form, issuer: "Quietzone", label: email, secret }).toString();
}

/** The step of time whose code this is, of those that count at an instant; null for any other text. */
export function findStep(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = TOTP.validate({
    ...form,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: driftSteps,
  });
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp: nowMs }) + delta;
}
