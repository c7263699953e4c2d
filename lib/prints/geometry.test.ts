import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  besides,
  countLabels,
  countSheets,
  evaluateModule,
  layOutLabel,
  measureLargestCode,
  placeLabel,
  sheetCatalogue,
  sheetNames,
} from "./geometry";

/** As the maker's templates give them: the first label's corner, the pitch, the last label's far corner. */
const published = {
  L7160: { first: [7.21, 15.15], pitch: [66.04, 38.1], paper: [210, 297], labels: 21 },
  L7163: { first: [4.65, 15.15], pitch: [101.6, 38.1], paper: [210, 297], labels: 14 },
  "5160": { first: [25.4 * 0.1875, 12.7], pitch: [25.4 * 2.75, 25.4], paper: [215.9, 279.4], labels: 30 },
} as const;

describe.each(sheetNames)("%s", (name) => {
  const sheet = sheetCatalogue[name];
  const { first, pitch, paper, labels } = published[name];

  it("has its labels where the manufacturer's template has them", () => {
    expect(countLabels(sheet)).toBe(labels);
    const start = placeLabel(sheet, 0).box;
    expect([start.left, start.top]).toEqual([expect.closeTo(first[0], 6), expect.closeTo(first[1], 6)]);
    const right = placeLabel(sheet, 1).box;
    const below = placeLabel(sheet, sheet.columns).box;
    expect(right.left - start.left).toBeCloseTo(pitch[0], 6);
    expect(right.top).toBe(start.top);
    expect(below.top - start.top).toBeCloseTo(pitch[1], 6);
    expect(below.left).toBe(start.left);
  });

  it("is symmetric on its paper", () => {
    const last = placeLabel(sheet, labels - 1).box;
    expect(paper[0] - (last.left + last.width)).toBeCloseTo(first[0], 2);
    expect(paper[1] - (last.top + last.height)).toBeCloseTo(first[1], 2);
  });
});

it("continues on the next sheet, and starts at the first free label of a used one", () => {
  const sheet = sheetCatalogue["5160"];
  expect(placeLabel(sheet, 30)).toEqual({ page: 1, box: placeLabel(sheet, 0).box });
  expect(countSheets(sheet, 30, 1)).toBe(1);
  expect(countSheets(sheet, 30, 2)).toBe(2);
  expect(countSheets(sheet, 1, 30)).toBe(1);
});

it("keeps code and text apart and inside the label, at any size", () => {
  const sides = fc.double({ min: 9, max: 300, noNaN: true });
  const property = fc.property(
    sides,
    sides,
    fc.constantFrom(...besides),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (width, height, beside, share) => {
      const largest = measureLargestCode({ width, height }, beside);
      fc.pre(largest >= 5);
      const side = 5 + (largest - 5) * share;
      const { code, words } = layOutLabel({ width, height }, beside, share === 1 ? null : side);
      const inset = 2 - 1e-9;
      expect(code.left).toBeGreaterThanOrEqual(inset);
      expect(code.top).toBeGreaterThanOrEqual(inset);
      expect(code.left + code.side).toBeLessThanOrEqual(width - inset);
      expect(code.top + code.side).toBeLessThanOrEqual(height - inset);
      expect(words === null).toBe(beside === "nothing");
      if (words === null) return;
      expect(words.left + words.width).toBeLessThanOrEqual(width - inset);
      expect(words.top + words.height).toBeLessThanOrEqual(height - inset);
      const gap = words.isBelow ? words.top - (code.top + code.side) : words.left - (code.left + code.side);
      expect(gap).toBeGreaterThanOrEqual(inset);
      expect(words.width).toBeGreaterThan(words.isBelow ? 4 : 13.9);
      expect(words.height).toBeGreaterThan(words.isBelow ? 6.3 : 4);
    },
  );
  fc.assert(property, { numRuns: 2_000 });
});

it("rates modules from 0.4 mm as ok, from 0.25 mm as a warning, and below as too small", () => {
  expect([0.4, 0.1 + 0.3, 0.399, 0.25, 0.2499].map(evaluateModule)).toEqual([
    "ok",
    "ok",
    "warn",
    "warn",
    "stop",
  ]);
});
