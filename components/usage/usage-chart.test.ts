import { expect, it } from "vitest";
import { chooseTicks } from "../charts/series";
import { chooseScale } from "./usage-chart";

const points = (...counts: number[]) =>
  counts.map((requests) => ({ at: "", requests, refused: 0, limited: 0, failed: 0 }));

it("the usage chart's axis ends at the hourly limit, which is drawn as a line", () => {
  const scale = chooseScale(points(0, 4_212), 5_000, false, chooseTicks);
  expect(scale).toEqual({ ticks: [0, 2_500, 5_000], limit: 5_000 });
  expect(chooseScale(points(3), 7, false, chooseTicks)).toEqual({ ticks: [0, 7], limit: 7 });
});

it("the usage chart hides the limit line for few requests unless it is switched on", () => {
  expect(chooseScale(points(12), 5_000, false, chooseTicks)).toMatchObject({ limit: null });
  expect(chooseScale(points(12), 5_000, true, chooseTicks)).toMatchObject({ limit: 5_000 });
  expect(chooseScale(points(12), null, true, chooseTicks)).toMatchObject({ limit: null });
});

it("the usage chart's axis extends beyond the limit line for more requests than the limit", () => {
  const { ticks, limit } = chooseScale(points(9_000), 5_000, true, chooseTicks);
  expect(limit).toBe(5_000);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(9_000);
});
