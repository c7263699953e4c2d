import { expect, it, vi } from "vitest";
import { readHealth } from "@/lib/operator";
import { startWorker } from "../worker/engine";
import { startTasks } from "./scheduler";

it("counts a worker while it is running", async () => {
  const count = async () => (await readHealth()).deliveries.workers;
  const before = await count();
  const worker = startWorker();
  await vi.waitFor(async () => expect(await count()).toBe(before + 1), { timeout: 5_000 });
  await worker.stop();
  await vi.waitFor(async () => expect(await count()).toBe(before), { timeout: 5_000 });
});

it("reports when each task of this process last ended, and whether it failed", async () => {
  const tasks = startTasks([
    { name: "sound", everyMs: 50, run: async () => 1 },
    { name: "broken", everyMs: 50, run: () => Promise.reject(new Error("no")) },
  ]);
  await vi.waitFor(async () => {
    const told = (await readHealth()).tasks;
    expect(told).toMatchObject([
      { name: "sound", hasFailed: false, endedAt: expect.any(String) },
      { name: "broken", hasFailed: true, endedAt: expect.any(String) },
    ]);
  });
  await tasks.stop();
});
