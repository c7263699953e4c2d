import { describe, expect, it } from "vitest";
import { listMoveTargets } from "./actions";

const domainOf = (id: string, day: number, isServed = true) => ({
  id,
  isServed,
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
});
const idsOf = (...args: Parameters<typeof listMoveTargets>) => listMoveTargets(...args).map(({ id }) => id);

describe("the choice of a new domain for a deleted domain's codes", () => {
  const newestFirst = [domainOf("c", 3), domainOf("pending", 2, false), domainOf("b", 2), domainOf("a", 1)];

  it("offers every other served domain within the plan, oldest first", () => {
    expect(idsOf(newestFirst, "b", 10)).toEqual(["a", "c"]);
  });

  it("offers a domain that is within the plan once the deleted one is gone", () => {
    expect(idsOf(newestFirst, "a", 1)).toEqual(["b"]);
    expect(idsOf(newestFirst, "b", 1)).toEqual(["a"]);
    expect(idsOf(newestFirst, "pending", 2)).toEqual(["a", "b"]);
  });

  it("offers no suspended domain", () => {
    const suspended = { since: "2026-01-04T00:00:00.000Z", reason: "Phishing" };
    expect(idsOf([domainOf("c", 3), { ...domainOf("b", 2), suspended }], "a", 10)).toEqual(["c"]);
  });

  it("offers no domain on a plan without domains", () => {
    expect(idsOf(newestFirst, "a", 0)).toEqual([]);
  });
});
