import { sayDayMonth, sayTime } from "../../ui/dates";
import type { LineSeries } from "../series";

/** What stands for a place of a line: below the axis, in the tooltip, and in the table. */
export interface PointWords {
  short: string;
  long: string;
}

const spans = { "5min": 5 * 60_000, hour: 60 * 60_000 };

/** The words of every place of a line, those after now as well. */
export function namePoints({ unit, points, ahead = [] }: LineSeries, timeZone: string): PointWords[] {
  const places = [...points, ...ahead];
  if (unit !== "day") return nameSpans(places, spans[unit], timeZone);
  const last = points.length - 1;
  const isOfTwoYears = new Set(places.map(({ at }) => at.slice(0, 4))).size > 1;
  return places.map(({ at }, place) => ({
    short: place === last ? "Today" : sayDayMonth(at),
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
function nameSpans(places: readonly { at: string }[], lengthMs: number, timeZone: string): PointWords[] {
  const begins = places.map(({ at }) => sayTime(at, timeZone));
  return places.map(({ at }, place) => {
    const begin = begins[place] ?? "";
    const isTwice = begins.indexOf(begin) !== begins.lastIndexOf(begin);
    const end = sayTime(new Date(Date.parse(at) + lengthMs).toISOString(), timeZone);
    const long = `${begin} to ${end}`;
    return { short: begin, long: isTwice ? `${long}, ${sayOffset(at, timeZone)}` : long };
  });
}

/** `GMT+2`. */
function sayOffset(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(
    new Date(at),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
