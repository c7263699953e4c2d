import { type TimeRange, timeRanges } from "./figures-schema";
import type { CalendarRange, DateSpan, Period, ReportQuery } from "./report-schema";
import { chooseDates, chooseWindow, dayMs, findToday, type Window, windowBefore } from "./window";

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
