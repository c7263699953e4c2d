import { workerLock } from "@/lib/platform/db";
import { holdLock } from "@/lib/platform/notifications";
import { watchQueue } from "@/lib/platform/queue";
import { fanOut } from "@/lib/webhooks/delivery";
import { maxFanOutEvents } from "@/lib/webhooks/delivery/schema";
import { DeliveryPool } from "./delivery-pool";
import { startLoop } from "./loop";

/** Before what was left is tried again: doubled while something is. */
const firstWaitMs = 100;

const longestWaitMs = 1_000;

/**
 * Fans out what waits, the oldest events first. Those that are left, since a webhook of theirs is being changed, are
 * passed by, so that the others behind them go on, and tried again in a moment.
 */
export class FanOutRounds {
  /** Behind it nothing is left; undefined: nothing is left at all. */
  #after: string | undefined;
  /** By `now()`: when the next round begins at the oldest. */
  #beginsAt = Number.POSITIVE_INFINITY;
  #roundsWithLeft = 0;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(private readonly now = () => performance.now()) {}

  /** One statement. Answers the milliseconds until the next is due. */
  async step(): Promise<number> {
    if (this.now() >= this.#beginsAt) {
      this.#after = undefined;
      this.#beginsAt = Number.POSITIVE_INFINITY;
    }
    const { events, left, last } = await fanOut({ after: this.#after });
    if (left > 0 || this.#after !== undefined) this.#after = last ?? this.#after;
    if (events + left === maxFanOutEvents) return 0;
    return this.#endRound();
  }

  #endRound(): number {
    if (this.#after === undefined) this.#roundsWithLeft = 0;
    else if (this.#beginsAt === Number.POSITIVE_INFINITY) {
      const waitMs = Math.min(firstWaitMs * 2 ** this.#roundsWithLeft, longestWaitMs);
      this.#roundsWithLeft += 1;
      this.#beginsAt = this.now() + waitMs;
    }
    return this.#beginsAt - this.now();
  }
}

/** Fans events out and delivers what is due, until it is stopped. */
export interface Worker {
  /** Ends within 12 seconds; `force` resolves when what is in flight shall not be waited for. */
  stop(force?: Promise<void>): Promise<void>;
}

/**
 * The engine on PostgreSQL. `lib/webhooks/delivery` says what is due and does it; this looks when there may be something:
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
