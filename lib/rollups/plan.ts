import type { DayCounts } from "./counts";
import type { Part } from "./queries.count";
import type { Piece } from "./queries.read";
import { dayMs, dayNumberOf, emptyDay, type Labels, noLabels, quarterMs } from "./sums";

/** How far an account's documents go, as one snapshot has it. Instants are milliseconds. */
export interface RollState {
  /** Documents hold what lies before; null: there are none. */
  rolledTo: number | null;
  /** Raw rows before have been purged; null: all are there. */
  rawFrom: number | null;
  /** Scans after the documents' end, as the counter has them. */
  unrolled: number;
  /** Days whose documents are not to be trusted. */
  staleDays: ReadonlySet<number>;
  /** Days whose documents hold, but for the account's visitors, of whom they may have too many. */
  recountedDays: ReadonlySet<number>;
  /** Codes that were deleted while rows of theirs are still there. */
  deletedCodes: readonly string[];
}

/** A day of an interval; `id` of a part is the place in `days`. */
interface PlannedDay {
  interval: number;
  day: number;
}

/** Where each day of the intervals is counted from. */
export interface Plan {
  days: PlannedDay[];
  /** Places in `days` whose document counts as a whole. */
  documents: number[];
  /** Places in `days` whose visitors the document knows, too: the day is over. */
  closed: Set<number>;
  /** Raw rows to count, with their bots. */
  raw: Part[];
  /** Raw rows whose visitors are counted: a document's visitors and a tail's can't be added up. */
  visitors: Part[];
  /** Places in `days` that are counted from raw rows, having no valid document. */
  undocumented: Set<number>;
  /** Every day, as far as it lies in its interval: what documents know nothing of is counted there. */
  parts: Part[];
  /** Edges that only the detail of a document knows; by place in `days`. */
  slices: Map<number, Piece>;
  /** By interval: false where an edge had to be moved to a quarter-hour. */
  isExact: boolean[];
  /** By interval: whether something is still to be counted: visitors again, or days without a document. */
  isRecounting: boolean[];
}

export interface Stretch {
  from: number;
  to: number;
}

/**
 * Decides for each UTC day that an interval touches how it is counted: from its document, from raw rows, or both.
 *
 * @param isOfSome whether it reads the documents of several codes, whose visitors can't be added up: one may be in several.
 */
export function planReading(intervals: readonly Stretch[], state: RollState, isOfSome = false): Plan {
  const plan: Plan = {
    days: [],
    documents: [],
    closed: new Set(),
    raw: [],
    visitors: [],
    undocumented: new Set(),
    parts: [],
    slices: new Map(),
    isExact: intervals.map(() => true),
    isRecounting: intervals.map(() => false),
  };
  for (const [interval, { from, to }] of intervals.entries()) {
    for (let day = dayNumberOf(from); day * dayMs < to; day += 1) {
      const id = plan.days.push({ interval, day }) - 1;
      const part = { id, from: Math.max(from, day * dayMs), to: Math.min(to, (day + 1) * dayMs) };
      planDay(plan, state, part, isOfSome);
    }
  }
  return plan;
}

function planDay(plan: Plan, state: RollState, part: Part, isOfSome: boolean): void {
  const { rolledTo, rawFrom, staleDays, recountedDays } = state;
  const { day, interval } = plan.days[part.id] as PlannedDay;
  const [start, end] = [day * dayMs, (day + 1) * dayMs];
  const isPurged = rawFrom !== null && start < rawFrom;
  plan.parts.push(part);
  if (rolledTo === null || rolledTo <= start || (staleDays.has(day) && !isPurged)) {
    plan.undocumented.add(part.id);
    countRaw(plan, part);
    return;
  }
  const rolledEnd = Math.min(end, rolledTo);
  if (part.from <= start && part.to >= rolledEnd) {
    plan.documents.push(part.id);
    if (rolledEnd === end && (isPurged || !isOfSome)) {
      plan.closed.add(part.id);
      if (recountedDays.has(day) && !isPurged) plan.isRecounting[interval] = true;
    } else plan.visitors.push(part);
    if (part.to > rolledEnd) plan.raw.push({ ...part, from: rolledEnd });
  } else if (isPurged) sliceDay(plan, part, start);
  else countRaw(plan, part);
}

function countRaw(plan: Plan, part: Part): void {
  plan.raw.push(part);
  plan.visitors.push(part);
}

/** Leaves places that are counted from raw rows to their documents, as far as there are any. */
export function passOver(plan: Plan, places: ReadonlySet<number>): void {
  for (const place of places) {
    plan.documents.push(place);
    plan.closed.add(place);
    plan.isRecounting[plan.days[place]?.interval ?? 0] = true;
  }
  plan.raw = plan.raw.filter(({ id }) => !places.has(id));
  plan.visitors = plan.visitors.filter(({ id }) => !places.has(id));
}

/** Visitors of a slice within the day are those seen both before its end and after its beginning: not exact. */
function sliceDay(plan: Plan, part: Part, start: number): void {
  const { interval, day } = plan.days[part.id] as PlannedDay;
  const [from, to] = [(part.from - start) / quarterMs, (part.to - start) / quarterMs];
  const slice = { interval, day, from: Math.round(from), to: Math.round(to) };
  plan.slices.set(part.id, slice);
  const isWithin = part.from > start && part.to < start + dayMs;
  if (slice.from !== from || slice.to !== to || isWithin) plan.isExact[interval] = false;
}

/** What is summed up while the sources of a plan are read. */
export interface Sums {
  /** By place in the plan's days. */
  days: DayCounts[];
  /** Scans of each code, by interval. */
  codes: Labels[];
}

export function startSums(plan: Plan): Sums {
  return { days: plan.days.map(({ day }) => emptyDay(day)), codes: plan.isExact.map(noLabels) };
}
