import { execFileSync } from "node:child_process";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, vi } from "vitest";
import { byteOrderMark, type Cell, writeLine } from "./csv";

const write = (lines: readonly (readonly Cell[])[]) => byteOrderMark + lines.map(writeLine).join("");

function parseByPapa(file: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(file, {
    delimiter: ",",
    newline: "\r\n",
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

/** Python's own reader, as strict as it can be. */
function parseByPython(file: string): string[][] {
  const script = `import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="").read()
print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), strict=True))))`;
  return JSON.parse(execFileSync("python3", ["-c", script], { input: file, encoding: "utf8" }));
}

/** Texts that a spreadsheet would calculate, and what has to be in the cell instead. */
const dangerous = [
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\tx", "'\tx"],
  ["\rx", "'\rx"],
  ["\n=1", "'\n'=1"],
  ["  =1", "'  =1"],
  ["\u00A0=1", "'\u00A0=1"],
  ["\u200B=1", "'\u200B=1"],
  ["\u0000=1", "'\u0000=1"],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠A1", "'＠A1"],
  ["﹦1", "'﹦1"],
  ["\u22121", "'\u22121"],
  ['=HYPERLINK("http://evil","x")', '\'=HYPERLINK("http://evil","x")'],
  ['"=1', '"=1'],
  ["=\u03381", "'=\u03381"],
  ["Menu;=1+1;x", "Menu;'=1+1;x"],
  ["Menu\t@x", "Menu\t'@x"],
  ["Menu\r\n-x", "Menu\r\n'-x"],
] as const;

const harmless = [
  "Menu, table 4",
  'A "good" one',
  "a=b",
  "1-2",
  "x@y",
  "'=1",
  "æøå 😀",
  "",
  ";",
  "Two\r\nlines",
];

describe("CSV cells", () => {
  it("I4: normalises at most two characters of a cell, so that long text stays fast", () => {
    const marks = "\u0301\u0316".repeat(50_000);
    const normalize = vi.spyOn(String.prototype, "normalize");
    try {
      expect(writeLine([`\u200B＝${marks}`, `a${marks};＝1`])).toBe(
        `"'\u200B＝${marks}","a${marks};'＝1"\r\n`,
      );
      const longest = Math.max(...normalize.mock.contexts.map((text) => String(text).length));
      expect(longest).toBeLessThanOrEqual(2);
    } finally {
      normalize.mockRestore();
    }
  });

  it.each(dangerous)("I4: writes %j so that a spreadsheet reads it as text", (text, expected) => {
    const file = write([["before", text, "after"]]);
    expect(parseByPapa(file)).toEqual([["before", expected, "after"]]);
  });

  it("I4: writes cells that Papa Parse and Python both read back, unchanged where harmless", () => {
    const lines = [...dangerous.map(([text]) => text), ...harmless].map((text) => ["x", text, 7, null, "y"]);
    const expected = [...dangerous.map(([, safe]) => safe), ...harmless].map((text) => [
      "x",
      text,
      "7",
      "",
      "y",
    ]);
    const file = write(lines);
    expect(parseByPapa(file)).toEqual(expected);
    expect(parseByPython(file)).toEqual(expected);
  });

  it("I4: round-trips any text except for added apostrophes, and never starts a cell with a formula", () => {
    const piece = fc.constantFrom(
      "=",
      "+",
      "-",
      "@",
      "＝",
      "－",
      ";",
      ",",
      "\t",
      "\r",
      "\n",
      '"',
      "'",
      " ",
      "\u200B",
      "a",
      "1",
      "😀",
    );
    const texts = fc.array(fc.oneof(fc.string({ unit: piece }), fc.string({ unit: "grapheme" })), {
      minLength: 1,
      maxLength: 5,
    });
    const bare = (text: string) => text.replaceAll("'", "");
    const property = fc.property(texts, (cells) => {
      const file = write([["first", ...cells]]);
      const [line = []] = parseByPapa(file);
      expect(line.map(bare)).toEqual(["first", ...cells].map(bare));
      const asSplit = file.slice(1).split(/[;\t\r\n]/);
      for (const text of [...line, ...asSplit]) {
        expect(text.normalize("NFKC")).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@\u2212]/u);
        expect(text.slice(0, 1)).not.toMatch(/[\t\r\n]/);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("ends lines with CR LF and leaves numbers and null unquoted", () => {
    expect(writeLine(["Day", 12, null, 0.5])).toBe('"Day",12,,0.5\r\n');
  });
});
