const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const shortDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** `20 November 2026`, of a stamp in ISO 8601; days and times are UTC. */
export function sayDay(iso: string): string {
  return day.format(new Date(iso));
}

/** `20 Nov 2026`, for tables. */
export function sayShortDay(iso: string): string {
  return shortDay.format(new Date(iso));
}

/** `20 Nov 2026, 14:05`. */
export function sayMoment(iso: string): string {
  return `${sayShortDay(iso)}, ${time.format(new Date(iso))}`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long before `nowMs`, in the largest unit that says something; from a week on the day. */
export function sayAgo(iso: string, nowMs: number): string {
  const ms = nowMs - new Date(iso).getTime();
  if (ms < 2 * minuteMs) return "Just now";
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} minutes ago`;
  if (ms < dayMs) return plural(Math.floor(ms / hourMs), "hour");
  if (ms < 7 * dayMs) return plural(Math.floor(ms / dayMs), "day");
  return sayShortDay(iso);
}

function plural(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? "" : "s"} ago`;
}
