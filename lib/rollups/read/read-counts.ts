import type { Transaction } from "@/lib/platform/db";
import type { Counts, DayCounts, Interval, Scope } from "../counts";
import { countBots, countCapped, countVisitors, type Group, groupScans } from "../group-scans";
import { worthRolling } from "../roll/roll-scans";
import { addLabels, type Labels } from "../sums";
import { dayMs } from "../utc-day";
import { addDocuments } from "./add-documents";
import { addSlices } from "./add-slices";
import { boundRows, findMissingDays, type Gaps, mostRawRows, tellGaps } from "./gaps";
import { type Plan, planReading, type RollState } from "./plan";
import { readSnapshot, readState } from "./snapshot";
import { type Sums, startSums } from "./sums-of-plan";

interface ReadOptions {
  /** False: the totals by city, which are the longest by far, may be missing. */
  withCities?: boolean;
  /** Rows that are counted for want of documents at most. */
  mostRaw?: number;
}

/**
 * Counts the scans of a scope in intervals, all in one view of the database and by its clock: documents give the days
 * that are whole, raw rows the edges, the days that are to be counted anew and what came since. Days that should have a
 * document and have none are counted from rows, and marked for the next rebuild.
 *
 * @param choose names the intervals, given the time it is.
 */
export async function readCounts(
  scope: Scope,
  choose: (now: Date) => readonly Interval[],
  { withCities = true, mostRaw = mostRawRows }: ReadOptions = {},
): Promise<{ now: Date; counts: Counts[] }> {
  const { gaps, ...reading } = await readSnapshot(async (tx) => {
    const { now, state: known } = await readState(tx, scope);
    const intervals = choose(now).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
    const missing = await findMissingDays(tx, scope, known, intervals);
    const state = { ...known, dirtyDays: new Set([...known.dirtyDays, ...missing]) };
    const plan = planReading(intervals, state);
    const left = await boundRows(tx, scope, plan, mostRaw);
    const sums = startSums(plan);
    await addDocuments(tx, scope, { plan, state, sums }, withCities);
    await addSlices(tx, scope, { plan, state, sums });
    await addRaw(tx, scope, plan, sums);
    const gaps: Gaps = { missing, isBehind: isBehind(plan, state, sums, left) };
    return { now, counts: intervals.map((_, interval) => presentCounts(plan, sums, interval)), gaps };
  });
  await tellGaps(scope, gaps);
  return reading;
}

/** Whether scans after the documents' end are more than the ledger knows of, so that no roll would come to them. */
function isBehind(
  plan: Plan,
  { rolledTo, unrolled }: RollState,
  sums: Sums,
  left: readonly number[],
): boolean {
  if (unrolled >= worthRolling) return false;
  const isAfter = (place: number) =>
    rolledTo === null || (plan.days[place] as Plan["days"][number]).day * dayMs >= rolledTo;
  let counted = 0;
  for (const place of plan.undocumented) if (isAfter(place)) counted += sums.days[place]?.scans ?? 0;
  return counted >= worthRolling || left.some(isAfter);
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
