import type Papa from "papaparse";
import { maxImportRows } from "@/lib/imports/schema";
import { countOf } from "../../../ui/counts";

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

/** The file as a table. */
export interface Table {
  lines: Line[];
  delimiter: Delimiter;
  /** Cells of its widest line. */
  width: number;
  /** Lines that have fewer or more cells than most. */
  ragged: Line[];
  /** How many cells most lines have. */
  usualWidth: number;
}

type Parse = typeof Papa.parse;

/** Splits text into lines and cells, by the delimiter that is told, else by the one that it seems to have. */
export function parseTable(parse: Parse, text: string, told?: Delimiter): Table | { refusal: string } {
  const delimiter = told ?? guessDelimiter(parse, text);
  const { data, errors } = parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken !== undefined) return { refusal: sayQuotes(broken.code, broken.row) };
  const lines = data
    .map((cells, at) => ({ at: at + 1, cells: cells.map(disarmed) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (lines.length === 0) return { refusal: "The file is empty: there is nothing but blank lines in it." };
  // One more than may be is a heading.
  if (lines.length > maxImportRows + 1) return { refusal: sayTooMany(lines.length) };
  return { lines, delimiter, ...measure(lines) };
}

/** Papa looks at the first lines alone; a cell with line breaks or one column gives it nothing to go by. */
function guessDelimiter(parse: Parse, text: string): Delimiter {
  const { meta } = parse<string[]>(text, {
    preview: 20,
    delimitersToGuess: delimiters.map(({ value }) => value),
  });
  return delimiters.find(({ value }) => value === meta.delimiter)?.value ?? ",";
}

/** Programs put an apostrophe before what a spreadsheet would reckon with, ours too: it is no part of the text. */
function disarmed(cell: string): string {
  return /^'[\s\p{Cf}]*[=+\-@\u2212]/u.test(cell) ? cell.slice(1) : cell;
}

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

function sayQuotes(code: string, row: number | undefined): string {
  const where = row === undefined ? "" : ` in row ${row + 1}`;
  return code === "MissingQuotes"
    ? `A quotation mark${where} is opened and never closed. Close it, or write it twice where it belongs to the text.`
    : `Something stands right after a closing quotation mark${where}. Write a quotation mark twice where it belongs to the text.`;
}

function sayTooMany(rows: number): string {
  return `There are ${countOf(rows, "row")}; an import takes ${maxImportRows}. Split the file, and import one part after the other.`;
}
