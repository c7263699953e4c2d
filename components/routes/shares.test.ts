import { expect, it } from "vitest";
import { formatRouteShare } from "./shares";

it("counts no scans for a rule without any, whatever its id is", () => {
  const figures = { total: 4, routes: { other: 4 }, variants: {}, goals: [] };
  for (const id of ["constructor", "__proto__", "toString"])
    expect(formatRouteShare(figures, id)).toBe("0% of scans, 0 in the last 30 days");
});
