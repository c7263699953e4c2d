import type { Transaction } from "@/lib/platform/db";
import {
  type Counts,
  codesOf,
  type DayCounts,
  dimensions,
  type Interval,
  quartersOfDay,
  type Scope,
  wholeAccount,
} from "./counts";
import { type Document, excludeCode, excludeCodes } from "./documents";
import { type Plan, passOver, planReading, type RollState, type Sums, startSums } from "./plan";
import { listDocuments, worthRolling } from "./queries.build";
import { countBots, countOverLimit, countVisitors, type Group, groupScans } from "./queries.count";
import {
  type CodeSum,
  type DayDocument,
  findStretchBeyond,
  listDayDocuments,
  type Piece,
  sumDaysByCode,
  sumQuartersByCode,
} from "./queries.read";
import { findMissingDays, type Gaps, readSnapshot, readState, recordGaps } from "./read-state";
import {
  addGroupLabels,
  addLabels,
  addQuarterLabels,
  addQuarters,
  addTotals,
  dayMs,
  type Labels,
} from "./sums";

/** Rows that one reading counts where documents are missing: about a second. */
const mostRawRows = 200_000;

interface ReadOptions {
  /** False: the totals by city, which are the longest by far, may be missing. */
  withCities?: boolean;
  /** Rows that are counted where documents are missing, at most. */
  mostRaw?: number;
}

/**
 * Counts the scans of a scope in intervals, all in one view of the database and by its clock: documents give the days
 * that are whole, raw rows the edges, the days that are to be counted again and what came since. Days that should have a
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
    const state = { ...known, staleDays: new Set([...known.staleDays, ...missing]) };
    const plan = planReading(intervals, state, scope.codeIds !== undefined);
    const left = await boundRows(tx, scope, plan, mostRaw);
    const sums = startSums(plan);
    await addDocuments(tx, scope, { plan, state, sums }, withCities);
    await addSlices(tx, scope, { plan, state, sums });
    await addRaw(tx, scope, plan, sums);
    const gaps: Gaps = { missing, isBehind: isBehind(plan, state, sums, left) };
    return { now, counts: intervals.map((_, interval) => presentCounts(plan, sums, interval)), gaps };
  });
  await recordGaps(scope, gaps);
  return reading;
}

/**
 * Keeps a plan from counting more rows than a reading may where documents are missing: the latest days are counted;
 * the others are answered from what documents there are, and the answer says that it is being counted.
 */
async function boundRows(tx: Transaction, scope: Scope, plan: Plan, mostRaw: number): Promise<number[]> {
  const parts = plan.parts.filter(({ id }) => plan.undocumented.has(id)).sort((a, b) => b.from - a.from);
  if (parts.length === 0) return [];
  const nth = await findStretchBeyond(tx, scope, parts, mostRaw);
  const left = nth === undefined ? [] : parts.slice(nth - 1).map(({ id }) => id);
  passOver(plan, new Set(left));
  return left;
}

/** Whether scans after the documents' end are more than the counter knows of, so that no roll would come to them. */
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
  for (const { part, count } of await countOverLimit(tx, scope, plan.parts)) dayOf(part).capped += count;
}

function addGroup(plan: Plan, sums: Sums, group: Group): void {
  const { part, grouping, labels } = group;
  const day = sums.days[part] as DayCounts;
  if (grouping === "code") addLabels(sums.codes[plan.days[part]?.interval ?? 0] as Labels, labels);
  else if (grouping === "quarter") addQuarterLabels(day, labels);
  else addGroupLabels(day.totals, { ...group, grouping });
}

function addCodes({ codes }: Sums, found: readonly CodeSum[]): void {
  for (const { interval, code, scans } of found) addLabels(codes[interval] as Labels, { [code]: scans });
}

function presentCounts(plan: Plan, sums: Sums, interval: number): Counts {
  const ofInterval = (_: DayCounts, place: number) => plan.days[place]?.interval === interval;
  const codes = Object.entries(sums.codes[interval] as Labels);
  return {
    days: sums.days
      .filter(ofInterval)
      .filter(({ scans, bots, capped }) => scans > 0 || bots > 0 || capped > 0),
    codes: codes.filter(([, scans]) => scans > 0).map(([codeId, scans]) => ({ codeId, scans })),
    isExact: plan.isExact[interval] as boolean,
    isRecounting: plan.isRecounting[interval] as boolean,
  };
}

/** A plan at work. */
interface Reading {
  plan: Plan;
  state: RollState;
  sums: Sums;
}

