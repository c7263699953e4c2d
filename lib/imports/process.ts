import { findAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes/bulk";
import type { BulkAnswer } from "@/lib/codes/schema";
import { bulkRequired, hasBulk } from "@/lib/plans";
import { KeyedMutex } from "@/lib/platform/concurrency";
import { type Executor, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { noteWrite } from "@/lib/platform/read-replica";
import { importing, readProgress, toNewCode } from "./imports";
import { advanceImportRow, claimRestingImport, findLot, type Lot, listRowsLeft } from "./queries";
import type { ImportFault, ImportProgress, ImportRow } from "./schema";

/** An unfinished import ends after this time; its remaining rows become faults. */
const maxHours = 24;
/** A page that is open advances its import more often than this. */
const restingSeconds = 3;
/** One run of the sweep starts no further lot after this time. */
const runMs = 10_000;

const runs = oncePerProcess("imports in turn", () => new KeyedMutex());

/**
 * Creates the next lot of the caller's import, if any is left, and returns the progress. Each row is created once, however
 * often and by whom this is called. Throws `not_found`, and `unavailable` when the service is too busy to draw pictures.
 */
export async function advanceImport(caller: Caller, id: string): Promise<ImportProgress> {
  const { isFinished } = await readProgress(caller, id);
  if (!isFinished) await makeLot(caller.accountId, id);
  return readProgress(caller, id);
}

/**
 * Creates the next rows of an import in one transaction with the record that they are done. Of two processes at the same lot,
 * both draw it and one stores it; within a process they take turns. Returns how many rows this call did.
 */
export function makeLot(accountId: string, id: string): Promise<number> {
  return runs.run(id, async () => {
    const lot = await findLot(accountId, id);
    const account = lot === null ? null : await findAccount(accountId);
    if (lot === null || account === null) return 0;
    if (!hasBulk(account.plan)) return giveUp(lot, bulkRequired(importing));
    if (lot.ageHours > maxHours) return giveUp(lot, tooOld);
    const { plan } = account;
    const caller: Caller = { accountId, plan, environment: "production", key: null, userId: lot.userId };
    const created = await createRows(caller, lot);
    await noteWrite(accountId);
    return created;
  });
}

const tooOld = {
  code: "unavailable",
  message: `The import did not finish within ${maxHours} hours; this row was not created`,
};

/** Another process has stored the lot meanwhile: this one rolls back. */
class AlreadyDone extends Error {}

async function createRows(caller: Caller, lot: Lot): Promise<number> {
  const items = lot.rows.map((row) => toNewCode(row, lot.settings));
  try {
    await createCodes(caller, items, async (tx, answer) => {
      if (!(await recordLot(tx, lot, answer))) throw new AlreadyDone();
    });
  } catch (fault) {
    if (fault instanceof AlreadyDone) return 0;
    throw fault;
  }
  return items.length;
}

/** Records a lot in the transaction that creates its codes; false if another process did. */
export function recordLot(tx: Executor, lot: Lot, { created, errors }: BulkAnswer): Promise<boolean> {
  const faults = errors.flatMap(({ index, error, code }) => {
    const row = lot.rows[index];
    return row === undefined ? [] : [presentFault(row, error, code)];
  });
  return advanceImportRow(tx, lot, { count: lot.rows.length, codeIds: created.map(({ id }) => id), faults });
}

/** Ends an import: every remaining row gets the same fault. Returns how many there were. */
async function giveUp(lot: Lot, { code, message }: { code: string; message: string }): Promise<number> {
  const left = await listRowsLeft(lot);
  const faults = left.map((row) => presentFault(row, message, code));
  const isDone = await advanceImportRow(sql, lot, { count: left.length, codeIds: [], faults });
  return isDone ? left.length : 0;
}

function presentFault(row: ImportRow, error: string, code: string): ImportFault {
  const { isDynamic, tags, note, archived, publicImage, passQuery, appendScanId, ...cells } = row;
  return {
    ...{ ...cells, kind: isDynamic ? "dynamic" : "static" },
    ...(tags !== undefined && { tags: tags.join(",") }),
    ...(note !== undefined && { note: note ?? "" }),
    ...(archived !== undefined && { archived: writeAnswer(archived) }),
    ...(publicImage !== undefined && { publicImage: writeAnswer(publicImage) }),
    ...(passQuery !== undefined && { passQuery: writeAnswer(passQuery) }),
    ...(appendScanId !== undefined && { appendScanId: writeAnswer(appendScanId) }),
    ...{ error, code },
  };
}

const writeAnswer = (holds: boolean) => (holds ? "yes" : "no");

/**
 * Advances imports whose page was closed or whose server died, the longest resting first. One that fails waits for the next
 * run. Returns how many rows were done.
 */
export async function sweepImports(afterSeconds = restingSeconds): Promise<number> {
  const deadline = performance.now() + runMs;
  const claimedIds: string[] = [];
  let done = 0;
  while (performance.now() < deadline) {
    const claimed = await claimRestingImport(claimedIds, afterSeconds);
    if (claimed === null) break;
    claimedIds.push(claimed.id);
    done += await advanceUntil(deadline, claimed);
  }
  return done;
}

async function advanceUntil(
  deadline: number,
  { id, accountId }: { id: string; accountId: string },
): Promise<number> {
  let done = 0;
  try {
    while (performance.now() < deadline) {
      const count = await makeLot(accountId, id);
      if (count === 0) break;
      done += count;
    }
  } catch (err) {
    log.error({ err, accountId }, "an import could not be advanced");
  }
  return done;
}
