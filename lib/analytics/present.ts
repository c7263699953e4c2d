import type { GoalCounts } from "@/lib/goals";
import type { GoalFigures } from "@/lib/goals/schema";
import { addTotals, type Counts, type Dimension, noTotals, type Totals } from "@/lib/rollups";
import { defaultRoute } from "@/lib/routes";
import { weekdays } from "@/lib/routes/schema";
import { type Buckets, listSlots, type Slot, sum, sumHours, sumWeekdays } from "./bucket";
import type { Analytics, AnalyticsSummary } from "./figures-schema";
import { dateOf, type Window } from "./window";

/** What was counted of a window, wherever it was counted from. */
export interface Gathered {
  /** Scans by stretches of time that lie within one hour of any zone, oldest first. */
  slots: Slot[];
  /** Distinct visitors of each UTC day, `YYYY-MM-DD`. */
  visitors: ReadonlyMap<string, number>;
  bots: number;
  capped: number;
  totals: Totals;
  codes: Counts["codes"];
  isExact: boolean;
  isRecounting: boolean;
}

/** The sums of an interval's days. */
export function gather({ days, codes, isExact, isRecounting }: Counts): Gathered {
  const gathered = { slots: listSlots(days), bots: 0, capped: 0, totals: noTotals() };
  for (const day of days) {
    gathered.bots += day.bots;
    gathered.capped += day.capped;
    addTotals(gathered.totals, day.totals);
  }
  const visitors = new Map(days.map((day) => [day.day, day.visitors]));
  return { ...gathered, visitors, codes, isExact, isRecounting };
}

/** The figures of a window; its last instant is now. */
export function summarize(
  window: Window,
  gathered: Gathered,
  buckets: Buckets,
  totalQRCodes: number,
): AnalyticsSummary {
  const totalScans = sum(buckets.days);
  return {
    totalScans,
    totalQRCodes,
    avgScansPerQR: totalQRCodes === 0 ? 0 : Math.round((totalScans * 100) / totalQRCodes) / 100,
    uniqueVisitors: sum([...gathered.visitors.values()]),
    botScans: gathered.bots,
    cappedScans: gathered.capped,
    timeRange: window.timeRange,
    timeZone: window.timeZone,
    startDate: new Date(window.from).toISOString(),
    endDate: new Date(window.to - 1).toISOString(),
    mostActiveDay: findMostActiveDay(window, buckets),
    precision: choosePrecision(gathered),
  };
}

/** The one that passes by itself comes first. */
function choosePrecision({ isExact, isRecounting }: Gathered): AnalyticsSummary["precision"] {
  if (isRecounting) return "recounting";
  return isExact ? "exact" : "quarter-hour";
}

/** The earliest of the days with the most scans. */
function findMostActiveDay({ days }: Window, buckets: Buckets): string | null {
  const most = Math.max(...buckets.days);
  const day = days[buckets.days.indexOf(most)];
  return most === 0 || day === undefined ? null : dateOf(day);
}

export function presentDays({ days }: Window, buckets: Buckets): Analytics["dailyScans"] {
  return days.map((day, place) => ({ date: dateOf(day), count: buckets.days[place] ?? 0 }));
}

export function presentDistributions(buckets: Buckets): Analytics["distributions"] {
  const weekly = sumWeekdays(buckets);
  return {
    hourly: sumHours(buckets).map((count, hour) => ({ hour, count })),
    weekly: weekdays.map((day, place) => ({ day, count: weekly[place] ?? 0 })),
  };
}

/** @param totalScans those of the totals, most of which no rule may have led. */
export function presentBreakdowns(totals: Totals, totalScans: number): Analytics["breakdowns"] {
  const labelsOf = (dimension: Dimension) => Object.fromEntries(rankLabels(totals[dimension]));
  return {
    devices: labelsOf("device"),
    countries: labelsOf("country"),
    browsers: labelsOf("browser"),
    os: labelsOf("os"),
    routes: Object.fromEntries(rankLabels(addDefault(totals.route, totalScans))),
    variants: labelsOf("variant"),
  };
}

/** Labels of rules and, under a name that no rule has, what is left of all. */
function addDefault(routes: Readonly<Record<string, number>>, all: number): Record<string, number> {
  const rest = all - sum(Object.values(routes));
  return rest > 0 ? { ...routes, [defaultRoute]: rest } : { ...routes };
}

/** Labels with their scans, the most frequent first, equals by their names. */
export function rankLabels(labels: Readonly<Record<string, number>>): [label: string, scans: number][] {
  return Object.entries(labels).sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
}

const ranked = (labels: Readonly<Record<string, number>>) => Object.fromEntries(rankLabels(labels));

/** Goals of a window with so many scans. */
export function presentGoal(
  { name, count, values, routes, variants }: GoalCounts,
  totalScans: number,
): GoalFigures {
  return {
    name,
    count,
    rate: totalScans === 0 ? 0 : Math.round((count * 10_000) / totalScans) / 10_000,
    values: Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))),
    routes: ranked(addDefault(routes, count)),
    variants: ranked(variants),
  };
}
