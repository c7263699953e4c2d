import { setTimeout as sleep } from "node:timers/promises";
import { isOutOfReach } from "@/lib/platform/database-faults";
import { leaseSeconds } from "./leases";
import type { Claim } from "./schema";

const pauseMs = 250;

/** From the claim on; beyond the lease's end, since a result counts as long as nobody else has claimed its delivery. */
const patienceMs = 2 * leaseSeconds * 1_000;

/** Somebody else holds the row for a moment. */
export class LockedFault extends Error {}

/**
 * Tries `work` again while the database is out of reach or what it is about is held, for a minute from the claim on: a
 * failover of 30 seconds repeats no attempt unless another worker claims it first. Then what it throws is thrown.
 */
export async function retryLocked<T>({ claimedAt }: Pick<Claim, "claimedAt">, work: () => Promise<T>) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof LockedFault || isOutOfReach(error);
      if (!mayPass || performance.now() + pauseMs >= claimedAt + patienceMs) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}
