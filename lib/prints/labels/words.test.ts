import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakAnywhere, fitToFont, wrapText } from "./draw-sheets";

/** Each sign is one wide. */
const measure = (text: string) => text.length;

describe("label text", () => {
  it.each([
    ["Menu, table 4", 7, 3, ["Menu,", "table 4"]],
    ["Menu", 2, 3, ["Me", "nu"]],
    ["Menu of the day", 6, 2, ["Menu", "of th…"]],
    ["abcdefghijkl", 4, 2, ["abcd", "efg…"]],
    ["x", 5, 0, []],
    ["", 5, 2, []],
  ])("wraps %j to %d × %d lines: %j", (text, width, most, lines) => {
    expect(wrapText(text, measure, width, most)).toEqual(lines);
  });

  it("never exceeds its width or number of lines", () => {
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

  it("breaks a URL anywhere without losing a character", () => {
    expect(breakAnywhere("quietzone.example/r/7kQm2XbT", measure, 10)).toEqual([
      "quietzone.",
      "example/r/",
      "7kQm2XbT",
    ]);
  });

  it("replaces characters that the font lacks with question marks, and reports them", () => {
    const has = (codePoint: number) => codePoint < 0x2000;
    expect(fitToFont("e\u0301 漢字 👨‍👩‍👧 \u200Bx", has)).toEqual({
      text: "é ?? ? x",
      lacking: ["漢", "字", "👨‍👩‍👧"],
    });
  });
});
