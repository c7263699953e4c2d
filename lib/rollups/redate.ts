import { transaction } from "@/lib/platform/db";
import { lockCounter } from "./queries.build";
import {
  deleteDocumentsFrom,
  listOwnersAhead,
  lockScans,
  notifyFollowers,
  putCounterBack,
  redateCodes,
  redateOverLimit,
  redateRows,
} from "./queries.redate";
import { dayMs, dayNumberOf } from "./sums";

/**
 * Dates scans of the future now, after the database's clock was ahead, and puts counters and documents back to it; all or nothing.
 * Scans wait in the spool meanwhile. Their order is that of their ids from then on.
 *
 * Codes are locked before counters, as by scans and deletions.
 *
 * @returns how many accounts had anything ahead, and how many scans were dated now.
 */
export function redateScans(): Promise<{ accounts: number; scans: number }> {
  return transaction(async (tx) => {
    const owners = await listOwnersAhead(tx);
    if (owners.length === 0) return { accounts: 0, scans: 0 };
    const now = await lockScans(tx, owners);
    const midnight = new Date(dayNumberOf(now.getTime()) * dayMs);
    let scans = 0;
    for (const owner of owners) {
      await redateCodes(tx, owner, now);
      await lockCounter(tx, owner, now);
      scans += await redateRows(tx, owner, now);
      scans += await redateOverLimit(tx, owner, now);
      await deleteDocumentsFrom(tx, owner, midnight);
      await putCounterBack(tx, owner, { now, midnight });
    }
    await notifyFollowers(tx, owners);
    return { accounts: new Set(owners.map(({ accountId }) => accountId)).size, scans };
  });
}
