import { workerLock } from "@/lib/platform/advisory-locks";
import { holdLock } from "@/lib/platform/notifications";
import { watchQueue } from "@/lib/platform/queue";
import { DeliveryPool } from "./delivery-pool";
import { FanOutRounds } from "./fan-out-rounds";
import { startLoop } from "./loop";

/** Fans events out and delivers what is due, until it is stopped. */
export interface Worker {
  /** Ends within 12 seconds; `force` resolves when what is in flight shall not be waited for. */
  stop(force?: Promise<void>): Promise<void>;
}

/**
 * The engine on PostgreSQL. `lib/webhooks/run` says what is due and does it; this looks when there may be something:
 * when the database notifies of events, when a delivery has ended, when the next one is due, and every 5 seconds.
 */
export function startWorker(): Worker {
  const pool = new DeliveryPool(() => deliver.ring());
  const deliver = startLoop("deliver-webhooks", () => pool.fill());
  const rounds = new FanOutRounds();
  const spread = startLoop("fan-out-webhooks", async () => {
    const waitMs = await rounds.step();
    // Also without an event: it may have been a delivery by hand, which is there already.
    deliver.ring();
    return waitMs;
  });
  const unwatch = watchQueue(() => spread.ring());
  const letGo = holdLock(workerLock);
  return {
    async stop(force = new Promise(() => {})) {
      unwatch();
      letGo();
      await Promise.all([spread.stop(), pool.close(force), deliver.stop()]);
    },
  };
}
