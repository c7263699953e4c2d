import { describe, expect, it } from "vitest";
import { dataModule, drawFunctionPatterns, placeCodewords, planPlacement } from "./placement";
import { maxVersion, maxWords, symbolSize } from "./segments";

const versions = Array.from({ length: maxVersion }, (_, index) => index + 1);

function plan(version: number) {
  const size = symbolSize(version);
  const grid = drawFunctionPatterns(version);
  return { size, grid, plan: planPlacement(grid, size) };
}

/** Bits of codewords in the order of ISO/IEC 18004 §7.7.3, a module at a time. */
function placeByTheBook(grid: Uint8Array, size: number, codewords: Uint8Array): Uint8Array {
  const modules = new Uint8Array(size * size);
  let bit = 0;
  let upward = true;
  for (const right of [...Array(size).keys()].reverse().filter((x) => (x > 6 ? x % 2 === 0 : x % 2 === 1))) {
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y * size + x] !== dataModule) continue;
        modules[y * size + x] = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit++;
      }
    }
    upward = !upward;
  }
  return modules;
}

function unpack(symbol: Int32Array, size: number) {
  const bitOf = (line: number, bit: number) => (symbol[(bit >> 5) * size + line]! >>> (bit & 31)) & 1;
  const read = (module: (x: number, y: number) => number) =>
    Uint8Array.from({ length: size * size }, (_, at) => module(at % size, Math.floor(at / size)));
  return { rows: read((x, y) => bitOf(y, x)), columns: read((x, y) => bitOf(x, size + y)) };
}

/** Bytes that look random and are the same in every run. */
const seeded = (length: number) =>
  Uint8Array.from({ length }, (_, at) => (Math.imul(at + 1, 0x9e3779b1) >>> 13) & 255);

describe("codeword placement", () => {
  it.each(versions)("of version %d follows the standard, by rows and by columns", (version) => {
    const { size, grid, plan: made } = plan(version);
    const codewords = seeded(made.quarters.length / 2);
    expect(codewords).toHaveLength(grid.filter((module) => module === dataModule).length >> 3);
    // What was there before is gone, within the symbol.
    const symbol = new Int32Array(maxWords).fill(-1);
    placeCodewords(symbol, made, codewords);
    const { rows, columns } = unpack(symbol, size);
    const expected = placeByTheBook(grid, size, codewords);
    expect(Buffer.compare(rows, expected)).toBe(0);
    expect(Buffer.compare(columns, expected)).toBe(0);
    expect(symbol.subarray(((2 * size + 31) >> 5) * size)).toEqual(
      new Int32Array(maxWords).fill(-1).subarray(((2 * size + 31) >> 5) * size),
    );
  });

  // Written module by module: codewords that turn at an edge, pass by a pattern or lie in two words.
  it.each([
    [1, 12, 26],
    [7, 46, 196],
    [40, 615, 3706],
  ])("of version %d writes all but %d of %d codewords in quarters", (version, single, all) => {
    const { quarters, scattered } = plan(version).plan;
    expect([scattered.length / 8, quarters.length / 2]).toEqual([single, all]);
  });
});
