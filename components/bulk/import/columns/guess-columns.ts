import type { Line, Table } from "../file/parse-table";
import { readKind, readType, suggestType } from "../type-words";
import { readHeading } from "./field-words";
import type { Field } from "./fields";

/** What each column of the file is; null: it is left out. */
export type Mapping = readonly (Field | null)[];

const most = 40;

/** Whether the first line names what stands below it. */
export function guessHeading({ lines }: Table): boolean {
  const [first] = lines;
  if (first === undefined) return false;
  const known = first.cells.filter((cell) => readHeading(cell) !== undefined).length;
  const filled = first.cells.filter((cell) => cell.trim() !== "").length;
  const isData = first.cells.some((cell) => /^https?:\/\/|^WIFI:|^\{|@.+\./i.test(cell.trim()));
  return known > 0 && known * 2 >= filled && !isData;
}

/** By the headings first, then by what stands in the columns that none of them names. */
export function guessColumns({ lines, width }: Table, hasHeading: boolean): Mapping {
  const mapping: (Field | null)[] = Array(width).fill(null);
  const heading = hasHeading ? (lines[0]?.cells ?? []) : [];
  for (const [at, cell] of heading.entries()) {
    const field = readHeading(cell);
    if (field !== undefined && !mapping.includes(field)) mapping[at] = field;
  }
  const data = lines.slice(hasHeading ? 1 : 0, most + 1);
  for (let at = 0; at < width; at += 1) {
    if (mapping[at] !== null) continue;
    const field = guessField(readColumn(data, at));
    // A heading that says something else is believed.
    const isNamed = hasHeading && (heading[at] ?? "").trim() !== "";
    if (field !== null && !mapping.includes(field) && !(isNamed && field === "name")) mapping[at] = field;
  }
  if (!hasHeading && !mapping.includes("name")) {
    const free = mapping.findIndex((field, at) => field === null && readColumn(data, at).length > 0);
    if (free !== -1 && mapping.includes("content")) mapping[free] = "name";
  }
  return mapping;
}

function guessField(cells: string[]): Field | null {
  if (cells.length === 0) return null;
  const share = (holds: (cell: string) => boolean) => cells.filter(holds).length / cells.length;
  if (share((cell) => readKind(cell) !== null) > 0.6) return "kind";
  if (share((cell) => readType(cell) !== null) > 0.6) return "type";
  if (share((cell) => suggestType("", cell) !== "text") > 0.6) return "content";
  return null;
}

/** The cells of a column that hold something. */
export function readColumn(lines: readonly Line[], at: number): string[] {
  return lines.map(({ cells }) => cells[at] ?? "").filter((cell) => cell.trim() !== "");
}
