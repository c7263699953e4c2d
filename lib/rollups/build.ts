import type { Transaction } from "@/lib/platform/db";
import { closeDays, countParts, cutIntoDays } from "./count-parts";
import { type Owner, wholeAccount } from "./counts";
import { findCut, forEachOwner, Overtaken, sweepMs, tryDocumentWork } from "./document-work";
import { mergeInto } from "./documents";
import {
  findRollStart,
  findTimeAfterStamps,
  hasScansBetween,
  listDocuments,
  listDueOwners,
  listPurges,
  listStaleDays,
  lockCounter,
  markStaleDays,
  updateRolledTo,
  upsertDocuments,
} from "./queries.build";
import { dayMs, dayNumberOf, nameDay } from "./sums";

/** How long ago a scan must be to be rolled up; stamps are never as far behind the clock. */
const marginMs = 5_000;

interface RollOptions {
  /** Only this account's. */
  accountId?: string;
  /** Every account with scans that are not in documents, however few. */
  isForced?: boolean;
  /** Nothing later is rolled. */
  until?: Date;
  /** Ends after this time, with the rest left to the next run. */
  budgetMs?: number;
}

/**
 * Adds scans to the documents of their days: where many have come since the last time, and where a day is over, whose
 * visitors are counted then. Returns how many scans that was. Processes share the work by account.
 */
export async function rollUpScans({
  accountId,
  isForced = false,
  until,
  budgetMs = sweepMs,
}: RollOptions = {}): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let rolled = 0;
  const boundary = Math.min(
    (await findTimeAfterStamps()) - marginMs,
    until?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  const midnight = new Date(dayNumberOf(boundary) * dayMs);
  const owners = await listDueOwners(midnight, new Date(boundary), isForced, accountId);
  await forEachOwner(owners, accountId === undefined, async ({ limit, ...owner }) => {
    for (;;) {
      if (performance.now() > deadline) return false;
      const step = await tryDocumentWork(owner, (tx) => rollStep(tx, owner, limit.getTime()));
      rolled += step?.scans ?? 0;
      if (step === null || step.rolledTo >= limit.getTime()) return true;
    }
  });
  return rolled;
}

/** Rolls what lies between the counter's mark and a limit, or the first part of it; in one transaction. */
async function rollStep(
  tx: Transaction,
  owner: Owner,
  limit: number,
): Promise<{ scans: number; rolledTo: number }> {
  const { start, lastStamp } = (await findRollStart(tx, owner)) ?? { start: null, lastStamp: new Date(0) };
  const from = start?.getTime();
  if (from === undefined || from >= limit) return { scans: 0, rolledTo: limit };
  const purges = await listPurges(tx, owner);
  const to = await chooseEnd(tx, owner, from, limit);
  const marks = await listStaleDays(tx, owner);
  const stale = new Set([...marks.keys()].filter((day) => !marks.get(day)?.isReadable));
  const documents = await countParts(tx, owner, cutIntoDays(from, to, stale));
  const scans = documents
    .list()
    .reduce((sum, { code, scans }) => (code === wholeAccount ? sum + scans : sum), 0);
  const firstDay = dayNumberOf(from);
  if (firstDay * dayMs < from && !stale.has(firstDay)) {
    for (const known of await listDocuments(tx, owner, [firstDay])) {
      mergeInto(documents.take(known.day, known.code), known);
    }
  }
  const days = [...new Set(documents.list().map(({ day }) => day))];
  const closed = days.filter((day) => (day + 1) * dayMs <= to);
  await closeDays(tx, owner, documents, closed);
  await upsertDocuments(tx, owner, documents.list());
  await moveCounter(tx, owner, { to, limit, lastStamp });
  // Codes that were deleted meanwhile may be counted in, in their documents as in the account's: readers leave them out,
  // but for the visitors.
  if ((await listPurges(tx, owner)) !== purges) {
    await markStaleDays(tx, owner, days.map(nameDay), { isReadable: true });
  }
  return { scans, rolledTo: to };
}

/** At a midnight where there is one, so that a day is written once. */
async function chooseEnd(tx: Transaction, owner: Owner, from: number, limit: number): Promise<number> {
  const cut = await findCut(tx, owner, { from, to: limit });
  const midnight = dayNumberOf(cut) * dayMs;
  return cut < limit && midnight > from ? midnight : cut;
}

/**
 * The counter's lock holds up the scans of all accounts, so it is taken last and for a few short statements. Only a clock
 * that goes back by seconds stamps scans before `to` meanwhile, after those that the account had; an account without a
 * counter will see our mark in it.
 */
async function moveCounter(
  tx: Transaction,
  owner: Owner,
  { to, limit, lastStamp }: { to: number; limit: number; lastStamp: Date },
): Promise<void> {
  const hasMoved = await lockCounter(tx, owner, lastStamp);
  if (hasMoved && lastStamp.getTime() < to && (await hasScansBetween(tx, owner, lastStamp, new Date(to)))) {
    throw new Overtaken();
  }
  await updateRolledTo(tx, owner, new Date(to), to === limit);
}
