import { describe, expect, it } from "vitest";
import { bucketSlots, listSlots, sumHours } from "./bucket";
import type { TimeRange } from "./figures-schema";
import { chooseWindow, dateOf, dayMs, hourMs, windowBefore } from "./window";

const at = (iso: string) => Date.parse(iso);
const iso = (instant: number | undefined) =>
  instant === undefined ? "none" : new Date(instant).toISOString();

/** First instants of a window's days, and how long each is in hours; the last as far as it has come. */
function describeDays(timeRange: TimeRange, timeZone: string, now: string) {
  const { days, to } = chooseWindow(timeRange, timeZone, at(now));
  return days.map((day, place) => {
    const end = days[place + 1]?.from ?? to;
    return `${dateOf(day)} ${iso(day.from)} ${Math.round(((end - day.from) / hourMs) * 100) / 100} h`;
  });
}

describe("Q9: chooseWindow on days that are not 24 hours long or begin after midnight", () => {
  it.each([
    ["Europe/Paris", "2026-03-30T12:00Z", "2026-03-29 2026-03-28T23:00:00.000Z 23 h"],
    ["Europe/Paris", "2026-10-26T12:00Z", "2026-10-25 2026-10-24T22:00:00.000Z 25 h"],
    // The first hour of the day is skipped.
    ["America/Santiago", "2026-09-07T12:00Z", "2026-09-06 2026-09-06T04:00:00.000Z 23 h"],
    // The last hour of Saturday comes twice.
    ["America/Santiago", "2026-04-05T12:00Z", "2026-04-04 2026-04-04T03:00:00.000Z 25 h"],
    ["Africa/Cairo", "2026-04-25T12:00Z", "2026-04-24 2026-04-23T22:00:00.000Z 23 h"],
    ["Africa/Cairo", "2026-10-30T12:00Z", "2026-10-29 2026-10-28T21:00:00.000Z 25 h"],
    ["Asia/Beirut", "2026-03-30T12:00Z", "2026-03-29 2026-03-28T22:00:00.000Z 23 h"],
    ["Asia/Beirut", "2026-10-25T12:00Z", "2026-10-24 2026-10-23T21:00:00.000Z 25 h"],
    ["America/Havana", "2026-03-09T12:00Z", "2026-03-08 2026-03-08T05:00:00.000Z 23 h"],
    // The first hour of the day comes twice.
    ["America/Havana", "2026-11-02T12:00Z", "2026-11-01 2026-11-01T04:00:00.000Z 25 h"],
    ["Atlantic/Azores", "2026-03-30T12:00Z", "2026-03-29 2026-03-29T01:00:00.000Z 23 h"],
    ["Atlantic/Azores", "2026-10-26T12:00Z", "2026-10-25 2026-10-25T00:00:00.000Z 25 h"],
    ["Australia/Lord_Howe", "2026-10-05T12:00Z", "2026-10-04 2026-10-03T13:30:00.000Z 23.5 h"],
    ["Australia/Lord_Howe", "2026-04-06T12:00Z", "2026-04-05 2026-04-04T13:00:00.000Z 24.5 h"],
    ["Asia/Kathmandu", "2026-06-02T12:00Z", "2026-06-01 2026-05-31T18:15:00.000Z 24 h"],
    ["Pacific/Chatham", "2026-09-28T00:00Z", "2026-09-27 2026-09-26T11:15:00.000Z 23 h"],
  ])("%s: seen from %s, the day before is %s", (zone, now, expected) => {
    expect(describeDays("7d", zone, now).at(-2)).toBe(expected);
  });

  it("skips 30 December 2011 in Apia", () => {
    expect(describeDays("7d", "Pacific/Apia", "2012-01-02T03:00Z")).toEqual([
      "2011-12-26 2011-12-26T10:00:00.000Z 24 h",
      "2011-12-27 2011-12-27T10:00:00.000Z 24 h",
      "2011-12-28 2011-12-28T10:00:00.000Z 24 h",
      "2011-12-29 2011-12-29T10:00:00.000Z 24 h",
      "2011-12-31 2011-12-30T10:00:00.000Z 24 h",
      "2012-01-01 2011-12-31T10:00:00.000Z 24 h",
      "2012-01-02 2012-01-01T10:00:00.000Z 17 h",
    ]);
  });
});

