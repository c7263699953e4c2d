import { afterAll, vi } from "vitest";

/** Processor time used by this process in milliseconds. Other load on the machine does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const realNow = performance.now.bind(performance);
let aheadMs = 0;

/** Moves this process's monotonic clock (`performance.now()`) forward. It never goes back before the file ends. */
export function moveClock(ms: number): void {
  if (aheadMs === 0) vi.spyOn(performance, "now").mockImplementation(() => realNow() + aheadMs);
  aheadMs += ms;
}

afterAll(() => {
  if (aheadMs > 0) vi.mocked(performance.now).mockRestore();
});
