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

describe("the sheet that is opened from a workbook", () => {
  it.each([
    ["the first with a table", 0, [table, table]],
    ["the first with a table, after empty ones", 2, [[], [["", " "]], table]],
    ["the first with a table, after a cover", 2, [cover, facts, table]],
    ["the first with rows below its heading", 1, [[["Name", "Content"]], table]],
    ["one with a column of web addresses and no heading", 1, [cover, [["https://halden.example/1"]]]],
    ["the only one, even without a table", 0, [cover]],
    ["the first that is not empty, if none has a table", 1, [[], cover, facts]],
    ["the first, if all are empty", 0, [[], []]],
    ["an unreadable one rather than a later table", 1, [[], { refusal: "Too far." }, table]],
    [
      "one with too many rows rather than a later table",
      0,
      [Array.from({ length: maxImportRows + 2 }, () => ["https://halden.example/"]), table],
    ],
  ])("is %s", async (_, sheet, sheets) => {
    expect(await open(...sheets)).toBe(sheet);
  });

  it("is chosen from the first 20 sheets", async () => {
    expect(await open(...Array(19).fill(cover), table)).toBe(19);
    expect(await open(...Array(20).fill(cover), table)).toBe(0);
  });
});
