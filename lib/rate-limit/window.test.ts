import { describe, expect, it } from "vitest";
import { MemoryStore } from "./memory-store";
import { groupOf, presentResult, type RateRule, type Window } from "./window";

const rule = (key: string, limit = 10): RateRule => ({ key, limit, windowSeconds: 3_600 });
const window = (count: number, endsInMs: number): Window => ({
  count,
  endsInMs,
  endsAtMs: 1_000_000 + endsInMs,
});

describe("reported rule", () => {
  it("is the refusing rule that ends last, in either order", () => {
    const rules = [rule("a", 1), rule("b", 2)];
    const windows = [window(1, 1_000), window(2, 5_000)];
    const refused = { allowed: false, limit: 2, remaining: 0, resetAtSeconds: 1_005, retryAfterSeconds: 6 };
    expect(presentResult(rules, { allowed: false, windows })).toEqual(refused);
    const reversed = { allowed: false, windows: windows.toReversed() };
    expect(presentResult(rules.toReversed(), reversed)).toEqual(refused);
  });

  it("is the allowing rule with the least remaining, even if another ends later", () => {
    const windows = [window(8, 1_000), window(5, 9_000)];
    const allowed = { allowed: true, limit: 10, remaining: 2, resetAtSeconds: 1_001, retryAfterSeconds: 0 };
    expect(presentResult([rule("a"), rule("b")], { allowed: true, windows })).toEqual(allowed);
  });

  it("is the first of two with equal remaining and end", () => {
    const windows = [window(2, 1_000), window(3, 1_000)];
    expect(presentResult([rule("a", 5), rule("b", 6)], { allowed: true, windows }).limit).toBe(5);
  });

  it("needs at least one rule, and a window for each", () => {
    expect(() => presentResult([rule("a")], { allowed: true, windows: [] })).toThrow("a rule has no window");
    expect(() => presentResult([], { allowed: true, windows: [] })).toThrow("no rule speaks");
  });
});

describe("the group of rules", () => {
  const grouped = (key: string, group?: string) => ({ ...rule(key), ...(group !== undefined && { group }) });

  it("is the one that all of them name, or the key of a single rule without a group", () => {
    expect(groupOf([grouped("a", "one"), grouped("b", "one"), grouped("c", "one")])).toBe("one");
    expect(groupOf([grouped("a", "one")])).toBe("one");
    expect(groupOf([grouped("a")])).toBe("a");
  });

  it("is refused for rules of different groups, for several without a group, and for none", () => {
    const different = "rules that are decided together name the same group";
    expect(() => groupOf([grouped("a", "one"), grouped("b", "two")])).toThrow(different);
    expect(() => groupOf([grouped("a", "one"), grouped("b", "one"), grouped("c")])).toThrow(different);
    expect(() => groupOf([grouped("a"), grouped("b")])).toThrow(different);
    expect(() => groupOf([])).toThrow("no rule to decide by");
  });
});

describe("windows in memory", () => {
  function makeStore() {
    const clock = { monotonic: 5_000, epoch: 1_700_000_000_000 };
    const store = new MemoryStore({ monotonicMs: () => clock.monotonic, epochMs: () => clock.epoch });
    return { clock, store };
  }
  const rules = [rule("k")];
  const adopted = (count: number, endsInMs = 60_000) => ({
    allowed: true,
    windows: [window(count, endsInMs)],
  });

  it("are not recalled for an unknown key or with less than a millisecond left", () => {
    const { clock, store } = makeStore();
    expect(store.recall("k")).toEqual({ count: 0, leftMs: 0 });
    store.consume(rules);
    clock.monotonic += 3_599_998.5;
    expect(store.recall("k")).toEqual({ count: 1, leftMs: 1 });
    clock.monotonic += 1;
    expect(store.recall("k")).toEqual({ count: 0, leftMs: 0 });
  });

  it("show how long they still last", () => {
    const { clock, store } = makeStore();
    store.consume(rules);
    clock.monotonic += 500;
    expect(store.peek(rules)).toMatchObject([{ count: 1, endsInMs: 3_599_500 }]);
  });

  it("are not adopted unless the shared store has opened them", () => {
    const { clock, store } = makeStore();
    store.adopt(rules, { allowed: true, windows: [] }, clock.monotonic);
    store.adopt(rules, adopted(0), clock.monotonic);
    expect(store.recall("k")).toEqual({ count: 0, leftMs: 0 });
  });

  it("end by the time of day of the process unless a clock is given", () => {
    const before = Date.now();
    const [{ count, endsInMs, endsAtMs } = window(0, 0)] = new MemoryStore().consume(rules).windows;
    expect([count, endsInMs]).toEqual([1, 3_600_000]);
    expect(endsAtMs).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(endsAtMs).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  it("adopt the same count of a window that ends at another time", () => {
    const { clock, store } = makeStore();
    store.adopt(rules, adopted(4), clock.monotonic);
    store.adopt(rules, adopted(4, 90_000), clock.monotonic);
    expect(store.recall("k")).toEqual({ count: 4, leftMs: 90_000 });
  });

  it("adopt a higher count, but are not lengthened for the same count", () => {
    const { clock, store } = makeStore();
    store.adopt(rules, adopted(3), clock.monotonic);
    store.adopt(rules, adopted(4), clock.monotonic);
    expect(store.recall("k")).toEqual({ count: 4, leftMs: 60_000 });
    store.adopt(rules, adopted(4), clock.monotonic + 10_000);
    expect(store.recall("k")).toEqual({ count: 4, leftMs: 60_000 });
  });

  it("keep their reported end when the wall clock moves by at most five seconds", () => {
    const { clock, store } = makeStore();
    const [opened] = store.consume(rules).windows;
    for (const [stepMs, movedMs] of [
      [5_000, 0],
      [-10_000, 0],
      [10_001, 5_001],
    ] as const) {
      clock.epoch += stepMs;
      expect(store.peek(rules)[0]?.endsAtMs).toBe(opened!.endsAtMs + movedMs);
    }
  });
});
