import type { Counts, Dimension } from "@/lib/rollups";
import { type Buckets, sum, sumHours, sumWeekdays } from "./bucket";
import { type Analytics, type AnalyticsSummary, weekdays } from "./schema";
import { dateOf, type Window } from "./window";

/** The figures of a window; its last instant is now. */
export function summarize(
  window: Window,
  counts: Counts,
  buckets: Buckets,
  totalQRCodes: number,
): AnalyticsSummary {
  const { days } = counts;
  const totalScans = sum(days.map(({ scans }) => scans));
  return {
    totalScans,
    totalQRCodes,
    avgScansPerQR: totalQRCodes === 0 ? 0 : Math.round((totalScans * 100) / totalQRCodes) / 100,
    uniqueVisitors: sum(days.map(({ visitors }) => visitors)),
    botScans: sum(days.map(({ bots }) => bots)),
    cappedScans: sum(days.map(({ capped }) => capped)),
    timeRange: window.timeRange,
    timeZone: window.timeZone,
    startDate: new Date(window.from).toISOString(),
    endDate: new Date(window.to - 1).toISOString(),
    mostActiveDay: findMostActiveDay(window, buckets),
    precision: choosePrecision(counts),
  };
}

/** What passes by itself is told first. */
function choosePrecision({ isExact, isRecounting }: Counts): AnalyticsSummary["precision"] {
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

export function presentBreakdowns(counts: Counts): Analytics["breakdowns"] {
  const labelsOf = (dimension: Dimension) => Object.fromEntries(rankLabels(counts, dimension));
  return {
    devices: labelsOf("device"),
    countries: labelsOf("country"),
    browsers: labelsOf("browser"),
    os: labelsOf("os"),
  };
}

/** Labels of a dimension with their scans in the whole window, the most frequent first, equals by their names. */
export function rankLabels({ days }: Counts, dimension: Dimension): [label: string, scans: number][] {
  const sums = new Map<string, number>();
  for (const { totals } of days) {
    const labels = totals[dimension];
    for (const label in labels) sums.set(label, (sums.get(label) ?? 0) + (labels[label] ?? 0));
  }
  return [...sums].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
}
