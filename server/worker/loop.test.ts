import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { startLoop } from "./loop";

/** A loop steps after this time at the latest, even if nothing rings. */
const longestWaitMs = 5_000;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });

it("steps at the start, when rung and when the last step asked for it, and not in between", async () => {
  const waits = [Number.POSITIVE_INFINITY, 50, Number.POSITIVE_INFINITY];
  let steps = 0;
  const loop = startLoop("test", async () => waits[steps++] ?? Number.POSITIVE_INFINITY);
  await pass(longestWaitMs - 1);
  expect(steps).toBe(1);
  loop.ring();
  await pass(49);
  expect(steps).toBe(2);
  await pass(1);
  expect(steps).toBe(3);
  await pass(longestWaitMs - 1);
  expect(steps).toBe(3);
  await loop.stop();
});

it("handles rings during a step with one further step", async () => {
  let steps = 0;
  let running = 0;
  const loop = startLoop("test", async () => {
    running += 1;
    expect(running).toBe(1);
    steps += 1;
    await sleep(30);
    running -= 1;
    return Number.POSITIVE_INFINITY;
  });
  expect(steps).toBe(1);
  for (let ring = 0; ring < 100; ring += 1) loop.ring();
  await pass(60);
  expect({ steps, running }).toEqual({ steps: 2, running: 0 });
  await pass(longestWaitMs - 1);
  expect(steps).toBe(2);
  await loop.stop();
});

it("steps again after the longest wait without a ring", async () => {
  let steps = 0;
  const loop = startLoop("test", async () => {
    steps += 1;
    return Number.POSITIVE_INFINITY;
  });
  await pass(longestWaitMs - 1);
  expect(steps).toBe(1);
  await pass(1);
  expect(steps).toBe(2);
  await loop.stop();
});

it("W3: backs off after failures even if rung, and recovers", async () => {
  let tries = 0;
  let isAway = true;
  let done = 0;
  const loop = startLoop("test", async () => {
    tries += 1;
    if (isAway) throw away;
    done += 1;
    return Number.POSITIVE_INFINITY;
  });
  const ringing = setInterval(() => loop.ring(), 1);
  await pass(2_000);
  clearInterval(ringing);
  // 0, 100, 300, 700, 1500 ms: what more comes is a spin.
  expect(tries).toBe(5);
  isAway = false;
  await pass(500);
  expect(done).toBeGreaterThan(0);
  await loop.stop();
});

it("logs once that the database is unreachable, and each statement timeout", async () => {
  const said: unknown[] = [];
  vi.spyOn(log, "error").mockImplementation((...entry) => void said.push(entry[1]));
  vi.spyOn(log, "warn").mockImplementation((...entry) => void said.push(entry[1]));
  const late = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  const faults = [away, away, late, late];
  let steps = 0;
  const loop = startLoop("test", async () => {
    const fault = faults[steps++];
    if (fault !== undefined) throw fault;
    return Number.POSITIVE_INFINITY;
  });
  await pass(longestWaitMs);
  expect(steps).toBe(5);
  await loop.stop();
  vi.restoreAllMocks();
  const failed = "a step of the worker failed";
  expect(said).toEqual(["the database is away; what is due waits", failed, failed]);
});

it("finishes the current step on stop, and starts no other", async () => {
  let steps = 0;
  let isDone = false;
  const loop = startLoop("test", async () => {
    steps += 1;
    await sleep(50);
    isDone = true;
    return 0;
  });
  const stopped = loop.stop();
  await pass(50);
  await stopped;
  expect({ steps, isDone }).toEqual({ steps: 1, isDone: true });
  await pass(longestWaitMs);
  expect(steps).toBe(1);
});
