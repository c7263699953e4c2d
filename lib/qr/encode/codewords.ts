import type { ErrorCorrectionLevel } from "../schema";
import {
  alphanumericValues,
  blockLayout,
  headerBits,
  type Segment,
  type VersionGroup,
  versionGroup,
} from "./segments";

/** Exponents and logarithms of GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004 §7.5.2). */
const exponents = new Uint8Array(510);

const logarithms = new Uint8Array(256);

for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  exponents[exponent] = value;
  exponents[exponent + 255] = value;
  logarithms[value] = exponent;
  value = (value << 1) ^ (value >= 128 ? 0x11d : 0);
}

/** Degrees go up to 30, so a remainder fits 8 words. */
const remainderWords = 8;

/** Products by degree: 8 KiB for each of the 13 degrees that the standard uses. */
const productTables: (Int32Array | undefined)[] = [];

const remainder = new Int32Array(remainderWords);

/** ECI mode indicator; an assignment number under 128 follows in 8 bits (ISO/IEC 18004 §7.4.2). */
const eciIndicator = 0b0111 << 8;
export const designatorBits = 12;

const modeIndicators = { numeric: 1, alphanumeric: 2, byte: 4 } as const;

/** Codewords of a 40-L symbol: no symbol has more. */
const maxCodewords = 3_706;
const stream = new Uint8Array(maxCodewords);
const interleaved = new Uint8Array(maxCodewords);

/**
 * The codewords of a symbol in placement order (ISO/IEC 18004 §7.4–7.6): segments, terminator, padding, error
 * correction, interleaved. What is written must fit. The result is overwritten by the next call.
 *
 * @param eci assignment number of the character set that an ECI designator declares at the start, or null for none
 */
export function makeCodewords(
  bytes: Uint8Array,
  segments: readonly Segment[],
  version: number,
  level: ErrorCorrectionLevel,
  eci: number | null,
): Uint8Array {
  const layout = blockLayout(version, level);
  waiting = 0;
  waitingBits = 0;
  written = 0;
  if (eci !== null) writeBits(eciIndicator | eci, designatorBits);
  const bits = writeSegments(bytes, segments, versionGroup(version));
  pad(bits, layout.dataCodewords);
  const { blocks, shortBlocks, shortLength } = layout;
  let start = 0;
  for (let block = 0; block < blocks; block++) {
    const end = start + shortLength + (block < shortBlocks ? 0 : 1);
    let at = block;
    for (let index = start; index < start + shortLength; index++) {
      interleaved[at] = stream[index]!;
      at += blocks;
    }
    if (block >= shortBlocks) interleaved[shortLength * blocks + block - shortBlocks] = stream[end - 1]!;
    writeErrorCorrection(
      stream,
      start,
      end,
      layout.eccPerBlock,
      interleaved,
      layout.dataCodewords + block,
      blocks,
    );
    start = end;
  }
  return interleaved;
}

/** Bits gathered so far, most significant first; fewer than 8 wait in `waiting` between writes. */
let waiting = 0;
let waitingBits = 0;
let written = 0;

function writeBits(value: number, length: number): void {
  waiting = (waiting << length) | value;
  waitingBits += length;
  while (waitingBits >= 8) {
    waitingBits -= 8;
    stream[written++] = waiting >>> waitingBits;
  }
}

/** @returns the number of bits in `stream` so far; the last codeword is filled up with zeros. */
function writeSegments(bytes: Uint8Array, segments: readonly Segment[], group: VersionGroup): number {
  for (const segment of segments) {
    writeBits(modeIndicators[segment.mode], 4);
    writeBits(segment.end - segment.start, headerBits(segment.mode, group) - 4);
    if (segment.mode === "byte") writeBytes(bytes, segment);
    else if (segment.mode === "alphanumeric") writeAlphanumerics(bytes, segment);
    else writeDigits(bytes, segment);
  }
  const bits = written * 8 + waitingBits;
  if (waitingBits > 0) stream[written] = waiting << (8 - waitingBits);
  return bits;
}

function writeBytes(bytes: Uint8Array, { start, end }: Segment): void {
  const shift = waitingBits;
  let carry = waiting;
  let at = written;
  for (let index = start; index < end; index++) {
    carry = (carry << 8) | bytes[index]!;
    stream[at++] = carry >>> shift;
  }
  waiting = carry & 0xff;
  written = at;
}

