/** Exponents and logarithms of GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004 §7.5.2). */
const exponents = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  exponents[exponent] = value;
  exponents[exponent + 255] = value;
  logarithms[value] = exponent;
  value = (value << 1) ^ (value >= 128 ? 0x11d : 0);
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

/** Degrees go up to 30, so a remainder fits 8 words. */
const remainderWords = 8;

/** Products by degree: 8 KiB for each of the 13 degrees that the standard uses. */
const productTables: (Int32Array | undefined)[] = [];

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

const remainder = new Int32Array(remainderWords);

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
