import { describe, expect, it } from "vitest";
import { choosePeriod, chooseWindows } from "./report-figures";
import type { Period } from "./report-schema";
import { dateOf } from "./window";

const timezone = "Europe/Oslo";
/** 1 March in Oslo, still 29 February in UTC. */
const now = Date.parse("2028-02-29T23:30:00Z");

const read = (timeRange: Period, at = now) => {
  const { current, previous, lastDay, isRunning } = chooseWindows({ timeRange, timezone }, at);
  const days = [current, previous].map(({ days }) => days.map(dateOf));
  return { days, isRunning, isSoFar: lastDay.to < previous.to };
};

describe("chooseWindows", () => {
  it.each([
    ["yesterday", "2028-02-29", "2028-02-29", false],
    ["this-month", "2028-03-01", "2028-03-01", true],
    ["last-month", "2028-02-01", "2028-02-29", false],
    ["this-year", "2028-01-01", "2028-03-01", true],
    [{ from: "2028-02-27", to: "2028-03-01" }, "2028-02-27", "2028-03-01", true],
    [{ from: "2028-02-27", to: "2028-02-28" }, "2028-02-27", "2028-02-28", false],
  ] as const)("covers for %j the days %s to %s", (period, first, last, isRunning) => {
    const { days, ...state } = read(period);
    const [current = [], previous = []] = days;
    expect([current[0], current.at(-1)]).toEqual([first, last]);
    expect(state).toEqual({ isRunning, isSoFar: isRunning });
    expect(previous.length).toBe(current.length);
    expect(Date.parse(first) - Date.parse(previous.at(-1) ?? "")).toBe(86_400_000);
  });

  it("compares a day of 23 hours with the whole day before", () => {
    // The clocks were put forward on 26 March.
    const { days, isSoFar } = read("yesterday", Date.parse("2028-03-27T10:00:00Z"));
    expect([days[0], isSoFar]).toEqual([["2028-03-26"], false]);
  });

  it("takes December as the last month in January", () => {
    const { from, to } = choosePeriod(
      { timeRange: "last-month", timezone },
      Date.parse("2028-01-15T12:00:00Z"),
    );
    expect([from, to].map((at) => new Date(at).toISOString())).toEqual([
      "2027-11-30T23:00:00.000Z",
      "2027-12-31T23:00:00.000Z",
    ]);
  });

  it("returns no days for a date that the time zone skipped", () => {
    const span = { from: "2011-12-30", to: "2011-12-30" };
    const { current, previous } = chooseWindows({ timeRange: span, timezone: "Pacific/Apia" }, now);
    expect([current.days, previous.days, current.to - current.from]).toEqual([[], [], 0]);
  });

  it.each([
    ["the day of 25 hours", "2026-10-25T11:30:00Z", "2026-10-24T10:30:00Z"],
    ["the day after 25 hours", "2026-10-26T11:30:00Z", "2026-10-25T11:30:00Z"],
    ["the second pass of an hour", "2026-10-25T01:30:00Z", "2026-10-24T00:30:00Z"],
    ["a time that came twice the day before", "2026-10-26T01:30:00Z", "2026-10-25T00:30:00Z"],
    ["the day of 23 hours", "2026-03-29T10:30:00Z", "2026-03-28T11:30:00Z"],
    ["the day after 23 hours", "2026-03-30T10:30:00Z", "2026-03-29T10:30:00Z"],
    ["a time that was left out the day before", "2026-03-30T00:30:00Z", "2026-03-29T01:00:00Z"],
    ["a day without a change", "2026-11-26T11:30:00Z", "2026-11-25T11:30:00Z"],
  ])("compares %s up to the same local time", (_, at, expected) => {
    for (const timeRange of ["1d", { from: at.slice(0, 10), to: at.slice(0, 10) }] as const) {
      const query = { timeRange, timezone: "Europe/Berlin" };
      const { lastDay } = chooseWindows(query, Date.parse(at) - 1);
      expect(new Date(lastDay.to).toISOString()).toBe(new Date(expected).toISOString());
    }
  });
});
