import type { Transaction } from "@/lib/platform/db";
import { type Document, loadDocuments } from "../documents";
import { omitCodes } from "../erase/omit-codes";
import { type Owner, wholeAccount } from "../ground";

/** The account's documents of days whose raw rows are gone, without codes that are being erased. */
export async function readPurged(
  tx: Transaction,
  owner: Owner,
  days: readonly number[],
  erasing: readonly string[],
): Promise<Document[]> {
  if (erasing.length === 0) return (await loadDocuments(tx, owner, days, [wholeAccount])).list();
  const all = (await loadDocuments(tx, owner, days)).list();
  return all.filter((account) => {
    if (account.code !== wholeAccount) return false;
    const ofDay = all.filter(({ day, code }) => day === account.day && code !== wholeAccount);
    const gone = ofDay.filter(({ code }) => erasing.includes(code));
    if (gone.length > 0)
      omitCodes(
        account,
        gone,
        ofDay.filter(({ code }) => !erasing.includes(code)),
      );
    return true;
  });
}
