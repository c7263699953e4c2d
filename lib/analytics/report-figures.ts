import {
  type FilteredCounts,
  type LabelCounts,
  readCounts,
  readFiltered,
  type ScanFilter,
  type Scope,
} from "@/lib/rollups";
import { sum } from "./bucket";
import { type TimeRange, timeRanges } from "./figures-schema";
import { type Gathered, gather } from "./present";
import {
  type CalendarRange,
  type DateSpan,
  filterNames,
  isShort,
  type Period,
  type ReportQuery,
  type ReportSeries,
} from "./report-schema";
import {
  chooseDates,
  chooseWindow,
  dayMs,
  findToday,
  hourMs,
  intervalOf,
  type Window,
  windowBefore,
} from "./window";

/** Steps of an hour's line. */
const fiveMinutesMs = hourMs / 12;

/** The figures of a report before they are presented. */
export interface ReportFigures {
  /** What the line has a point for. */
  unit: ReportSeries["unit"];
  windows: ReportWindows;
  current: Gathered;
  previous: Gathered;
  /** The period before, as far as it had come by the time of its last day that it is now. */
  soFar: { scans: number; visitors: number | null };
  /** Nothing is counted before this instant, which lies within the windows; null: all of it is. */
  since: number | null;
}

type ChooseWindows = (now: Date) => ReportWindows;

/** Documents have all scans of a day; combinations of labels, and minutes, are in raw rows alone. */
export async function readFigures(
  scope: Scope,
  query: ReportQuery,
  withDetails: boolean,
): Promise<ReportFigures> {
  let windows: ReportWindows | undefined;
  const choose = (now: Date) => {
    windows = chooseWindows(query, now.getTime());
    return windows;
  };
  const filter = filterOf(query);
  const { gathered, since } =
    query.timeRange === "1h" || Object.keys(filter).length > 0
      ? await readRows(scope, query, filter, choose)
      : await readDocuments(scope, withDetails, choose);
  const [current, previous, lastDay] = gathered as [Gathered, Gathered, Gathered];
  if (windows === undefined) throw new Error("No window was chosen");
  const unit = unitOf(query, windows.current, withDetails);
  return { unit, windows, current, previous, soFar: addSoFar(windows, previous, lastDay), since };
}

/** A range of the calendar has one day on its first: a plan with details shows its hours. */
function unitOf({ timeRange }: ReportQuery, { isCalendar, days }: Window, withDetails: boolean) {
  if (timeRange === "1h") return "5min";
  const isOneDay = timeRange === "1d" || (isCalendar && days.length <= 1);
  return isOneDay && withDetails ? "hour" : "day";
}

function filterOf({ filters = {} }: ReportQuery): ScanFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  );
}

const intervalsOf = ({ current, previous, lastDay }: ReportWindows) =>
  [current, previous, lastDay].map(intervalOf);

async function readDocuments(scope: Scope, withCities: boolean, choose: ChooseWindows) {
  const { counts } = await readCounts(scope, (now) => intervalsOf(choose(now)), { withCities });
  return { gathered: counts.map(gather), since: null };
}

async function readRows(scope: Scope, query: ReportQuery, filter: ScanFilter, choose: ChooseWindows) {
  const chooseSteps = (now: Date) => {
    const windows = choose(now);
    return { intervals: intervalsOf(windows), stepMs: stepOf(windows) };
  };
  const reading = await readFiltered(scope, filter, chooseSteps, { isShort: isShort(query.timeRange) });
  const gathered = reading.counts.map((interval) => present(interval, reading));
  return { gathered, since: reading.rawFrom?.getTime() ?? null };
}

/** Whole days of UTC, and the one that was not over as far as it had come: visitors are distinct within a day. */
function addSoFar({ lastDay: { from } }: ReportWindows, previous: Gathered, lastDay: Gathered) {
  const day = new Date(from).toISOString().slice(0, 10);
  const slots = previous.slots.filter(({ at }) => at < Date.parse(day));
  const visitors = [...previous.visitors].flatMap(([other, count]) => (other < day ? [count] : []));
  return {
    scans: sum([...slots, ...lastDay.slots].map(({ scans }) => scans)),
    // Of a day that is kept by the quarter-hour alone it is not known who had come by this minute.
    visitors: lastDay.isExact ? sum([...visitors, ...lastDay.visitors.values()]) : null,
  };
}

