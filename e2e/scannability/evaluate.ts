export const readers = ["zxing", "opencv", "zbar"] as const;
export type Reader = (typeof readers)[number];
type Verdict = "read" | "missed" | "wrong";

/** What each reader made of a code, and of segno's plain symbol of the same payload. */
export interface Shown {
  ours: Record<Reader, Verdict>;
  plain: Record<Reader, Verdict>;
  /** Whether the answer warns that some readers miss it. */
  isWarned?: boolean;
}

export interface Line {
  row: string;
  /** Codes that were drawn; the rest were refused. */
  drawn: number;
  refused: number;
  /** Percent of the drawn ones that were read, ours and plain. */
  rates: Record<Reader, { ours: number; plain: number; p: number }>;
  /** Readers that fall behind their rate on plain symbols. */
  behind: Reader[];
}

const margin = 3;
const significance = 0.01;

/** Exact two-sided test of McNemar: how likely so unequal a split of the pairs that differ is by chance. */
export function mcnemar(onlyOurs: number, onlyPlain: number): number {
  const pairs = onlyOurs + onlyPlain;
  let tail = 0;
  let term = 0.5 ** pairs;
  for (let count = 0; count <= Math.min(onlyOurs, onlyPlain); count++) {
    tail += term;
    term *= (pairs - count) / (count + 1);
  }
  return Math.min(1, 2 * tail);
}

export function validateRow(row: string, shown: readonly (Shown | null)[]): Line {
  const drawn = shown.filter((one) => one !== null);
  const rates = Object.fromEntries(readers.map((reader) => [reader, rateOf(reader, drawn)])) as Line["rates"];
  const behind = readers.filter((reader) => {
    const { ours, plain, p } = rates[reader];
    return plain - ours > margin && p < significance;
  });
  return { row, drawn: drawn.length, refused: shown.length - drawn.length, rates, behind };
}

function rateOf(reader: Reader, shown: readonly Shown[]) {
  const count = (holds: (ours: boolean, plain: boolean) => boolean) =>
    shown.filter(({ ours, plain }) => holds(ours[reader] === "read", plain[reader] === "read")).length;
  const percent = (found: number) => (100 * found) / Math.max(1, shown.length);
  return {
    ours: percent(count((ours) => ours)),
    plain: percent(count((_, plain) => plain)),
    p: mcnemar(
      count((ours, plain) => ours && !plain),
      count((ours, plain) => plain && !ours),
    ),
  };
}

export function formatTable(lines: readonly Line[]): string {
  const cell = ({ ours, plain }: { ours: number; plain: number }) =>
    `${ours.toFixed(1)} (${plain.toFixed(1)})`;
  const rows = lines.map(({ row, drawn, refused, rates, behind }) => [
    row,
    `${drawn}`,
    `${refused}`,
    ...readers.map((reader) => `${cell(rates[reader])}${behind.includes(reader) ? " !" : ""}`),
  ]);
  const heads = ["feature", "drawn", "refused", ...readers.map((reader) => `${reader} % (plain)`)];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
