import { randomInt } from "node:crypto";
import type { Transaction } from "@/lib/platform/db";
import { hashText } from "@/lib/platform/secrets";
import { recoveryCodeForm } from "../schema";

/** So many are made at once. */
const codesOfPerson = 10;

/** 10 characters of 32: 50 random bits, which ten guesses in a quarter of an hour do not find. */
function makeCode(): string {
  const { alphabet, length } = recoveryCodeForm;
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** `7kqm2-xbt4c`: as people read and type them. */
function groupCode(code: string): string {
  const half = recoveryCodeForm.length / 2;
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

function hashCode(userId: string, code: string): Buffer {
  return hashText(code, `recovery-code:${userId}`);
}

/** Puts new codes in the place of a person's old ones; this is the only time that they can be read. */
export async function replaceCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < codesOfPerson) codes.add(makeCode());
  await deleteCodes(tx, userId);
  await tx.query("INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])", [
    userId,
    [...codes].map((code) => hashCode(userId, code)),
  ]);
  return [...codes].map(groupCode);
}

/** Uses a code up; of several that show it at once one gets through. */
export async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE recovery_code SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL",
    [userId, hashCode(userId, code)],
  );
  return rowCount === 1;
}

export async function countCodesLeft(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await tx.query<{ left: number }>(
    `SELECT count(*)::int AS "left" FROM recovery_code WHERE user_id = $1 AND used_at IS NULL`,
    [userId],
  );
  return rows[0]?.left ?? 0;
}

export async function deleteCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query("DELETE FROM recovery_code WHERE user_id = $1", [userId]);
}
