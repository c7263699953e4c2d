import type { DayCounts } from "@/lib/rollups";
import { dayMs, hourMs, type Window } from "./window";

const quarterMs = hourMs / 4;
const daysOfWeek = 7;
const hoursOfDay = 24;

/** Scans by the clocks of a window's zone. */
export interface Buckets {
  /** For each of the window's days. */
  days: number[];
  /** Monday to Sunday, each by its 24 hours. */
  week: number[][];
}

/** Scans of a stretch of time, which lies within one hour of any zone's clocks. */
export interface Slot {
  /** Its first millisecond; it may lie before the window that the scans are of. */
  at: number;
  scans: number;
}

/**
 * Quarter-hours of UTC days as slots. All zones' clocks change at full quarter-hours and by quarter-hours (since 1972), so
 * each lies in one hour of one day as a whole.
 */
export function listSlots(days: readonly Pick<DayCounts, "day" | "quarters">[]): Slot[] {
  const slots: Slot[] = [];
  for (const { day, quarters } of days) {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    for (let quarter = 0; quarter < quarters.length; quarter += 1) {
      const scans = quarters[quarter] ?? 0;
      if (scans > 0) slots.push({ at: midnight + quarter * quarterMs, scans });
    }
  }
  return slots;
}

/** Sorts slots into days and hours of a window's zone. */
export function bucketSlots({ offsets, days }: Window, slots: readonly Slot[]): Buckets {
  const places = new Map(days.map(({ number }, place) => [number, place]));
  const buckets: Buckets = {
    days: days.map(() => 0),
    week: Array.from({ length: daysOfWeek }, () => Array<number>(hoursOfDay).fill(0)),
  };
  const first = days[0]?.number ?? 0;
  let stretch = 0;
  for (const { at, scans } of slots) {
    while ((offsets[stretch + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) stretch += 1;
    const local = at + (offsets[stretch]?.aheadMs ?? 0);
    const number = Math.floor(local / dayMs);
    // A zone that turned back over midnight had an hour of the day before after its day began: it is in the window.
    const place = places.get(number) ?? (number < first ? 0 : days.length - 1);
    buckets.days[place] = (buckets.days[place] ?? 0) + scans;
    addToWeek(buckets.week, local, scans);
  }
  return buckets;
}

function addToWeek(week: number[][], local: number, scans: number): void {
  // 1 January 1970 was a Thursday, the fourth day from Monday.
  const weekday = modulo(Math.floor(local / dayMs) + 3, daysOfWeek);
  const hour = modulo(Math.floor(local / hourMs), hoursOfDay);
  const row = week[weekday];
  if (row !== undefined) row[hour] = (row[hour] ?? 0) + scans;
}

function modulo(number: number, by: number): number {
  return ((number % by) + by) % by;
}

/** Scans of each of the 24 hours, of all weekdays together. */
export function sumHours({ week }: Buckets): number[] {
  return Array.from({ length: hoursOfDay }, (_, hour) => sum(week.map((row) => row[hour] ?? 0)));
}

/** Scans of each weekday, Monday first. */
export function sumWeekdays({ week }: Buckets): number[] {
  return week.map(sum);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
