import { describe, expect, it } from "vitest";
import { hoursOfToday, lastDays, lastHours } from "./read-uses";

const noon = Date.UTC(2026, 10, 22, 12, 34, 56, 789);

describe("the hours and days that a reading is of", () => {
  it("the present hour and the 23 before it", () => {
    const hours = lastHours(noon);
    expect([hours.length, hours[0], hours.at(-1)]).toEqual([
      24,
      "2026-11-21T13:00:00.000Z",
      "2026-11-22T12:00:00.000Z",
    ]);
  });

  it("days by the zone's clocks: just before midnight here it is tomorrow there", () => {
    const late = Date.UTC(2026, 10, 22, 23, 30);
    expect(lastDays("7d", "UTC", late).at(-1)).toBe("2026-11-22");
    expect(lastDays("7d", "Europe/Oslo", late).at(-1)).toBe("2026-11-23");
    expect(lastDays("30d", "America/New_York", Date.UTC(2026, 2, 9, 3))).toHaveLength(30);
    expect(new Set(lastDays("30d", "America/New_York", Date.UTC(2026, 2, 20))).size).toBe(30);
  });

  it.each([
    ["UTC", noon, 24, "2026-11-22T00:00:00.000Z"],
    ["Europe/Oslo", noon, 24, "2026-11-21T23:00:00.000Z"],
    ["Pacific/Kiritimati", noon, 24, "2026-11-22T10:00:00.000Z"],
    ["Pacific/Pago_Pago", noon, 24, "2026-11-22T11:00:00.000Z"],
    // Half an hour off: the first hour of UTC that begins today.
    ["Asia/Kolkata", noon, 24, "2026-11-21T19:00:00.000Z"],
    // Clocks put on, and back.
    ["Europe/Oslo", Date.UTC(2026, 2, 29, 12), 23, "2026-03-28T23:00:00.000Z"],
    ["Europe/Oslo", Date.UTC(2026, 9, 25, 12), 25, "2026-10-24T22:00:00.000Z"],
  ])("today in %s has its hours", (zone, nowMs, length, first) => {
    const hours = hoursOfToday(zone, nowMs);
    expect([hours.length, hours[0]]).toEqual([length, first]);
  });
});
