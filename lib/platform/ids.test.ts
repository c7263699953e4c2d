import { expect, it } from "vitest";
import { newBase62, newRequestId } from "./ids";

it("P4: newBase62 spreads its characters evenly at every position (chi-squared)", () => {
  const length = 12;
  const codes = 50_000;
  const counts = Array.from({ length }, () => new Map<string, number>());
  for (let i = 0; i < codes; i++) {
    const code = newBase62(length);
    expect(code).toMatch(/^[0-9A-Za-z]{12}$/);
    for (const [place, letter] of [...code].entries()) {
      const seen = counts[place] as Map<string, number>;
      seen.set(letter, (seen.get(letter) ?? 0) + 1);
    }
  }
  const expected = codes / 62;
  for (const seen of counts) {
    expect(seen.size).toBe(62);
    const chiSquared = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 61 degrees of freedom: 126 is exceeded once in a million fair draws.
    expect(chiSquared).toBeLessThan(126);
  }
});

it("P4: newBase62 gives 200,000 different codes", () => {
  const codes = new Set(Array.from({ length: 200_000 }, () => newBase62(12)));
  expect(codes.size).toBe(200_000);
});

it("newRequestId gives req_ and 20 base62 characters", () => {
  expect(newRequestId()).toMatch(/^req_[0-9A-Za-z]{20}$/);
});
