import { findAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes/bulk";
import type { BulkAnswer } from "@/lib/codes/schema";
import { bulkRequired, hasBulk } from "@/lib/plans";
import { KeyedMutex } from "@/lib/platform/concurrency";
import { type Executor, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { recordWritePosition } from "@/lib/platform/read-replica";
import { importing, readProgress, toNewCode } from "./imports";
import { advanceImportRow, type Batch, claimRestingImport, findBatch, listRowsLeft } from "./queries";
import type { ImportFault, ImportProgress, ImportRow } from "./schema";

/** An unfinished import ends after this time; its remaining rows become faults. */
const maxHours = 24;
/** A page that is open advances its import more often than this. */
const restingSeconds = 3;
/** One run of the sweep starts no further batch after this time. */
const runMs = 10_000;

const runs = oncePerProcess("imports in turn", () => new KeyedMutex());

/**
 * Creates the next batch of the caller's import, if any is left, and returns the progress. Each row is created once, however
 * often and by whom this is called. Throws `not_found`, and `unavailable` when the service is too busy to draw pictures.
 */
export async function advanceImport(caller: Caller, id: string): Promise<ImportProgress> {
  const { isFinished } = await readProgress(caller, id);
  if (!isFinished) await createBatch(caller.accountId, id);
  return readProgress(caller, id);
}

/**
 * Creates the next rows of an import in one transaction with the record that they are done. Of two processes at the same batch,
 * both draw it and one stores it; within a process they take turns. Returns how many rows this call did.
 */
export function createBatch(accountId: string, id: string): Promise<number> {
  return runs.run(id, async () => {
    const batch = await findBatch(accountId, id);
    const account = batch === null ? null : await findAccount(accountId);
    if (batch === null || account === null) return 0;
    if (!hasBulk(account.plan)) return giveUp(batch, bulkRequired(importing));
    if (batch.ageHours > maxHours) return giveUp(batch, tooOld);
    const { plan } = account;
    const caller: Caller = { accountId, plan, environment: "production", key: null, userId: batch.userId };
    const created = await createRows(caller, batch);
    await recordWritePosition(accountId);
    return created;
  });
}

const tooOld = {
  code: "unavailable",
  message: `The import did not finish within ${maxHours} hours; this row was not created`,
};

/** Another process has stored the batch meanwhile: this one rolls back. */
class AlreadyDone extends Error {}

async function createRows(caller: Caller, batch: Batch): Promise<number> {
  const items = batch.rows.map((row) => toNewCode(row, batch.settings));
  try {
    await createCodes(caller, items, async (tx, answer) => {
      if (!(await recordBatch(tx, batch, answer))) throw new AlreadyDone();
    });
  } catch (fault) {
    if (fault instanceof AlreadyDone) return 0;
    throw fault;
  }
  return items.length;
}

/** Records a batch in the transaction that creates its codes; false if another process did. */
export function recordBatch(tx: Executor, batch: Batch, { created, errors }: BulkAnswer): Promise<boolean> {
  const faults = errors.flatMap(({ index, error, code }) => {
    const row = batch.rows[index];
    return row === undefined ? [] : [presentFault(row, error, code)];
  });
  return advanceImportRow(tx, batch, {
    count: batch.rows.length,
    codeIds: created.map(({ id }) => id),
    faults,
  });
}

/** Ends an import: every remaining row gets the same fault. Returns how many there were. */
async function giveUp(batch: Batch, { code, message }: { code: string; message: string }): Promise<number> {
  const left = await listRowsLeft(batch);
  const faults = left.map((row) => presentFault(row, message, code));
  const isDone = await advanceImportRow(sql, batch, { count: left.length, codeIds: [], faults });
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
      const count = await createBatch(accountId, id);
      if (count === 0) break;
      done += count;
    }
  } catch (err) {
    log.error({ err, accountId }, "an import could not be advanced");
  }
  return done;
}
