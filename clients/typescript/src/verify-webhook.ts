import type { WebhookEvent } from "./types.js";

/** The headers of a delivery: a `Headers`, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** How old a delivery may be, or its clock ahead: 300 unless told. */
  toleranceSeconds?: number | undefined;
  /** What time it is, in milliseconds. */
  now?: number | undefined;
  /** Takes `x-webhook-signature` where the other is missing: an eavesdropper can replay such a delivery for ever. */
  allowUntimed?: boolean | undefined;
}

/** The service sends two while a secret is being replaced. More cost the receiver time before it knows who asks for it. */
const mostSignatures = 5;

/** It is not from the service, has been changed, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/**
 * The event of a delivery, if its signature is the secret's. `body` are the bytes as they came: parsed and written again
 * they have another signature. It takes `webhook-signature`, which is bound to a time, and the other, which is not, only where
 * it is told to. An event may come twice: drop those whose `id` you know.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now(), allowUntimed = false }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!secret) throw new TypeError("secret is what the service answered when the webhook was made");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const key = await importKey(secret);
  const signatures = readHeader(headers, "webhook-signature");
  const isGenuine =
    signatures === undefined
      ? allowUntimed && (await isSigned(key, fromHex(readHeader(headers, "x-webhook-signature")), bytes))
      : await isSignedInTime(key, signatures, bytes, headers, { toleranceSeconds, now });
  if (!isGenuine) throw new WebhookVerificationError("The signature is not that of this secret and body");
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

async function isSignedInTime(
  key: CryptoKey,
  signatures: string,
  body: Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  { toleranceSeconds, now }: { toleranceSeconds: number; now: number },
): Promise<boolean> {
  const id = readHeader(headers, "webhook-id") ?? "";
  const timestamp = readHeader(headers, "webhook-timestamp") ?? "";
  const age = now / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || !(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookVerificationError(`The delivery is not of the last ${toleranceSeconds} seconds`);
  }
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const candidates = signatures.split(" ").flatMap((one) => fromBase64(one) ?? []);
  for (const signature of candidates.slice(0, mostSignatures)) {
    if (await isSigned(key, signature, signed)) return true;
  }
  return false;
}

/** Compared by WebCrypto, in a time that tells nothing. */
async function isSigned(
  key: CryptoKey,
  signature: Uint8Array<ArrayBuffer> | undefined,
  message: Uint8Array<ArrayBuffer>,
) {
  return signature !== undefined && crypto.subtle.verify("HMAC", key, signature, message);
}

/** Of `secret`, or of the same key as `signingSecret`. */
function importKey(secret: string): Promise<CryptoKey> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = secret.startsWith("whsec_") ? readBase64(secret.slice(6)) : new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", key, hmac, false, ["verify"]);
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.join(", ");
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** The 32 bytes of a signature; nothing else is worth a computation. */
function fromHex(text: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (text === undefined || !/^[0-9a-f]{64}$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The same, of `v1,…`. */
function fromBase64(signature: string): Uint8Array<ArrayBuffer> | undefined {
  const [, text] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? [];
  return text === undefined ? undefined : readBase64(text);
}

const readBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
