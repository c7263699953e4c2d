import {
  type Counts,
  type FilteredCounts,
  type Interval,
  type LabelCounts,
  readCounts,
  readFiltered,
  type ScanFilter,
  type Scope,
} from "@/lib/rollups";
import { sum } from "./bucket";
import { type Gathered, gather } from "./present";
import { filterNames, type ReportQuery } from "./report-schema";
import { chooseWindows, hourMs, intervalOf, type ReportWindows, type Window } from "./window";

/** Steps of an hour's line. */
const fiveMinutesMs = hourMs / 12;

/** The figures of a report before they are presented. */
export interface ReportFigures {
  windows: ReportWindows;
  current: Gathered;
  previous: Gathered;
  /** The period before, as far as it had come by the time of its last day that it is now. */
  soFar: { scans: number; visitors: number | null };
  /** Nothing is counted before this instant, which lies within the windows; null: all of it is. */
  since: number | null;
}

interface Asked {
  query: ReportQuery;
  withDetails: boolean;
}

/** Documents tell all scans of a day; which labels go together, and minutes, only raw rows know. */
export function readFigures(scope: Scope, { query, withDetails }: Asked): Promise<ReportFigures> {
  const narrowing = narrowingOf(query);
  return query.timeRange === "1h" || Object.keys(narrowing).length > 0
    ? readFromRows(scope, query, narrowing)
    : readFromDocuments(scope, query, withDetails);
}

function narrowingOf({ filters = {} }: ReportQuery): ScanFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  );
}

async function readFromDocuments(
  scope: Scope,
  query: ReportQuery,
  withCities: boolean,
): Promise<ReportFigures> {
  const { windows, choose } = rememberWindows(query);
  const { counts } = await readCounts(scope, choose, { withCities });
  const [current, previous, lastDay] = (counts as [Counts, Counts, Counts]).map(gather) as [
    Gathered,
    Gathered,
    Gathered,
  ];
  return {
    windows: windows(),
    current,
    previous,
    soFar: addSoFar(windows(), previous, lastDay),
    since: null,
  };
}

async function readFromRows(scope: Scope, query: ReportQuery, narrowing: ScanFilter): Promise<ReportFigures> {
  const { windows, choose } = rememberWindows(query);
  const chooseSteps = (now: Date) => {
    const intervals = choose(now);
    return { intervals, stepMs: stepOf(windows()) };
  };
  const isShort = query.timeRange === "1h" || query.timeRange === "1d";
  const reading = await readFiltered(scope, narrowing, chooseSteps, { isShort });
  const counts = reading.counts as [FilteredCounts, FilteredCounts, FilteredCounts];
  const [current, previous, lastDay] = counts.map((interval) => present(interval, reading)) as [
    Gathered,
    Gathered,
    Gathered,
  ];
  return {
    windows: windows(),
    current,
    previous,
    soFar: addSoFar(windows(), previous, lastDay),
    since: reading.rawFrom?.getTime() ?? null,
  };
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

/** What `choose` chooses is known once the database has told the time. */
function rememberWindows(query: ReportQuery) {
  let chosen: ReportWindows | undefined;
  return {
    choose(now: Date): Interval[] {
      chosen = chooseWindows(query, now.getTime());
      return [chosen.current, chosen.previous, chosen.lastDay].map(intervalOf);
    },
    windows(): ReportWindows {
      if (chosen === undefined) throw new Error("No window was chosen");
      return chosen;
    },
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
