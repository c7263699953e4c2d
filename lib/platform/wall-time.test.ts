import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWallTime, writeWallTime } from "./wall-time";

const read = (text: string, zone: string) => readWallTime(text, zone, "startsAt");
const codeOf = (text: string, zone: string) => {
  try {
    return read(text, zone);
  } catch (fault) {
    return (fault as { details: { code: string }[] }).details[0]?.code;
  }
};

describe("local times", () => {
  it.each([
    ["2027-01-31T12:00", "UTC", "2027-01-31T12:00:00.000Z"],
    ["2027-01-31T12:00", "Europe/Oslo", "2027-01-31T11:00:00.000Z"],
    ["2027-07-31T12:00:30", "Europe/Oslo", "2027-07-31T10:00:30.000Z"],
    ["2027-01-01T00:15", "Asia/Kathmandu", "2026-12-31T18:30:00.000Z"],
  ])("reads %s in %s as %s", (text, zone, instant) => expect(read(text, zone)).toBe(instant));

  it("rejects times that a clock change skips or repeats, and invalid times", () => {
    expect(codeOf("2027-03-28T02:30", "Europe/Oslo")).toBe("time_passed_over");
    expect(codeOf("2027-10-31T02:30", "Europe/Oslo")).toBe("time_comes_twice");
    for (const text of ["", "2027-02-30T12:00", "2027-01-31", "tomorrow", "2027-01-31T12:00Z"])
      expect(codeOf(text, "Europe/Oslo"), text).toBe("invalid_date");
  });

  it("round-trips local times unless a clock change repeats them", () => {
    const minutes = fc.integer({ min: Date.UTC(2020) / 60_000, max: Date.UTC(2040) / 60_000 });
    const zones = fc.constantFrom("UTC", "Europe/Oslo", "America/New_York", "Australia/Lord_Howe");
    fc.assert(
      fc.property(minutes, zones, (minute, zone) => {
        const instant = new Date(minute * 60_000).toISOString();
        const text = writeWallTime(instant, zone);
        const answer = codeOf(text, zone);
        expect([instant, "time_comes_twice"]).toContain(answer);
      }),
    );
  });
});
