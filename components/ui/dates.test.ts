import { describe, expect, it } from "vitest";
import { formatAgo, formatDay, formatMoment, formatSeconds, formatZone } from "./dates";

const now = Date.parse("2026-11-20T12:00:00.000Z");

describe("dates", () => {
  it("are in UTC and British format by default", () => {
    expect(formatDay("2026-11-20T23:59:59.999Z")).toBe("20 November 2026");
    expect(formatMoment("2026-11-20T04:05:00.000Z")).toBe("20 Nov 2026, 04:05");
  });

  it("use the given time zone and name it by its city", () => {
    const late = "2026-11-20T23:30:05.000Z";
    expect(formatDay(late, "Europe/Oslo")).toBe("21 November 2026");
    expect(formatMoment(late, "America/New_York")).toBe("20 Nov 2026, 18:30");
    expect(formatSeconds(late, "Asia/Kathmandu")).toBe("05:15:05");
    expect(formatAgo(late, Date.parse("2027-01-01T00:00:00.000Z"), "Pacific/Auckland")).toBe("21 Nov 2026");
    expect(["UTC", "Europe/Oslo", "America/Argentina/Buenos_Aires"].map(formatZone)).toEqual([
      "UTC",
      "Oslo",
      "Buenos Aires",
    ]);
  });

  it.each([
    ["2026-11-20T12:00:30.000Z", "Just now"],
    ["2026-11-20T11:58:01.000Z", "Just now"],
    ["2026-11-20T11:58:00.000Z", "2 minutes ago"],
    ["2026-11-20T11:00:01.000Z", "59 minutes ago"],
    ["2026-11-20T11:00:00.000Z", "1 hour ago"],
    ["2026-11-19T12:00:00.000Z", "1 day ago"],
    ["2026-11-13T12:00:01.000Z", "6 days ago"],
    ["2026-11-13T12:00:00.000Z", "13 Nov 2026"],
  ])("show %s as %s", (iso, words) => expect(formatAgo(iso, now)).toBe(words));
});
