import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeStyle } from "@/lib/qr";
import { evaluatePrint, shapeOf } from "./print-check";

const plain = shapeOf({ size: 29 }, describeStyle({ size: 370 }, 29));

describe("print preflight", () => {
  it("computes module size, dots, quiet zone and reading distance from the width", () => {
    const verdict = evaluatePrint(plain, { widthMm: 30, distanceCm: 25, dpi: 300 });
    expect(verdict.moduleMm).toBeCloseTo(0.811, 3);
    expect(verdict.dots).toBeCloseTo(9.58, 2);
    expect(verdict.quietZoneMm).toBeCloseTo(3.243, 3);
    expect(verdict.readsFromCm).toBeCloseTo(30, 9);
    expect(verdict.faults).toEqual([]);
  });

  it.each([
    [{ widthMm: 14.8, distanceCm: 14, dpi: 300 }, []],
    [{ widthMm: 14.7, distanceCm: 14, dpi: 300 }, ["module"]],
    [{ widthMm: 14.8, distanceCm: 14, dpi: 200 }, ["dots"]],
    [{ widthMm: 30, distanceCm: 30, dpi: 300 }, []],
    [{ widthMm: 30, distanceCm: 30.1, dpi: 300 }, ["distance"]],
  ])("of %o reports faults %o", (plan, faults) => expect(evaluatePrint(plain, plan).faults).toEqual(faults));

  it("does not count the frame as part of the code", () => {
    const framed = shapeOf(
      { size: 29 },
      describeStyle({ size: 370, frame: { style: "rounded", size: 37 } }, 29),
    );
    expect(evaluatePrint(framed, { widthMm: 36, distanceCm: 30, dpi: 300 }).faults).toEqual([]);
    expect(evaluatePrint(framed, { widthMm: 35, distanceCm: 30, dpi: 300 }).faults).toEqual(["distance"]);
  });

  it("gives the smallest width in whole millimetres that has no faults", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 72, max: 4_800 }),
        (version, quietZone, distanceCm, dpi) => {
          const modules = 17 + 4 * version;
          const shape = shapeOf({ size: modules }, describeStyle({ size: 1_024, quietZone }, modules));
          const { leastMm } = evaluatePrint(shape, { widthMm: 1, distanceCm, dpi });
          expect(evaluatePrint(shape, { widthMm: leastMm, distanceCm, dpi }).faults).toEqual([]);
          expect(evaluatePrint(shape, { widthMm: leastMm - 1, distanceCm, dpi }).faults).not.toEqual([]);
        },
      ),
    );
  });
});
