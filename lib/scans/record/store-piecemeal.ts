import { isOutOfReach } from "@/lib/platform/database-faults";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Visit } from "../visit";
import { type Batch, inBatchTransaction, insertBatch } from "./store-batch";

/**
 * Stores what the database takes of a batch that it refuses as a whole, and answers how many visits that was. All of it is
 * one transaction under the batch's own id: whoever is interrupted has stored nothing, and whoever comes later finds all
 * of it done.
 *
 * @param keep puts the visits that are not taken where they are safe, before the others are committed.
 */
export function storePiecemeal(
  { id, visits }: Batch,
  keep: (refused: readonly Visit[]) => Promise<void>,
): Promise<number> {
  return inBatchTransaction(async (tx) => {
    if ((await insertBatch(tx, { id, visits: [] })) === null) return 0;
    const refused = await storeParts(tx, visits);
    if (refused.length > 0) await keep(refused);
    return visits.length - refused.length;
  });
}

/** Halves and halves of them, so that one visit of 500 costs twenty statements: nobody else can stamp meanwhile. */
async function storeParts(tx: Transaction, visits: readonly Visit[]): Promise<Visit[]> {
  try {
    await tx.query("SAVEPOINT part");
    await insertBatch(tx, { id: newId(), visits });
    await tx.query("RELEASE SAVEPOINT part");
    return [];
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    await tx.query("ROLLBACK TO SAVEPOINT part");
    if (visits.length === 1) return [...visits];
    const middle = visits.length >> 1;
    const refused = await storeParts(tx, visits.slice(0, middle));
    return [...refused, ...(await storeParts(tx, visits.slice(middle)))];
  }
}
