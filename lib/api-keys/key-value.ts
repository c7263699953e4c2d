import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Environment } from "@/lib/accounts/schema";
import { base62, newBase62 } from "@/lib/platform/ids";

const prefixes: Record<Environment, string> = { production: "qr_live_", sandbox: "qr_test_" };
const randomCharacters = 32;
const checksumCharacters = 6;

const valuePattern = new RegExp(
  `^(?:${Object.values(prefixes).join("|")})[0-9A-Za-z]{${randomCharacters + checksumCharacters}}$`,
);

/** CRC-32 (as in gzip, RFC 1952) in base62 with leading zeros: six characters hold all of its 32 bits. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumCharacters; place += 1) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A new value: the environment's prefix, 32 random base62 characters (190 bits) and the checksum of both. */
export function newKeyValue(environment: Environment): string {
  const text = prefixes[environment] + newBase62(randomCharacters);
  return text + checksumOf(text);
}

/** Whether a text is a value that could have been issued; a mistyped one is not. */
export function isKeyValue(text: string): boolean {
  if (!valuePattern.test(text)) return false;
  return text.slice(-checksumCharacters) === checksumOf(text.slice(0, -checksumCharacters));
}

/** What is stored of a value: 190 random bits need no salt and no slow hash. */
export function hashKeyValue(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

/** What a list shows of a value: `qr_live_…a1B2`. */
export function previewOf(value: string): string {
  return `${value.slice(0, prefixes.production.length)}…${value.slice(-4)}`;
}
