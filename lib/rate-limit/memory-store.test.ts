import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "./memory-store";
import { presentResult, presentUses, type RateRule } from "./window";

const hour: RateRule = { key: "public:203.0.113.7", limit: 100, windowSeconds: 3600 };
const start = Date.UTC(2026, 10, 21, 12, 59, 59, 0);

function makeLimiter(at = start) {
  const clock = { monotonic: 5_000.25, epoch: at };
  const store = new MemoryStore({ monotonicMs: () => clock.monotonic, epochMs: () => clock.epoch });
  return {
    clock,
    store,
    wait(ms: number) {
      clock.monotonic += ms;
      clock.epoch += ms;
    },
    consume: (...rules: RateRule[]) => presentResult(rules, store.consume(rules)),
  };
}

describe("counting in memory", () => {
  it("Q4: allows exactly 100 requests in an hour, in a window opened by the first", () => {
    const { consume, wait } = makeLimiter();
    expect(consume(hour)).toEqual({
      allowed: true,
      limit: 100,
      remaining: 99,
      resetAtSeconds: start / 1000 + 3600,
      retryAfterSeconds: 0,
    });
    for (let left = 98; left >= 0; left--)
      expect(consume(hour)).toMatchObject({ allowed: true, remaining: left });
    wait(1_000);
    for (let i = 0; i < 100; i++) {
      expect(consume(hour)).toEqual({
        allowed: false,
        limit: 100,
        remaining: 0,
        resetAtSeconds: start / 1000 + 3600,
        retryAfterSeconds: 3600,
      });
    }
  });

  it("Q4: allows a request after exactly Retry-After, with a stable Reset and Remaining never below 0", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 700_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 3600 }),
        (pauses, limit, windowSeconds) => {
          const { consume, wait } = makeLimiter(start + 0.5);
          let reset = 0;
          for (const pause of pauses) {
            wait(pause + 0.125);
            const result = consume({ key: "k", limit, windowSeconds });
            expect(result.remaining).toBeGreaterThanOrEqual(0);
            expect(result.resetAtSeconds).toBeGreaterThanOrEqual(reset);
            reset = result.resetAtSeconds;
            if (result.allowed) continue;
            expect(Number.isInteger(result.retryAfterSeconds)).toBe(true);
            expect(result.retryAfterSeconds).toBeGreaterThanOrEqual(1);
            expect(result.retryAfterSeconds).toBeLessThanOrEqual(windowSeconds);
            wait(result.retryAfterSeconds * 1000);
            const retried = consume({ key: "k", limit, windowSeconds });
            expect(retried.allowed).toBe(true);
            reset = retried.resetAtSeconds;
          }
        },
      ),
    );
  });

  it("Q6: counts several rules together or not at all, and reports the tightest", () => {
    const { consume, wait } = makeLimiter();
    const account: RateRule = { key: "account", limit: 5, windowSeconds: 3600 };
    const key = (name: string, limit = 3): RateRule => ({ key: name, limit, windowSeconds: 3600 });
    expect(consume(key("a"), account)).toMatchObject({ limit: 3, remaining: 2 });
    consume(key("a"), account);
    expect(consume(key("a"), account)).toMatchObject({ allowed: true, limit: 3, remaining: 0 });
    wait(10_000);
    for (let i = 0; i < 9; i++)
      expect(consume(key("a"), account)).toMatchObject({ allowed: false, limit: 3 });
    expect(consume(key("b"), account)).toMatchObject({ allowed: true, limit: 5, remaining: 1 });
    expect(consume(key("b"), account)).toMatchObject({ allowed: true, limit: 5, remaining: 0 });
    for (let i = 0; i < 9; i++)
      expect(consume(key("b"), account)).toMatchObject({ allowed: false, limit: 5 });
    expect(consume(key("b"))).toMatchObject({ allowed: true, remaining: 0 });
    const both = consume(key("b"), account);
    expect(both).toMatchObject({ allowed: false, retryAfterSeconds: 3600 });
    wait(both.retryAfterSeconds * 1000);
    expect(consume(key("b"), account).allowed).toBe(true);
  });

  it("Q8: keeps waits unchanged when the wall clock jumps an hour either way", () => {
    for (const jump of [3_600_000, -3_600_000]) {
      const { clock, consume, wait } = makeLimiter();
      for (let i = 0; i < 100; i++) consume(hour);
      wait(1_000_000);
      clock.epoch += jump;
      const refused = consume(hour);
      expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: 2601 });
      expect(refused.resetAtSeconds).toBe(Math.ceil((clock.epoch + 2_600_000) / 1000));
      wait(2_601_000);
      expect(consume(hour).allowed).toBe(true);
    }
  });

  it("reports 0 remaining when a limit is lowered within a window", () => {
    const { consume } = makeLimiter();
    for (let i = 0; i < 50; i++) consume(hour);
    expect(consume({ ...hour, limit: 20 })).toMatchObject({ allowed: false, limit: 20, remaining: 0 });
    expect(consume(hour)).toMatchObject({ allowed: true, remaining: 49 });
  });

  it("continues from the shared store's counts", () => {
    const { store, consume, clock } = makeLimiter();
    const asked = clock.monotonic;
    const window = (count: number) => ({ count, endsInMs: 60_000, endsAtMs: start + 60_000 });
    store.adopt([hour], { allowed: true, windows: [window(98)] }, asked);
    store.adopt([hour], { allowed: true, windows: [window(97)] }, asked);
    expect(store.recall(hour.key)).toEqual({ count: 98, leftMs: 60_000 });
    expect(consume(hour)).toMatchObject({ remaining: 1, resetAtSeconds: start / 1000 + 60 });
    consume(hour);
    expect(consume(hour)).toMatchObject({ allowed: false, retryAfterSeconds: 61 });
  });

  it("Q5: does not lower a count because of a late reply", () => {
    const { clock, consume, store } = makeLimiter();
    const asked = clock.monotonic;
    for (let request = 1; request <= 31; request += 1) consume(hour);
    // The store opened its window a moment before this process did, and answered the first request after its time.
    const late = { count: 1, endsInMs: 3_600_000, endsAtMs: start - 5 + 3_600_000 };
    store.adopt([hour], { allowed: true, windows: [late] }, asked);
    expect(consume(hour)).toMatchObject({ remaining: 68 });
  });

  it("peeks without counting, and ignores expired windows", () => {
    const { consume, wait, store } = makeLimiter();
    const peek = () => presentUses([hour], store.peek([hour]))[0];
    expect(peek()).toEqual({ limit: 100, used: 0, resetsAt: null });
    wait(500);
    consume(hour);
    const open = { limit: 100, used: 1, resetsAt: new Date(start + 500 + 3_600_000) };
    for (let look = 0; look < 5; look++) expect(peek()).toEqual(open);
    wait(3_599_999);
    expect(peek()).toEqual(open);
    wait(1);
    expect(peek()).toEqual({ limit: 100, used: 0, resetsAt: null });
  });

  it("Q7: counts thousands of addresses separately", () => {
    const { consume } = makeLimiter();
    const rule = (i: number) => ({ ...hour, key: `public:2001:db8:0:${i.toString(16)}::/64` });
    for (let round = 1; round <= 3; round++) {
      for (let i = 0; i < 5_000; i++) expect(consume(rule(i)).remaining).toBe(100 - round);
    }
  });

  it("Q7: needs less than 64 MiB for a million addresses", () => {
    const script = `
      import { MemoryStore } from ${JSON.stringify(new URL("./memory-store.ts", import.meta.url).href)};
      const store = new MemoryStore();
      const rule = (i) => [{ key: \`public:10.\${i >> 16}.\${(i >> 8) & 255}.\${i & 255}\`, limit: 100, windowSeconds: 3600 }];
      for (let i = 0; i < 2000; i++) store.consume(rule(i));
      gc();
      const before = process.memoryUsage().rss;
      for (let i = 0; i < 1_000_000; i++) store.consume(rule(i));
      const peak = process.memoryUsage().rss;
      console.log(JSON.stringify({ mib: (peak - before) / 2 ** 20, last: store.consume(rule(999_999)).windows[0].count }));
    `;
    const args = ["--expose-gc", "--import", "tsx", "--input-type=module", "-e", script];
    const child = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(child.stderr).toBe("");
    const { mib, last } = JSON.parse(child.stdout) as { mib: number; last: number };
    expect(last).toBe(2);
    expect(mib).toBeLessThan(64);
  });
});
