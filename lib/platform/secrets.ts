import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "./env";
import { ServiceError } from "./errors";
import { oncePerProcess } from "./process-state";

/** AES-256-GCM (NIST SP 800-38D): a fresh nonce of 12 bytes for each text, a tag of 16. */
const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

function fileOf(name: string): string {
  return join(env.dataDir, "secrets", name);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/**
 * A secret made once and stored in `DATA_DIR`, readable by its owner only. Processes that start at once agree on one,
 * by a link.
 */
function readOrMake(name: string): string {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const kept = readIfThere(file);
  if (kept !== null) return kept;
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}

/** What signs sessions and links: `AUTH_SECRET`, or the one in `DATA_DIR`. */
export function readAuthSecret(): string {
  return oncePerProcess("auth secret", () => env.authSecret ?? readOrMake("auth-secret"));
}

function derive(material: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", material, "", use, 32));
}

function deriveKey(use: string): Buffer {
  return derive(env.encryptionKey ?? readOrMake("encryption-key"), use);
}

/** The encryption key of this process, as one may speak of it. */
export interface KeyDescription {
  /** 16 hex digits by which two keys are told apart, and from which none is found; null: there is no key yet. */
  fingerprint: string | null;
  /** The setting or the file that it is read from. */
  place: string;
}

export function describeEncryptionKey(): KeyDescription {
  const file = fileOf("encryption-key");
  const material = env.encryptionKey ?? readIfThere(file);
  const place = env.encryptionKey === undefined ? file : "ENCRYPTION_KEY";
  if (material === null) return { fingerprint: null, place };
  const bytes = derive(material, "quietzone key fingerprint").subarray(0, 8);
  return { fingerprint: bytes.toString("hex"), place };
}

/** Makes the encryption key, where the setting is missing and `DATA_DIR` has none. */
export function makeEncryptionKey(): void {
  encryptionKey();
}

function encryptionKey(): Buffer {
  return oncePerProcess("encryption key", () => deriveKey("quietzone encryption at rest"));
}

const encryption = oncePerProcess("encryption", () => ({ isRefused: false }));

/** While it is refused, nothing new is sealed under the key here: the database's own key, which the others have, would not open it. */
export function refuseEncryption(isRefused: boolean): void {
  encryption.isRefused = isRefused;
}

function requireEncryption(): void {
  if (!encryption.isRefused) return;
  throw new ServiceError(
    "unavailable",
    "This service can't encrypt secrets right now; its operator must set the right encryption key",
    {
      retryAfterSeconds: 10,
    },
  );
}

/**
 * HMAC-SHA-256 of a text under a key of the service: what is short enough to be guessed is not found from it by somebody with the
 * database alone. `purpose` binds it to its place, as of `encryptText`, and it throws as that does.
 */
export function hashText(text: string, purpose: string): Buffer {
  requireEncryption();
  const key = oncePerProcess("hash key", () => deriveKey("quietzone hashes at rest"));
  return createHmac("sha256", key).update(`${purpose}\0${text}`).digest();
}

/**
 * Encrypts a text for the database. `purpose` binds it to its place (`webhook-secret:<id>`): elsewhere it does not
 * open. The form is nonce, tag, ciphertext. Throws `unavailable` while encryption is refused.
 */
export function encryptText(text: string, purpose: string): Buffer {
  requireEncryption();
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, encryptionKey(), nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([encryption.update(text, "utf8"), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), body]);
}

/** Opens what `encryptText` made for the same purpose; throws where key, purpose or bytes are others. */
export function decryptText(bytes: Buffer, purpose: string): string {
  const decryption = createDecipheriv(cipher, encryptionKey(), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return (
    decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decryption.final("utf8")
  );
}
