import { createHmac } from "node:crypto";
import { sql } from "@/lib/platform/db";
import { beginTwoFactor, confirmTwoFactor } from "@/lib/users/two-factor";
import type { TestAccount } from "./accounts";

/** A step of time of RFC 6238, in milliseconds. */
export const stepMs = 30_000;

function readBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/[01]{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** The code that an app shows at an instant: RFC 4226, 5.3 and RFC 6238, 4, by another hand than the service's. */
export function codeAt(secret: string, ms = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / stepMs)));
  const mac = createHmac("sha1", readBase32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** Six digits that are no code around an instant. */
export function wrongCode(secret: string, ms = Date.now()): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, ms + steps * stepMs));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? ""
  );
}

export interface TwoFactor {
  secret: string;
  recoveryCodes: string[];
}

/** Turns two-factor sign-in on with the code of the step before this one, so that this one's is still good. */
export async function turnOn({ userId, password }: TestAccount, ms = Date.now()): Promise<TwoFactor> {
  const { secret } = await beginTwoFactor(userId);
  const code = codeAt(secret, ms - stepMs);
  const { recoveryCodes } = await confirmTwoFactor(userId, { code, password }, ms);
  return { secret, recoveryCodes };
}

/** As if time had passed: the code of this moment is good again. */
export async function clearLastCode({ userId }: Pick<TestAccount, "userId">): Promise<void> {
  await sql.query("UPDATE app_user SET totp_last_step = 0 WHERE id = $1", [userId]);
}
