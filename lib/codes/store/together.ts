import { reserveAtOnce } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { isOutOfReach } from "@/lib/platform/database-faults";
import { type BeforeCommit, transaction } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
import { currentTraceParent } from "@/lib/platform/traces";
import type { Draft } from "../draw/draft";
import type { DrawnCode } from "../schema";
import { insertCodes } from "./insert";

interface NewItem {
  caller: Caller;
  draft: Draft;
  beforeCommit: BeforeCommit<DrawnCode> | undefined;
}

interface TracedItem extends NewItem {
  traceParent: string | null;
}

/**
 * Stores a code in one transaction with those of other requests: durably and as it is answered. Null when it was not
 * stored, for whatever reason of its own or of a neighbour's: then it is to be stored by itself, which tells why. So
 * nobody waits for another's account, and nobody is told of another's fault.
 */
export function storeTogether(item: NewItem): Promise<DrawnCode | null> {
  return storeGathered({ ...item, traceParent: currentTraceParent() });
}

const storeGathered = createGatherer<TracedItem, DrawnCode | null>({
  name: "store code",
  ask: storeAll,
  maxBatch: 16,
  // One: of two at once either would have to leave out the accounts that the other holds.
  maxRunning: 1,
  maxWaiting: 2_000,
});

async function storeAll(items: readonly TracedItem[]): Promise<(DrawnCode | null)[]> {
  try {
    return await transaction(async (tx) => {
      const wanted = items.map(({ caller, draft }) => ({ caller, isDynamic: draft.shortCode !== null }));
      const granted = await reserveAtOnce(tx, wanted);
      const counted = items.filter((_, place) => granted[place]);
      const codes = await insertCodes(tx, counted);
      for (const [place, { beforeCommit }] of counted.entries()) {
        await beforeCommit?.(tx, codes[place] as DrawnCode);
      }
      const stored = codes.values();
      return granted.map((isStored) => (isStored ? (stored.next().value as DrawnCode) : null));
    });
  } catch (fault) {
    if (isOutOfReach(fault)) throw fault;
    return items.map(() => null);
  }
}
