import { readSheet } from "read-excel-file/universal";
import { maxImportRows } from "@/lib/imports/schema";
import { formatCount } from "../ui/counts";
import { guessColumns, guessHeading, hasContent } from "./make-rows";
import { makeTable } from "./read-table";
import { packPlain, unpackZip, ZipFault } from "./read-zip";

/** An Excel workbook whose sheets can be read one by one. */
export interface Workbook {
  sheets: readonly string[];
  /** The cells of a sheet as text, counted from 0, or why it can't be read. */
  read: (sheet: number) => Promise<string[][] | { refusal: string }>;
}

/** What the XML of a workbook may take unpacked; pictures and the like are not unpacked. */
const mostBytes = 16 * 1024 * 1024;
/** Cells beyond are not read: a reader would fill all that is before them. */
const [mostRows, mostColumns] = [10_000, 256];

const workbookPath = "xl/workbook.xml";

/** Opens a file that begins like a ZIP. */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook | { refusal: string }> {
  try {
    const files = await unpackZip(bytes, (path) => /\.xml(?:\.rels)?$/.test(path), mostBytes);
    const sheets = listSheets(files);
    if (sheets.length === 0) return { refusal: otherZip };
    return {
      sheets: sheets.map(({ name }) => name),
      read: (sheet) => readCells(files, sheet, sheets[sheet]?.path ?? ""),
    };
  } catch (fault) {
    if (fault instanceof ZipFault) return { refusal: fault.message };
    throw fault;
  }
}

const otherZip =
  "That is a ZIP file, but not an Excel workbook. Save the sheet as .xlsx or CSV UTF-8, or copy its rows and paste them here.";

type Files = ReadonlyMap<string, Uint8Array>;

const textOf = (files: Files, path: string): string => new TextDecoder().decode(files.get(path));

function listSheets(files: Files): { name: string; path: string }[] {
  const targets = new Map(
    listTags(textOf(files, "xl/_rels/workbook.xml.rels"), "Relationship").map(({ Id = "", Target = "" }) => [
      Id,
      Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`,
    ]),
  );
  return listTags(textOf(files, workbookPath), "sheet").map((tag) => ({
    name: tag.name ?? "",
    path: targets.get(tag.id ?? "") ?? "",
  }));
}

/** The attributes of every element of a name, without their prefixes. */
function listTags(xml: string, element: string): Record<string, string>[] {
  const tags = xml.matchAll(new RegExp(`<(?:\\w{1,40}:)?${element}\\s([^<>]{0,4000})>`, "g"));
  return Array.from(tags, ([, attributes = ""]) =>
    Object.fromEntries(
      Array.from(
        attributes.matchAll(/(?:\b\w{1,40}:)?\b(\w{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g),
        ([, name, one, other]) => [name, decodeEntities(one ?? other ?? "")],
      ),
    ),
  );
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

async function readCells(
  files: Files,
  sheet: number,
  path: string,
): Promise<string[][] | { refusal: string }> {
  const xml = dropEmpty(textOf(files, path));
  const far = findFarCell(xml);
  if (far !== null) return { refusal: far };
  try {
    const packed = packPlain(new Map(files).set(path, new TextEncoder().encode(xml)));
    const rows = await readSheet(packed, sheet + 1, { trim: false });
    return rows.map((cells) => cells.map(writeCell));
  } catch {
    return { refusal: unreadable };
  }
}

const unreadable = "The sheet can't be read. Save it as CSV UTF-8, or copy its rows and paste them here.";

/** A sheet without its empty cells and rows, which only have a look; programs write some down to the last row there is. */
const dropEmpty = (xml: string): string =>
  xml
    .replace(/<(?:\w{1,40}:)?c\s[^<>]{0,2000}\/>/g, "")
    .replace(/<(?:\w{1,40}:)?row\s[^<>]{0,2000}(?:\/>|>\s{0,2000}<\/(?:\w{1,40}:)?row>)/g, "");

/** The start of a row or a cell with its attributes, none of which a spreadsheet program writes longer or with a `<` or `>`. */
const startTag = /<(?:\w{1,40}:)?(?:row|c)(?=[\s/>])([^<>]{0,2000}>)?/g;

/** With the end of each quoted value: a `>` within one would hide what follows. */
const quoted = /^(?:[^"']|"[^"]*"|'[^']*')*$/;

/** Where a row or a cell is, as programs write it. */
const reference = /^([A-Z]{0,3})([1-9]\d{0,6})$/;

/** What keeps a sheet from being read: a cell far away, or one whose place isn't written as programs write it. */
function findFarCell(xml: string): string | null {
  for (const [, attributes] of xml.matchAll(startTag)) {
    if (attributes === undefined || !quoted.test(attributes)) return unreadable;
    const places = Array.from(
      attributes.matchAll(/(?:^|[\s"':])r\s{0,9}=\s{0,9}["']([^"']*)["']/g),
      ([, place = ""]) => reference.exec(place),
    );
    if (places.some((place) => place === null)) return unreadable;
    const [, column = "", row = ""] = places[0] ?? [];
    if (Number(row) > mostRows)
      return `The sheet goes down to row ${formatCount(Number(row))}; an import takes ${maxImportRows} rows. Split the sheet, or delete the rows below your table.`;
    if (numberOf(column) > mostColumns)
      return `The sheet goes out to column ${column}; an import reads ${mostColumns} columns. Delete the columns beside your table.`;
  }
  return null;
}

/** `A` is 1, `Z` 26, `AA` 27. */
const numberOf = (column: string): number =>
  [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? writeDate(cell) : String(cell);
}

/** `2027-05-01`, with the time of day where it has one: `2027-05-01T14:30:00`. A time without a day is the time alone. */
function writeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const [day = "", time = ""] = new Date(Math.round(date.getTime() / 1_000) * 1_000)
    .toISOString()
    .slice(0, 19)
    .split("T");
  if (day.startsWith("1899-12-3")) return time;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

/** Each sheet that is read costs as much as the whole workbook. */
const mostLooked = 20;

/**
 * The first sheet with rows that can be imported, in the order of the workbook: empty ones and covers are passed over. Where
 * none has such rows, the first that is not empty; one that can't be read or is too large is not passed over.
 */
export async function findSheet({ sheets, read }: Workbook): Promise<number> {
  if (sheets.length === 1) return 0;
  let first: number | null = null;
  for (const sheet of sheets.keys()) {
    if (sheet === mostLooked) break;
    const rows = await read(sheet);
    if (!("refusal" in rows) && isBlank(rows)) continue;
    first ??= sheet;
    if ("refusal" in rows || isImportable(rows)) return sheet;
  }
  return first ?? 0;
}

const isBlank = (rows: readonly string[][]): boolean =>
  rows.every((cells) => cells.every((cell) => cell.trim() === ""));

function isImportable(rows: readonly string[][]): boolean {
  const table = makeTable(rows, null);
  if ("refusal" in table) return true;
  const hasHeading = guessHeading(table);
  return (
    table.lines.length > Number(hasHeading) && hasContent({ mapping: guessColumns(table, hasHeading) }, null)
  );
}
