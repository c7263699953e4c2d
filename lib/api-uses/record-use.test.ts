import { expect, it } from "vitest";
import type { Tally } from "./queries";
import { Tallies } from "./record-use";

const one = (keyId: string, hourMs = 0): Tally => ({
  accountId: "a",
  environment: "production",
  keyId,
  hourMs,
  requests: 1,
  refused: 0,
  limited: 0,
  failed: 1,
});

it("holds no more keys than it may, goes on counting those, and knows how many it lost", () => {
  const tallies = new Tallies(2);
  for (const keyId of ["b", "a", "c", "b", "c", "c"]) tallies.add(one(keyId));
  expect([tallies.size, tallies.lost]).toEqual([2, 3]);
  expect(tallies.drain().map(({ keyId, requests, failed }) => [keyId, requests, failed])).toEqual([
    ["a", 1, 1],
    ["b", 2, 2],
  ]);
  expect(tallies.size).toBe(0);
});

it("counts an hour apart from the next, and gives the earlier one first", () => {
  const tallies = new Tallies(10);
  for (const hour of [3_600_000, 0, 3_600_000]) tallies.add(one("a", hour));
  expect(tallies.drain().map(({ hourMs, requests }) => [hourMs, requests])).toEqual([
    [0, 1],
    [3_600_000, 2],
  ]);
});
