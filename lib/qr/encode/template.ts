import type { ErrorCorrectionLevel } from "../schema";
import {
  dataModule,
  drawFunctionPatterns,
  findFormatModules,
  makeFormatBits,
  type PackedSymbol,
  type PlacementPlan,
  planPlacement,
} from "./placement";
import { symbolSize } from "./segments";

/** What all symbols of a version and level share. */
export interface Template {
  size: number;
  /**
   * By mask: mask pattern in the data region, function patterns and format information elsewhere. A packed symbol
   * that holds the codewords alone becomes the finished one by XOR.
   */
  planes: PackedSymbol[];
  plan: PlacementPlan;
}

/** By version. */
const plans = new Map<number, PlacementPlan>();
const templates = {
  L: new Map<number, Template>(),
  M: new Map<number, Template>(),
  Q: new Map<number, Template>(),
  H: new Map<number, Template>(),
};

/**
 * The template of a version and level, made at its first use and kept: 115 KiB for version 40, and 4.7 MiB when all
 * 160 have been used.
 */
export function getTemplate(version: number, level: ErrorCorrectionLevel): Template {
  const known = templates[level].get(version);
  if (known !== undefined) return known;
  const size = symbolSize(version);
  const grid = drawFunctionPatterns(version);
  const plan = plans.get(version) ?? planPlacement(grid, size);
  plans.set(version, plan);
  const planes = maskConditions.map((_, mask) => drawPlane(grid, size, level, mask));
  const made = { size, planes, plan };
  templates[level].set(version, made);
  return made;
}

/** Mask patterns (ISO/IEC 18004 §7.8.2, table 10) at column x and row y; true where a module is inverted. */
const maskConditions: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Every mask pattern repeats after 12 rows and 12 columns; bit m of entry 12 · (y % 12) + x % 12 is mask m. */
const maskTile = Uint8Array.from({ length: 144 }, (_, at) =>
  maskConditions.reduce(
    (bits, inverts, mask) => bits | (Number(inverts(at % 12, Math.floor(at / 12))) << mask),
    0,
  ),
);

function drawPlane(grid: Uint8Array, size: number, level: ErrorCorrectionLevel, mask: number): PackedSymbol {
  const plane = new Int32Array(((2 * size + 31) >> 5) * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const module = grid[y * size + x]!;
      const dark = module === dataModule ? (maskTile[12 * (y % 12) + (x % 12)]! >> mask) & 1 : module;
      setModule(plane, size, x, y, dark);
    }
  }
  const format = makeFormatBits(level, mask);
  findFormatModules(size).forEach((places, bit) => {
    for (const { x, y } of places) setModule(plane, size, x, y, (format >> bit) & 1);
  });
  return plane;
}

/** Darkens a light module in both orientations. */
function setModule(symbol: PackedSymbol, size: number, x: number, y: number, dark: number): void {
  const inRow = (x >> 5) * size + y;
  const inColumn = ((size + y) >> 5) * size + x;
  symbol[inRow] = symbol[inRow]! | (dark << (x & 31));
  symbol[inColumn] = symbol[inColumn]! | (dark << ((size + y) & 31));
}
