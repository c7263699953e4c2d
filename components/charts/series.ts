import type { Target } from "@/lib/codes/schema";
import { parseUrl } from "@/lib/platform/errors";
import { formatDate, formatDayMonth, formatTime } from "../ui/dates";

/** What a line shows, in order of time: `at` is an instant, for days a date as `2026-11-20`. */
export interface LineSeries {
  unit: "5min" | "hour" | "day";
  points: readonly LinePoint[];
  /** Whether the last point is of now; left out: it is. */
  isRunning?: boolean;
  ahead?: readonly Pick<LinePoint, "at" | "previous">[];
}

interface LinePoint {
  at: string;
  count: number;
  previous: number | null;
}

/** Something that happened at an instant, beside the line. */
export interface ChartMark {
  at: string;
  words: string;
}

/** When a code's target changed, and from where to where; a change of the fallback alone is none. */
export function listTargetMarks(targets: readonly Pick<Target, "content" | "setAt">[]): ChartMark[] {
  return targets.slice(0, -1).flatMap(({ content, setAt }, place) => {
    const before = targets[place + 1]?.content ?? content;
    return setAt === null || before === content ? [] : [{ at: setAt, words: formatChange(before, content) }];
  });
}

/** `old.example → new.example`; on one host the paths tell them apart, and what is no address has neither. */
function formatChange(before: string, content: string): string {
  const [from, to] = [parseUrl(before), parseUrl(content)];
  if (!from?.host || !to?.host) return "Content changed";
  if (from.host !== to.host) return `${from.host} → ${to.host}`;
  return `${from.host}${pathOf(from)} → ${to.host}${pathOf(to)}`;
}

const longestPath = 24;

function pathOf({ pathname, search }: URL): string {
  const path = `${pathname}${search}`;
  return path.length > longestPath ? `${path.slice(0, longestPath - 1)}…` : path;
}

const spans = { "5min": 5 * 60_000, hour: 60 * 60_000 };

/** The marks at each place of a line, each with its time, the earliest first; those outside are left out. */
export function placeMarks(
  { unit, points }: LineSeries,
  marks: readonly ChartMark[],
  timeZone: string,
): ReadonlyMap<number, string[]> {
  const placed = new Map<number, string[]>();
  const sorted = marks.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  for (const { at, words } of sorted) {
    const place = unit === "day" ? findDay(points, at, timeZone) : findSpan(points, at, spans[unit]);
    if (place === -1) continue;
    placed.set(place, [...(placed.get(place) ?? []), `${formatTime(at, timeZone)}, ${words}`]);
  }
  return placed;
}

function findDay(points: LineSeries["points"], at: string, timeZone: string): number {
  const day = formatDate(at, timeZone);
  return points.findIndex((point) => point.at === day);
}

function findSpan(points: LineSeries["points"], at: string, lengthMs: number): number {
  const ms = Date.parse(at);
  const place = points.findLastIndex((point) => Date.parse(point.at) <= ms);
  const isBeyond = ms >= Date.parse(points.at(-1)?.at ?? at) + lengthMs;
  return isBeyond ? -1 : place;
}

/** Steps that a reader can add up in the head. */
const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 10];

const steps = 4;

/** Ticks of an axis of counts: from 0 in four equal steps on round numbers to no less than the most. */
export function chooseTicks(most: number): number[] {
  const least = most / steps;
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  const fits = (step: number) => step * scale >= least && Number.isInteger(step * scale);
  const step = (roundSteps.find(fits) ?? 10) * scale;
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** How far apart names may stand: so that they fall on the same weekday, hour or quarter again. */
const strides = { "5min": [1, 3, 6], hour: [1, 2, 3, 6, 12], day: [1, 2, 7, 14, 28, 91, 182] };

export function chooseNamed(unit: keyof typeof strides, places: number, most: number): number[] {
  const last = places - 1;
  if (last < 1) return last === 0 ? [0] : [];
  const stride = strides[unit].find((wide) => last / wide < most) ?? last;
  const named = [0];
  for (let place = stride; place <= last - stride * 0.75; place += stride) named.push(place);
  return [...named, last];
}

export interface PointLabels {
  short: string;
  long: string;
}

export function namePoints(
  { unit, points, isRunning = true, ahead = [] }: LineSeries,
  timeZone: string,
): PointLabels[] {
  const places = [...points, ...ahead];
  if (unit !== "day") return nameSpans(places, spans[unit], timeZone);
  const last = points.length - 1;
  const isOfTwoYears = new Set(places.map(({ at }) => at.slice(0, 4))).size > 1;
  return places.map(({ at }, place) => ({
    short: isRunning && place === last ? "Today" : formatDayMonth(at),
    long: longDay.format(new Date(at)) + (isOfTwoYears ? ` ${at.slice(0, 4)}` : ""),
  }));
}

/** A date is the same date in every zone, so it is read as one of UTC. */
const longDay = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** Where the clocks are put back, what begins at the same time twice is told apart by how far they are ahead. */
function nameSpans(places: readonly { at: string }[], lengthMs: number, timeZone: string): PointLabels[] {
  const begins = places.map(({ at }) => formatTime(at, timeZone));
  return places.map(({ at }, place) => {
    const begin = begins[place] ?? "";
    const isTwice = begins.indexOf(begin) !== begins.lastIndexOf(begin);
    const end = formatTime(new Date(Date.parse(at) + lengthMs).toISOString(), timeZone);
    const long = `${begin} to ${end}`;
    return { short: begin, long: isTwice ? `${long}, ${formatOffset(at, timeZone)}` : long };
  });
}

/** `GMT+2`. */
function formatOffset(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(
    new Date(at),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
