import { KeyedSemaphore, Semaphore } from "@/lib/platform/concurrency";
import type { Transaction } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Counts, Interval, Scope, Totals } from "./counts";
import { addPack, listCodes, noPackCounts, type PackCounts } from "./packs";
import type { RollState, Stretch } from "./plan";
import { setStatementTimeout } from "./queries.build";
import {
  countBots,
  countLabels,
  countOverLimit,
  countSteps,
  countVisitorsByDay,
  type FilteredScans,
  type ScanFilter,
  setWorkMemory,
} from "./queries.count";
import { listPacks } from "./queries.read";
import { findMissingDays, readState, runSnapshot } from "./read-state";
import { addRoute, addTotals, dayMs, nameDay, noTotals } from "./sums";

/** Longest wait for the account's turn, then for a slot, then for the reading: 45 seconds in all. */
const boundMs = 15_000;

const newQueue = (most: number, patienceMs?: number) => ({
  all: new Semaphore(most, patienceMs),
  ofAccount: new KeyedSemaphore(1, patienceMs),
});

/** Two long readings of a process at a time, and a short one beside them; of each kind one of an account. */
const queues = () =>
  oncePerProcess("turns of filtered readings", () => ({ long: newQueue(2, boundMs), short: newQueue(1) }));

/** What was counted of an interval from packs and raw rows. */
export interface FilteredCounts {
  /** Scans by steps of the clock, each by the millisecond that it begins at; those without any are missing. */
  steps: { at: number; scans: number }[];
  /** Distinct visitors by UTC days, `YYYY-MM-DD`. */
  visitors: { day: string; visitors: number }[];
  /** Calls of bots and scans beyond the plan's detailed ones have no labels: these are all of them. */
  bots: number;
  capped: number;
}

/** Each dimension is filtered by the others' labels, not by its own. */
export interface LabelCounts {
  totals: Totals;
  codes: Counts["codes"];
}

/** The labels are of the first interval. */
interface FilteredReading extends LabelCounts {
  now: Date;
  counts: FilteredCounts[];
  /** Raw rows before have been purged, so that nothing is counted there; null: all are there. */
  rawFrom: Date | null;
}

interface Choice {
  intervals: readonly Interval[];
  /** How long the steps are: a part of a quarter-hour, or an hour. */
  stepMs: number;
}

/** Combinations of labels and visitors of a year fit in here. */
const workMemory = "32MB";

interface Limits {
  /** Whether it is of a day or two at most: long ones don't keep it waiting. */
  isShort: boolean;
  /** How long all of it may take once it has begun. */
  mostMs?: number;
}

/**
 * Counts scans of some labels in intervals, all in one view of the database and by its clock. Days that are over are read from
 * their packs, which know which labels go together; the rest from raw rows. Throws `validation_failed` with the detail
 * `too_long` where there are too many scans to answer in time.
 *
 * @param choose names the intervals, given the time it is.
 */
export function readFiltered(
  scope: Scope,
  filter: ScanFilter,
  choose: (now: Date) => Choice,
  { isShort, mostMs = boundMs }: Limits,
): Promise<FilteredReading> {
  return takeTurn({ accountId: scope.accountId, isShort }, () =>
    runSnapshot(async (tx) => {
      const { now, state } = await readState(tx, scope);
      const { intervals, stepMs } = choose(now);
      await setWorkMemory(tx, workMemory);
      const reading = { tx, state, stepMs, endsAt: performance.now() + mostMs };
      const counts: FilteredCounts[] = [];
      let labels = noLabelCounts();
      for (const [place, { from, to }] of intervals.entries()) {
        const start = Math.max(from.getTime(), state.rawFrom ?? Number.NEGATIVE_INFINITY);
        const query = { scope, filter, from: start, to: to.getTime() };
        const { packed, rest } = await countPacks(reading, query);
        counts.push(await countInterval(reading, query, packed, rest));
        if (place === 0) labels = await readLabels(reading, query, packed, rest);
      }
      const rawFrom = state.rawFrom === null ? null : new Date(state.rawFrom);
      return { now, counts, ...labels, rawFrom };
    }),
  );
}

/** A reading that has begun, and until when all its statements are to have ended. */
interface Reading {
  tx: Transaction;
  state: RollState;
  stepMs: number;
  endsAt: number;
}

/** The database ends a statement so much before the client gives it up, so that the connection can be used again. */
const graceMs = 1_000;

/** Runs what may take no longer than what is left of the reading's time. */
async function spend<T>({ tx, endsAt }: Reading, work: (leftMs: number) => Promise<T>): Promise<T> {
  const leftMs = Math.floor(endsAt - performance.now());
  if (leftMs <= 0) throw tooLong();
  try {
    await setStatementTimeout(tx, leftMs);
    return await work(leftMs);
  } catch (error) {
    throw wasEnded(error) ? tooLong(error) : error;
  }
}

/** SQLSTATE `query_canceled`: the database has ended the statement. */
function wasEnded(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}

function tooLong(cause?: unknown) {
  const message = "The range has too many scans to filter quickly; choose a shorter one";
  return fieldError("validation_failed", { field: "range", code: "too_long", message }, { cause });
}

/** Packs that are in memory at a time. */
const packsTogether = 32;

