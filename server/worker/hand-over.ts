import { closeClient } from "@/inngest/client";
import { handOver, InngestAway } from "@/inngest/hand-over";
import { log } from "@/lib/platform/log";
import { watchQueue } from "@/lib/platform/queue";
import type { Worker } from "./engine";
import { startLoop } from "./loop";

/** Waits while Inngest is out of reach: doubled up to the longest. */
const firstFailureWaitMs = 500;
const longestFailureWaitMs = 5_000;

/**
 * What is left to do where Inngest runs the jobs: tells it of events as soon as they are committed. What it misses is
 * found by Inngest's own sweep of each minute; so at a stop nothing is waited for, and what was being told is told again by
 * the next process.
 */
export function startHandOver(look: () => Promise<void> = handOver, giveUp = closeClient): Worker {
  let failures = 0;
  let isStopped = false;
  const loop = startLoop("hand-over-events", async () => {
    try {
      await look();
      if (failures > 0) log.info({ count: failures }, "Inngest takes events again");
      failures = 0;
      return Number.POSITIVE_INFINITY;
    } catch (err) {
      // The loop has its own way with a database that is away.
      if (!(err instanceof InngestAway)) throw err;
      if (failures === 0 && !isStopped) log.warn({ err }, "Inngest takes no events; they wait");
      failures += 1;
      return Math.min(firstFailureWaitMs * 2 ** (failures - 1), longestFailureWaitMs);
    }
  });
  const unwatch = watchQueue(() => loop.ring());
  return {
    async stop() {
      isStopped = true;
      unwatch();
      giveUp();
      await loop.stop();
    },
  };
}
