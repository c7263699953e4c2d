import { guessColumns, guessHeading, hasContent } from "./make-rows";
import { makeTable } from "./read-table";
import type { Workbook } from "./read-workbook";

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
