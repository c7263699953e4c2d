import { setTimeout as sleep } from "node:timers/promises";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { transaction } from "@/lib/platform/db";
import { leaseSeconds } from "../queries.fragments";
import { endLeases } from "./queries.claim";
import type { Claim } from "./schema";

const pauseMs = 250;

/** From the claim on; beyond the lease's end, since a result counts as long as nobody else has claimed its delivery. */
const retryMs = 2 * leaseSeconds * 1_000;

/** Another transaction has locked the row for a moment. */
export class LockedFault extends Error {}

/**
 * Retries `work` while the database is unreachable or the row is locked, for a minute from the claim on: a failover of 30
 * seconds repeats no attempt unless another worker claims it first. Then throws what it throws.
 */
export async function retryLocked<T>({ claimedAt }: Pick<Claim, "claimedAt">, work: () => Promise<T>) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof LockedFault || isOutOfReach(error);
      if (!mayPass || performance.now() + pauseMs >= claimedAt + retryMs) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}

/** Returns leases: any process can claim the deliveries again in `delayMs`, and no lease counts as expired. */
export async function releaseClaims(claims: readonly Claim[], delayMs = 0): Promise<void> {
  const [first] = claims;
  if (first === undefined) return;
  await retryLocked(first, () => transaction((tx) => endLeases(tx, claims, delayMs)));
}
