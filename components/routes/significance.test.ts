import { describe, expect, it } from "vitest";
import { compareRates, findLeader, wilsonInterval } from "./split-rates";

describe("the confidence interval of a rate", () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("for %i of %i matches the published value", (successes, trials, low, high) => {
    const interval = wilsonInterval({ successes, trials });
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("is 0 to 1 without trials and never exceeds 1", () => {
    expect(wilsonInterval({ successes: 0, trials: 0 })).toEqual({ low: 0, high: 1 });
    expect(wilsonInterval({ successes: 9, trials: 9 }).high).toBe(1);
  });
});

describe("the comparison of two rates", () => {
  it("gives the p-value of the pooled z test", () => {
    // z = 2.0412 (120 of 1,000 against 150 of 1,000: pooled 0.135, error 0.015282), p = 0.0496.
    expect(compareRates({ successes: 120, trials: 1_000 }, { successes: 150, trials: 1_000 })).toBeCloseTo(
      0.0496,
      3,
    );
    expect(compareRates({ successes: 50, trials: 100 }, { successes: 50, trials: 100 })).toBeCloseTo(1, 6);
  });

  it("is null if there is too little data", () => {
    expect(compareRates({ successes: 0, trials: 0 }, { successes: 0, trials: 0 })).toBeNull();
    expect(compareRates({ successes: 3, trials: 20 }, { successes: 0, trials: 20 })).toBeNull();
    expect(compareRates({ successes: 99, trials: 100 }, { successes: 100, trials: 100 })).toBeNull();
  });
});

describe("the leader of a split", () => {
  it("is the entry significantly ahead of every other entry", () => {
    expect(
      findLeader([
        { successes: 120, trials: 1_000 },
        { successes: 150, trials: 1_000 },
      ]),
    ).toBe(1);
    expect(
      findLeader([
        { successes: 121, trials: 1_000 },
        { successes: 150, trials: 1_000 },
      ]),
    ).toBeNull();
  });

  it("needs a clearer lead among more entries, and is null for a tie or a single entry", () => {
    const two = [
      { successes: 120, trials: 1_000 },
      { successes: 150, trials: 1_000 },
    ];
    expect(findLeader([...two, { successes: 100, trials: 1_000 }])).toBeNull();
    expect(findLeader([...two, { successes: 230, trials: 1_000 }])).toBe(2);
    expect(
      findLeader([
        { successes: 50, trials: 100 },
        { successes: 50, trials: 100 },
      ]),
    ).toBeNull();
    expect(findLeader([{ successes: 50, trials: 100 }])).toBeNull();
  });
});