/**
 * Counts the days of an interval that lie in it as a whole and have a valid pack; returns what is to be counted from raw
 * rows, which begins and ends at midnights or at the interval's edges.
 */
async function countPacks(
  reading: Reading,
  query: FilteredScans,
): Promise<{ packed: PackCounts; rest: Stretch[] }> {
  const { tx, state, stepMs } = reading;
  const packed = noPackCounts();
  const first = Math.ceil(query.from / dayMs);
  const last = Math.floor(Math.min(query.to, state.rolledTo ?? Number.NEGATIVE_INFINITY) / dayMs);
  if (query.from >= query.to) return { packed, rest: [] };
  if (first >= last) return { packed, rest: [{ from: query.from, to: query.to }] };
  const counted = new Set<number>();
  const documented = new Set<number>();
  for (let from = first; from < last; from += packsTogether) {
    const days = { from, to: Math.min(last, from + packsTogether) };
    for (const { day, pack } of await spend(reading, () => listPacks(tx, query.scope, days))) {
      documented.add(day);
      if (pack === null || !isValid(state, day)) continue;
      const question = { ...query, deletedCodes: state.deletedCodes, stepMs };
      if (addPack(packed, pack, nameDay(day), question)) counted.add(day);
    }
  }
  const whole = { from: first * dayMs, to: last * dayMs };
  const missing = new Set(await spend(reading, () => findMissingDays(tx, query.scope, state, [whole])));
  // A day without a document and without rows has no scans.
  const isRaw = (day: number) =>
    !counted.has(day) && (documented.has(day) || missing.has(day) || !isValid(state, day));
  return { packed, rest: joinStretches(query, first, last, isRaw) };
}

/** Days that are to be counted again are counted from raw rows until then. */
function isValid({ staleDays, recountedDays }: RollState, day: number): boolean {
  return !staleDays.has(day) && !recountedDays.has(day);
}

function joinStretches(
  { from, to }: Stretch,
  first: number,
  last: number,
  isRaw: (day: number) => boolean,
): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (stretch: Stretch) => {
    const before = stretches.at(-1);
    if (before?.to === stretch.from) before.to = stretch.to;
    else if (stretch.from < stretch.to) stretches.push(stretch);
  };
  add({ from, to: first * dayMs });
  for (let day = first; day < last; day += 1) {
    if (isRaw(day)) add({ from: day * dayMs, to: (day + 1) * dayMs });
  }
  add({ from: last * dayMs, to });
  return stretches;
}

async function countInterval(
  reading: Reading,
  query: FilteredScans,
  packed: PackCounts,
  rest: readonly Stretch[],
): Promise<FilteredCounts> {
  const { scope, from, to } = query;
  if (from >= to) return { steps: [], visitors: [], bots: 0, capped: 0 };
  const { tx, stepMs } = reading;
  const steps = new Map(packed.steps);
  const visitors = [...packed.visitors];
  for (const stretch of rest) {
    const raw = { ...query, ...stretch };
    const found = await spend(reading, (leftMs) => countSteps(tx, raw, stepMs, leftMs + graceMs));
    for (const { at, scans } of found) steps.set(at * 1_000, (steps.get(at * 1_000) ?? 0) + scans);
    visitors.push(...(await spend(reading, (leftMs) => countVisitorsByDay(tx, raw, leftMs + graceMs))));
  }
  const part = [{ id: 0, from, to }];
  const [bots] = await spend(reading, () => countBots(tx, scope, part));
  const [capped] = await spend(reading, () => countOverLimit(tx, scope, part));
  return {
    steps: [...steps].map(([at, scans]) => ({ at, scans })).sort((one, other) => one.at - other.at),
    visitors,
    bots: bots?.count ?? 0,
    capped: capped?.count ?? 0,
  };
}

const noLabelCounts = (): LabelCounts => ({ totals: noTotals(), codes: [] });

async function readLabels(
  reading: Reading,
  query: FilteredScans,
  packed: PackCounts,
  rest: readonly Stretch[],
): Promise<LabelCounts> {
  const totals = noTotals();
  addTotals(totals, packed.totals);
  const codes = { ...packed, codes: { ...packed.codes } };
  for (const stretch of rest) {
    const raw = { ...query, ...stretch };
    const rows = await spend(reading, (leftMs) => countLabels(reading.tx, raw, leftMs + graceMs));
    for (const { missed, grouping, label, scans, ...of } of rows) {
      if (missed !== null && missed !== grouping) continue;
      // No filter names a route, so that theirs have all the labels asked for.
      if (missed === null) addRoute(totals, of, scans);
      if (grouping === "code") codes.codes[label] = (codes.codes[label] ?? 0) + scans;
      else totals[grouping][label] = (totals[grouping][label] ?? 0) + scans;
    }
  }
  return { totals, codes: listCodes(codes) };
}

interface Turn {
  accountId: string;
  /** Of a day or two at most, so that it is over in a moment. */
  isShort: boolean;
}

/** What `read` gives or throws once it is its turn. Throws `unavailable` when that did not come in time. */
export function takeTurn<T>({ accountId, isShort }: Turn, read: () => Promise<T>): Promise<T> {
  const { all, ofAccount } = isShort ? queues().short : queues().long;
  return ofAccount.run(accountId, () => all.run(read));
}
