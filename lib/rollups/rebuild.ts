import { sql, type Transaction } from "@/lib/platform/db";
import { closeDays, countParts, cutIntoDays } from "./count-parts";
import type { Owner } from "./counts";
import { findCut, forEachOwner, sweepMs, tryDocumentWork } from "./document-work";
import { DocumentSet, mergeInto } from "./documents";
import {
  deleteDocumentsOfDay,
  deleteStaleDay,
  findExtent,
  listSmallDays,
  listStaleDays,
  listStaleOwners,
  upsertDocuments,
} from "./queries.build";
import { dayMs } from "./sums";

interface RebuildOptions {
  /** Only this account's. */
  accountId?: string;
  /** Ends after this time, with the rest left to the next run. */
  budgetMs?: number;
  /** Days of more scans are left to a run without it. */
  mostScans?: number;
  /** Called after each day with how many have been counted. */
  onProgress?: (days: number) => void;
}

/**
 * Counts stale days again from raw rows, each as a whole and the latest first, for most readers ask for those. Returns
 * how many that was. A day whose raw rows were purged keeps its documents.
 */
export async function rebuildDays({
  accountId,
  budgetMs = sweepMs,
  mostScans,
  onProgress,
}: RebuildOptions = {}): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let rebuilt = 0;
  await forEachOwner(await listStaleOwners(accountId), accountId === undefined, async (owner) => {
    for (const day of await listDays(owner, mostScans)) {
      if (performance.now() > deadline) return false;
      const isMine = await tryDocumentWork(owner, (tx) => rebuildDay(tx, owner, day));
      if (isMine === null) break;
      rebuilt += 1;
      onProgress?.(rebuilt);
    }
    return true;
  });
  return rebuilt;
}

/** How many scans a day has is what its document says. */
async function listDays(owner: Owner, mostScans: number | undefined): Promise<number[]> {
  const days = [...(await listStaleDays(sql, owner)).keys()].sort((a, b) => b - a);
  if (mostScans === undefined) return days;
  const small = new Set(await listSmallDays(owner, days, mostScans));
  return days.filter((day) => small.has(day));
}

/** The mark goes only in the version that was there before anything was counted: a later mark stays. */
async function rebuildDay(tx: Transaction, owner: Owner, day: number): Promise<true> {
  const mark = (await listStaleDays(tx, owner)).get(day);
  if (mark === undefined) return true;
  const { rolledTo, rawFrom } = await findExtent(tx, owner);
  if (day * dayMs >= rawFrom) await replaceDay(tx, owner, day, rolledTo);
  await deleteStaleDay(tx, owner, mark);
  return true;
}

async function replaceDay(tx: Transaction, owner: Owner, day: number, rolledTo: number): Promise<void> {
  await deleteDocumentsOfDay(tx, owner, day);
  const end = Math.min((day + 1) * dayMs, rolledTo);
  const documents = new DocumentSet();
  for (let from = day * dayMs; from < end; ) {
    const to = await findCut(tx, owner, { from, to: end });
    const some = await countParts(tx, owner, cutIntoDays(from, to));
    for (const document of some.list()) mergeInto(documents.take(day, document.code), document);
    from = to;
  }
  if (end === (day + 1) * dayMs) await closeDays(tx, owner, documents, [day]);
  await upsertDocuments(tx, owner, documents.list());
}