function writeAlphanumerics(bytes: Uint8Array, { start, end }: Segment): void {
  let index = start;
  for (; index + 1 < end; index += 2) {
    writeBits(alphanumericValues[bytes[index]!]! * 45 + alphanumericValues[bytes[index + 1]!]!, 11);
  }
  if (index < end) writeBits(alphanumericValues[bytes[index]!]!, 6);
}

function writeDigits(bytes: Uint8Array, { start, end }: Segment): void {
  let index = start;
  for (; index + 2 < end; index += 3) {
    writeBits((bytes[index]! - 48) * 100 + (bytes[index + 1]! - 48) * 10 + bytes[index + 2]! - 48, 10);
  }
  if (end - index === 2) writeBits((bytes[index]! - 48) * 10 + bytes[index + 1]! - 48, 7);
  if (end - index === 1) writeBits(bytes[index]! - 48, 4);
}

/** Up to four zero bits end the data (fewer where no room is left); 11101100 and 00010001 fill what remains. */
function pad(bits: number, dataCodewords: number): void {
  const used = (bits + 7) >> 3;
  let at = used;
  // The zeros that fill the last codeword are the terminator's; if they are fewer than four, it needs one more.
  if (used * 8 - bits < 4 && at < dataCodewords) stream[at++] = 0;
  for (let filler = 0xec; at < dataCodewords; filler ^= 0xfd) stream[at++] = filler;
}

function multiply(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : exponents[logarithms[left]! + logarithms[right]!]!;
}

/** Generator polynomial ∏ (x − αⁱ), i < degree; highest power first, the leading 1 left out. */
function makeGenerator(degree: number): Uint8Array {
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  for (let root = 0; root < degree; root++) {
    for (let index = 0; index < degree; index++) {
      const next = index + 1 < degree ? generator[index + 1]! : 0;
      generator[index] = multiply(generator[index]!, exponents[root]!) ^ next;
    }
  }
  return generator;
}

/** Row f holds f × generator, four coefficients a word, the highest power in the top byte of the first. */
function productTable(degree: number): Int32Array {
  const known = productTables[degree];
  if (known !== undefined) return known;
  const generator = makeGenerator(degree);
  const table = new Int32Array(256 * remainderWords);
  for (let factor = 1; factor < 256; factor++) {
    for (let index = 0; index < degree; index++) {
      const word = factor * remainderWords + (index >> 2);
      table[word] = table[word]! | (multiply(generator[index]!, factor) << (24 - 8 * (index & 3)));
    }
  }
  productTables[degree] = table;
  return table;
}

/**
 * Writes the `degree` error correction codewords of `data[start … end)` to `target[at]`, `target[at + stride]`, …,
 * which is their interleaved order when `stride` is the number of blocks.
 */
export function writeErrorCorrection(
  data: Uint8Array,
  start: number,
  end: number,
  degree: number,
  target: Uint8Array,
  at: number,
  stride: number,
): void {
  divide(data, start, end, productTable(degree));
  for (let index = 0; index < degree; index++) {
    target[at + index * stride] = remainder[index >> 2]! >>> (24 - 8 * (index & 3));
  }
}

/** Polynomial division by a shift register of 32 bytes in eight words, left in `remainder`. */
function divide(data: Uint8Array, start: number, end: number, table: Int32Array): void {
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let r3 = 0;
  let r4 = 0;
  let r5 = 0;
  let r6 = 0;
  let r7 = 0;
  for (let index = start; index < end; index++) {
    const row = ((r0 >>> 24) ^ data[index]!) << 3;
    r0 = ((r0 << 8) | (r1 >>> 24)) ^ table[row]!;
    r1 = ((r1 << 8) | (r2 >>> 24)) ^ table[row + 1]!;
    r2 = ((r2 << 8) | (r3 >>> 24)) ^ table[row + 2]!;
    r3 = ((r3 << 8) | (r4 >>> 24)) ^ table[row + 3]!;
    r4 = ((r4 << 8) | (r5 >>> 24)) ^ table[row + 4]!;
    r5 = ((r5 << 8) | (r6 >>> 24)) ^ table[row + 5]!;
    r6 = ((r6 << 8) | (r7 >>> 24)) ^ table[row + 6]!;
    r7 = (r7 << 8) ^ table[row + 7]!;
  }
  remainder[0] = r0;
  remainder[1] = r1;
  remainder[2] = r2;
  remainder[3] = r3;
  remainder[4] = r4;
  remainder[5] = r5;
  remainder[6] = r6;
  remainder[7] = r7;
}
