import {
  type FilteredCounts,
  type LabelCounts,
  readCounts,
  readFiltered,
  type ScanFilter,
  type Scope,
} from "@/lib/rollups";
import { sum } from "./bucket";
import { type Gathered, gather } from "./present";
import { filterNames, isShort, type ReportQuery, type ReportSeries } from "./report-schema";
import { chooseWindows, type ReportWindows } from "./report-windows";
import { hourMs, intervalOf, type Window } from "./window";

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
