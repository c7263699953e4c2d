import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startTasks } from "./scheduler";

it("runs a task again and again, never over itself, also after it has failed", async () => {
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
        await sleep(20);
        running -= 1;
        runs += 1;
        if (runs === 2) throw new Error("once");
      },
    },
  ]);
  const deadline = performance.now() + 5_000;
  while (runs < 5 && performance.now() < deadline) await sleep(10);
  expect(runs).toBeGreaterThanOrEqual(5);
  await tasks.stop();
  expect({ most, running }).toEqual({ most: 1, running: 0 });
  const after = runs;
  await sleep(60);
  expect(runs).toBe(after);
});