describe("bounds of a window", () => {
  const now = at("2026-11-21T09:30:15.250Z");
  const edges = (timeRange: TimeRange, zone?: string) => {
    const { from, to, days, timeZone } = chooseWindow(timeRange, zone, now);
    return [timeZone, iso(from), iso(to - 1), days.length];
  };

  it("are a number of hours without a time zone, with every UTC day they touch", () => {
    expect(edges("1h")).toEqual(["UTC", "2026-11-21T08:30:15.250Z", "2026-11-21T09:30:15.250Z", 1]);
    expect(edges("1d")).toEqual(["UTC", "2026-11-20T09:30:15.250Z", "2026-11-21T09:30:15.250Z", 2]);
    expect(edges("7d")).toEqual(["UTC", "2026-11-14T09:30:15.250Z", "2026-11-21T09:30:15.250Z", 8]);
    expect(edges("1y")).toEqual(["UTC", "2025-11-21T09:30:15.250Z", "2026-11-21T09:30:15.250Z", 366]);
  });

  it("are whole days with a time zone, including UTC, and today so far", () => {
    expect(edges("1d", "UTC")).toEqual(["UTC", "2026-11-21T00:00:00.000Z", "2026-11-21T09:30:15.250Z", 1]);
    expect(edges("7d", "Asia/Tokyo").slice(1)).toEqual([
      "2026-11-14T15:00:00.000Z",
      "2026-11-21T09:30:15.250Z",
      7,
    ]);
    expect(edges("30d", "America/New_York").slice(1)).toEqual([
      "2026-10-23T04:00:00.000Z",
      "2026-11-21T09:30:15.250Z",
      30,
    ]);
    expect(edges("90d", "Europe/Paris").at(-1)).toBe(90);
    expect(edges("1y", "Europe/Paris").at(-1)).toBe(365);
  });

  it("are 60 minutes for an hour in any zone, with the days of that zone", () => {
    const { from, days } = chooseWindow("1h", "Pacific/Kiritimati", at("2026-11-21T10:20Z"));
    expect([iso(from), days.map(dateOf)]).toEqual(["2026-11-21T09:20:00.000Z", ["2026-11-21", "2026-11-22"]]);
  });

  it("start a new day exactly at midnight", () => {
    expect(describeDays("1d", "Europe/Paris", "2026-06-14T22:00:00.000Z")).toEqual([
      "2026-06-15 2026-06-14T22:00:00.000Z 0 h",
    ]);
    expect(describeDays("1d", "Europe/Paris", "2026-06-14T21:59:59.999Z")).toEqual([
      "2026-06-14 2026-06-13T22:00:00.000Z 24 h",
    ]);
  });

  it("of the window before have the same length and end where it begins", () => {
    const days = chooseWindow("7d", "Europe/Paris", at("2026-10-28T12:00Z"));
    const before = windowBefore(days);
    expect([iso(before.from), iso(before.to)]).toEqual([
      "2026-10-14T22:00:00.000Z",
      "2026-10-21T22:00:00.000Z",
    ]);
    expect(before.days.map(dateOf)).toEqual([15, 16, 17, 18, 19, 20, 21].map((day) => `2026-10-${day}`));
    const hours = windowBefore(chooseWindow("1d", undefined, now));
    expect([iso(hours.from), iso(hours.to)]).toEqual([
      "2026-11-19T09:30:15.250Z",
      "2026-11-20T09:30:15.250Z",
    ]);
    expect(windowBefore(chooseWindow("1y", "Pacific/Auckland", now)).days).toHaveLength(365);
  });
});

/** What is counted of a day of UTC with a scan in some of its quarter-hours. */
function countDay(day: string, times: readonly string[]) {
  const quarters = Array<number>(96).fill(0);
  for (const time of times) quarters[(at(`${day}T${time}Z`) % dayMs) / (hourMs / 4)] = 1;
  const totals = { device: {}, os: {}, browser: {}, country: {}, city: {} };
  return { day, scans: times.length, visitors: 1, bots: 0, capped: 0, quarters, totals };
}

it("a scan in either pass of a repeated hour counts in that hour", () => {
  const window = chooseWindow("1d", "Europe/Paris", at("2026-10-25T20:00Z"));
  // 02:15 in summer, 02:15 in winter, 03:15.
  const buckets = bucketSlots(window, listSlots([countDay("2026-10-25", ["00:15", "01:15", "02:15"])]));
  expect(buckets.days).toEqual([3]);
  expect(sumHours(buckets).slice(0, 5)).toEqual([0, 0, 2, 1, 0]);
  expect(buckets.week[6]?.[2]).toBe(2);
});

it("a scan after its day began counts on that day although the clocks were set back over midnight", () => {
  const window = chooseWindow("1d", "America/St_Johns", at("2010-11-07T12:00Z"));
  expect(window.days.map(({ from }) => iso(from))).toEqual(["2010-11-07T02:30:00.000Z"]);
  // Clocks went back from 00:01 to 23:01 of the 6th; then 23:30.
  expect(bucketSlots(window, listSlots([countDay("2010-11-07", ["03:00", "05:00"])])).days).toEqual([2]);
});
