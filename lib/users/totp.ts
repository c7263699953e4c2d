import { Secret, TOTP } from "otpauth";

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
