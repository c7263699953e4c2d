import { decryptText, encryptText } from "@/lib/platform/secrets";

/** As it is stored: bound to its person, so that it opens in nobody else's row. */
export function sealSecret(secret: string, userId: string): Buffer {
  return encryptText(secret, `totp-secret:${userId}`);
}

export function openSecret(sealed: Buffer, userId: string): string {
  return decryptText(sealed, `totp-secret:${userId}`);
}
