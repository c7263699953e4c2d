import { type DayCounts, dimensions, type OwnDimension, quartersOfDay, type Totals } from "./counts";

export const dayMs = 86_400_000;
export const quarterMs = dayMs / quartersOfDay;

/** A UTC day as a number of days since 1970: what statements and plans calculate with. */
export function dayNumberOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** `YYYY-MM-DD`. */
export function nameDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Label → count. Without a prototype: a label comes from outside and may be any word. */
export type Labels = Record<string, number>;

export function noLabels(): Labels {
  return Object.create(null) as Labels;
}

export function noTotals(): Totals {
  const totals = {} as Totals;
  for (const dimension of dimensions) totals[dimension] = noLabels();
  return totals;
}

/** The sum of a day, still empty. */
export function emptyDay(day: number): DayCounts {
  const quarters = Array<number>(quartersOfDay).fill(0);
  return { day: nameDay(day), scans: 0, visitors: 0, bots: 0, capped: 0, quarters, totals: noTotals() };
}

/** Adds labels to others, or takes them away; a label without scans left is dropped. */
export function addLabels(sum: Labels, labels: Labels, times = 1): void {
  for (const label in labels) {
    const count = (sum[label] ?? 0) + times * (labels[label] as number);
    if (count === 0) delete sum[label];
    else sum[label] = count;
  }
}

/** Adds the totals of some scans; a dimension that was not read is left out, and one that older documents lack is added. */
export function addTotals(sum: Totals, totals: Partial<Totals>, times = 1): void {
  for (const dimension of dimensions) {
    sum[dimension] ??= noLabels();
    addLabels(sum[dimension], totals[dimension] ?? {}, times);
  }
}

/** Adds scans of one route to the totals of routes and variants; none without a route. */
export function addRoute(
  totals: Pick<Totals, "route" | "variant">,
  { route, variant }: { route: string | null; variant: string | null },
  scans: number,
): void {
  if (route === null) return;
  addLabels(totals.route, { [route]: scans });
  if (variant !== null) addLabels(totals.variant, { [`${route}/${variant}`]: scans });
}

export function addQuarters(sum: number[], quarters: readonly number[], times = 1): void {
  for (const [place, count] of quarters.entries()) sum[place] = (sum[place] ?? 0) + times * count;
}

/** Adds scans by quarter-hour, each under its place in the day. */
export function addQuarterLabels(sum: { scans: number; quarters: number[] }, labels: Labels): void {
  for (const quarter in labels) {
    const count = labels[quarter] as number;
    sum.quarters[Number(quarter)] = (sum.quarters[Number(quarter)] ?? 0) + count;
    sum.scans += count;
  }
}

/** Adds scans of one dimension by label; of those of devices it is known which route and variant led them. */
export function addGroupLabels(
  totals: Totals,
  {
    grouping,
    labels,
    ...of
  }: { grouping: OwnDimension; labels: Labels; route: string | null; variant: string | null },
): void {
  addLabels(totals[grouping], labels);
  if (of.route === null) return;
  addRoute(
    totals,
    of,
    Object.values(labels).reduce((sum, scans) => sum + scans, 0),
  );
}
