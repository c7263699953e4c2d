import type { Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Owner, wholeAccount } from "./counts";
import { forEachOwner, insistOnDocumentWork, sweepMs } from "./document-work";
import { excludeCode, excludeCodes } from "./documents";
import { listDocuments, upsertDocuments } from "./queries.build";
import {
  type CodeOwner,
  deleteDocuments,
  deleteDocumentsOfCodes,
  deleteOwner,
  deletePurges,
  deletePurgesOfAccount,
  deleteRawRows,
  listDaysOfCodes,
  listPurgesByOwner,
  type RawTable,
} from "./queries.purge";
import { rebuildDays } from "./rebuild";

const rawTables: readonly RawTable[] = ["scan", "excluded_scan", "over_limit_scan", "goal_scan", "goal"];
/** Rows of one short transaction. */
const rowsTogether = 5_000;
const documentsTogether = 2_000;

/** How long a deletion waits for the scans to be purged; half of it for the account's days without the code. */
const patienceMs = 2_000;
/** Scans of a day that is counted again in a fraction of that. */
const fewScans = 50_000;

/**
 * Counts again and purges what was deleted a moment ago, as far as it goes quickly; the rest, and after a fault, the
 * sweep does.
 */
export async function purgeSoon(accountId: string, budgetMs = patienceMs): Promise<void> {
  try {
    const deadline = performance.now() + budgetMs;
    await rebuildDays({ accountId, budgetMs: budgetMs / 2, mostScans: fewScans });
    await purgeMarked({ accountId, budgetMs: deadline - performance.now() });
  } catch (err) {
    log.warn({ err }, "scans of a deleted code are erased later");
  }
}

/** How long the user of a deleted account waits for its scans to be gone. */
const accountPatienceMs = 5_000;

/** Purges a deleted account's scans, as far as the time goes; the rest, and after a fault, the sweep does. */
export async function purgeAccount(accountId: string, budgetMs = accountPatienceMs): Promise<void> {
  await purgeMarked({ accountId, budgetMs }).catch((err) => {
    log.warn({ err }, "scans of a deleted account are erased later");
  });
}

/**
 * Purges every row about the scans of codes and accounts that were deleted, in short transactions, and returns how many
 * rows that was. What the time does not suffice for is left to the next run.
 *
 * @param accountId only what was this account's.
 */
export async function purgeMarked({
  accountId,
  budgetMs = sweepMs,
}: {
  accountId?: string;
  budgetMs?: number;
} = {}): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let deleted = 0;
  const purges = await listPurgesByOwner(accountId);
  await forEachOwner(purges, accountId === undefined, async ({ isAccount, codeIds, ...owner }) => {
    if (performance.now() > deadline) return false;
    deleted += isAccount
      ? await purgeRowsOf(owner.accountId, deadline)
      : await purgeCodes(owner, codeIds, deadline);
    return true;
  });
  return deleted;
}

async function purgeCodes(owner: Owner, codeIds: readonly string[], deadline: number): Promise<number> {
  let sum = 0;
  const bare: string[] = [];
  for (const codeId of codeIds) {
    const { deleted, isDone } = await deleteRows(rawTables, { accountId: owner.accountId, codeId }, deadline);
    sum += deleted;
    if (!isDone) break;
    bare.push(codeId);
  }
  if (bare.length > 0 && (await excludeFromDocuments(owner, bare, deadline))) await deletePurges(bare);
  return sum;
}

async function purgeRowsOf(accountId: string, deadline: number): Promise<number> {
  const owners = [false, true].map((isSandbox) => ({ accountId, isSandbox }));
  let sum = 0;
  for (const owner of owners) {
    const { deleted, isDone } = await deleteRows(rawTables, owner, deadline);
    sum += deleted;
    if (!isDone) return sum;
  }
  for (;;) {
    if (performance.now() >= deadline) return sum;
    if ((await deleteDocuments(accountId, documentsTogether)) < documentsTogether) break;
  }
  for (const owner of owners) {
    const deleteRest = (tx: Transaction) => deleteOwner(tx, owner);
    if (!(await insistOnDocumentWork(owner, deadline, deleteRest, { isGone: true }))) return sum;
  }
  await deletePurgesOfAccount(accountId);
  return sum;
}

/**
 * Deletes rows, the oldest first, a few thousand in each statement, so that nobody waits for it. Each goes on where the
 * last one ended: what is deleted stays in the index for a while.
 *
 * @param before only older ones.
 * @param first only those from this time on.
 * @param deadline by `performance.now()`.
 * @returns whether it is done; not when the time was up.
 */
export async function deleteRows(
  tables: readonly RawTable[],
  whose: CodeOwner | Owner,
  deadline: number,
  before: Date | "infinity" = "infinity",
  first: Date | "-infinity" = "-infinity",
): Promise<{ deleted: number; isDone: boolean }> {
  let deleted = 0;
  let isDone = true;
  for (const table of tables) {
    let from: Date | "-infinity" | null = first;
    while (from !== null && performance.now() < deadline) {
      const found: Awaited<ReturnType<typeof deleteRawRows>> = await deleteRawRows(whose, table, {
        from,
        before,
        limit: rowsTogether,
      });
      deleted += found.deleted;
      from = found.deleted < rowsTogether ? null : found.last;
    }
    isDone &&= from === null;
  }
  return { deleted, isDone };
}

/**
 * Excludes codes from the account's documents and deletes their own. Days with raw rows are counted again besides, where
 * that has not been done yet, for the sake of visitors. False when the time was up.
 */
async function excludeFromDocuments(
  owner: Owner,
  codeIds: readonly string[],
  deadline: number,
): Promise<boolean> {
  let days: number[] = [];
  // Once nobody writes the documents: a later writer sees the deletion and leaves these codes out.
  const isListed = await insistOnDocumentWork(owner, deadline, async (tx) => {
    days = await listDaysOfCodes(tx, owner, codeIds);
  });
  if (!isListed) return false;
  for (const day of days) {
    const isDone = await insistOnDocumentWork(owner, deadline, (tx) =>
      excludeFromDay(tx, owner, codeIds, day),
    );
    if (!isDone || performance.now() > deadline) return false;
  }
  return true;
}

async function excludeFromDay(
  tx: Transaction,
  owner: Owner,
  codeIds: readonly string[],
  day: number,
): Promise<void> {
  const [account] = await listDocuments(tx, owner, [day], [wholeAccount]);
  const gone = await listDocuments(tx, owner, [day], codeIds);
  if (account?.detail === null) for (const document of gone) excludeCode(account, document);
  else if (account !== undefined) {
    const isOther = ({ code }: { code: string }) => code !== wholeAccount && !codeIds.includes(code);
    excludeCodes(account, gone, (await listDocuments(tx, owner, [day])).filter(isOther));
  }
  if (account !== undefined && gone.length > 0) await upsertDocuments(tx, owner, [account]);
  await deleteDocumentsOfCodes(tx, owner, codeIds, day);
}
