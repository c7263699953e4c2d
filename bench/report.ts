/** One comparison: what was measured, against what, and the aim of the ratio. */
export interface Ratio {
  what: string;
  /** Our figure and the peer's with their units, as they are to be read. */
  ours: string;
  peer: string;
  /** How many times better we are, or what the aim counts. */
  ratio: number;
  aim: { atLeast: number } | { atMost: number } | null;
}

/** A part of the bench: measures, and returns its comparisons. */
export type Section = (options: BenchOptions) => Promise<Ratio[]>;

export interface BenchOptions {
  /** The long form: more requests where that matters. */
  full: boolean;
  /** Measure dist/ as it stands, without looking whether the sources are newer. */
  asBuilt: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share (0–1) of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}

/**
 * Runs every task once a round, in turn, so that a slow moment of the machine falls on all of them, and returns each
 * one's figures. Every other round goes backwards: work that a task leaves to be done later falls on both its neighbours.
 * The first round only warms up.
 */
export async function interleave<Name extends string, Figure>(
  rounds: number,
  tasks: Record<Name, () => Promise<Figure>>,
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(tasks) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as Figure[]])) as Record<Name, Figure[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figure = await tasks[name]();
      if (round > 0) figures[name].push(figure);
    }
  }
  return figures;
}

export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(3) : ms.toFixed(1)} ms`;
}

/** A table for the eye; every line ends with the aim and whether it is met. */
export function formatTable(title: string, ratios: readonly Ratio[]): string {
  const rows = ratios.map(({ what, ours, peer, ratio, aim }) => [
    what,
    ours,
    peer,
    ratio.toFixed(2),
    judge(ratio, aim),
  ]);
  const table = [["", "this", "peer", "ratio", "aim"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  return `\n${title}\n${lines.join("\n")}`;
}

function judge(ratio: number, aim: Ratio["aim"]): string {
  if (!aim) return "";
  if ("atLeast" in aim) return `≥ ${aim.atLeast}  ${ratio >= aim.atLeast ? "met" : "MISSED"}`;
  return `≤ ${aim.atMost}  ${ratio <= aim.atMost ? "met" : "MISSED"}`;
}
