import { randomBytes } from "node:crypto";
import { decryptText, encryptText } from "@/lib/platform/secrets";

/** A signing secret: 32 random bytes as 64 hex digits, whose characters are the key of the HMAC. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** The same key as the libraries of Standard Webhooks take it: `whsec_` and the characters in base64. */
export function toSigningSecret(secret: string): string {
  return `whsec_${Buffer.from(secret, "ascii").toString("base64")}`;
}

/** A secret as the row of its webhook holds it; in another row it does not open. */
export function encryptSecret(webhookId: string, secret: string): Buffer {
  return encryptText(secret, `webhook-secret:${webhookId}`);
}

/** Throws where the encryption key is another. */
export function decryptSecret(webhookId: string, sealed: Buffer): string {
  return decryptText(sealed, `webhook-secret:${webhookId}`);
}

/** The headers that its owner added, by name, as the row of the webhook holds them. */
export function encryptHeaders(webhookId: string, headers: Record<string, string>): Buffer {
  return encryptText(JSON.stringify(headers), `webhook-headers:${webhookId}`);
}

/** Throws where the encryption key is another. */
export function decryptHeaders(webhookId: string, sealed: Buffer): Record<string, string> {
  return JSON.parse(decryptText(sealed, `webhook-headers:${webhookId}`));
}
