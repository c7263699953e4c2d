import { sql, type Transaction } from "@/lib/platform/db";
import { loadDocuments, writeDocuments } from "../documents";
import { type Owner, sweepMs, wholeAccount } from "../ground";
import { insistOnDocumentWork } from "../roll/document-work";
import { forEachOwner } from "../roll/each-owner";
import { dayOfNumber, numberOfDay } from "../utc-day";
import { deleteRawRows, type RawTable } from "./delete-rows";
import { omitCode, omitCodes } from "./omit-codes";

const rawTables: readonly RawTable[] = ["scan", "excluded_scan", "over_limit_scan"];
/** Documents of one short transaction. */
const documentsTogether = 2_000;

/** What is to be erased of a data set: codes, or everything of its account. */
interface Forgotten extends Owner {
  isAccount: boolean;
  codeIds: string[];
}

/**
 * Erases every row about the scans of codes and accounts that were deleted, in short transactions, and returns how many
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
  let erased = 0;
  const { rows } = await sql.query<Forgotten>(
    `SELECT account_id AS "accountId", is_sandbox AS "isSandbox", is_account AS "isAccount",
       array_agg(id ORDER BY created_at, id) AS "codeIds" FROM scan_purge e
     WHERE ($1::uuid IS NULL OR account_id = $1) AND (is_account OR NOT EXISTS (
       SELECT FROM scan_purge a WHERE a.account_id = e.account_id AND a.is_account))
     GROUP BY account_id, is_sandbox, is_account`,
    [accountId ?? null],
  );
  await forEachOwner(rows, accountId === undefined, async ({ isAccount, codeIds, ...owner }) => {
    if (performance.now() > deadline) return false;
    erased += isAccount
      ? await eraseRowsOf(owner.accountId, deadline)
      : await eraseCodes(owner, codeIds, deadline);
    return true;
  });
  return erased;
}

async function eraseCodes(owner: Owner, codeIds: readonly string[], deadline: number): Promise<number> {
  let erased = 0;
  const bare: string[] = [];
  for (const codeId of codeIds) {
    let isBare = true;
    for (const table of rawTables) {
      const { deleted, isDone } = await deleteRawRows(table, { codeId }, deadline);
      erased += deleted;
      isBare &&= isDone;
    }
    if (!isBare) break;
    bare.push(codeId);
  }
  if (bare.length > 0 && (await omitFromDocuments(owner, bare, deadline))) {
    await sql.query("DELETE FROM scan_purge WHERE id = ANY($1)", [bare]);
  }
  return erased;
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
    const deleteRest = async (tx: Transaction) => {
      for (const table of ["scan_day", "stale_scan_day", "scan_counter"]) {
        await tx.query(`DELETE FROM ${table} WHERE account_id = $1 AND is_sandbox = $2`, [
          accountId,
          isSandbox,
        ]);
      }
    };
    if (!(await insistOnDocumentWork({ accountId, isSandbox }, deadline, deleteRest, { isGone: true })))
      return erased;
  }
  await sql.query("DELETE FROM scan_purge WHERE account_id = $1", [accountId]);
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

/**
 * Takes codes out of the account's documents and deletes their own. Days with raw rows are counted again besides, where
 * that has not been done yet, for the sake of visitors. False when the time was up.
 */
async function omitFromDocuments(
  owner: Owner,
  codeIds: readonly string[],
  deadline: number,
): Promise<boolean> {
  let days: number[] = [];
  // Once nobody writes the documents: a later writer sees the deletion and leaves these codes out.
  const isListed = await insistOnDocumentWork(owner, deadline, async (tx) => {
    const { rows } = await tx.query<{ day: number }>(
      `SELECT DISTINCT ${numberOfDay("day")} AS day FROM scan_day
       WHERE qr_code_id = ANY($1) AND account_id = $2 AND is_sandbox = $3 ORDER BY day DESC`,
      [codeIds, owner.accountId, owner.isSandbox],
    );
    days = rows.map(({ day }) => day);
  });
  if (!isListed) return false;
  for (const day of days) {
    const isDone = await insistOnDocumentWork(owner, deadline, (tx) => omitFromDay(tx, owner, codeIds, day));
    if (!isDone || performance.now() > deadline) return false;
  }
  return true;
}

async function omitFromDay(
  tx: Transaction,
  owner: Owner,
  codeIds: readonly string[],
  day: number,
): Promise<void> {
  const [account] = (await loadDocuments(tx, owner, [day], [wholeAccount])).list();
  const gone = (await loadDocuments(tx, owner, [day], codeIds)).list();
  if (account?.detail === null) for (const document of gone) omitCode(account, document);
  else if (account !== undefined) {
    const all = (await loadDocuments(tx, owner, [day])).list();
    const isOther = ({ code }: { code: string }) => code !== wholeAccount && !codeIds.includes(code);
    omitCodes(account, gone, all.filter(isOther));
  }
  if (account !== undefined && gone.length > 0) await writeDocuments(tx, owner, [account]);
  await tx.query(
    `DELETE FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = ANY($3)
       AND day = ${dayOfNumber("$4::int")}`,
    [owner.accountId, owner.isSandbox, codeIds, day],
  );
}
