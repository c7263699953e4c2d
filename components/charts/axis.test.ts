import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseNamed, chooseTicks } from "./series";

describe("axis ticks", () => {
  it.each([
    [0, [0, 1, 2, 3, 4]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6, 8]],
    [11, [0, 3, 6, 9, 12]],
    [60, [0, 15, 30, 45, 60]],
    [2_400, [0, 600, 1_200, 1_800, 2_400]],
    [2_401, [0, 750, 1_500, 2_250, 3_000]],
  ])("for counts up to %d are %j", (most, ticks) => {
    expect(chooseTicks(most)).toEqual(ticks);
  });

  it("are evenly spaced integers, reach the maximum and leave less than two thirds empty", () => {
    const property = fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (most) => {
      const ticks = chooseTicks(most);
      const [zero, step = 0] = ticks;
      expect(zero).toBe(0);
      expect(ticks).toEqual([0, step, 2 * step, 3 * step, 4 * step]);
      expect(Number.isInteger(step)).toBe(true);
      expect(4 * step).toBeGreaterThanOrEqual(most);
      if (most >= 4) expect(4 * step).toBeLessThan(3 * most);
    });
    fc.assert(property);
  });
});

describe("labelled points of an axis", () => {
  it("are evenly spaced, weekly for 30 days, which also have the last day labelled", () => {
    expect(chooseNamed("day", 30, 7)).toEqual([0, 7, 14, 21, 29]);
    expect(chooseNamed("day", 7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(chooseNamed("day", 7, 4)).toEqual([0, 2, 4, 6]);
    expect(chooseNamed("hour", 24, 6)).toEqual([0, 6, 12, 18, 23]);
    expect(chooseNamed("5min", 13, 7)).toEqual([0, 3, 6, 9, 12]);
    expect(chooseNamed("day", 1, 7)).toEqual([0]);
    expect(chooseNamed("day", 0, 7)).toEqual([]);
  });

  it("are at most one more than fit, and always include the first and the last", () => {
    const unit = fc.constantFrom("5min" as const, "hour" as const, "day" as const);
    const property = fc.property(
      unit,
      fc.integer({ min: 1, max: 365 }),
      fc.double({ min: 1, max: 20, noNaN: true }),
      (kind, places, room) => {
        const named = chooseNamed(kind, places, room);
        expect(named.length).toBeLessThanOrEqual(Math.max(2, Math.ceil(room) + 1));
        expect(named.at(-1)).toBe(places - 1);
        expect(named[0]).toBe(0);
      },
    );
    fc.assert(property);
  });
});
