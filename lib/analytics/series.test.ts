import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseWindows, type ReportFigures } from "./report-figures";
import type { ReportQuery } from "./report-schema";
import { presentSeries } from "./series";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const at = (text: string) => Date.parse(text);

/** Scans at instants, as they are counted by quarter-hours or by five minutes. */
function figuresOf(
  query: ReportQuery,
  now: number,
  instants: readonly number[],
  since: number | null = null,
) {
  const windows = chooseWindows(query, now);
  const slotMs = query.timeRange === "1h" ? 5 * minuteMs : 15 * minuteMs;
  const within = ({ from, to }: { from: number; to: number }) =>
    instants.filter((instant) => instant >= from && instant < to).sort((one, other) => one - other);
  const gather = (some: readonly number[]) =>
    ({
      slots: some.map((instant) => ({ at: Math.floor(instant / slotMs) * slotMs, scans: 1 })),
    }) as ReportFigures["current"];
  const [ofCurrent, ofPrevious] = [within(windows.current), within(windows.previous)];
  const soFar = { scans: 0, visitors: 0 };
  const unit = query.timeRange === "1h" ? "5min" : query.timeRange === "1d" ? "hour" : "day";
  const figures: ReportFigures = {
    unit,
    windows,
    current: gather(ofCurrent),
    previous: gather(ofPrevious),
    soFar,
    since,
  };
  return { figures, ofCurrent, ofPrevious };
}

const total = (counts: readonly (number | null)[]) =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

const zones = [
  "UTC",
  "Europe/Paris",
  "America/New_York",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Chatham",
];
/** Around the nights in which the clocks of one or the other of these zones change, and some in which none do. */
const nights = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-04-24",
  "2026-06-15",
  "2026-09-06",
  "2026-10-04",
  "2026-10-25",
  "2026-10-30",
  "2026-11-01",
];

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" }),
  ]),
);
/** Day and time as this runtime's own clocks of a zone show them. */
const show = (zone: string, instant: number) =>
  clocks.get(zone)!.format(instant).split(", ") as [string, string];
const hourOf = (zone: string, instant: number) => show(zone, instant)[1].slice(0, 2);

describe("hourly series", () => {
  it("Q9: matches local clocks around every clock change, counting each scan exactly once", () => {
    const cases = fc.record({
      zone: fc.constantFrom(...zones),
      night: fc.constantFrom(...nights),
      minute: fc.integer({ min: -36 * 60, max: 60 * 60 }),
      back: fc.array(fc.integer({ min: 0, max: 52 * 60 }), { minLength: 5, maxLength: 40 }),
    });
    const property = fc.property(cases, ({ zone, night, minute, back }) => {
      const now = at(`${night}T00:00Z`) + minute * minuteMs;
      const instants = back.map((minutes) => now - minutes * minuteMs);
      const { figures, ofCurrent, ofPrevious } = figuresOf(
        { timeRange: "1d", timezone: zone },
        now,
        instants,
      );
      const { unit, points, ahead } = presentSeries(figures);
      const starts = points.map((point) => at(point.at));
      expect(unit).toBe("hour");
      expect(total(points.map(({ count }) => count))).toBe(ofCurrent.length);
      for (const [place, { count }] of points.entries()) {
        const end = starts[place + 1] ?? Number.POSITIVE_INFINITY;
        const inside = ofCurrent.filter((instant) => instant >= starts[place]! && instant < end);
        expect(count).toBe(inside.length);
        for (const instant of inside) expect(hourOf(zone, instant)).toBe(hourOf(zone, starts[place]!));
      }
      const all = [...points, ...ahead];
      const [today] = show(zone, now);
      expect(all.every((point) => show(zone, at(point.at))[0] === today)).toBe(true);
      expect(show(zone, at(all.at(-1)!.at) + hourMs)[0]).not.toBe(today);
      expect(ahead.every((point) => at(point.at) > now)).toBe(true);
      const hours = all.map((point) => hourOf(zone, at(point.at)));
      for (const [place, { previous }] of all.entries()) {
        const isFirst = hours.indexOf(hours[place]!) === place;
        const before = ofPrevious.filter((instant) => hourOf(zone, instant) === hours[place]);
        if (isFirst && previous !== null) expect(previous).toBe(before.length);
        else expect([previous, isFirst ? before.length : 0]).toEqual([null, 0]);
      }
    });
    fc.assert(property, { numRuns: 600 });
  });

  it.each([
    ["2026-03-29T21:59:59.999Z", 23, 0],
    ["2026-10-25T22:59:59.999Z", 25, 0],
    ["2026-10-25T10:30:00.000Z", 13, 12],
    ["2026-11-20T23:00:00.000Z", 1, 23],
  ])("of a day in Paris at %s has %i hours so far and %i to come", (now, hours, toCome) => {
    const { figures } = figuresOf({ timeRange: "1d", timezone: "Europe/Paris" }, at(now), []);
    const { points, ahead } = presentSeries(figures);
    expect([points.length, ahead.length]).toEqual([hours, toCome]);
  });

  it("merges an hour that occurred twice yesterday for comparison; today's second one has none", () => {
    const day = { timeRange: "1d", timezone: "Europe/Paris" } as const;
    const [summer, winter] = [at("2026-10-25T00:15Z"), at("2026-10-25T01:15Z")];
    const after = presentSeries(figuresOf(day, at("2026-10-26T12:00Z"), [summer, winter]).figures);
    expect(after.points.map(({ previous }) => previous).slice(0, 4)).toEqual([0, 0, 2, 0]);
    const during = presentSeries(
      figuresOf(day, at("2026-10-25T12:00Z"), [at("2026-10-24T00:15Z"), winter]).figures,
    );
    expect(during.points.map(({ count, previous }) => [count, previous]).slice(1, 5)).toEqual([
      [0, 0],
      [0, 1],
      [1, null],
      [0, 0],
    ]);
  });

  it("without a time zone covers the last 24 hours, with partial first and last points", () => {
    const now = at("2026-11-21T09:30:15.250Z");
    const instants = [now, now - 23.6 * hourMs, now - 24 * hourMs, now - 24 * hourMs - 1, now - 48 * hourMs];
    const { points, ahead } = presentSeries(figuresOf({ timeRange: "1d" }, now, instants).figures);
    expect([points.length, points[0]?.at, ahead]).toEqual([25, "2026-11-20T09:00:00.000Z", []]);
    expect([points[0], points.at(-1)].map((point) => [point?.count, point?.previous])).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });
});