/** Labels are those of the first interval; nobody asks for those of another. */
function present({ steps, visitors, bots, capped }: FilteredCounts, labels: LabelCounts): Gathered {
  return {
    slots: steps,
    visitors: new Map(visitors.map(({ day, visitors }) => [day, visitors])),
    bots,
    capped,
    totals: labels.totals,
    codes: labels.codes,
    isExact: true,
    isRecounting: false,
  };
}

/** As long as a step may be for a zone's clocks: hours where they are those of UTC but for full hours. */
function stepOf({ current, previous }: ReportWindows): number {
  if (current.timeRange === "1h") return fiveMinutesMs;
  const isByHours = ({ offsets }: Window) =>
    offsets.every(
      ({ from, aheadMs }, place) => aheadMs % hourMs === 0 && (place === 0 || from % hourMs === 0),
    );
  return isByHours(current) && isByHours(previous) ? hourMs : hourMs / 4;
}

export interface ReportWindows {
  current: Window;
  previous: Window;
  /** Of the window before its last day of UTC that begins before the time that it is now, up to that time. */
  lastDay: Pick<Window, "from" | "to">;
  /** Whether the window ends now, in its last day or hour; false: it ended with a day. */
  isRunning: boolean;
}

/** The window of a report and the one before it, as long as it. */
export function chooseWindows({ timeRange, timezone }: ReportQuery, now: number): ReportWindows {
  const current = choosePeriod({ timeRange, timezone }, now);
  const previous = windowBefore(current);
  const isRunning = current.to > now;
  // Only a day that is not over yet compares with a part of a day.
  const soFar = isRunning && current.isCalendar ? findSameTime(current, previous) : previous.to;
  const from = Math.max(previous.from, Math.floor((soFar - 1) / dayMs) * dayMs);
  return { current, previous, lastDay: { from, to: soFar }, isRunning };
}

/**
 * When the clocks of the previous window's last day show what they show at the end of the current one: the first time where
 * they show it twice, and the moment they are put forward where they skip it.
 */
function findSameTime(current: Window, previous: Window): number {
  const [today, dayBefore] = [current.days.at(-1), previous.days.at(-1)];
  if (today === undefined || dayBefore === undefined) return previous.to;
  const local =
    current.to + (current.offsets.at(-1)?.aheadMs ?? 0) - (today.number - dayBefore.number) * dayMs;
  for (const [index, { from, aheadMs }] of previous.offsets.entries()) {
    const at = Math.max(local - aheadMs, from);
    if (at <= (previous.offsets[index + 1]?.from ?? previous.to)) return at;
  }
  return previous.to;
}

/** The window of a range that ends now, of a calendar range, or from one date to another. Throws as `chooseDates` does. */
export function choosePeriod(
  { timeRange, timezone }: Pick<ReportQuery, "timeRange" | "timezone">,
  now: number,
): Window {
  if (isTimeRange(timeRange)) return chooseWindow(timeRange, timezone, now);
  const zone = timezone ?? "UTC";
  const { from, to } = typeof timeRange === "string" ? datesOf(timeRange, findToday(zone, now)) : timeRange;
  return chooseDates({ startDate: from, endDate: to }, zone, now);
}

function isTimeRange(timeRange: Period): timeRange is TimeRange {
  return timeRanges.some((range) => range === timeRange);
}

/** The first and the last day of a calendar range, today included in one that is not over. */
function datesOf(range: CalendarRange, today: string): DateSpan {
  const month = `${today.slice(0, 7)}-01`;
  if (range === "this-month") return { from: month, to: today };
  if (range === "this-year") return { from: `${today.slice(0, 4)}-01-01`, to: today };
  if (range === "yesterday") return { from: dayBefore(today), to: dayBefore(today) };
  const end = dayBefore(month);
  return { from: `${end.slice(0, 7)}-01`, to: end };
}

const dayBefore = (date: string) => new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10);
