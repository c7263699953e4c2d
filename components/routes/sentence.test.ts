import { describe, expect, it } from "vitest";
import type { When } from "@/lib/routes";
import { systemNames } from "@/lib/scans/labels";
import { countryCodes } from "@/lib/scans/schema";
import { countries, describeTargets, describeWhen, formatTypedUrl, systems } from "./sentence";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;
const timezone = "Europe/Berlin";

describe("the sentence of a rule", () => {
  it("states the conditions and the target", () => {
    const when: When = {
      devices: ["mobile"],
      os: ["iOS"],
      countries: ["DE"],
      days: ["Saturday", "Sunday"],
      timezone,
    };
    expect(describeWhen(when)).toBe("On iPhone in Germany, on weekends, Berlin time");
    const to = "https://halden.example/de";
    expect(describeTargets({ id: "a", when, to })).toEqual([{ name: null, address: to, share: null }]);
  });

  it.each<[When | undefined, string]>([
    [undefined, "For everyone"],
    [{ countries: [], devices: [] }, "For everyone"],
    [{ os: ["iOS", "Android"] }, "On iOS or Android"],
    [{ devices: ["tablet", "mobile"], os: ["iOS"] }, "On iPhone or iPad"],
    [{ devices: ["mobile", "tablet"], os: ["Android"] }, "On phones or tablets with Android"],
    [{ devices: ["desktop"] }, "On computers"],
    [{ countries: ["PT"] }, "In Portugal"],
    [
      { countries: ["DE", "AT", "CH", "LI", "LU"] },
      "In Germany, Austria, Switzerland, Liechtenstein or Luxembourg",
    ],
    [
      { countries: ["DE", "AT", "CH", "LI", "LU", "BE"] },
      "In Germany, Austria, Switzerland, Liechtenstein or 2 other countries",
    ],
    [{ languages: ["pt", "de-CH"] }, "For readers of Portuguese or Swiss High German"],
    [
      { days: [...weekdays], hours: { from: "09:00", until: "18:00" }, timezone },
      "On weekdays, from 09:00 to 18:00, Berlin time",
    ],
    [{ days: ["Sunday", "Friday"], timezone }, "On Friday or Sunday, Berlin time"],
    [
      { hours: { from: "18:00", until: "02:00" }, timezone: "America/New_York" },
      "From 18:00 to 02:00, New York time",
    ],
    [
      { dates: { from: "2026-12-01", until: "2026-12-24" }, timezone },
      "From 1 Dec 2026 until the end of 24 Dec 2026, Berlin time",
    ],
    [{ dates: { until: "2026-12-24T17:00:00Z" } }, "Until 24 Dec 2026, 17:00 UTC"],
    [{ dates: { from: "2026-12-24" }, timezone }, "From 24 Dec 2026 on, Berlin time"],
  ])("for the conditions %j is %s", (when, sentence) => {
    expect(describeWhen(when)).toBe(sentence);
  });

  it("lists the entries of a split with their shares", () => {
    const split = [
      { name: "Long", to: "https://halden.example/a", weight: 1 },
      { to: "", weight: 2 },
    ];
    expect(describeTargets({ id: "a", split })).toEqual([
      { name: "Long", address: "https://halden.example/a", share: 1 / 3 },
      { name: "1", address: "", share: 2 / 3 },
    ]);
  });
});

describe("the choices of a condition", () => {
  it("are the countries and operating systems that scans record", () => {
    expect(new Set(countries.map(({ value }) => value))).toEqual(new Set(countryCodes));
    expect(new Set([...systems.map(({ value }) => value), "Unknown"])).toEqual(new Set(systemNames));
  });
});

it("a typed address is shown as a redirect will lead to it", () => {
  const utm = { source: "poster" };
  expect(formatTypedUrl(" https://Halden.example ", utm)).toBe("https://halden.example/?utm_source=poster");
  expect(formatTypedUrl("https://bücher.example/a#b", utm)).toBe(
    "https://xn--bcher-kva.example/a?utm_source=poster#b",
  );
  expect(formatTypedUrl("halden", undefined)).toBe("halden");
});
