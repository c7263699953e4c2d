import { dayOf, minuteOf } from "./choose";
import { isDay, type Route, type When, weekdays } from "./schema";

/** A rule that can never apply: another one before it takes all its visits, or its conditions exclude each other. */
export interface Unreachable {
  id: string;
  /** The rule that covers it. */
  by: string | null;
  reason: "covered" | EmptyTime;
}

/** Dates that end before they begin, or days of a week that is not in the dates. */
type EmptyTime = "reversed" | "no_day";

/** Rules that can never apply; rules before it that cover one only together are not looked for. */
export function findUnreachable(routes: readonly Route[]): Unreachable[] {
  return routes.flatMap((route, place): Unreachable[] => {
    const { id, when = {} } = route;
    const empty = findEmptyTime(when);
    if (empty !== null) return [{ id, by: null, reason: empty }];
    const earlier = routes.slice(0, place).find((other) => covers(other.when ?? {}, when));
    return earlier === undefined ? [] : [{ id, by: earlier.id, reason: "covered" }];
  });
}

function findEmptyTime({ days, dates }: When): EmptyTime | null {
  const { from, until } = dates ?? {};
  if (from === undefined || until === undefined) return null;
  if (!isDay(from) || !isDay(until)) return null;
  const [first, last] = [dayOf(from), dayOf(until)];
  if (first > last) return "reversed";
  if (days === undefined || last - first >= 6) return null;
  const named = new Set(days.map((day) => weekdays.indexOf(day)));
  for (let day = first; day <= last; day += 1) if (named.has((((day + 3) % 7) + 7) % 7)) return null;
  return "no_day";
}

/** Whether every visit that `inner` holds for is one that `outer` holds for. */
function covers(outer: When, inner: When): boolean {
  return (
    isPart(inner.devices, outer.devices) &&
    isPart(inner.os, outer.os) &&
    isPart(inner.countries, outer.countries) &&
    isLanguagePart(inner.languages, outer.languages) &&
    coversTime(outer, inner)
  );
}

function isPart<T>(inner: readonly T[] | undefined, outer: readonly T[] | undefined): boolean {
  if (outer === undefined) return true;
  return inner?.every((value) => outer.includes(value)) ?? false;
}

function isLanguagePart(inner: readonly string[] | undefined, outer: readonly string[] | undefined): boolean {
  if (outer === undefined) return true;
  const ranges = outer.map((range) => range.toLowerCase());
  const isMatched = (tag: string) => ranges.some((range) => `${tag.toLowerCase()}-`.startsWith(`${range}-`));
  return inner?.every(isMatched) ?? false;
}

const dayMinutes = 1_440;

/** Minutes from the midnight of the day they began; over midnight the end is beyond the day. */
function spanOf({ hours }: When): { from: number; until: number } {
  if (hours === undefined) return { from: 0, until: dayMinutes };
  const [from, until] = [minuteOf(hours.from), minuteOf(hours.until)];
  return { from, until: from < until ? until : until + dayMinutes };
}

function coversTime(outer: When, inner: When): boolean {
  const { days, hours, dates } = outer;
  const hasDays =
    days !== undefined || [dates?.from, dates?.until].some((bound) => bound !== undefined && isDay(bound));
  if ((hasDays || hours !== undefined) && outer.timezone !== inner.timezone) return false;
  const [wide, narrow] = [spanOf(outer), spanOf(inner)];
  const isWithin = narrow.from >= wide.from && narrow.until <= wide.until;
  // The small hours of a span that goes over midnight, which belong to another day.
  const isBehind = narrow.from + dayMinutes >= wide.from && narrow.until + dayMinutes <= wide.until;
  const isAnyHour = hours === undefined || (wide.from === 0 && wide.until === dayMinutes);
  if (hasDays ? !isWithin : !(isWithin || isBehind || isAnyHour)) return false;
  return isPart(inner.days, days) && isDatePart(inner.dates, dates);
}

/** Bounds of the same kind alone are compared. */
function isDatePart(inner: When["dates"], outer: When["dates"]): boolean {
  const isAfter = (bound: string | undefined, least: string | undefined, order: 1 | -1) => {
    if (least === undefined) return true;
    if (bound === undefined || isDay(bound) !== isDay(least)) return false;
    return order * (Date.parse(bound) - Date.parse(least)) >= 0;
  };
  return isAfter(inner?.from, outer?.from, 1) && isAfter(inner?.until, outer?.until, -1);
}
