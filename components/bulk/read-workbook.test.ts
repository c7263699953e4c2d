import { describe, expect, it } from "vitest";
import { type Parts, partsOf, textCell, zip } from "@/e2e/support/workbooks";
import { maxFileBytes, maxImportRows } from "@/lib/imports/schema";
import { makeTable, readBytes } from "./read-table";
import { openWorkbook } from "./read-workbook";

async function open(parts: Parts) {
  const workbook = await openWorkbook(await zip(parts));
  if ("refusal" in workbook) throw new Error(workbook.refusal);
  return workbook;
}

const codes = partsOf({ Codes: `<row r="1">${textCell("A1", "x")}</row>` });
const sheetPath = "xl/worksheets/sheet1.xml";

describe("a workbook", () => {
  it("is read as text: strings, numbers, booleans, stored results of formulas and ISO dates", async () => {
    const rows = [
      `<row r="1"><c r="A1" t="s"><v>0</v></c>${textCell("B1", "Content")}<c r="C1" t="s"><v>1</v></c></row>`,
      `<row r="2"><c r="A2" t="str"><f>"Table "&amp;2</f><v>Table 2</v></c>${textCell("B2", " a &amp; b ")}<c r="C2" s="1"><v>46508</v></c></row>`,
      `<row r="4"><c r="A4"><f>SUM(1,1.5)</f><v>2.5</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" s="2"><v>46508.60416666667</v></c></row>`,
      `<row r="5"><c r="A5"><v>4722550134</v></c><c r="B5" t="str"><f>NOW()</f></c><c r="C5" s="2"><v>0.5</v></c></row>`,
    ];
    const workbook = await open(partsOf({ Codes: rows.join("") }, ["Name", "Day"]));
    expect(workbook.sheets).toEqual(["Codes"]);
    const cells = await workbook.read(0);
    expect(cells).toEqual([
      ["Name", "Content", "Day"],
      ["Table 2", " a & b ", "2027-05-01"],
      ["", "", ""],
      ["2.5", "true", "2027-05-01T14:30:00"],
      ["4722550134", "", "12:00:00"],
    ]);
    const table = makeTable(cells as string[][], null);
    expect("lines" in table && table.lines.map(({ at }) => at)).toEqual([1, 2, 4, 5]);
  });

  it("lists its sheets and reads each on its own, with an error if it is empty or too long", async () => {
    const far = `<row r="90000">${textCell("A90000", "far")}</row>`;
    const workbook = await open(
      partsOf({
        "Menus &amp; more": `<row r="1">${textCell("A1", "first")}</row>`,
        Empty: "",
        Raw: far,
      }),
    );
    expect(workbook.sheets).toEqual(["Menus & more", "Empty", "Raw"]);
    expect(await workbook.read(0)).toEqual([["first"]]);
    const empty = await workbook.read(1);
    expect(empty).toEqual([]);
    expect(makeTable(empty as string[][], null)).toEqual({ refusal: "The sheet is empty." });
    expect(await workbook.read(2)).toEqual({
      refusal: expect.stringMatching(/^The sheet goes down to row 90,000/),
    });
  });

  it("is read without its empty cells and rows, even those in the last row and column", async () => {
    const rows = `<row r="1">${textCell("A1", "x")}<c r="XFD1" s="1"/></row><row r="1048575"><c r="A1048575" s="1"/></row><row r="1048576" ht="12.8"/>`;
    expect(await (await open(partsOf({ Codes: rows }))).read(0)).toEqual([["x"]]);
  });

  it("can be read although it contains a 20 MB picture", async () => {
    const picture = Buffer.alloc(20 * 1024 * 1024);
    expect(await (await open({ ...codes, "xl/media/image1.png": picture })).read(0)).toEqual([["x"]]);
  });

  it("with 502 rows is rejected with the row count and the limit of 500", async () => {
    const rows = Array.from(
      { length: maxImportRows + 2 },
      (_, at) => `<row r="${at + 1}">${textCell(`A${at + 1}`, "x")}</row>`,
    );
    const cells = await (await open(partsOf({ Codes: rows.join("") }))).read(0);
    expect(makeTable(cells as string[][], null)).toEqual({
      refusal: expect.stringMatching(/^There are 502 rows; an import takes 500/),
    });
  });

  it.each([
    [
      `<row r="1">${textCell("XFD1", "x")}</row>`,
      /^The sheet goes out to column XFD; an import reads 256 columns/,
    ],
    [
      `<row r="1048576">${textCell("A1048576", "x")}</row>`,
      /^The sheet goes down to row 1,048,576; an import takes 500/,
    ],
    ['<row r="1"><c r="A1" t="s"><v>7</v></c></row>', /^The sheet can't be read/],
    ...[
      `<row r="1e8">${textCell("A1", "x")}</row>`,
      `<row r="1">${textCell("zzzzzz1", "x")}</row>`,
      `<row r="1">${textCell("A1e8", "x")}</row>`,
      `<row r="1">${textCell("A&#57;9999999", "x")}</row>`,
      `<row r="1"><c a=">" r="XFD1048576"><v>1</v></c></row>`,
      `<row x:r="A99999999" r="1">${textCell("A1", "x")}</row>`,
      `<row r="1"><c ${'r="1" '.repeat(500_000)}`,
    ].map((rows): [string, RegExp] => [rows, /^The sheet can't be read/]),
  ])("with %.30s… is rejected with an error message", async (rows, words) => {
    expect(await (await open(partsOf({ Codes: rows }))).read(0)).toEqual({
      refusal: expect.stringMatching(words),
    });
  });
});

describe("a file that is too large, damaged or not a workbook", () => {
  const bomb = { ...codes, [sheetPath]: Buffer.alloc(100 * 1024 * 1024, 0x20) };

  it("is rejected if its ZIP directory lists more than 16 MB of unpacked data", async () => {
    const bytes = await zip(bomb);
    expect(bytes.length).toBeLessThan(maxFileBytes);
    expect(await openWorkbook(bytes)).toEqual({
      refusal: expect.stringMatching(/^The workbook unpacks to 101 MB; an import reads 16 MB/),
    });
  });

  it("is rejected while unpacking, within 32 MB, if its directory understates its size", async () => {
    const bytes = await zip(bomb);
    const view = new DataView(bytes.buffer);
    const name = Buffer.from(sheetPath);
    const inDirectory = Buffer.from(bytes.buffer).lastIndexOf(name) - 46;
    expect(view.getUint32(inDirectory, true)).toBe(0x02014b50);
    view.setUint32(inDirectory + 24, 1_000, true);
    const before = process.memoryUsage().arrayBuffers;
    expect(await openWorkbook(bytes)).toEqual({ refusal: expect.stringMatching(/^The workbook is damaged/) });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });

  it("is rejected if it is cut off, encrypted or a ZIP file without a workbook", async () => {
    const bytes = await zip(codes);
    const damaged = { refusal: expect.stringMatching(/^The workbook is damaged/) };
    for (const share of [0.3, 0.6, 0.99])
      expect(await openWorkbook(bytes.slice(0, Math.floor(bytes.length * share)))).toEqual(damaged);
    const locked = bytes.slice();
    const entry = Buffer.from(locked.buffer).lastIndexOf(Buffer.from(sheetPath)) - 46;
    locked[entry + 8] = (locked[entry + 8] ?? 0) | 1;
    expect(await openWorkbook(locked)).toEqual(damaged);
    expect(await openWorkbook(await zip({ "word/document.xml": "<w/>" }))).toEqual({
      refusal: expect.stringMatching(/^That is a ZIP file, but not an Excel workbook/),
    });
  });

  it("is recognised by its bytes: an old Excel workbook is rejected, text is read as text", () => {
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(readBytes(old)).toEqual({ refusal: expect.stringMatching(/^That is an old Excel workbook/) });
    expect(readBytes(new TextEncoder().encode("Name,Content\n"))).toEqual({
      text: "Name,Content\n",
      encoding: "UTF-8",
    });
  });
});
