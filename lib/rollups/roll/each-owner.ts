import { isDisconnection } from "@/lib/platform/database-errors";
import { log } from "@/lib/platform/log";
import type { Owner } from "../ground";

/**
 * Works on one data set after the other until the work says that the time is up. One that fails is told of and left to
 * the next run, so that it does not keep the others from their turn; in no order of its own, so that it does not either
 * by the time that it takes.
 *
 * @param isSweep false: somebody waits for just these, and is told of a fault.
 * @param work false: the time is up.
 */
export async function forEachOwner<T extends Owner>(
  owners: readonly T[],
  isSweep: boolean,
  work: (owner: T) => Promise<boolean>,
): Promise<void> {
  for (const owner of shuffle(owners)) {
    try {
      if (!(await work(owner))) return;
    } catch (err) {
      if (!isSweep || isDisconnection(err)) throw err;
      log.error({ err, accountId: owner.accountId }, "scans of an account could not be counted or erased");
    }
  }
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
