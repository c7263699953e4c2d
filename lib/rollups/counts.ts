/** What every scan has a label of. */
export const ownDimensions = ["device", "os", "browser", "country", "city"] as const;
export type OwnDimension = (typeof ownDimensions)[number];

/** What scans are broken down by. Only scans that a rule of their code led have a route, and of a split a variant. */
export const dimensions = [...ownDimensions, "route", "variant"] as const;
export type Dimension = (typeof dimensions)[number];

/**
 * Label → count for each dimension. A city's label is `<country>/<city>`, so that two of one name stay two, and a
 * variant's `<route>/<variant>`.
 */
export type Totals = Record<Dimension, Record<string, number>>;

/** Quarter-hours of a UTC day. */
export const quartersOfDay = 96;

/** The documents of the whole account have this in place of a code's id. */
export const wholeAccount = "00000000-0000-0000-0000-000000000000";

/** Whose scans: an account's data set. */
export interface Owner {
  accountId: string;
  isSandbox: boolean;
}

/** The first two parameters of most statements. */
export const keyOf = ({ accountId, isSandbox }: Owner) => [accountId, isSandbox] as const;

/** All scans of a data set, or those of one code or of some. */
export interface Scope extends Owner {
  codeId?: string;
  codeIds?: readonly string[];
}

/** The codes of a scope; null: all. */
export const codesOf = ({ codeId, codeIds }: Scope) => (codeId === undefined ? (codeIds ?? null) : [codeId]);

/** The last parameter of a statement that is limited to the codes of a scope; none where it is not. */
export const codeValues = ({ codeId, codeIds }: Scope) =>
  codeId !== undefined ? [codeId] : codeIds === undefined ? [] : [codeIds];

/** From an instant on, before another. */
export interface Interval {
  from: Date;
  to: Date;
}

/** The scans of a scope on one UTC day, as far as they lie in the interval that was asked for. */
export interface DayCounts {
  /** `YYYY-MM-DD`. */
  day: string;
  scans: number;
  /** Distinct visitors. */
  visitors: number;
  /** Calls of bots and previews. */
  bots: number;
  /** Scans beyond the plan's detailed ones. */
  capped: number;
  /** Scans of each of the day's 96 quarter-hours. */
  quarters: number[];
  totals: Totals;
}

/** Everything that was counted in an interval. */
export interface Counts {
  /** Oldest first; a day without anything may be missing. */
  days: DayCounts[];
  /** Scans of each code that had any. */
  codes: { codeId: string; scans: number }[];
  /** False where raw scans were purged before the interval's edge: that edge is exact to 15 minutes. */
  isExact: boolean;
  /** True where days are to be counted again after a deletion: of their visitors there are at most as many. */
  isRecounting: boolean;
}
