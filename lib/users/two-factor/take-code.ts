import { recordAudit } from "@/lib/accounts";
import { type Transaction, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { formFault } from "../form-fault";
import { mailCodesGuessed, mailRecoveryCodeUsed } from "../mails/texts";
import type { UserRow } from "../rows";
import { recoveryCodeForm } from "../schema";
import { keyOf, tryCode } from "../throttle";
import { countCodesLeft, takeRecoveryCode } from "./recovery-codes";
import { openSecret } from "./secret";
import { findStep } from "./totp";

type Verdict = "right" | "wrong" | "used";

/** What a code let somebody do. */
interface Taken<T> {
  done: T;
  /** How many recovery codes are left, where it was one. */
  codesLeft: number | null;
}

export interface ShownCode {
  /** As `codeSchema` gives it: digits of the app, or a recovery code. */
  code: string;
  /** What wrong ones are counted by: the person first, who is told once there were too many. */
  keys: readonly [string, ...string[]];
  nowMs: number;
}

/** What wrong codes are counted by that somebody shows who is signed in: who signs in meanwhile has guesses of their own. */
export function ownCodeKeys(user: UserRow): [string] {
  return [keyOf("own-code", user.id)];
}

/**
 * Uses a code of a person up and does, in the same transaction, what it lets them do: where that fails, the code still is
 * good. A code of the app counts once, a recovery code, too, whoever shows them at once. Throws a fault of `code`, and
 * `rate_limited` after ten wrong ones in 15 minutes, of which the person is told by mail.
 */
export async function withCode<T>(
  user: UserRow,
  { code, keys, nowMs }: ShownCode,
  work: (tx: Transaction) => Promise<T>,
): Promise<Taken<T>> {
  const outcome: { verdict: Verdict; taken?: Taken<T> } = { verdict: "wrong" };
  const { ended } = await tryCode(keys, async () => {
    await transaction(async (tx) => {
      outcome.verdict = await takeCode(tx, user.id, code, nowMs);
      if (outcome.verdict !== "right") return;
      const codesLeft = isRecoveryCode(code) ? await noteRecovery(tx, user) : null;
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

/** Asks for a code where one is due: of a person whose two-factor sign-in is on. Others need none. */
export async function requireOwnCode(user: UserRow, code: string | undefined): Promise<void> {
  if (!user.hasTwoFactor) return;
  if (code === undefined) throw formFault("code", "required", "code is required");
  await withCode(user, { code, keys: ownCodeKeys(user), nowMs: Date.now() }, async () => {});
}

function isRecoveryCode(code: string): boolean {
  return code.length === recoveryCodeForm.length;
}

/** The person's row is locked first, whatever is shown, so that all that codes change waits in one line. */
async function takeCode(tx: Transaction, userId: string, code: string, nowMs: number): Promise<Verdict> {
  const { rows } = await tx.query<{ secret: Buffer }>(
    `SELECT totp_secret AS secret FROM app_user WHERE id = $1 AND totp_confirmed_at IS NOT NULL FOR NO KEY UPDATE`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) throw notOn();
  if (isRecoveryCode(code)) return (await takeRecoveryCode(tx, userId, code)) ? "right" : "wrong";
  const step = findStep(openSecret(row.secret, userId), code, nowMs);
  if (step === null) return "wrong";
  const { rowCount } = await tx.query(
    "UPDATE app_user SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2",
    [userId, step],
  );
  return rowCount === 1 ? "right" : "used";
}

async function noteRecovery(tx: Transaction, { id, accountId }: UserRow): Promise<number> {
  await recordAudit(tx, { accountId, userId: id, action: "user.recovery_code_used" });
  return countCodesLeft(tx, id);
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
