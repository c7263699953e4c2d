import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Digits, capitals, small letters, in the order of ASCII. */
export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 in a byte's range; bytes from here on are thrown away, so no letter is likelier. */
const unbiasedBelow = 248;

const poolBytes = 4096;
let pool = new Uint8Array(0);
let used = 0;

/** A random byte from the system's secure source, drawn in blocks: one system call for many codes. */
function nextByte(): number {
  if (used >= pool.length) {
    pool = randomBytes(poolBytes);
    used = 0;
  }
  const byte = pool[used] as number;
  // A drawn byte must not be readable afterwards.
  pool[used++] = 0;
  return byte;
}

/** `length` base62 characters, each equally likely, from a secure source (5.95 bits a character). */
export function newBase62(length: number): string {
  let code = "";
  while (code.length < length) {
    const byte = nextByte();
    if (byte < unbiasedBelow) code += base62[byte % 62];
  }
  return code;
}

/** An id for one request: `req_` and 20 base62 characters. */
export function newRequestId(): string {
  return `req_${newBase62(20)}`;
}

/** An id for a row: a UUID of version 7 (RFC 9562), which rises in the order of making within one process. */
export function newId(): string {
  return v7();
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text could be the id of a row; anything else is not found without asking the database. */
export function isId(text: string): boolean {
  return idPattern.test(text);
}
