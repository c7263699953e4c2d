import type Papa from "papaparse";
import { maxFileBytes, maxImportRows } from "@/lib/imports/schema";
import { countOf } from "../ui/counts";

export const delimiters = [
  { value: ",", name: "Comma" },
  { value: ";", name: "Semicolon" },
  { value: "\t", name: "Tab" },
  { value: "|", name: "Vertical line" },
] as const;

export type Delimiter = (typeof delimiters)[number]["value"];

/** A line of the file that is not blank; `at` is its number as a spreadsheet counts, a cell with several lines being one. */
export interface Line {
  at: number;
  cells: string[];
}

export interface Table {
  lines: Line[];
  /** Null in a workbook and in JSON, whose cells are apart by themselves. */
  delimiter: Delimiter | null;
  width: number;
  ragged: Line[];
  usualWidth: number;
}

type Parse = typeof Papa.parse;

export function parseTable(parse: Parse, text: string, chosen?: Delimiter): Table | { refusal: string } {
  const delimiter = chosen ?? guessDelimiter(parse, text);
  const { data, errors } = parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken !== undefined) return { refusal: formatQuotes(broken.code, broken.row) };
  return makeTable(data, delimiter);
}

/** The table of rows as they stand in a file, blank ones included. */
export function makeTable(
  rows: readonly string[][],
  delimiter: Delimiter | null,
  readCell: (cell: string) => string = disarmed,
): Table | { refusal: string } {
  const lines = rows
    .map((cells, at) => ({ at: at + 1, cells: cells.map((cell) => readCell(cell)) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (lines.length === 0)
    return {
      refusal: delimiter === null ? "The sheet is empty." : "The file is empty: it has only blank lines.",
    };
  // One more than may be is a heading.
  if (lines.length > maxImportRows + 1) return { refusal: formatTooMany(lines.length) };
  return { lines, delimiter, ...measure(lines) };
}

function guessDelimiter(parse: Parse, text: string): Delimiter {
  const { meta } = parse<string[]>(text, {
    preview: 20,
    delimitersToGuess: delimiters.map(({ value }) => value),
  });
  return delimiters.find(({ value }) => value === meta.delimiter)?.value ?? ",";
}

/**
 * Programs put an apostrophe before what a spreadsheet would calculate; ours does so within a cell, too, after what some
 * programs take for its end. It is no part of the text.
 */
const disarmed = (cell: string): string =>
  cell.replace(
    /(^|[;\t\r\n])'(?=[\s\p{Cc}\p{Cf}]*([^\s\p{Cc}\p{Cf}]))/gu,
    (kept: string, end: string, first: string) =>
      /^[=+\-@\u2212]/u.test(first.normalize("NFKC")) ? end : kept,
  );

function measure(lines: Line[]): Pick<Table, "width" | "ragged" | "usualWidth"> {
  const counts = new Map<number, number>();
  for (const { cells } of lines) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [usual = [1, 0]] = [...counts].sort(([, one], [, other]) => other - one);
  const usualWidth = usual[0];
  return {
    usualWidth,
    width: Math.max(...counts.keys()),
    ragged: lines.filter(({ cells }) => cells.length !== usualWidth),
  };
}

function formatQuotes(code: string, row: number | undefined): string {
  const where = row === undefined ? "" : ` in row ${row + 1}`;
  return code === "MissingQuotes"
    ? `A quotation mark${where} is opened and never closed. Close it, or double it if it's part of the text.`
    : `There is text right after a closing quotation mark${where}. Double a quotation mark that's part of the text.`;
}

function formatTooMany(rows: number): string {
  return `There are ${countOf(rows, "row")}; an import takes ${maxImportRows}. Split the file and import the parts one by one.`;
}

type ReadText = { text: string; encoding: string } | { refusal: string };

const strangers: readonly [bytes: readonly number[], advice: string][] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "That is an old Excel workbook, or one with a password. Save it as .xlsx without a password, or the sheet as CSV UTF-8.",
  ],
  [[0x25, 0x50, 0x44, 0x46], "That is a PDF. An import takes a CSV, .xlsx or JSON file."],
  [[0x89, 0x50, 0x4e, 0x47], "That is a picture. An import takes a CSV, .xlsx or JSON file."],
  [[0xff, 0xd8, 0xff], "That is a picture. An import takes a CSV, .xlsx or JSON file."],
  [[0x1f, 0x8b], "That is a compressed file. Unpack it first."],
];

/** Whether a file begins like a ZIP, as workbooks do; its name may say anything. */
export const isZip = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte);

/** The text of a file: UTF-8 and UTF-16 by mark and pattern, else Windows-1252, which older programs write. */
export function readBytes(bytes: Uint8Array): ReadText {
  if (bytes.length === 0) return { refusal: "The file is empty." };
  if (bytes.length > maxFileBytes) return { refusal: formatTooLarge(bytes.length) };
  const stranger = strangers.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (stranger !== undefined) return { refusal: stranger[1] };
  const wide = findWide(bytes);
  if (wide !== null) return decode(bytes, wide, "UTF-16");
  if (bytes.includes(0)) return { refusal: "That isn't text. An import takes a CSV, .xlsx or JSON file." };
  const utf8 = decode(bytes, "utf-8", "UTF-8");
  return "refusal" in utf8 ? decode(bytes, "windows-1252", "Windows-1252") : utf8;
}

function decode(bytes: Uint8Array, label: string, encoding: string): ReadText {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    return { refusal: `Parts of the file aren't ${encoding}. Save it as CSV UTF-8, then choose it again.` };
  }
}

/** With its mark, or by letters whose other half is zero nearly everywhere. */
function findWide(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 400);
  if (bytes.length % 2 === 1 || sample.length < 8) return null;
  const zeros = [0, 1].map((half) => sample.filter((byte, at) => at % 2 === half && byte === 0).length);
  const most = sample.length / 2;
  if ((zeros[1] ?? 0) > most * 0.7 && zeros[0] === 0) return "utf-16le";
  if ((zeros[0] ?? 0) > most * 0.7 && zeros[1] === 0) return "utf-16be";
  return null;
}

export function formatTooLarge(bytes: number): string {
  const size = (bytes / 1024 / 1024).toFixed(1);
  return `The file has ${size} MB; an import takes 2 MB. Split it and import the parts one by one.`;
}