describe("five-minute series", () => {
  it("starts at full five minutes and compares with the hour before", () => {
    const now = at("2026-11-21T09:32:15.250Z");
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 2 * hourMs + 10 })), (back) => {
      const instants = back.map((ms) => now - ms);
      const { figures, ofCurrent, ofPrevious } = figuresOf(
        { timeRange: "1h", timezone: "Asia/Kathmandu" },
        now,
        instants,
      );
      const { unit, points, ahead } = presentSeries(figures);
      expect([unit, points.length, points[0]?.at, ahead]).toEqual([
        "5min",
        13,
        "2026-11-21T08:30:00.000Z",
        [],
      ]);
      const sums = [total(points.map(({ count }) => count)), total(points.map(({ previous }) => previous))];
      expect(sums).toEqual([ofCurrent.length, ofPrevious.length]);
      for (const { at: from, count } of points) {
        const isInside = (instant: number) => instant >= at(from) && instant < at(from) + 5 * minuteMs;
        expect(count).toBe(ofCurrent.filter(isInside).length);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe("daily series", () => {
  const week = { timeRange: "7d", timezone: "Europe/Paris" } as const;
  const now = at("2026-10-28T12:00Z");

  it("compares each day with the same position in the period before", () => {
    const instants = ["2026-10-28T11:00Z", "2026-10-24T22:30Z", "2026-10-21T21:59Z", "2026-10-14T22:00Z"].map(
      at,
    );
    const { unit, points } = presentSeries(figuresOf(week, now, instants).figures);
    expect([unit, points.map((point) => point.at)]).toEqual([
      "day",
      [22, 23, 24, 25, 26, 27, 28].map((day) => `2026-10-${day}`),
    ]);
    expect(points.map(({ count }) => count)).toEqual([0, 0, 0, 1, 0, 0, 1]);
    expect(points.map(({ previous }) => previous)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  it("has no comparison for days that are not fully known", () => {
    const since = at("2026-10-16T12:00Z");
    const { points } = presentSeries(figuresOf(week, now, [since], since).figures);
    expect(points.map(({ previous }) => previous)).toEqual([null, null, 0, 0, 0, 0, 0]);
  });
});
