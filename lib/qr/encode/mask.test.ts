import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeMatrix } from "./index";
import { chooseMask, scorePenalty } from "./mask";
import { maxWords, symbolSize } from "./segments";
import { getTemplate } from "./template";

/** Row by row, 1 is dark. */
type Grid = number[][];

function transpose(grid: Grid): Grid {
  return grid.map((_, x) => grid.map((row) => row[x]!));
}

/** Rule 1: 3 for five alike in a line, 1 for each more. */
function scoreRuns(lines: Grid): number {
  let score = 0;
  for (const line of lines) {
    for (const run of line.join("").match(/0+|1+/g) ?? []) {
      if (run.length >= 5) score += 3 + run.length - 5;
    }
  }
  return score;
}

/** Rule 2: 3 for each 2 × 2 of one colour, overlapping. */
function scoreBoxes(grid: Grid): number {
  let score = 0;
  for (let y = 0; y + 1 < grid.length; y++) {
    for (let x = 0; x + 1 < grid.length; x++) {
      const sum = grid[y]![x]! + grid[y]![x + 1]! + grid[y + 1]![x]! + grid[y + 1]![x + 1]!;
      if (sum === 0 || sum === 4) score += 3;
    }
  }
  return score;
}

/** Rule 3: 40 for each 1011101 with 0000 before or after it inside the line. */
function scoreFinders(lines: Grid): number {
  let score = 0;
  for (const line of lines) {
    const text = line.join("");
    for (let at = text.indexOf("1011101"); at >= 0; at = text.indexOf("1011101", at + 1)) {
      if (text.slice(0, at).endsWith("0000") || text.slice(at + 7).startsWith("0000")) score += 40;
    }
  }
  return score;
}

/** Rule 4: 10 for each whole 5 % between the dark share and one half. */
function scoreBalance(grid: Grid): number {
  const dark = grid.flat().filter((module) => module === 1).length;
  return 10 * Math.floor(Math.abs(dark / grid.length ** 2 - 0.5) / 0.05 + 1e-9);
}

function scoreSlowly(grid: Grid): number {
  const columns = transpose(grid);
  const lines = scoreRuns(grid) + scoreRuns(columns) + scoreFinders(grid) + scoreFinders(columns);
  return lines + scoreBoxes(grid) + scoreBalance(grid);
}

function pack(grid: Grid): Int32Array {
  const size = grid.length;
  const symbol = new Int32Array(maxWords);
  const lines = grid.map((row, y) => [...row, ...transpose(grid)[y]!]);
  lines.forEach((line, y) => {
    line.forEach((module, bit) => {
      symbol[(bit >> 5) * size + y]! |= module << (bit & 31);
    });
  });
  return symbol;
}

const lightPlane = new Int32Array(maxWords);

function score(grid: Grid, limit = Number.POSITIVE_INFINITY): number {
  return scorePenalty(pack(grid), lightPlane, grid.length, limit);
}

const makeGrid = (size: number, module: (x: number, y: number) => number): Grid =>
  Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => module(x, y)));

/** Lines of fragments that the rules look for, cut to size, so that they meet edges and each other. */
const grids = fc
  .record({
    version: fc.integer({ min: 1, max: 12 }),
    turned: fc.boolean(),
    fragments: fc.array(
      fc.oneof(
        fc.constantFrom(
          "1011101",
          "0000",
          "10111010000",
          "00001011101",
          "000010111010000",
          "11111",
          "00000",
          "111111",
        ),
        fc.stringMatching(/^[01]{1,9}$/),
      ),
      { minLength: 30, maxLength: 300 },
    ),
  })
  .map(({ version, turned, fragments }) => {
    const size = symbolSize(version);
    const tape = fragments.join("");
    const grid = makeGrid(size, (x, y) => Number(tape[(y * size + x) % tape.length]));
    return turned ? transpose(grid) : grid;
  });

test("the penalty equals the standard's rules applied module by module", () => {
  fc.assert(
    fc.property(grids, (grid) => {
      expect(score(grid)).toBe(scoreSlowly(grid));
    }),
    { numRuns: 300 },
  );
});

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  "version %i has the right penalty for plain and patterned areas",
  (version) => {
    const size = symbolSize(version);
    const areas = [
      makeGrid(size, () => 0),
      makeGrid(size, () => 1),
      makeGrid(size, (x, y) => (x + y) % 2),
      makeGrid(size, (x) => Number("10111010000"[x % 11])),
      makeGrid(size, (x, y) => Number("000010111010000"[(x + y) % 15])),
      makeGrid(size, (x, y) => ((x * 7 + y * 13 + x * y * 5) % 11) % 2),
    ];
    for (const area of areas) expect(score(area)).toBe(scoreSlowly(area));
  },
);

test("each rule has the weight that the standard gives it", () => {
  const checkered = (change: (x: number, y: number, module: number) => number) =>
    makeGrid(21, (x, y) => change(x, y, (x + y) % 2));
  expect(score(checkered((_x, _y, module) => module))).toBe(0);
  // Five alike in a row, then six at an edge: neither makes a box, since the rows beside are checkered.
  expect(score(checkered((x, y, module) => (y === 10 && x >= 9 && x <= 13 ? 1 : module)))).toBe(3);
  expect(score(checkered((x, y, module) => (y === 0 && x <= 5 ? 1 : module)))).toBe(4);
  // A finder between light areas counts once; a quiet zone beside the symbol is no light area.
  const finderRow = (row: string) => checkered((x, y, module) => (y === 10 ? Number(row[x]) : module));
  expect(scoreFinders(finderRow("000010111010000101010"))).toBe(40);
  expect(scoreFinders(finderRow("101110101010101010101"))).toBe(0);
  for (const row of ["000010111010000101010", "101110101010101010101", "010101010100001011101"]) {
    expect(score(finderRow(row))).toBe(scoreSlowly(finderRow(row)));
  }
});

test("a bounded score is exact below the limit, and may stop early above it", () => {
  fc.assert(
    fc.property(grids, fc.integer({ min: 0, max: 3_000 }), (grid, limit) => {
      const exact = scoreSlowly(grid);
      const bounded = score(grid, limit);
      if (exact < limit) expect(bounded).toBe(exact);
      else expect(bounded).toBeGreaterThanOrEqual(limit);
      expect(bounded).toBeLessThanOrEqual(exact);
    }),
    { numRuns: 100 },
  );
});

test("the mask is the first with the lowest penalty among the eight finished symbols", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }), (payload) => {
      const matrix = encodeMatrix(payload, { level: "L" });
      const { planes, size } = getTemplate(matrix.version, matrix.level);
      const finished = makeGrid(size, (x, y) => matrix.modules[y * size + x]!);
      const data = pack(finished).map((word, at) => word ^ (planes[matrix.mask]![at] ?? 0));
      const penalties = planes.map((plane) =>
        scoreSlowly(
          makeGrid(size, (x, y) => {
            const at = (x >> 5) * size + y;
            return ((data[at]! ^ plane[at]!) >>> (x & 31)) & 1;
          }),
        ),
      );
      expect(matrix.mask).toBe(penalties.indexOf(Math.min(...penalties)));
      expect(chooseMask(data, getTemplate(matrix.version, matrix.level))).toBe(matrix.mask);
    }),
    { numRuns: 60 },
  );
});
