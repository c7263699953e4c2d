import { describe, expect, it } from "vitest";
import { chooseLastDays, chooseWindow, formatLocal } from "./window";

const at = (text: string) => Date.parse(text);

describe("formatLocal", () => {
  it.each([
    ["Europe/Berlin", "2026-11-21T09:30:15.250Z", "2026-11-21T10:30:15.250+01:00"],
    ["America/St_Johns", "2026-11-21T01:00:00Z", "2026-11-20T21:30:00.000-03:30"],
    ["Asia/Kathmandu", "2026-11-21T20:00:00Z", "2026-11-22T01:45:00.000+05:45"],
    ["UTC", "2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000+00:00"],
  ])("in %s formats %s as %s", (zone, instant, expected) => {
    expect(formatLocal(chooseWindow("7d", zone, at("2026-11-22T12:00:00Z")), at(instant))).toBe(expected);
  });

  it("uses the offset in force, from the first instant after a change", () => {
    const window = chooseWindow("7d", "Europe/Berlin", at("2026-10-27T12:00:00Z"));
    expect(formatLocal(window, at("2026-10-25T00:59:59.999Z"))).toBe("2026-10-25T02:59:59.999+02:00");
    expect(formatLocal(window, at("2026-10-25T01:00:00Z"))).toBe("2026-10-25T02:00:00.000+01:00");
  });

  it("uses the first offset for an instant before the window", () => {
    const window = chooseWindow("1d", "Europe/Berlin", at("2026-10-27T12:00:00Z"));
    expect(formatLocal(window, at("2026-10-01T12:00:00Z"))).toBe("2026-10-01T13:00:00.000+01:00");
  });
});

it("chooseLastDays lists the last days of a zone up to now, including a day of 25 hours", () => {
  const now = at("2026-10-26T11:59:59.999Z");
  expect(chooseLastDays(3, "Europe/Berlin", now)).toEqual([
    { from: new Date("2026-10-23T22:00:00Z"), to: new Date("2026-10-24T22:00:00Z") },
    { from: new Date("2026-10-24T22:00:00Z"), to: new Date("2026-10-25T23:00:00Z") },
    { from: new Date("2026-10-25T23:00:00Z"), to: new Date("2026-10-26T12:00:00Z") },
  ]);
});
