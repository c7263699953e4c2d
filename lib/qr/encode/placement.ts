import type { ErrorCorrectionLevel } from "../schema";
import { alignmentCentres, symbolSize } from "./segments";

/**
 * A symbol as bits, both orientations side by side, so that the penalty rules judge rows and columns by the same
 * operations on 32 lines at once. Line y holds row y in bits 0 … size − 1 (bit x is column x) and column y in bits
 * size … 2 · size − 1 (bit size + t is row t). Bit b of line y is bit b & 31 of word (b >> 5) · size + y: the words
 * of a strip of 32 bits lie one after the other.
 */
export type PackedSymbol = Int32Array;

/** Where the codewords of a version go. */
export interface PlacementPlan {
  size: number;
  /**
   * Two entries for each codeword, for its bits 7, 5, 3, 1 and for 6, 4, 2, 0, which nearly always fill four
   * neighbouring rows of a column: word << 6 | bit << 1 | downward, where word and bit hold the topmost of the four
   * modules. Elsewhere the first entry is −1 − n, n being the codeword's first entry in `scattered`.
   */
  quarters: Int32Array;
  /** word << 5 | bit of eight modules for each codeword not in `quarters`, most significant bit first. */
  scattered: Int32Array;
}

/** @param grid as from `drawFunctionPatterns` */
export function planPlacement(grid: Uint8Array, size: number): PlacementPlan {
  const modules = listDataModules(grid, size);
  const codewords = modules.length >> 3;
  const quarters = new Int32Array(codewords * 2);
  const scattered: number[] = [];
  for (let codeword = 0; codeword < codewords; codeword++) {
    const bits = modules.slice(codeword * 8, codeword * 8 + 8);
    const odd = findQuarter(bits.filter((_, index) => index % 2 === 0));
    const even = findQuarter(bits.filter((_, index) => index % 2 === 1));
    if (odd !== null && even !== null) {
      quarters[codeword * 2] = odd;
      quarters[codeword * 2 + 1] = even;
    } else {
      quarters[codeword * 2] = -1 - scattered.length;
      scattered.push(...bits);
    }
  }
  return { size, quarters, scattered: Int32Array.from(scattered) };
}

/**
 * word << 5 | bit of the data modules, as columns of a packed symbol, in placement order (ISO/IEC 18004 §7.7.3):
 * pairs of columns from the right, upward and downward by turns.
 */
function listDataModules(grid: Uint8Array, size: number): number[] {
  const modules: number[] = [];
  for (let right = size - 1, upward = true; right > 0; right -= 2, upward = !upward) {
    if (right === 6) right = 5; // the vertical timing pattern
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y * size + x] !== dataModule) continue;
        modules.push(((((size + y) >> 5) * size + x) << 5) | ((size + y) & 31));
      }
    }
  }
  return modules;
}

/** The entry in `quarters` of four modules, or null unless they are neighbours in one word. */
function findQuarter(four: readonly number[]): number | null {
  const first = four[0]!;
  const step = four[1]! - first;
  const neighbours = four.every(
    (module, index) => module === first + index * step && module >> 5 === first >> 5,
  );
  if (!neighbours || Math.abs(step) !== 1) return null;
  return step === 1 ? (first << 1) | 1 : four[3]! << 1;
}

/**
 * A codeword's four higher bits of a pair in bits 0–3, the four lower ones in bits 4–7, topmost module first; entry
 * codeword << 1 | downward.
 */
const quarterBits = new Uint8Array(512);
for (let codeword = 0; codeword < 256; codeword++) {
  let upward = 0;
  let downward = 0;
  for (let row = 0; row < 4; row++) {
    const pair = codeword >> (6 - 2 * row);
    upward |= ((pair >> 1) & 1) << (3 - row);
    upward |= (pair & 1) << (7 - row);
    downward |= ((pair >> 1) & 1) << row;
    downward |= (pair & 1) << (4 + row);
  }
  quarterBits[codeword << 1] = upward;
  quarterBits[(codeword << 1) | 1] = downward;
}

/** Writes codewords, unmasked, into the data region of a symbol that is light elsewhere. */
export function placeCodewords(symbol: PackedSymbol, plan: PlacementPlan, codewords: Uint8Array): void {
  const { size } = plan;
  symbol.fill(0, 0, ((2 * size + 31) >> 5) * size);
  fillColumns(symbol, plan, codewords);
  for (let top = 0; top < size; top += 32) {
    for (let left = 0; left < size; left += 32) copyToRows(symbol, size, left, top);
  }
}

function fillColumns(
  symbol: PackedSymbol,
  { quarters, scattered }: PlacementPlan,
  codewords: Uint8Array,
): void {
  for (let at = 0; at < quarters.length; at += 2) {
    const codeword = codewords[at >> 1]!;
    const odd = quarters[at]!;
    if (odd >= 0) {
      const even = quarters[at + 1]!;
      const bits = quarterBits[(codeword << 1) | (odd & 1)]!;
      symbol[odd >> 6] = symbol[odd >> 6]! | ((bits & 15) << (odd >> 1));
      symbol[even >> 6] = symbol[even >> 6]! | ((bits >> 4) << (even >> 1));
    } else {
      for (let bit = 0; bit < 8; bit++) {
        const place = scattered[bit - 1 - odd]!;
        symbol[place >> 5] = symbol[place >> 5]! | (((codeword >> (7 - bit)) & 1) << place);
      }
    }
  }
}

