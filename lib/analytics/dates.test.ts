import { describe, expect, it } from "vitest";
import { analyticsQuery } from "./figures-schema";
import { chooseDates, dateOf } from "./window";

const now = Date.parse("2026-03-30T10:00:00.000Z");
const datesOf = (startDate: string, endDate: string, zone = "UTC") => {
  const { from, to, days } = chooseDates({ startDate, endDate }, zone, now);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), days: days.map(dateOf) };
};

describe("chooseDates", () => {
  it("includes both dates", () => {
    expect(datesOf("2026-02-27", "2026-03-01")).toEqual({
      from: "2026-02-27T00:00:00.000Z",
      to: "2026-03-02T00:00:00.000Z",
      days: ["2026-02-27", "2026-02-28", "2026-03-01"],
    });
  });

  it("uses days of the time zone, also when its clocks change", () => {
    expect(datesOf("2026-03-29", "2026-03-29", "Europe/Oslo")).toMatchObject({
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
  });

  it("ends now if the last day is today", () => {
    expect(datesOf("2026-03-29", "2026-03-30")).toMatchObject({ to: "2026-03-30T10:00:00.001Z" });
    expect(datesOf("2026-03-30", "2026-03-30", "Pacific/Auckland")).toMatchObject({
      from: "2026-03-29T11:00:00.000Z",
      to: "2026-03-30T10:00:00.001Z",
    });
  });

  it("accepts dates before anything was counted", () => {
    expect(datesOf("0001-01-01", "0001-01-02").days).toEqual(["0001-01-01", "0001-01-02"]);
  });

  it.each([
    ["2026-03-31", "2026-03-31", "startDate"],
    ["2026-03-30", "2026-03-31", "endDate"],
  ])("refuses %s to %s because %s is in the future", (startDate, endDate, field) => {
    expect(() => chooseDates({ startDate, endDate }, "UTC", now)).toThrow(field);
  });
});

describe("analyticsQuery", () => {
  it.each([
    [{ startDate: "2026-01-01" }],
    [{ endDate: "2026-01-01" }],
    [{ startDate: "2026-01-02", endDate: "2026-01-01" }],
    [{ startDate: "2025-01-01", endDate: "2026-02-06" }],
    [{ startDate: "2026-01-01", endDate: "2026-01-02", timeRange: "7d" }],
    [{ startDate: "2026-02-30", endDate: "2026-03-01" }],
    [{ startDate: "2026-1-1", endDate: "2026-03-01" }],
  ])("refuses %j", (query) => {
    expect(analyticsQuery.safeParse(query).success).toBe(false);
  });

  it("accepts 400 days", () => {
    expect(analyticsQuery.safeParse({ startDate: "2025-01-01", endDate: "2026-02-05" }).success).toBe(true);
  });
});
