import { expect, it } from "vitest";
import type { LogRow } from "../schema";
import { planAttempts } from "./plan-attempts";

const schedule = { baseSeconds: 60, factor: 5 };
const nextAttemptAt = "2026-11-21T09:30:00.000Z";

const plan = (row: Partial<LogRow>) =>
  planAttempts({ status: "pending", attempts: 0, maxAttempts: 4, nextAttemptAt, ...row } as LogRow, schedule);

it("plans every attempt of a new delivery by the schedule", () => {
  expect(plan({})).toEqual([
    { attempt: 1, at: "2026-11-21T09:30:00.000Z", isLast: false },
    { attempt: 2, at: "2026-11-21T09:31:00.000Z", isLast: false },
    { attempt: 3, at: "2026-11-21T09:36:00.000Z", isLast: false },
    { attempt: 4, at: "2026-11-21T10:01:00.000Z", isLast: true },
  ]);
});

it("plans what is left of a delivery that is being retried", () => {
  expect(plan({ status: "retrying", attempts: 2 })).toEqual([
    { attempt: 3, at: "2026-11-21T09:30:00.000Z", isLast: false },
    { attempt: 4, at: "2026-11-21T09:55:00.000Z", isLast: true },
  ]);
});

it("plans only the attempt under way, without a time", () => {
  expect(plan({ nextAttemptAt: null })).toEqual([{ attempt: 1, at: null, isLast: false }]);
  expect(plan({ attempts: 3, nextAttemptAt: null })).toEqual([{ attempt: 4, at: null, isLast: true }]);
});

it("plans nothing once a delivery is over", () => {
  for (const status of ["delivered", "failed", "cancelled"] as const) expect(plan({ status })).toEqual([]);
});
