import type { Transaction } from "@/lib/platform/db";
import type { Counts, DayCounts, Interval, Scope } from "../counts";
import { omitCode, type WholeDay } from "../erase/omit-codes";
import { notDeleted, wholeAccount } from "../ground";
import { countBots, countCapped, countVisitors, type Group, groupScans } from "../group-scans";
import { worthRolling } from "../roll/roll-scans";
import { addLabels, addQuarters, addTotals, type Labels } from "../sums";
import { dayMs, dayOfNumber, numberOfDay } from "../utc-day";
import { addSlices } from "./add-slices";
import { boundRows, findMissingDays, type Gaps, mostRawRows, tellGaps } from "./gaps";
import { type Plan, planReading, type RollState } from "./plan";
import { readSnapshot, readState } from "./snapshot";
import { type Reading, type Sums, startSums } from "./sums-of-plan";

interface ReadOptions {
  /** False: the totals by city, which are the longest by far, may be missing. */
  withCities?: boolean;
  /** Rows that are counted for want of documents at most. */
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

/** Adds the documents of whole days, and the scans of each code on them. */
async function addDocuments(
  tx: Transaction,
  scope: Scope,
  { plan, state, sums }: Reading,
  withCities: boolean,
): Promise<void> {
  const { codeId } = scope;
  if (plan.documents.length === 0 || state.deletedCodes.includes(codeId ?? "")) return;
  const days = new Set(plan.documents.map((place) => plan.days[place]?.day as number));
  const read = (codeIds: readonly string[]) => readDocuments(tx, scope, { codeIds, days, withCities });
  const documents = new Map<number, DayDocument>();
  for (const document of await read([codeId ?? wholeAccount])) documents.set(document.day, document);
  if (codeId === undefined && state.deletedCodes.length > 0) {
    for (const gone of await read(state.deletedCodes)) {
      const account = documents.get(gone.day);
      if (account !== undefined) omitCode(account, gone);
    }
  }
  for (const place of plan.documents) {
    const document = documents.get(plan.days[place]?.day ?? -1);
    const sum = sums.days[place];
    if (document === undefined || sum === undefined) continue;
    sum.scans += document.scans;
    sum.bots += document.bots;
    addQuarters(sum.quarters, document.quarters);
    addTotals(sum.totals, document.totals);
    if (plan.closed.has(place)) sum.visitors += document.visitors ?? 0;
  }
  if (codeId === undefined) await addCodes(tx, scope, plan, sums);
  else addOwnCode(codeId, documents, plan, sums);
}

type DayDocument = WholeDay & { day: number };

async function readDocuments(
  tx: Transaction,
  { accountId, isSandbox }: Scope,
  asked: { codeIds: readonly string[]; days: ReadonlySet<number>; withCities: boolean },
): Promise<DayDocument[]> {
  const { rows } = await tx.query<DayDocument>({
    name: "read_scan_days",
    text: `SELECT ${numberOfDay("day")} AS day, scans, bots, visitors, array_to_json(quarters) AS quarters,
        CASE WHEN $5 THEN totals ELSE totals - 'city' END AS totals
      FROM scan_day WHERE account_id = $1 AND is_sandbox = $2
        AND qr_code_id = ANY(ARRAY(SELECT unnest($3::uuid[])))
        AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($4::int[]) AS d))`,
    values: [accountId, isSandbox, asked.codeIds, [...asked.days], asked.withCities],
  });
  return rows;
}

function addOwnCode(codeId: string, documents: Map<number, DayDocument>, plan: Plan, sums: Sums): void {
  for (const place of plan.documents) {
    const { interval, day } = plan.days[place] as Plan["days"][number];
    const labels = sums.codes[interval];
    if (labels) addLabels(labels, { [codeId]: documents.get(day)?.scans ?? 0 });
  }
}

/** By an index alone, however many codes the account has. */
async function addCodes(
  tx: Transaction,
  { accountId, isSandbox }: Scope,
  plan: Plan,
  sums: Sums,
): Promise<void> {
  const stretches = joinDays(plan);
  const { rows } = await tx.query<{ interval: number; code: string; scans: number }>({
    name: "sum_scan_days",
    text: `SELECT p.interval, d.qr_code_id AS code, sum(d.scans)::float8 AS scans
      FROM unnest($3::int[], $4::int[], $5::int[]) AS p(interval, from_day, to_day)
        JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2
          AND d.day >= ${dayOfNumber("p.from_day")} AND d.day < ${dayOfNumber("p.to_day")}
      WHERE d.qr_code_id <> '${wholeAccount}' AND ${notDeleted("d.qr_code_id")}
      GROUP BY p.interval, d.qr_code_id`,
    values: [
      accountId,
      isSandbox,
      stretches.map(({ interval }) => interval),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
    ],
  });
  for (const { interval, code, scans } of rows) addLabels(sums.codes[interval] ?? {}, { [code]: scans });
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
