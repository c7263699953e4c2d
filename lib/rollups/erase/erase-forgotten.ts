import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { loadDocuments, writeDocuments } from "../documents";
import { type Owner, sweepMs, wholeAccount } from "../ground";
import { insistOnDocumentWork, tryDocumentWork } from "../roll/document-work";
import { dayOfNumber, numberOfDay } from "../utc-day";
import { deleteRawRows, type RawTable } from "./delete-rows";
import { omitCodes } from "./omit-codes";

const rawTables: readonly RawTable[] = ["scan", "excluded_scan", "capped_scans"];
/** Documents of one short transaction. */
const documentsTogether = 2_000;
/** How long to wait for whoever is at the documents before asking again. */
const breathMs = 50;

interface Forgotten extends Owner {
  id: string;
  isAccount: boolean;
}

/**
 * Erases every row about the scans of codes and accounts that were deleted, in short transactions, and returns how many
 * rows that was. What the time does not suffice for is left to the next run.
 *
 * @param accountId only what was this account's.
 */
export async function eraseForgotten({
  accountId,
  budgetMs = sweepMs,
}: {
  accountId?: string;
  budgetMs?: number;
} = {}): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let erased = 0;
  const { rows } = await sql.query<Forgotten>(
    `SELECT id, account_id AS "accountId", is_sandbox AS "isSandbox", is_account AS "isAccount" FROM scan_erasure e
     WHERE ($1::uuid IS NULL OR account_id = $1) AND (is_account OR NOT EXISTS (
       SELECT FROM scan_erasure a WHERE a.account_id = e.account_id AND a.is_account)) ORDER BY created_at, id`,
    [accountId ?? null],
  );
  for (const forgotten of rows) {
    if (performance.now() > deadline) break;
    erased += forgotten.isAccount
      ? await eraseRowsOf(forgotten.accountId, deadline)
      : await eraseCode(forgotten, deadline);
  }
  return erased;
}

/** How long whoever deleted a code waits for its scans to be gone. */
const patienceMs = 2_000;

/** Erases what was forgotten a moment ago, as far as it goes quickly; the rest, and after a fault, the sweep does. */
export async function eraseSoon(accountId: string): Promise<void> {
  await eraseForgotten({ accountId, budgetMs: patienceMs }).catch((err) => {
    log.warn({ err }, "scans of a deleted code are erased later");
  });
}

/** Erases a deleted account's scans to the last row, unless there is a fault: then the sweep does. */
export async function eraseAccount(accountId: string): Promise<void> {
  await eraseForgotten({ accountId, budgetMs: Number.POSITIVE_INFINITY }).catch((err) => {
    log.warn({ err }, "scans of a deleted account are erased later");
  });
}

async function eraseCode(code: Forgotten, deadline: number): Promise<number> {
  if (!(await omitFromPurgedDays(code, deadline))) return 0;
  let erased = 0;
  for (const table of rawTables) {
    const { deleted, isDone } = await deleteRawRows(table, { codeId: code.id }, deadline);
    erased += deleted;
    if (!isDone) return erased;
  }
  const values = [code.id];
  await insist(code, deadline, async (tx) => {
    // Nobody is rolling, so nobody has counted the code and not yet said so.
    await tx.query("DELETE FROM scan_day WHERE qr_code_id = $1", values);
    await tx.query("DELETE FROM scan_erasure WHERE id = $1", values);
  });
  return erased;
}

/** False when the time was up. */
async function insist<T>(
  owner: Owner,
  deadline: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<boolean> {
  for (;;) {
    const isMine = await tryDocumentWork(owner, async (tx) => {
      await work(tx);
      return true;
    });
    if (isMine) return true;
    if (performance.now() > deadline) return false;
    await sleep(breathMs);
  }
}

/** Days whose raw rows are gone can't be counted anew: the code is taken out of the account's document. */
async function omitFromPurgedDays(code: Forgotten, deadline: number): Promise<boolean> {
  const { rows } = await sql.query<{ day: number }>(
    `SELECT ${numberOfDay("d.day")} AS day FROM scan_day d
       JOIN scan_ledger l ON l.account_id = d.account_id AND l.is_sandbox = d.is_sandbox
     WHERE d.qr_code_id = $1 AND d.day < (l.raw_from AT TIME ZONE 'UTC')::date ORDER BY d.day`,
    [code.id],
  );
  for (const { day } of rows) {
    const isDone = await insist(code, deadline, async (tx) => {
      const documents = (await loadDocuments(tx, code, [day])).list();
      const account = documents.find((document) => document.code === wholeAccount);
      const gone = documents.filter((document) => document.code === code.id);
      if (account === undefined || gone.length === 0) return;
      const others = documents.filter((document) => document !== account && document.code !== code.id);
      omitCodes(account, gone, others);
      await writeDocuments(tx, code, [account]);
      await tx.query(
        `DELETE FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = $3
           AND day = ${dayOfNumber("$4::int")}`,
        [code.accountId, code.isSandbox, code.id, day],
      );
    });
    if (!isDone) return false;
  }
  return true;
}

async function eraseRowsOf(accountId: string, deadline: number): Promise<number> {
  let erased = 0;
  for (const isSandbox of [false, true]) {
    for (const table of rawTables) {
      const { deleted, isDone } = await deleteRawRows(table, { accountId, isSandbox }, deadline);
      erased += deleted;
      if (!isDone) return erased;
    }
  }
  if (!(await eraseDocuments(accountId, deadline))) return erased;
  for (const isSandbox of [false, true]) {
    await insistOnDocumentWork({ accountId, isSandbox }, async (tx) => {
      for (const table of ["scan_day", "dirty_scan_day", "scan_ledger"]) {
        await tx.query(`DELETE FROM ${table} WHERE account_id = $1 AND is_sandbox = $2`, [
          accountId,
          isSandbox,
        ]);
      }
    });
  }
  await sql.query("DELETE FROM scan_erasure WHERE account_id = $1", [accountId]);
  return erased;
}

async function eraseDocuments(accountId: string, deadline: number): Promise<boolean> {
  while (performance.now() < deadline) {
    const { rowCount } = await sql.query(
      `DELETE FROM scan_day WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM scan_day WHERE account_id = $1 LIMIT ${documentsTogether}))`,
      [accountId],
    );
    if ((rowCount ?? 0) < documentsTogether) return true;
  }
  return false;
}
