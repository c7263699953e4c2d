import type { Caller } from "@/lib/accounts/schema";
import { type Entitlements, entitlements } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { type Counts, type DayCounts, readCounts } from "@/lib/rollups";
import { bucketScans, sum } from "./bucket";
import { rankCodes } from "./codes";
import { presentBreakdowns, presentDays, presentDistributions, rankLabels, summarize } from "./present";
import { requireScope } from "./read-analytics";
import type { Analytics, AnalyticsQuery } from "./schema";
import { chooseWindow, intervalOf, type Window, windowBefore } from "./window";

export type ReportQuery = Pick<AnalyticsQuery, "qrCodeId" | "timeRange" | "timezone">;

/** What the dashboard shows of a window: the figures of the API and what only charts need. */
export interface Report extends Pick<Analytics, "summary" | "topQRCodes"> {
  /** `visitors`: distinct ones of the day; null where the zone's days are not those of UTC, by which visitors are known. */
  dailyScans: { date: string; count: number; visitors: number | null }[];
  previous: PreviousPeriod;
  /** Places, devices and times; null on a plan without them. */
  details: ReportDetails | null;
  /** Whether charts of this plan show scans as they come. */
  isLive: boolean;
}

/** As many days or hours right before the window. */
interface PreviousPeriod extends Pick<Analytics, "dailyScans"> {
  startDate: string;
  endDate: string;
  totalScans: number;
  uniqueVisitors: number;
  /** Its scans up to the time of its last day that it is now: what a day that has only begun compares with. */
  scansSoFar: number;
}

interface ReportDetails extends Pick<Analytics, "breakdowns" | "distributions"> {
  /** Monday to Sunday, each by its 24 hours. */
  week: number[][];
  /** The most frequent first; `Unknown` where a place is not known. */
  cities: { city: string; country: string; count: number }[];
}

/** Cities that are listed at most. */
const maxCities = 100;

/** What each kind of charts shows beside counts and the daily line; null: there are no charts. */
const shown: Record<Entitlements["analytics"], { details: boolean; isLive: boolean } | null> = {
  daily: { details: false, isLive: false },
  full: { details: true, isLive: false },
  live: { details: true, isLive: true },
  api: null,
};

/**
 * The report of all the caller's codes or of one, as much of it as the plan has. Throws `plan_required` on a plan without
 * charts, else as `readAnalytics` does.
 */
export async function readReport(caller: Caller, query: ReportQuery): Promise<Report> {
  const parts = shown[entitlements[caller.plan].analytics];
  if (parts === null) throw new ServiceError("plan_required", "This plan has figures by the API, not charts");
  const scope = await requireScope(caller, query);
  let windows: ReturnType<typeof chooseWindows> | undefined;
  const choose = (now: Date) => {
    windows = chooseWindows(query, now.getTime());
    return [windows.current, windows.previous, windows.rest].map(intervalOf);
  };
  const { counts } = await readCounts(scope, choose, { withCities: parts.details });
  const [current, previous, rest] = counts;
  if (windows === undefined || current === undefined || previous === undefined || rest === undefined)
    throw new Error("An interval was not counted");

  const buckets = bucketScans(windows.current, current.days);
  const codes = await rankCodes(caller, current.codes);
  const isOne = query.qrCodeId !== undefined;
  return {
    summary: summarize(windows.current, current, buckets, isOne ? 1 : codes.total),
    topQRCodes: codes.top,
    dailyScans: presentVisitors(windows.current, current, presentDays(windows.current, buckets)),
    previous: presentPrevious(windows.previous, previous, rest),
    details: parts.details
      ? {
          breakdowns: presentBreakdowns(current),
          distributions: presentDistributions(buckets),
          week: buckets.week,
          cities: listCities(current),
        }
      : null,
    isLive: parts.isLive,
  };
}

/** The window, the one before it, and of that what lies after the time that it is now. */
function chooseWindows({ timeRange, timezone }: ReportQuery, now: number) {
  const current = chooseWindow(timeRange, timezone, now);
  const previous = windowBefore(current);
  const today = current.days.at(-1)?.from ?? current.from;
  const lastDay = previous.days.at(-1)?.from ?? previous.from;
  const soFar = current.isCalendar ? Math.min(lastDay + current.to - today, previous.to) : previous.to;
  return { current, previous, rest: { from: soFar, to: previous.to } };
}

function presentPrevious(window: Window, counts: Counts, rest: Counts): PreviousPeriod {
  const totalScans = sumScans(counts.days);
  return {
    startDate: new Date(window.from).toISOString(),
    endDate: new Date(window.to - 1).toISOString(),
    totalScans,
    uniqueVisitors: sum(counts.days.map(({ visitors }) => visitors)),
    scansSoFar: totalScans - sumScans(rest.days),
    dailyScans: presentDays(window, bucketScans(window, counts.days)),
  };
}

function sumScans(days: readonly DayCounts[]): number {
  return sum(days.map(({ scans }) => scans));
}

/** Visitors are distinct within a day of UTC: a zone's day has a number of its own only where it is that day. */
function presentVisitors(
  { offsets }: Window,
  counts: Counts,
  daily: Analytics["dailyScans"],
): Report["dailyScans"] {
  const isUtc = counts.isExact && offsets.every(({ aheadMs }) => aheadMs === 0);
  const visitors = new Map(counts.days.map((day) => [day.day, day.visitors]));
  return daily.map((day) => ({ ...day, visitors: isUtc ? (visitors.get(day.date) ?? 0) : null }));
}

/** Labels of cities are `<country>/<city>`. */
function listCities(counts: Counts): ReportDetails["cities"] {
  return rankLabels(counts, "city")
    .slice(0, maxCities)
    .map(([label, count]) => {
      const slash = label.indexOf("/");
      return { city: label.slice(slash + 1), country: label.slice(0, slash), count };
    });
}
