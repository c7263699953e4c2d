import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RedisServer, startRedis } from "@/e2e/support/redis-server";
import { type Behaviour, startUpstashDouble, type UpstashDouble } from "@/e2e/support/upstash-double";
import { log } from "@/lib/platform/log";
import { registry } from "@/lib/platform/metrics";
import { createRateLimiter, type RateLimiter, type RateRule } from "./index";

/** How long a request waits for the store at most. */
const budgetMs = 150;

let redis: RedisServer;
let limiter: RateLimiter;
let keys = 0;

async function readMetric(name: string): Promise<number> {
  return (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
}
const isDegraded = async () => (await readMetric("quietzone_rate_limit_degraded")) === 1;
const countFailures = () => readMetric("quietzone_rate_limit_store_failures_total");

async function untilDegraded(wanted: boolean): Promise<void> {
  await vi.waitFor(async () => expect(await isDegraded()).toBe(wanted), { timeout: 30_000, interval: 20 });
}

/** Whether it is answered within this turn of the event loop, without waiting for the store or a timer. */
async function isImmediate(asked: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void asked.then(() => {
    isOver = true;
  });
  await nextTurn();
  return isOver;
}

/** Uses 30 of 100 in a sound store, lets it fail, and asks 200 times more; returns how many passed and how many waited. */
async function askThrough(fail: () => unknown): Promise<{ passed: number; waited: number }> {
  const rule: RateRule = { key: `outage${keys++}`, limit: 100, windowSeconds: 3600 };
  for (let i = 0; i < 29; i++) await limiter.consume([rule]);
  const sound = await limiter.consume([rule]);
  expect(sound.remaining).toBe(70);
  await fail();
  let waited = 0;
  let passed = 0;
  for (let i = 0; i < 200; i++) {
    const asked = limiter.consume([rule]);
    if (!(await isImmediate(asked))) waited++;
    const result = await asked;
    if (result.allowed) passed++;
    expect(result.limit).toBe(100);
    expect(result.remaining).toBe(Math.max(0, 69 - i));
    expect(Math.abs(result.resetAtSeconds - sound.resetAtSeconds)).toBeLessThanOrEqual(1);
    expect(result.retryAfterSeconds > 0).toBe(!result.allowed);
  }
  return { passed, waited };
}

async function expectSameLimits(fail: () => unknown): Promise<void> {
  const failures = await countFailures();
  const { passed, waited } = await askThrough(fail);
  expect(passed).toBe(70);
  expect(waited).toBeLessThanOrEqual(2);
  expect(await isDegraded()).toBe(true);
  expect(await countFailures()).toBeGreaterThan(failures);
}

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  await redis.stop();
});
afterEach(() => {
  limiter.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a failing Redis", () => {
  beforeEach(async () => {
    limiter = createRateLimiter({ redisUrl: redis.url });
    await limiter.open();
  });

  it("Q5: after kill -9, keeps the limits in memory, and returns to Redis after a restart with data loss", async () => {
    const kept: RateRule = { key: "kept", limit: 3, windowSeconds: 3600 };
    for (let i = 0; i < 2; i++) await limiter.consume([kept]);
    const warn = vi.spyOn(log, "warn");
    const info = vi.spyOn(log, "info");
    await expectSameLimits(() => redis.kill());
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[1]).toContain("counted in this process");
    await redis.start();
    await untilDegraded(false);
    expect(info).toHaveBeenCalledTimes(1);
    const fresh = { key: "after-restart", limit: 2, windowSeconds: 60 };
    const results = [
      await limiter.consume([fresh]),
      await limiter.consume([fresh]),
      await limiter.consume([fresh]),
    ];
    expect(results.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(await limiter.consume([kept])).toMatchObject({ allowed: true, remaining: 0 });
    expect((await limiter.consume([kept])).allowed).toBe(false);
    expect(await isDegraded()).toBe(false);
  });

  it("Q5: while hanging, releases all waiting requests after the time budget, and later ones at once", async () => {
    const rule: RateRule = { key: "hang", limit: 100, windowSeconds: 3600 };
    await limiter.consume([rule]);
    redis.pause();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const all = Promise.all(Array.from({ length: 50 }, () => limiter.consume([rule])));
    vi.advanceTimersByTime(budgetMs - 1);
    expect(await isImmediate(all)).toBe(false);
    vi.advanceTimersByTime(1);
    const first = await all;
    expect(first.every(({ allowed }) => allowed)).toBe(true);
    const again = Promise.all(Array.from({ length: 100 }, () => limiter.consume([rule])));
    expect(await isImmediate(again)).toBe(true);
    const second = await again;
    expect(second.filter(({ allowed }) => allowed)).toHaveLength(49);
    // Longer than the client bears silence, so that it comes back over a new connection.
    await sleep(1_500);
    redis.resume();
    await untilDegraded(false);
  });

  it("while hanging, delays a reader no longer than a request, and shows this process's counts", async () => {
    const rule: RateRule = { key: "looked-at", limit: 100, windowSeconds: 3600 };
    for (let i = 0; i < 3; i++) await limiter.consume([rule]);
    redis.pause();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const look = limiter.peek([rule]);
    vi.advanceTimersByTime(budgetMs);
    expect((await look)[0]).toMatchObject({ limit: 100, used: 3 });
    const again = limiter.peek([rule]);
    expect(await isImmediate(again)).toBe(true);
    expect((await again)[0]).toMatchObject({ used: 3 });
    redis.resume();
    await untilDegraded(false);
  });

  it("Q5: while hanging, delays one request in 200, and counts the others in memory", async () => {
    await expectSameLimits(() => redis.pause());
    redis.resume();
    await untilDegraded(false);
  });

  it("Q5: when out of memory without eviction, keeps the limits with counts in memory", async () => {
    const warn = vi.spyOn(log, "warn");
    await expectSameLimits(async () => {
      await redis.kill();
      await redis.start("--maxmemory", "1", "--maxmemory-policy", "noeviction");
    });
    await vi.waitFor(() =>
      expect(limiter.consume([{ key: "x", limit: 1, windowSeconds: 1 }])).resolves.toBeDefined(),
    );
    expect(await isDegraded()).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[1]).toContain("the shared store failed (OOM)");
    await redis.kill();
    await redis.start();
    await untilDegraded(false);
  });

  it("Q5: if never reachable, keeps the limits with counts in memory", async () => {
    limiter.close();
    limiter = createRateLimiter({ redisUrl: "redis://127.0.0.1:1" });
    await limiter.open();
    expect(await isDegraded()).toBe(true);
    const rule: RateRule = { key: "never", limit: 100, windowSeconds: 3600 };
    const results = await Promise.all(Array.from({ length: 150 }, () => limiter.consume([rule])));
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(100);
  });
});

