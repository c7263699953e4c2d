import type { ErrorCorrectionLevel } from "../schema";
import { alignmentCentres, symbolSize } from "./capacity";

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
