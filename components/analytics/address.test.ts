import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportRanges } from "@/lib/analytics/schema";
import { readView } from "./address";
import { isNarrowed, toggleFilter, toggleTag, type View, writeView } from "./view";

const read = (address: string) => {
  const params: Record<string, string | string[]> = {};
  const search = new URL(address, "http://localhost").searchParams;
  for (const name of search.keys()) {
    const values = search.getAll(name);
    params[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return readView(params);
};

describe("the URL of an analytics view", () => {
  it("omits default values", () => {
    expect(writeView({ range: "30d", filters: {} })).toBe("/analytics");
    const view: View = { range: "7d", zone: "Europe/Oslo", filters: { city: "NO/Oslo" } };
    expect(writeView(view)).toBe("/analytics?range=7d&zone=Europe%2FOslo&city=NO%2FOslo");
    const days: View = { range: { from: "2026-01-01", to: "2026-01-31" }, tag: "summer", filters: {} };
    expect(writeView(days)).toBe("/analytics?from=2026-01-01&to=2026-01-31&tag=summer");
  });

  it("is read back as the same view", () => {
    const text = fc.string({ minLength: 1, maxLength: 32, unit: fc.constantFrom(..."aZ9 &=?/#%+é漢") });
    const label = text.filter((value) => value.trim() === value);
    const filters = fc.record(
      {
        country: fc.constantFrom("NO", "Unknown"),
        device: fc.constant("Mobile" as const),
        browser: label,
        os: label,
      },
      { requiredKeys: [] },
    );
    const day = fc
      .date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const days = fc.tuple(day, day).map((two) => two.toSorted());
    const range = fc.oneof(
      fc.constantFrom(...reportRanges),
      days.map(([from = "", to = ""]) => ({ from, to })),
    );
    const tag = fc.constantFrom("summer", "été & hiver", undefined);
    const view = fc.record({ range, code: label, tag, filters });
    const property = fc.property(view, (one) => {
      expect(read(writeView(one))).toEqual({ view: { ...one, zone: undefined }, fault: null });
    });
    fc.assert(property);
  });

  it.each([
    ["range=2w", "range", "2w"],
    ["range=7d&range=1d", "range", "7d, 1d"],
    ["country=no", "country", "no"],
    ["city=Oslo", "city", "Oslo"],
    ["device=Fridge", "device", "Fridge"],
    ["os=%00", "os", "\u0000"],
    ["tag=a,b", "tag", "a,b"],
  ])("with %s reports the parameter %s as invalid", (query, name, value) => {
    expect(read(`/analytics?${query}`).fault).toEqual({ name, value });
  });

  it.each([
    ["from=2026-01-01", "to: Enter the last day."],
    ["to=2026-01-01", "from: Enter the first day."],
    ["from=2026-02-30&to=2026-03-01", "from: “2026-02-30” is not a date. Use YYYY-MM-DD, like 2026-01-31."],
    ["from=2026-03-02&to=2026-03-01", "to: Choose 2 Mar 2026 or a later day."],
    ["from=1999-12-31&to=2000-01-01", "from: Choose a day from 1 Jan 2000 on."],
    [
      "range=7d&from=2026-01-01&to=2026-01-02",
      "The address has a range and days. Remove range, or from and to.",
    ],
  ])("with %s gives an error that says what to change", (query, sentence) => {
    expect(read(`/analytics?${query}`).fault?.sentence).toBe(sentence);
  });

  it("has its tag trimmed and lower-cased when read", () => {
    expect(read("/analytics?tag=%20Summer").view.tag).toBe("summer");
  });

  it("is read without empty and unknown parameters", () => {
    expect(read("/analytics?code=&utm_source=mail")).toEqual({
      view: { range: "30d", zone: undefined, code: undefined, filters: {} },
      fault: null,
    });
  });
});

describe("a tag filter", () => {
  it("is switched on and off", () => {
    const on = toggleTag({ range: "30d", filters: {} }, "summer");
    expect(on.tag).toBe("summer");
    expect(toggleTag(on, "summer").tag).toBeUndefined();
  });
});

describe("a filter", () => {
  const view: View = { range: "30d", filters: {} };

  it("is switched on, replaced by another of its kind, and switched off", () => {
    const on = toggleFilter(view, "device", "Mobile");
    expect(isNarrowed(on)).toBe(true);
    expect(toggleFilter(on, "device", "Tablet").filters.device).toBe("Tablet");
    expect(isNarrowed(toggleFilter(on, "device", "Mobile"))).toBe(false);
  });

  it("by country removes a city filter of another country", () => {
    const oslo = toggleFilter(view, "city", "NO/Oslo");
    expect(toggleFilter(oslo, "country", "NO").filters.city).toBe("NO/Oslo");
    expect(toggleFilter(oslo, "country", "SE").filters.city).toBeUndefined();
  });
});
