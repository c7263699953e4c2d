import { describe, expect, it } from "vitest";
import { findDateFault, labelPeriod } from "./period";

describe("a period between two days", () => {
  it("may end today and has at most 401 days", () => {
    const today = "2026-11-26";
    for (const from of ["2025-10-22", today]) expect(findDateFault({ from, to: today }, today)).toBe(null);
    expect(findDateFault({ from: "2025-10-21", to: today }, today)).toEqual({
      field: "from",
      sentence: "A period has at most 401 days. Choose 22 Oct 2025 or a later day.",
    });
  });

  it("is rejected if it ends in the future, and the message names today", () => {
    expect(findDateFault({ from: "2026-11-26", to: "2026-11-27" }, "2026-11-26")).toEqual({
      field: "to",
      sentence: "27 Nov 2026 is in the future. Choose 26 Nov 2026 or an earlier day.",
    });
  });
});

describe("the name of a period", () => {
  it.each([
    ["7d", "Last 7 days"],
    ["1y", "Last 12 months"],
    [{ from: "2026-11-20", to: "2026-11-20" }, "20 Nov 2026"],
    [{ from: "2026-11-01", to: "2026-11-20" }, "1 Nov – 20 Nov 2026"],
    [{ from: "2025-12-01", to: "2026-01-20" }, "1 Dec 2025 – 20 Jan 2026"],
  ] as const)("of %j is %s", (period, name) => {
    expect(labelPeriod(period).name).toBe(name);
  });

  it("counts the days of the current and the previous period", () => {
    const { names } = labelPeriod({ from: "2025-10-22", to: "2026-11-26" });
    expect(names).toEqual({ current: "401 days", previous: "401 days before" });
  });
});
