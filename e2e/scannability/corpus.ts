import { type Case, exceptedRows, makeCases } from "./cases";
import { judgeRow, type Line, readers } from "./judge";
import { showCases } from "./show";

export interface Corpus {
  lines: Line[];
  /** Lines on which a reader falls behind although nothing warns of it. */
  failing: Line[];
  /** Cases of which a reader gave another text. */
  wrong: Case[];
}

/** Draws and shows so many cases of a seed and counts them by row. */
export async function runCorpus(count: number, seed: number): Promise<Corpus> {
  const cases = await makeCases(count, seed);
  const shown = await showCases(cases);
  const isSum = (row: string) => row.startsWith("all ");
  const rows = [...new Set(cases.flatMap((one) => one.rows))].sort(
    (a, b) => Number(isSum(a)) - Number(isSum(b)),
  );
  const lines = rows.map((row) =>
    judgeRow(
      row,
      shown.filter((_, index) => cases[index]!.rows.includes(row)),
    ),
  );
  return {
    lines,
    failing: lines.filter(({ row, behind }) => behind.length > 0 && !exceptedRows.includes(row)),
    wrong: cases.filter((_, index) => readers.some((reader) => shown[index]?.ours[reader] === "wrong")),
  };
}
