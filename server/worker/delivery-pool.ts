import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { log } from "@/lib/platform/log";
import { gauge } from "@/lib/platform/metrics";
import { claimDeliveries, performDelivery, releaseClaims } from "@/lib/webhooks/delivery";
import { type Claim, maxInFlight } from "@/lib/webhooks/delivery/schema";

/** What the pool does its work with. */
export interface DeliveryWork {
  claim: typeof claimDeliveries;
  perform: typeof performDelivery;
  release: typeof releaseClaims;
}

/** As long as an attempt may take, and a moment for its result to be stored. */
const graceMs = 11_000;
/** A delivery that was given up has this long to say so before the connections close. */
const farewellMs = 1_000;
/** Waits where something is due that this claim could not have, as another worker is at it: doubled while that lasts. */
const shortestWaitMs = 25;
const longestWaitMs = 1_000;

const inFlight = gauge({
  name: "quietzone_deliveries_in_flight",
  help: "Deliveries that this process has claimed and not settled yet.",
});

const realWork: DeliveryWork = {
  claim: claimDeliveries,
  perform: performDelivery,
  release: releaseClaims,
};

/** The deliveries that this process has claimed, 64 at most. */
export class DeliveryPool {
  readonly #running = new Map<Claim, Promise<void>>();
  readonly #giveUp = new AbortController();
  readonly #onEnd: () => void;
  readonly #work: DeliveryWork;
  #idleClaims = 0;
  #isClosed = false;

  /** @param onEnd called whenever a place is free again, and perhaps a slot of the delivery's webhook. */
  constructor(onEnd: () => void, work: DeliveryWork = realWork) {
    this.#onEnd = onEnd;
    this.#work = work;
    // Every delivery in flight listens, some of them more than once.
    setMaxListeners(0, this.#giveUp.signal);
  }

  /** Claims what is due for the free places and begins it. Answers the milliseconds until something more is due. */
  async fill(): Promise<number> {
    const free = maxInFlight - this.#running.size;
    // The end of a delivery calls again.
    if (free === 0 || this.#isClosed) return Number.POSITIVE_INFINITY;
    const { claimed, nextDueAt } = await this.#work.claim(free, [...this.#running.keys()]);
    if (this.#isClosed) {
      await this.#work.release(claimed);
      return Number.POSITIVE_INFINITY;
    }
    for (const claim of claimed) this.#begin(claim);
    const untilDueMs = nextDueAt === null ? Number.POSITIVE_INFINITY : nextDueAt.getTime() - Date.now();
    this.#idleClaims = claimed.length === 0 && untilDueMs <= 0 ? this.#idleClaims + 1 : 0;
    return Math.max(untilDueMs, this.#shortestWait());
  }

  /**
   * Nothing more is claimed; what is in flight may end within 11 seconds, or until `force`. What has not is given up and
   * released: another worker, or the next start, sends it at once.
   */
  async close(force: Promise<void>): Promise<void> {
    this.#isClosed = true;
    if (this.#running.size === 0) return;
    const ended = Promise.allSettled(this.#running.values());
    await Promise.race([ended, force, sleep(graceMs, undefined, { ref: false })]);
    const left = [...this.#running.keys()];
    if (left.length === 0) return;
    log.warn({ count: left.length }, "deliveries in flight are released; they are sent again");
    this.#giveUp.abort();
    await this.#work.release(left).catch((err: unknown) => {
      log.error({ err }, "deliveries could not be released; they are sent again when their leases end");
    });
    await Promise.race([ended, sleep(farewellMs, undefined, { ref: false })]);
  }

  #shortestWait(): number {
    if (this.#idleClaims === 0) return 0;
    return Math.min(shortestWaitMs * 2 ** Math.min(this.#idleClaims - 1, 10), longestWaitMs);
  }

  #begin(claim: Claim): void {
    const run = this.#perform(claim).finally(() => {
      this.#running.delete(claim);
      inFlight.set(this.#running.size);
      this.#onEnd();
    });
    this.#running.set(claim, run);
    inFlight.set(this.#running.size);
  }

  async #perform(claim: Claim): Promise<void> {
    try {
      await this.#work.perform(claim, this.#giveUp.signal);
    } catch (err) {
      if (this.#giveUp.signal.aborted) return;
      // Nobody knows whether it was settled: when its lease ends it is sent again if it was not.
      if (isOutOfReach(err)) log.debug({ err }, "the result of a delivery could not be stored");
      else log.error({ err }, "a delivery failed within the service");
    }
  }
}
