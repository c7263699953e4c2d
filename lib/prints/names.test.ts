import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameNumbered, nameStem } from "./make-files";

describe("file names", () => {
  it.each([
    ["Menu, table 4", "Menu, table 4"],
    ['a/b\\c:d*e?f"g<h>i|j', "a-b-c-d-e-f-g-h-i-j"],
    ["..", "code"],
    ["../../etc/passwd", "-..-etc-passwd"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["COM1", "_COM1"],
    ["lpt³.x", "_lpt³.x"],
    ["Console", "Console"],
    ["ends.", "ends"],
    ["ends. . ", "ends"],
    ["tab\tand\nline", "tab-and-line"],
    ["\u202Egnp.exe", "gnp.exe"],
    ["\uD800", "-"],
    ["e\u0301", "é"],
    ["👨‍👩‍👧 family", "👨‍👩‍👧 family"],
    ["\u200B", "code"],
    ["   ", "code"],
  ])("for %j are %j", (name, stem) => {
    expect(nameStem(name)).toBe(stem);
  });

  it("are numbered, so that names equal on some systems give different files", () => {
    const names = ["Menu", "MENU", "menu", "Menu."].map((name, place) => nameNumbered(name, place, 4));
    expect(names).toEqual(["001 Menu", "002 MENU", "003 menu", "004 Menu"]);
    expect(nameNumbered("x", 1_233, 4_000)).toBe("1234 x");
  });

  it("contain nothing that file systems refuse or read as a path, and are short enough", () => {
    const property = fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
      const stem = nameStem(name);
      expect(stem).toMatch(/^[^\\/:*?"<>|\p{Cc}]+$/u);
      expect(stem).not.toMatch(/^[\s.]|[\s.]$/u);
      expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(181);
      expect(() => encodeURIComponent(stem)).not.toThrow();
    });
    fc.assert(property, { numRuns: 3_000 });
  });
});
