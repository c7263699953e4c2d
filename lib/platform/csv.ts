/** What a cell holds; null: nothing. */
export type Cell = string | number | null;

/** Spreadsheets take a file with it for UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A line of a CSV file (RFC 4180). Every text stands in quotes, so that nothing in it can end its cell. */
export function writeLine(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

function writeCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return `"${disarm(cell).replaceAll('"', '""')}"`;
}

const firstVisible = /[^\s\p{Cc}\p{Cf}]/u;

/**
 * Whether the first visible character begins a formula; compatible forms such as the fullwidth ＝ do, too. Only this
 * character is normalised: normalising costs the square of a run of combining marks.
 */
function isFormula(text: string): boolean {
  const first = firstVisible.exec(text)?.[0] ?? "";
  return /^[=+\-@\u2212]/u.test(first.normalize("NFKC"));
}

/**
 * A text that no spreadsheet calculates: an apostrophe makes it text. A program that takes semicolons, tabs or line breaks
 * for the ends of cells whatever the quotes say would begin a cell after each, so what follows one is looked at, too.
 */
function disarm(text: string): string {
  const parts = text.split(/([;\t\r\n])/);
  const safe = parts.map((part) => (isFormula(part) ? `'${part}` : part)).join("");
  return /^[\t\r\n]/.test(text) ? `'${safe}` : safe;
}
