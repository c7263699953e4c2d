import { ServiceError } from "@/lib/platform/errors";

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/**
 * Counts the values of JSON text while it arrives, so that a body of many small members is refused before it is parsed:
 * parsed, ten megabytes of them take a gigabyte and seconds. Text that is no JSON is left to the parser.
 */
export class ValueCounter {
  readonly #most: number;
  #values = 1;
  #isInString = false;
  #isEscaped = false;
  /** The last thing outside a string was an opening bracket: what comes next is its first value, or closes it. */
  #isOpening = false;

  /** @param most values that a body may have, objects, arrays and the body itself among them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes the next bytes. Throws `invalid_request` as soon as there are too many values. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      at = this.#isInString ? this.#skipString(bytes, at) : at;
      if (at < bytes.length) this.#takeByte(bytes[at] as number);
    }
    if (this.#values <= this.#most) return;
    throw new ServiceError("invalid_request", `The body must have at most ${this.#most} JSON values`, {
      hint: "Send less at once, and leave out members that this endpoint does not know.",
    });
  }

  /** Index of the closing quote, or past the end of the bytes. */
  #skipString(bytes: Uint8Array, from: number): number {
    let at = from;
    if (this.#isEscaped) at++;
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    this.#isEscaped = at > bytes.length;
    return at;
  }

  #takeByte(byte: number): void {
    if (byte === quote) this.#isInString = !this.#isInString;
    if (byte <= space) return;
    if (this.#isOpening && byte !== closeBracket && byte !== closeBrace) this.#values++;
    if (byte === comma) this.#values++;
    this.#isOpening = byte === openBracket || byte === openBrace;
  }
}
