import type { Transaction } from "@/lib/platform/db";
import type { Counts, DayCounts, Interval, Scope } from "../counts";
import { countBots, countCapped, countVisitors, type Group, groupScans } from "../group-scans";
import { addLabels, type Labels } from "../sums";
import { addDocuments } from "./add-documents";
import { addSlices } from "./add-slices";
import { type Plan, planReading } from "./plan";
import { readSnapshot, readState } from "./snapshot";
import { type Sums, startSums } from "./sums-of-plan";

/**
 * Counts the scans of a scope in intervals, all in one view of the database and by its clock: documents give the days
 * that are whole, raw rows the edges, the days that are to be counted anew and what came since.
 *
 * @param choose names the intervals, given the time it is.
 * @param withCities false: the totals by city, which are the longest by far, may be missing.
 */
export function readCounts(
  scope: Scope,
  choose: (now: Date) => readonly Interval[],
  { withCities = true } = {},
): Promise<{ now: Date; counts: Counts[] }> {
  return readSnapshot(async (tx) => {
    const { now, state } = await readState(tx, scope);
    const intervals = choose(now).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
    const plan = planReading(intervals, state);
    const sums = startSums(plan);
    await addDocuments(tx, scope, { plan, state, sums }, withCities);
    await addSlices(tx, scope, { plan, state, sums });
    await addRaw(tx, scope, plan, sums);
    return { now, counts: intervals.map((_, interval) => presentCounts(plan, sums, interval)) };
  });
}

async function addRaw(tx: Transaction, scope: Scope, plan: Plan, sums: Sums): Promise<void> {
  for (const group of await groupScans(tx, scope, plan.raw)) addGroup(plan, sums, group);
  const dayOf = (part: number) => sums.days[part] as DayCounts;
  for (const { part, count } of await countVisitors(tx, scope, plan.visitors)) dayOf(part).visitors += count;
  for (const { part, count } of await countBots(tx, scope, plan.raw)) dayOf(part).bots += count;
  for (const { part, count } of await countCapped(tx, scope, plan.parts)) dayOf(part).capped += count;
}

function addGroup(plan: Plan, sums: Sums, { part, grouping, labels }: Group): void {
  const day = sums.days[part] as DayCounts;
  if (grouping === "code") addLabels(sums.codes[plan.days[part]?.interval ?? 0] as Labels, labels);
  else if (grouping !== "quarter") addLabels(day.totals[grouping], labels);
  else {
    for (const quarter in labels) {
      const count = labels[quarter] as number;
      day.quarters[Number(quarter)] = (day.quarters[Number(quarter)] ?? 0) + count;
      day.scans += count;
    }
  }
}

function hasAnything({ scans, bots, capped }: DayCounts): boolean {
  return scans > 0 || bots > 0 || capped > 0;
}

function presentCounts(plan: Plan, sums: Sums, interval: number): Counts {
  const ofInterval = (_: DayCounts, place: number) => plan.days[place]?.interval === interval;
  const codes = Object.entries(sums.codes[interval] as Labels);
  return {
    days: sums.days.filter(ofInterval).filter(hasAnything),
    codes: codes.filter(([, scans]) => scans > 0).map(([codeId, scans]) => ({ codeId, scans })),
    isExact: plan.isExact[interval] as boolean,
    isRecounting: plan.isRecounting[interval] as boolean,
  };
}
