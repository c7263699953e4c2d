import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakAnywhere, fitToFont, wrapText } from "./draw-sheets";

/** Each sign is one wide. */
const measure = (text: string) => text.length;

describe("words on a label", () => {
  it.each([
    ["Menu, table 4", 7, 3, ["Menu,", "table 4"]],
    ["Menu", 2, 3, ["Me", "nu"]],
    ["Menu of the day", 6, 2, ["Menu", "of th…"]],
    ["abcdefghijkl", 4, 2, ["abcd", "efg…"]],
    ["x", 5, 0, []],
    ["", 5, 2, []],
  ])("%j in %d × %d lines are %j", (text, width, most, lines) => {
    expect(wrapText(text, measure, width, most)).toEqual(lines);
  });

  it("never leave their room", () => {
    const property = fc.property(
      fc.string({ maxLength: 120 }),
      fc.integer({ min: 2, max: 30 }),
      fc.integer({ min: 1, max: 6 }),
      (text, width, most) => {
        const lines = wrapText(text, measure, width, most);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
        const isCut = lines.join("").replaceAll(/\s/gu, "") !== text.replaceAll(/\s/gu, "");
        if (isCut) expect(lines.at(-1)).toMatch(/…$/u);
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  it("an address is broken anywhere, and nothing of it is lost", () => {
    expect(breakAnywhere("quietzone.example/r/7kQm2XbT", measure, 10)).toEqual([
      "quietzone.",
      "example/r/",
      "7kQm2XbT",
    ]);
  });

  it("signs that the font lacks are told, and stand as question marks", () => {
    const has = (codePoint: number) => codePoint < 0x2000;
    expect(fitToFont("e\u0301 漢字 👨‍👩‍👧 \u200Bx", has)).toEqual({
      text: "é ?? ? x",
      lacking: ["漢", "字", "👨‍👩‍👧"],
    });
  });
});
