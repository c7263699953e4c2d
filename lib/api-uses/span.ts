import type { UseRange } from "./schema";
import { hourMs } from "./tally";

const days: Record<Exclude<UseRange, "24h">, number> = { "7d": 7, "30d": 30 };
const shownHours = 24;

/** The present hour and the 23 before it, each by the instant at which it begins. */
export function lastHours(nowMs: number): string[] {
  const present = nowMs - (nowMs % hourMs);
  return Array.from({ length: shownHours }, (_, place) =>
    new Date(present - (shownHours - 1 - place) * hourMs).toISOString(),
  );
}

/** Today and the days before it, as the zone's clocks name them. */
export function lastDays(range: Exclude<UseRange, "24h">, zone: string, nowMs: number): string[] {
  const today = Date.parse(dayFormat(zone).format(nowMs));
  const length = days[range];
  return Array.from({ length }, (_, place) =>
    new Date(today - (length - 1 - place) * 24 * hourMs).toISOString().slice(0, 10),
  );
}

/** The hours (UTC) that begin today by the zone's clocks: 24, or 23 or 25 where these are put on or back. */
export function hoursOfToday(zone: string, nowMs: number): string[] {
  const format = dayFormat(zone);
  const today = format.format(nowMs);
  const present = nowMs - (nowMs % hourMs);
  return Array.from({ length: 53 }, (_, place) => present + (place - 26) * hourMs)
    .filter((ms) => format.format(ms) === today)
    .map((ms) => new Date(ms).toISOString());
}

/** `2026-11-20`. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}
