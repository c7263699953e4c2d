import { describe, expect, it } from "vitest";
import { maxImportRows } from "@/lib/imports/schema";
import { findSheet } from "./read-workbook";

const table = [
  ["Name", "Content"],
  ["Menu", "https://halden.example/menu"],
];
const cover = [["Codes of Halden Roasters"], [""], ["Autumn"]];
const facts = [
  ["Author", "Ingrid"],
  ["Version", "3"],
];

/** The sheet that is opened of a workbook with these. */
function open(...sheets: (string[][] | { refusal: string })[]) {
  const names = sheets.map((_, at) => `Sheet ${at}`);
  return findSheet({ sheets: names, read: async (sheet) => sheets[sheet] ?? [] });
}

describe("the sheet that is opened", () => {
  it.each([
    ["the first with a table", 0, [table, table]],
    ["not an empty one before it", 2, [[], [["", " "]], table]],
    ["not a cover before it", 2, [cover, facts, table]],
    ["not one that has only a heading", 1, [[["Name", "Content"]], table]],
    ["a column of addresses without a heading", 1, [cover, [["https://halden.example/1"]]]],
    ["the only one, whatever it holds", 0, [cover]],
    ["the first that is not empty, where none has a table", 1, [[], cover, facts]],
    ["the first, where all are empty", 0, [[], []]],
    ["one that can't be read, instead of another after it", 1, [[], { refusal: "Too far." }, table]],
    [
      "one with too many rows, instead of another after it",
      0,
      [Array.from({ length: maxImportRows + 2 }, () => ["https://halden.example/"]), table],
    ],
  ])("is %s", async (_, sheet, sheets) => {
    expect(await open(...sheets)).toBe(sheet);
  });

  it("is looked for in the first 20 sheets", async () => {
    expect(await open(...Array(19).fill(cover), table)).toBe(19);
    expect(await open(...Array(20).fill(cover), table)).toBe(0);
  });
});
