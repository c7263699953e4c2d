import { lockAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { purgeSoon } from "@/lib/rollups";
import { requireBulkSize } from "./bulk";
import { finishDeletion } from "./delete";
import {
  deleteDueRows,
  listOwnersOfDue,
  type NamedCode,
  type Owner,
  restoreRows,
  softDeleteRows,
} from "./queries";
import { codeNotFound } from "./rows";
import { maxSelected } from "./schema";

/** Owners that one statement returns. */
const batchSize = 200;
/** How long one run may take to purge the scans of what it has deleted. */
const purgeMs = 2_000;

/**
 * Hides the caller's codes with these ids from every list, change and call, while their short URLs answer, their scans count
 * and they count towards the quota. `deleteSoftDeleted` deletes them after `until`, unless they are restored. All go in one
 * statement, so that one Undo restores all of them. Throws `not_found` where none of them exists, and
 * `bulk_limit_exceeded` for more than 500.
 */
export async function softDeleteCodes(
  caller: Caller,
  ids: readonly string[],
): Promise<{ until: string; codes: NamedCode[] }> {
  requireBulkSize("qrCodeIds", ids.length, maxSelected);
  const rows = await softDeleteRows(caller, ids.filter(isId));
  if (rows.length === 0) throw codeNotFound();
  // The earliest: no code is deleted before.
  const until = new Date(Math.min(...rows.map((row) => row.until.getTime())));
  return { until: until.toISOString(), codes: rows.map(({ id, name }) => ({ id, name })) };
}

/**
 * Restores soft-deleted codes as they were, `updatedAt` included, as long as the job has not deleted them. Returns those that
 * are in use now. Throws `not_found` where all of them are deleted or not the caller's.
 */
export async function restoreCodes(caller: Caller, ids: readonly string[]): Promise<NamedCode[]> {
  requireBulkSize("qrCodeIds", ids.length, maxSelected);
  const rows = await restoreRows(caller, ids.filter(isId));
  if (rows.length === 0) throw codeNotFound();
  return rows;
}

/**
 * Deletes the soft-deleted codes whose time is over, for good: with their scans, and with `qr.deleted` for subscribed
 * webhooks. Codes of one account go in one short transaction; one that is restored before it stays, and an account whose
 * deletion fails waits for the next run. Returns how many were deleted.
 */
export async function deleteSoftDeleted(): Promise<number> {
  const done = new Set<string>();
  const failed = new Set<string>();
  let deleted = 0;
  for (;;) {
    const owners = await listOwnersOfDue([...failed], batchSize);
    for (const owner of owners) {
      try {
        deleted += await deleteOfOwner(owner);
        done.add(owner.accountId);
      } catch (err) {
        log.error({ err, accountId: owner.accountId }, "soft-deleted codes could not be deleted for good");
        failed.add(owner.accountId);
      }
    }
    if (owners.length < batchSize) break;
  }
  const deadline = performance.now() + purgeMs;
  for (const accountId of done) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) break;
    await purgeSoon(accountId, leftMs);
  }
  return deleted;
}

function deleteOfOwner(owner: Owner): Promise<number> {
  return transaction(async (tx) => {
    await lockAccount(tx, owner.accountId);
    const rows = await deleteDueRows(tx, owner);
    await finishDeletion(tx, owner, rows);
    return rows.length;
  }, owner.accountId);
}
