import { type BeforeCommit, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { markDirty } from "@/lib/rollups";
import type { Recorded, Visit } from "../visit";
import { storeBatch } from "./store-batch";

interface MadeOptions {
  /** The instant of the first, for visits of the past; the others follow a millisecond apart. */
  at?: Date | undefined;
  beforeCommit: BeforeCommit<Recorded[]>;
}

/**
 * Stores made-up visits of one data set, a batch of them at most, in one transaction with what is to be kept of them.
 * Those of the past stand outside of the order of stamps, so that who polls with `since` does not see them. Rejects when
 * the database does not take them; none goes to the spool.
 */
export async function storeMadeVisits(
  visits: readonly Visit[],
  { at, beforeCommit }: MadeOptions,
): Promise<void> {
  await storeBatch(
    { id: newId(), visits },
    {
      ...(at && { at }),
      // None of the connections of short URLs.
      pool: sql,
      beforeCommit: async (tx, recorded) => {
        const [owner] = visits;
        if (at !== undefined && owner !== undefined) {
          const days = [at, new Date(at.getTime() + visits.length - 1)].map(dayOf);
          await markDirty(tx, owner, days);
        }
        await beforeCommit(tx, recorded);
      },
    },
  );
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
