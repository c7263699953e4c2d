/** What a line shows, in order of time: `at` is an instant, for days a date as `2026-11-20`. */
export interface LineSeries {
  unit: "5min" | "hour" | "day";
  points: readonly LinePoint[];
  /** Places after now that only the period before has. */
  ahead?: readonly Pick<LinePoint, "at" | "previous">[];
}

interface LinePoint {
  at: string;
  count: number;
  /** Of the same place in the period before. */
  previous: number | null;
}
