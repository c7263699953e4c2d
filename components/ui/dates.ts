import { countOf } from "./counts";

type Parts = "date" | "day" | "shortDay" | "dayMonth" | "time" | "seconds";

const options: Record<Parts, Intl.DateTimeFormatOptions> = {
  date: { day: "2-digit", month: "2-digit", year: "numeric" },
  day: { day: "numeric", month: "long", year: "numeric" },
  shortDay: { day: "numeric", month: "short", year: "numeric" },
  dayMonth: { day: "numeric", month: "short" },
  time: { hour: "2-digit", minute: "2-digit" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are dear to make: one of each kind and zone is kept. */
function format(parts: Parts, iso: string, zone: string): string {
  const key = `${parts} ${zone}`;
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-GB", { ...options[parts], timeZone: zone });
    formats.set(key, found);
  }
  return found.format(new Date(iso));
}

/** `20 November 2026`, of a stamp in ISO 8601, as the clocks of the zone say; the server and the browser are told the same one. */
export function formatDay(iso: string, zone = "UTC"): string {
  return format("day", iso, zone);
}

/** `20 Nov 2026`, for tables. */
export function formatShortDay(iso: string, zone = "UTC"): string {
  return format("shortDay", iso, zone);
}

/** `20 Nov`, where the year is plain. */
export function formatDayMonth(iso: string, zone = "UTC"): string {
  return format("dayMonth", iso, zone);
}

/** `2026-11-20`, as an address and a date input have it. */
export function formatDate(iso: string, zone = "UTC"): string {
  return format("date", iso, zone).split("/").reverse().join("-");
}

/** `14:05`. */
export function formatTime(iso: string, zone = "UTC"): string {
  return format("time", iso, zone);
}

/** `14:05:09`, for rows that come within a minute. */
export function formatSeconds(iso: string, zone = "UTC"): string {
  return format("seconds", iso, zone);
}

/** `20 Nov 2026, 14:05`. */
export function formatMoment(iso: string, zone = "UTC"): string {
  return `${formatShortDay(iso, zone)}, ${formatTime(iso, zone)}`;
}

/** `Europe/Oslo` as a page names it once: `Oslo`. */
export function formatZone(zone: string): string {
  return zone === "UTC" ? zone : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** How long before `nowMs`, in the largest unit that says something; from a week on the day. */
export function formatAgo(iso: string, nowMs: number, zone = "UTC"): string {
  const ms = nowMs - new Date(iso).getTime();
  if (ms < 2 * minuteMs) return "Just now";
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} minutes ago`;
  if (ms < dayMs) return `${countOf(Math.floor(ms / hourMs), "hour")} ago`;
  if (ms < 7 * dayMs) return `${countOf(Math.floor(ms / dayMs), "day")} ago`;
  return formatShortDay(iso, zone);
}
