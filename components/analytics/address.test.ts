import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeRanges } from "@/lib/analytics/schema";
import { readView } from "./address";
import { isNarrowed, toggleFilter, type View, writeView } from "./view";

const read = (address: string) => {
  const params: Record<string, string | string[]> = {};
  const search = new URL(address, "http://localhost").searchParams;
  for (const name of search.keys()) {
    const values = search.getAll(name);
    params[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return readView(params);
};

describe("the address of a view", () => {
  it("holds nothing that is usual", () => {
    expect(writeView({ range: "30d", filters: {} })).toBe("/analytics");
    const view: View = { range: "7d", zone: "Europe/Oslo", filters: { city: "NO/Oslo" } };
    expect(writeView(view)).toBe("/analytics?range=7d&zone=Europe%2FOslo&city=NO%2FOslo");
  });

  it("reads back as the view that it was written of", () => {
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
    const view = fc.record({ range: fc.constantFrom(...timeRanges), code: label, filters });
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
  ])("%s is told, and guessed at nowhere", (query, name, value) => {
    expect(read(`/analytics?${query}`).fault).toEqual({ name, value });
  });

  it("passes over what is empty or nobody's", () => {
    expect(read("/analytics?code=&utm_source=mail")).toEqual({
      view: { range: "30d", zone: undefined, code: undefined, filters: {} },
      fault: null,
    });
  });
});

describe("a filter", () => {
  const view: View = { range: "30d", filters: {} };

  it("goes on, gives way to another of its kind, and comes off", () => {
    const on = toggleFilter(view, "device", "Mobile");
    expect(isNarrowed(on)).toBe(true);
    expect(toggleFilter(on, "device", "Tablet").filters.device).toBe("Tablet");
    expect(isNarrowed(toggleFilter(on, "device", "Mobile"))).toBe(false);
  });

  it("by country leaves no city of another", () => {
    const oslo = toggleFilter(view, "city", "NO/Oslo");
    expect(toggleFilter(oslo, "country", "NO").filters.city).toBe("NO/Oslo");
    expect(toggleFilter(oslo, "country", "SE").filters.city).toBeUndefined();
  });
});