/** Adds the documents of whole days, and the scans of each code on them. */
async function addDocuments(
  tx: Transaction,
  scope: Scope,
  { plan, state, sums }: Reading,
  withCities: boolean,
): Promise<void> {
  const { codeId } = scope;
  const codes = listKept(scope, state);
  if (plan.documents.length === 0 || codes?.length === 0) return;
  const days = [...new Set(plan.documents.map((place) => plan.days[place]?.day as number))];
  const read = (codeIds: readonly string[]) => listDayDocuments(tx, scope, { codeIds, days, withCities });
  const documents = new Map<number, DayDocument[]>();
  for (const document of await read(codes ?? [wholeAccount])) {
    documents.set(document.day, [...(documents.get(document.day) ?? []), document]);
  }
  if (codes === null && state.deletedCodes.length > 0) {
    for (const gone of await read(state.deletedCodes)) {
      for (const account of documents.get(gone.day) ?? []) excludeCode(account, gone);
    }
  }
  for (const place of plan.documents) {
    const { interval, day } = plan.days[place] as Plan["days"][number];
    const sum = sums.days[place] as DayCounts;
    for (const document of documents.get(day) ?? []) {
      sum.scans += document.scans;
      sum.bots += document.bots;
      addQuarters(sum.quarters, document.quarters);
      addTotals(sum.totals, document.totals);
      if (plan.closed.has(place)) sum.visitors += document.visitors ?? 0;
      if (codeId !== undefined) addCodes(sums, [{ interval, code: codeId, scans: document.scans }]);
    }
  }
  if (codeId === undefined) addCodes(sums, await sumDaysByCode(tx, scope, joinDays(plan)));
}

/** The codes of a scope but those that were deleted; null: all of the account. */
function listKept(scope: Scope, { deletedCodes }: RollState): readonly string[] | null {
  return codesOf(scope)?.filter((code) => !deletedCodes.includes(code)) ?? null;
}

/** Days that follow one another, as one stretch. */
function joinDays(plan: Plan): { interval: number; from: number; to: number }[] {
  const stretches: { interval: number; from: number; to: number }[] = [];
  for (const place of plan.documents) {
    const { interval, day } = plan.days[place] as Plan["days"][number];
    const last = stretches.at(-1);
    if (last?.interval === interval && last.to === day) last.to += 1;
    else stretches.push({ interval, from: day, to: day + 1 });
  }
  return stretches;
}

/** Adds edges of intervals that lie within days whose raw rows are gone, from the detail of their documents. */
async function addSlices(tx: Transaction, scope: Scope, { plan, state, sums }: Reading): Promise<void> {
  if (plan.slices.size === 0) return;
  const slices = [...plan.slices.values()];
  const documents = await listPurgedDays(tx, scope, [...new Set(slices.map(({ day }) => day))], state);
  for (const [place, slice] of plan.slices) {
    for (const document of documents.filter(({ day }) => day === slice.day)) {
      addSlice(sums.days[place] as DayCounts, document, slice);
    }
  }
  addCodes(sums, await sumQuartersByCode(tx, scope, slices));
}

/** The documents of a scope, without codes that were deleted, of days whose raw rows are gone. */
async function listPurgedDays(
  tx: Transaction,
  scope: Scope,
  days: readonly number[],
  state: RollState,
): Promise<Document[]> {
  const codes = listKept(scope, state);
  if (codes !== null) return codes.length === 0 ? [] : listDocuments(tx, scope, days, codes);
  const { deletedCodes } = state;
  if (deletedCodes.length === 0) return listDocuments(tx, scope, days, [wholeAccount]);
  const all = await listDocuments(tx, scope, days);
  const accounts = all.filter(({ code }) => code === wholeAccount);
  for (const account of accounts) {
    const ofDay = all.filter(({ day, code }) => day === account.day && code !== wholeAccount);
    const [gone, others] = [true, false].map((isGone) =>
      ofDay.filter(({ code }) => deletedCodes.includes(code) === isGone),
    ) as [Document[], Document[]];
    if (gone.length > 0) excludeCodes(account, gone, others);
  }
  return accounts;
}

function addSlice(sum: DayCounts, { quarters, detail }: Document, { from, to }: Piece): void {
  for (let quarter = from; quarter < to; quarter += 1) {
    const count = quarters[quarter] ?? 0;
    sum.quarters[quarter] = (sum.quarters[quarter] ?? 0) + count;
    sum.scans += count;
  }
  if (detail === null) return;
  sum.bots += countWithin(detail.bots, from, to);
  const seenBefore = from === 0 ? 0 : countWithin(detail.leavers, 0, from);
  const seen = to === quartersOfDay ? Number.POSITIVE_INFINITY : countWithin(detail.arrivals, 0, to);
  // Visitors who had come before the end and did not leave before the beginning.
  const all = countWithin(detail.arrivals, 0, quartersOfDay);
  sum.visitors += Math.max(0, Math.min(seen, all) - seenBefore);
  for (const dimension of dimensions) {
    for (const [label, pairs] of Object.entries(detail.labels[dimension] ?? {})) {
      let count = 0;
      for (let at = 0; at < pairs.length; at += 2) {
        const quarter = pairs[at] as number;
        if (from <= quarter && quarter < to) count += pairs[at + 1] as number;
      }
      if (count > 0) addLabels(sum.totals[dimension], { [label]: count });
    }
  }
}

function countWithin(counts: Labels, from: number, to: number): number {
  let count = 0;
  for (const quarter in counts) {
    if (from <= Number(quarter) && Number(quarter) < to) count += counts[quarter] as number;
  }
  return count;
}
