import { type Case, makeCases } from "./cases";
import { type Line, readers, validateRow } from "./evaluate";
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
  // What is warned about counts by itself.
  const rowsOf = (index: number) =>
    shown[index]?.isWarned ? [`${cases[index]!.rows[0]}, warned`] : cases[index]!.rows;
  const isSum = (row: string) => row.startsWith("all ");
  const rows = [...new Set(cases.flatMap((_, index) => rowsOf(index)))];
  rows.sort((a, b) => Number(isSum(a)) - Number(isSum(b)));
  const lines = rows.map((row) =>
    validateRow(
      row,
      shown.filter((_, index) => rowsOf(index).includes(row)),
    ),
  );
  const mayFallBehind = (row: string) => row.endsWith(", warned");
  return {
    lines,
    failing: lines.filter(({ row, behind }) => behind.length > 0 && !mayFallBehind(row)),
    wrong: cases.filter((_, index) => readers.some((reader) => shown[index]?.ours[reader] === "wrong")),
  };
}
