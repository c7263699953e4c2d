import { afterEach, expect, it, vi } from "vitest";
import { startTasks } from "./scheduler";

afterEach(() => {
  vi.useRealTimers();
});

it("runs a task repeatedly, even after a failure, without overlap", async () => {
  vi.useFakeTimers();
  let runs = 0;
  let running = 0;
  let most = 0;
  const tasks = startTasks([
    {
      name: "test",
      everyMs: 10,
      async run() {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        runs += 1;
        if (runs === 2) throw new Error("once");
      },
    },
  ]);
  // Runs end at 21, 51, 81, 111 and 141 ms; the sixth starts at 151.
  await vi.advanceTimersByTimeAsync(155);
  expect({ runs, running }).toEqual({ runs: 5, running: 1 });
  const stopped = tasks.stop();
  await vi.advanceTimersByTimeAsync(20);
  await stopped;
  expect({ runs, most, running }).toEqual({ runs: 6, most: 1, running: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(6);
});