const block = new Int32Array(32);

/** Copies 32 × 32 modules from the columns to the rows, transposed by exchanging ever smaller squares. */
function copyToRows(symbol: PackedSymbol, size: number, left: number, top: number): void {
  const columns = Math.min(32, size - left);
  const shift = (size + top) & 31;
  const source = ((size + top) >> 5) * size + left;
  // Where the block ends within its words there may be no following strip; its bits are shifted in 31 − shift + 1.
  const hasNext = source + size < ((2 * size + 31) >> 5) * size;
  for (let column = 0; column < columns; column++) {
    const next = hasNext ? symbol[source + size + column]! : 0;
    block[column] = (symbol[source + column]! >>> shift) | ((next << (31 - shift)) << 1);
  }
  block.fill(0, columns);
  for (let width = 16, mask = 0xffff; width > 0; width >>= 1, mask ^= mask << width) {
    for (let at = 0; at < 32; at = ((at | width) + 1) & ~width) {
      const upper = block[at]!;
      const lower = block[at | width]!;
      const exchanged = ((upper >>> width) ^ lower) & mask;
      block[at | width] = lower ^ exchanged;
      block[at] = upper ^ (exchanged << width);
    }
  }
  const rows = Math.min(32, size - top);
  const target = (left >> 5) * size + top;
  for (let row = 0; row < rows; row++) symbol[target + row] = symbol[target + row]! | block[row]!;
}

/** Marks a module of the data region in the grid of `drawFunctionPatterns`. */
export const dataModule = 2;

/**
 * The modules that are the same in all symbols of a version (ISO/IEC 18004 §6.3), row by row: 0 light, 1 dark,
 * `dataModule` elsewhere. The modules of the format information are reserved as light.
 */
export function drawFunctionPatterns(version: number): Uint8Array {
  const size = symbolSize(version);
  const grid = new Uint8Array(size * size).fill(dataModule);
  for (let at = 0; at < size; at++) {
    grid[6 * size + at] = 1 - (at & 1);
    grid[at * size + 6] = 1 - (at & 1);
  }
  const last = size - 7;
  const centres = alignmentCentres(version);
  for (const y of centres) {
    for (const x of centres) {
      const underFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!underFinder) drawRings(grid, size, x, y, 2, [1]);
    }
  }
  // Finder patterns reach 3 modules from the centre, the light ring around them is the separator.
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    drawRings(grid, size, x, y, 4, [2, 4]);
  }
  for (const module of findFormatModules(size)) {
    for (const { x, y } of module) grid[y * size + x] = 0;
  }
  grid[(size - 8) * size + 8] = 1;
  if (version >= 7) drawVersionInformation(grid, size, version);
  return grid;
}

/** Concentric square rings, dark but for the `light` distances; what lies outside the symbol is left out. */
function drawRings(
  grid: Uint8Array,
  size: number,
  centreX: number,
  centreY: number,
  reach: number,
  light: readonly number[],
): void {
  for (let y = Math.max(0, centreY - reach); y <= Math.min(size - 1, centreY + reach); y++) {
    for (let x = Math.max(0, centreX - reach); x <= Math.min(size - 1, centreX + reach); x++) {
      const distance = Math.max(Math.abs(x - centreX), Math.abs(y - centreY));
      grid[y * size + x] = light.includes(distance) ? 0 : 1;
    }
  }
}

interface ModulePlace {
  x: number;
  y: number;
}

/** Both modules of each of the 15 bits of the format information, least significant bit first (§7.9.1, figure 25). */
export function findFormatModules(size: number): ModulePlace[][] {
  return Array.from({ length: 15 }, (_, bit) => {
    const besideFinder =
      bit < 8 ? { x: 8, y: bit < 6 ? bit : bit + 1 } : { x: bit === 8 ? 7 : 14 - bit, y: 8 };
    const apart = bit < 8 ? { x: size - 1 - bit, y: 8 } : { x: 8, y: size - 15 + bit };
    return [besideFinder, apart];
  });
}

/** 18 bits of the (18, 6) Golay code, twice, three modules wide (§7.10, Annex D). */
function drawVersionInformation(grid: Uint8Array, size: number, version: number): void {
  const bits = (version << 12) | divideRemainder(version << 12, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit++) {
    const near = Math.floor(bit / 3);
    const far = size - 11 + (bit % 3);
    const dark = (bits >> bit) & 1;
    grid[near * size + far] = dark;
    grid[far * size + near] = dark;
  }
}

const levelIndicators = { L: 1, M: 0, Q: 3, H: 2 } as const;

/** The 15 bits of the format information: level, mask, (15, 5) BCH code, XOR 101010000010010 (§7.9.1, Annex C). */
export function makeFormatBits(level: ErrorCorrectionLevel, mask: number): number {
  const data = (levelIndicators[level] << 13) | (mask << 10);
  return (data | divideRemainder(data, 0x537, 10)) ^ 0x5412;
}

/** Remainder of binary polynomials; `degree` is the divisor's. */
function divideRemainder(dividend: number, divisor: number, degree: number): number {
  let rest = dividend;
  for (let bit = 17; bit >= degree; bit--) {
    if ((rest >> bit) & 1) rest ^= divisor << (bit - degree);
  }
  return rest;
}
