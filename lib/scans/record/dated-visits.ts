import { newId } from "@/lib/platform/ids";
import { markDirty } from "@/lib/rollups";
import type { Recorded, Visit } from "../visit";
import { maxBatch, storeBatch } from "./store-batch";

/**
 * Stores visits of the past, a millisecond apart from `at` on, for data sets that may be made up: they stand outside of
 * the order of stamps, so that who polls with `since` does not see them. Rejects when the database does not take them.
 */
export async function storeDatedVisits(visits: readonly Visit[], at: Date): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (let first = 0; first < visits.length; first += maxBatch) {
    const some = visits.slice(first, first + maxBatch);
    recorded.push(...(await storeTogether(some, new Date(at.getTime() + first))));
  }
  return recorded;
}

async function storeTogether(visits: readonly Visit[], at: Date): Promise<Recorded[]> {
  const days = [...new Set([at, new Date(at.getTime() + visits.length - 1)].map(dayOf))];
  const owners = new Map(visits.map((visit) => [`${visit.accountId}/${visit.isSandbox}`, visit]));
  const recorded = await storeBatch(
    { id: newId(), visits },
    {
      at,
      beforeCommit: async (tx) => {
        for (const owner of owners.values()) await markDirty(tx, owner, days);
      },
    },
  );
  return recorded ?? [];
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
