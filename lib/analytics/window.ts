import { Temporal } from "temporal-polyfill";
import { fieldError } from "@/lib/platform/errors";
import type { Interval } from "@/lib/rollups";
import type { TimeRange } from "./figures-schema";

/*
 * The one place where days and windows have their edges. Instants are milliseconds since 1970, and a local day in
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
  /** `custom`: from one date to another. */
  timeRange: TimeRange | "custom";
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
  if (timeZone !== undefined && timeRange !== "1h")
    return chooseDays(timeRange, timeZone, to, dayCounts[timeRange]);
  return chooseHours(timeRange, timeZone ?? "UTC", { from: now - lengthOf(timeRange), to });
}

/**
 * Whole days of a zone, both dates among them; today as far as it has come. Throws `validation_failed` for a day that is
 * still to come there.
 */
export function chooseDates(
  { startDate, endDate }: { startDate: string; endDate: string },
  timeZone: string,
  now: number,
): Window {
  const to = now + 1;
  const [first, last] = [numberOf(startDate), numberOf(endDate)];
  const today = numberOf(findToday(timeZone, now));
  if (first > today) throw isToCome("startDate");
  if (last > today) throw isToCome("endDate");
  // Nowhere do clocks show another time than within a day of UTC.
  const beyond = Math.min(to, (last + 3) * dayMs);
  const offsets = readOffsets(timeZone, (first - 2) * dayMs, beyond);
  const all = listDays(offsets, beyond);
  const days = all.filter(({ number }) => number >= first && number <= last);
  const end = all.find(({ number }) => number > last)?.from ?? to;
  const from = days[0]?.from ?? end;
  const start = offsets.findLastIndex((offset) => offset.from <= from);
  const within = offsets.slice(start).filter((offset) => offset.from < end);
  return { timeRange: "custom", timeZone, from, to: end, offsets: within, days, isCalendar: true };
}

/** The date that it is in a zone. */
export function findToday(timeZone: string, now: number): string {
  const number = listDays(readOffsets(timeZone, now, now + 1), now + 1).at(-1)?.number ?? 0;
  return dateOf({ number });
}

const numberOf = (date: string) => Date.parse(date) / dayMs;

function isToCome(field: string) {
  const message = `${field} must not be after today in the time zone of the query`;
  return fieldError("validation_failed", { field, code: "too_late", message });
}

/** The window before a window, as long as it: as many days of its zone, or as many hours. */
export function windowBefore({ timeRange, timeZone, isCalendar, from, days }: Window): Window {
  if (isCalendar || timeRange === "custom") return chooseDays(timeRange, timeZone, from, days.length);
  return chooseHours(timeRange, timeZone, { from: from - lengthOf(timeRange), to: from });
}

/** So many days of a zone, today the last one, as far as it has come. */
export function chooseLastDays(count: number, timeZone: string, now: number): Interval[] {
  const to = now + 1;
  const days = listDays(readOffsets(timeZone, to - (count + spareDays) * dayMs, to), to).slice(-count);
  return days.map(({ from }, place) => intervalOf({ from, to: days[place + 1]?.from ?? to }));
}

/** A window's last day as a whole, with the hours that are still to come: at most 27 of a zone's clocks. */
export function wholeLastDay({ timeRange, timeZone, from, to, days }: Window): Window {
  const start = days.at(-1)?.from ?? from;
  const beyond = start + 27 * hourMs;
  const offsets = readOffsets(timeZone, start, beyond);
  const [today, next] = listDays(offsets, beyond);
  const end = Math.max(to, next?.from ?? beyond);
  return { timeRange, timeZone, from: start, to: end, offsets, days: today ? [today] : [], isCalendar: true };
}

/** A stretch of a window within one step of its zone's clocks. */
export interface Step {
  /** Its first instant, before the window where that begins within a step. */
  from: number;
  /** What the clocks show then, as milliseconds from midnight, rounded down to a step. */
  clock: number;
}

/**
 * The steps of a window in order, an hour or an even part of one: at every full step of the zone's clocks and wherever they
 * change, so that an hour that comes twice is two.
 */
export function listSteps(
  { offsets, from, to }: Pick<Window, "offsets" | "from" | "to">,
  stepMs: number,
): Step[] {
  const steps: Step[] = [];
  for (const [index, { from: change, aheadMs }] of offsets.entries()) {
    const end = Math.min(offsets[index + 1]?.from ?? to, to);
    let local = Math.floor((Math.max(change, from) + aheadMs) / stepMs) * stepMs;
    for (; local - aheadMs < end; local += stepMs) {
      const start = index === 0 ? local - aheadMs : Math.max(local - aheadMs, change);
      steps.push({ from: start, clock: ((local % dayMs) + dayMs) % dayMs });
    }
  }
  return steps;
}

/** An instant of a window by its zone's clocks, with how far they are ahead: `2026-11-21T10:30:15.250+01:00`. */
export function formatLocal({ offsets }: Pick<Window, "offsets">, at: number): string {
  const aheadMs = offsets.findLast(({ from }) => from <= at)?.aheadMs ?? offsets[0]?.aheadMs ?? 0;
  const minutes = Math.abs(aheadMs) / 60_000;
  const ahead = [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  return `${new Date(at + aheadMs).toISOString().slice(0, -1)}${aheadMs < 0 ? "-" : "+"}${ahead}`;
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

function chooseHours(
  timeRange: Window["timeRange"],
  timeZone: string,
  { from, to }: { from: number; to: number },
) {
  const offsets = readOffsets(timeZone, from, to);
  return { timeRange, timeZone, from, to, offsets, days: listDays(offsets, to), isCalendar: false };
}

/** So many days of a zone, the last of them the one of the instant before `to`. */
function chooseDays(timeRange: Window["timeRange"], timeZone: string, to: number, wanted: number): Window {
  const read = readOffsets(timeZone, to - (wanted + spareDays) * dayMs, to);
  // A window of a date that its zone left out has no day.
  const days = wanted === 0 ? [] : listDays(read, to).slice(-wanted);
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
 * begins its day later, one that skips a day has none of that date, and an hour that comes twice begins nothing again.
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
