import { describe, expect, it } from "vitest";
import type { LogRow } from "../schema";
import { type AttemptResult, evaluateAttempt, planAttempts } from "./schedule";

const schedule = { baseSeconds: 60, factor: 5 };
const now = new Date("2026-11-21T09:30:00.000Z");
const failing: AttemptResult = { status: 500, error: "http_status", retryAfter: undefined, durationMs: 84 };

const judge = (result: Partial<AttemptResult>, attempt = 1, random = 0.5, maxAttempts = 4) =>
  evaluateAttempt({ ...failing, ...result }, { attempt, maxAttempts }, schedule, now, () => random);
const delayOf = (retryAfter: string, attempt = 1, random = 0) =>
  judge({ retryAfter }, attempt, random).delayMs! / 1_000;
/** Without a Retry-After, at the same chance. */
const scheduled = 0.92 * 60;

describe("evaluateAttempt", () => {
  it("W7: retries after 1, 5 and 25 minutes, within 10 %, then marks the delivery as failed", () => {
    for (const [attempt, minutes] of [
      [1, 1],
      [2, 5],
      [3, 25],
    ] as const) {
      for (const random of [0, 0.5, 0.999_999]) {
        const { status, delayMs } = judge({}, attempt, random);
        expect(status).toBe("retrying");
        expect(delayMs).toBeGreaterThanOrEqual(minutes * 60_000 * 0.92);
        expect(delayMs).toBeLessThan(minutes * 60_000 * 1.06);
      }
      expect(judge({}, attempt, 0).delayMs).toBeLessThan(judge({}, attempt, 0.9).delayMs!);
    }
    expect(judge({}, 4)).toEqual({ status: "failed", delayMs: null });
    expect(judge({}, 1, 0.5, 1)).toEqual({ status: "failed", delayMs: null });
  });

  it("W12: spreads retries of deliveries that fail at the same moment", () => {
    const delays = Array.from({ length: 500 }, () => {
      const attempt = { attempt: 1, maxAttempts: 4 };
      return Math.floor(evaluateAttempt(failing, attempt, schedule, now).delayMs! / 1_000);
    });
    expect(new Set(delays).size).toBeGreaterThan(6);
  });

  it("ends the delivery on a success, and W8: on 410", () => {
    expect(judge({ status: 204, error: null })).toEqual({ status: "delivered", delayMs: null });
    expect(judge({ status: 410 })).toEqual({ status: "failed", delayMs: null });
  });

  it("retries after a timeout", () => {
    expect(judge({ status: null, error: "timeout" })).toMatchObject({ status: "retrying" });
  });
});

describe("W8: Retry-After", () => {
  it("is followed in seconds and as a date, up to an hour", () => {
    expect(delayOf("120")).toBe(120);
    expect(delayOf(" 120.5 ")).toBe(120.5);
    expect(delayOf("120.25")).toBe(120.25);
    for (const long of ["3600", "3601", "1000000000", "9".repeat(400), "Sun, 22 Nov 2026 09:30:00 GMT"]) {
      for (const random of [0, 0.5, 0.999_999]) expect(delayOf(long, 1, random)).toBe(3_600);
    }
    const inTenMinutes = [
      "Sat, 21 Nov 2026 09:40:00 GMT",
      "Saturday, 21-Nov-26 09:40:00 GMT",
      "Sat Nov 21 09:40:00 2026",
    ];
    for (const date of inTenMinutes) expect(delayOf(date)).toBe(600);
  });

  it("W12: is spread among deliveries with the same value, never earlier and by at most 6 %", () => {
    for (const [asked, seconds] of [
      ["120", 120],
      ["Sat, 21 Nov 2026 09:40:00 GMT", 600],
    ] as const) {
      const delays = [0, 0.25, 0.5, 0.999_999].map((random) => delayOf(asked, 1, random));
      expect(new Set(delays).size).toBe(4);
      expect(delays[0]).toBe(seconds);
      expect(delays[3]).toBeGreaterThan(seconds * 1.05);
      expect(delays[3]).toBeLessThan(seconds * 1.06);
    }
  });

  it("never brings a retry forward, nor shortens a schedule longer than an hour", () => {
    for (const soon of ["0", "1", "55", "-1", "-3600", "Sat, 21 Nov 2026 09:00:00 GMT"]) {
      expect(delayOf(soon)).toBeCloseTo(scheduled, 6);
    }
    expect(delayOf("120", 3)).toBeCloseTo(0.92 * 1_500, 6);
    const slow = { baseSeconds: 7_200, factor: 5 };
    const attempt = { attempt: 1, maxAttempts: 4 };
    const { delayMs } = evaluateAttempt({ ...failing, retryAfter: "9999" }, attempt, slow, now, () => 0.5);
    expect(delayMs).toBeCloseTo(0.99 * 7_200_000, 3);
  });

  it("is ignored if it cannot be parsed", () => {
    for (const nothing of [
      "",
      "soon",
      "1h",
      "0x500",
      "1e9",
      "NaN",
      "12 34",
      "2026-11-21T10:00:00Z",
      "Sat, 99 Foo 2026 10:00:00 GMT",
      "after Sat, 21 Nov 2026 09:40:00 GMT",
      "Sat, 21 Nov 2026 09:40:00 GMT+0000",
      "after Saturday, 21-Nov-26 09:40:00 GMT",
      "Saturday, 21-Nov-26 09:40:00 GMT+0000",
      "after Sat Nov 21 09:40:00 2026",
      "Sat Nov 21 09:40:00 2026 +0000",
    ]) {
      expect(delayOf(nothing), nothing).toBeCloseTo(scheduled, 6);
    }
  });
});

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

it("plans the remaining attempts of a delivery that is being retried", () => {
  expect(plan({ status: "retrying", attempts: 2 })).toEqual([
    { attempt: 3, at: "2026-11-21T09:30:00.000Z", isLast: false },
    { attempt: 4, at: "2026-11-21T09:55:00.000Z", isLast: true },
  ]);
});

it("plans only the running attempt, without a time", () => {
  expect(plan({ nextAttemptAt: null })).toEqual([{ attempt: 1, at: null, isLast: false }]);
  expect(plan({ attempts: 3, nextAttemptAt: null })).toEqual([{ attempt: 4, at: null, isLast: true }]);
});

it("plans nothing for a delivery that has ended", () => {
  for (const status of ["delivered", "failed", "cancelled"] as const) expect(plan({ status })).toEqual([]);
});