describe("a failing Upstash", () => {
  let double: UpstashDouble;
  beforeAll(async () => {
    double = await startUpstashDouble(redis.url);
  });
  afterAll(async () => {
    await double.stop();
  });
  beforeEach(async () => {
    limiter = createRateLimiter({ upstashRedisRestUrl: double.url, upstashRedisRestToken: double.token });
    await limiter.open();
  });

  const answer = (body: string, status = 200): Behaviour => ({ kind: "answer", status, body });
  const result = (value: unknown) => answer(JSON.stringify([{ result: value }]));
  const faults: [string, Behaviour][] = [
    ["refusing connections", { kind: "refuse" }],
    ["hanging", { kind: "hang" }],
    ["200 ms slow", { kind: "serve", delayMs: 200 }],
    ["answering 500", answer('{"error":"boom"}', 500)],
    ["answering 502 in HTML", answer("<html>Bad gateway</html>", 502)],
    ["answering 200 in HTML", answer("<html>Sign in</html>")],
    ["answering an error", answer('[{"error":"ERR boom"}]')],
    ["answering null", answer("null")],
    ["answering one result instead of a list", answer('{"result":[1,1795000000000,31,1795000001000]}')],
    ["answering an empty list", answer("[]")],
    ["answering a null result", result(null)],
    ["answering OK", result("T0s=")],
    ["answering a short array", result([1, 1795000000000])],
    ["answering strings", result(["MQ==", "MQ==", "MQ==", "MQ=="])],
    ["answering numbers that make no sense", result([1, 1795000000000, -5, 1])],
    ["answering that a window ended long ago", result([0, 1795000000000, 100, 1795000000000])],
    ["refusing with room left", result([0, 1795000000000, 3, 1795000001000])],
  ];

  it.each(faults)(
    "Q5: while %s, keeps the limits without delaying later requests, and is used again once it recovers",
    async (_, behaviour) => {
      const warn = vi.spyOn(log, "warn");
      await expectSameLimits(() => double.behave(behaviour));
      expect(warn).toHaveBeenCalledTimes(1);
      expect(JSON.stringify(warn.mock.calls)).not.toContain("outage");
      await double.behave({ kind: "serve" });
      await untilDegraded(false);
    },
  );

  it("Q5: is asked only in the background while it fails", async () => {
    await askThrough(() => double.behave({ kind: "hang" }));
    const before = double.count();
    const rule: RateRule = { key: "background", limit: 100, windowSeconds: 3600 };
    await Promise.all(Array.from({ length: 500 }, () => limiter.consume([rule])));
    expect(double.count() - before).toBeLessThanOrEqual(2);
    await double.behave({ kind: "serve" });
    await untilDegraded(false);
  });
});
