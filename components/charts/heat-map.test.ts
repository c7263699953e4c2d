import { describe, expect, it } from "vitest";
import { describeWeek, stepOf } from "./heat-map";

const quiet = () => Array.from({ length: 7 }, () => Array<number>(24).fill(0));

describe("the colour of an hour", () => {
  it("is step 0 for almost no scans and one of five equal steps above", () => {
    expect([0, 1, 2, 20, 21, 40, 41, 60, 61, 80, 81, 100].map((count) => stepOf(count, 100))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]);
    expect([0, 1, 2].map((count) => stepOf(count, 2))).toEqual([0, 3, 5]);
    expect(stepOf(0, 0)).toBe(0);
  });
});

describe("the summary of a week", () => {
  it("names the first of the busiest hours and the hour until which scans are few", () => {
    const week = quiet();
    const saturday = week[5] ?? [];
    saturday[12] = 100;
    saturday[13] = 100;
    (week[0] ?? [])[7] = 3;
    (week[0] ?? [])[2] = 1;
    expect(describeWeek(week)).toBe("Busiest on Saturdays at 12:00. Few scans before 07:00.");
  });

  it("does not mention quiet hours if the night is busy", () => {
    const week = quiet();
    (week[6] ?? [])[0] = 5;
    expect(describeWeek(week)).toBe("Busiest on Sundays at 00:00.");
  });
});
