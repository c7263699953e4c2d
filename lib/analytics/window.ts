import { Temporal } from "temporal-polyfill";
import type { Interval } from "@/lib/rollups";
import type { TimeRange } from "./schema";

/*
 * The one place where days and windows have their edges. Everything is told in milliseconds since 1970, and a local day in
 * days since then. A zone is read once for each window, as stretches of one offset: what lies within is arithmetic.
 */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** From an instant on, a zone's clocks are ahead of UTC by so much. */
interface Offset {
  from: number;
  aheadMs: number;
}

/** A day of a zone that has at least one instant in the window. */
export interface LocalDay {
  /** Days since 1 January 1970. */
  number: number;
  /** Its first instant, before or within the window. */
  from: number;
}

export interface Window {
  timeRange: TimeRange;
  timeZone: string;
  /** First instant. */
  from: number;
  /** The instant after the last one. */
  to: number;
  /** In order, the first from before the window's first instant. */
  offsets: Offset[];
  /** In order, without gaps but for days that the zone left out. */
  days: LocalDay[];
  /** Whether it is whole days of a zone; else it is so many hours. */
  isCalendar: boolean;
}

/** Whole days of each range but that of an hour. */
const dayCounts: Record<TimeRange, number> = { "1h": 0, "1d": 1, "7d": 7, "30d": 30, "90d": 90, "1y": 365 };

/** Days that are read beside those that are asked for: one may be left out, and days have up to 25 hours. */
const spareDays = 4;

/**
 * The window of a time range that ends with `now`, this millisecond included. Without a zone it is so many hours of UTC;
 * with one it is whole days, today as far as it has come. An hour is an hour in any zone.
 */
export function chooseWindow(timeRange: TimeRange, timeZone: string | undefined, now: number): Window {
  const to = now + 1;
  if (timeZone !== undefined && timeRange !== "1h") return chooseDays(timeRange, timeZone, to);
  return chooseHours(timeRange, timeZone ?? "UTC", { from: now - lengthOf(timeRange), to });
}

/** The window before a window, as long as it: as many days of its zone, or as many hours. */
export function windowBefore({ timeRange, timeZone, isCalendar, from }: Window): Window {
  if (isCalendar) return chooseDays(timeRange, timeZone, from);
  return chooseHours(timeRange, timeZone, { from: from - lengthOf(timeRange), to: from });
}

export function intervalOf({ from, to }: Pick<Window, "from" | "to">): Interval {
  return { from: new Date(from), to: new Date(to) };
}

/** `YYYY-MM-DD`. */
export function dateOf({ number }: Pick<LocalDay, "number">): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

function lengthOf(timeRange: TimeRange): number {
  return timeRange === "1h" ? hourMs : dayCounts[timeRange] * dayMs;
}

function chooseHours(timeRange: TimeRange, timeZone: string, { from, to }: { from: number; to: number }) {
  const offsets = readOffsets(timeZone, from, to);
  return { timeRange, timeZone, from, to, offsets, days: listDays(offsets, to), isCalendar: false };
}

/** So many days of a zone, the last of them the one of the instant before `to`. */
function chooseDays(timeRange: TimeRange, timeZone: string, to: number): Window {
  const wanted = dayCounts[timeRange];
  const read = readOffsets(timeZone, to - (wanted + spareDays) * dayMs, to);
  const days = listDays(read, to).slice(-wanted);
  const from = days[0]?.from ?? to;
  const start = read.findLastIndex((offset) => offset.from <= from);
  return { timeRange, timeZone, from, to, offsets: read.slice(start), days, isCalendar: true };
}

/** A zone's offsets from an instant until another. */
function readOffsets(timeZone: string, from: number, to: number): Offset[] {
  const offsets: Offset[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  while (at !== null && at.epochMilliseconds < to) {
    offsets.push({ from: at.epochMilliseconds, aheadMs: at.offsetNanoseconds / 1e6 });
    at = at.getTimeZoneTransition("next");
  }
  return offsets;
}

/**
 * The days that there are between the first offset and `to`, each with its first instant. A zone that skips midnight
 * begins its day later, one that skips a day has none of that date, and an hour that comes twice begins nothing anew.
 */
function listDays(offsets: readonly Offset[], to: number): LocalDay[] {
  const days: LocalDay[] = [];
  for (const [index, { from, aheadMs }] of offsets.entries()) {
    const end = offsets[index + 1]?.from ?? to;
    const last = Math.floor((end - 1 + aheadMs) / dayMs);
    const first = Math.floor((from + aheadMs) / dayMs);
    for (let number = Math.max(first, (days.at(-1)?.number ?? first - 1) + 1); number <= last; number += 1) {
      days.push({ number, from: Math.max(from, number * dayMs - aheadMs) });
    }
  }
  return days;
}
