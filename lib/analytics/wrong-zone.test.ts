import { describe, expect, it } from "vitest";
import { analyticsQuery } from "./figures-schema";
import { describeWrongZone } from "./wrong-zone";

const names: ReadonlySet<string> = new Set(
  [
    ...Intl.supportedValuesOf("timeZone"),
    ...Array.from({ length: 14 }, (_, hours) => `Etc/GMT-${hours + 1}`),
  ].concat(
    Array.from({ length: 12 }, (_, hours) => `Etc/GMT+${hours + 1}`),
    ["UTC", "US/Eastern"],
  ),
);

describe("describeWrongZone", () => {
  it.each([
    ["europe/paris", "Europe/Paris"],
    ["EUROPE/PARIS", "Europe/Paris"],
    ["utc", "UTC"],
    ["Paris", "Europe/Paris"],
    ["America/Berlin", "Europe/Berlin"],
    ["America/New York", "America/New_York"],
    ["posix/Europe/Paris", "Europe/Paris"],
    ["Europe/Pariss", "Europe/Paris"],
    ["Eurpoe/Paris", "Europe/Paris"],
    ["Europe/Berlni", "Europe/Berlin"],
    ["+03:00", "Etc/GMT-3"],
    ["-5", "Etc/GMT+5"],
    ["UTC+0200", "Etc/GMT-2"],
    ["GMT-11", "Etc/GMT+11"],
  ])("suggests for %s the time zone %s", (timezone, meant) => {
    const { suggestion, hint } = describeWrongZone(timezone, names);
    expect(suggestion).toBe(meant);
    expect(hint).toContain(meant);
  });

  it("says what a time zone is, and what an offset lacks", () => {
    const message = "timezone must be the exact name of an IANA time zone";
    const usual = "Send a name of the IANA time zone database such as Europe/Paris, or leave it out for UTC.";
    expect(describeWrongZone("Foo/Bar", names)).toEqual({ message, hint: usual });
    const hint = `An offset is no time zone: it doesn't say when clocks change. ${usual}`;
    expect(describeWrongZone("+05:45", names)).toEqual({ message, hint });
    expect(describeWrongZone("+03 and more", names)).toEqual({ message, hint: usual });
  });

  it.each(["Foo/Bar", "FOO+3", "+05:45", "+99", "", "X", "CE", "Mars/Olympus", "😀"])(
    "%j: suggests no time zone",
    (timezone) => {
      const { suggestion, hint } = describeWrongZone(timezone, names);
      expect(suggestion).toBeUndefined();
      expect(hint).toContain("Europe/Paris");
    },
  );
});

it("Q10: analyticsQuery refuses a time zone of a megabyte by its length", () => {
  const { success, error } = analyticsQuery.safeParse({ timezone: "x".repeat(1 << 20) });
  expect([success, error?.issues[0]?.code]).toEqual([false, "too_big"]);
});
