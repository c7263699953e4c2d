import type { Transaction } from "@/lib/platform/db";
import { loadDocuments, writeDocuments } from "../documents";
import { type Owner, wholeAccount } from "../ground";
import { insistOnDocumentWork } from "../roll/document-work";
import { dayOfNumber, numberOfDay } from "../utc-day";
import { omitCode, omitCodes } from "./omit-codes";

/**
 * Takes codes out of the account's documents and deletes their own. Days with raw rows are counted anew besides, where
 * that has not been done yet, for the sake of visitors. False when the time was up.
 */
export async function omitFromDocuments(
  owner: Owner,
  codeIds: readonly string[],
  deadline: number,
): Promise<boolean> {
  let days: number[] = [];
  // Once nobody is at the documents: whoever comes to them later knows of the deletion and writes none of these codes.
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
