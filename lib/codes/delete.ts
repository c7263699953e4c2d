import { lockAccount } from "@/lib/accounts";
import { releaseCodes } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { writeEvents } from "@/lib/events";
import { type Transaction, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { listFieldErrors } from "@/lib/platform/validation";
import { markCodesForPurge, purgeSoon } from "@/lib/rollups";
import { requireBulkSize } from "./bulk";
import { type DeletedRow, deletedEvent } from "./events";
import {
  deleteCodeRows,
  deleteExpiredSandboxRows,
  listAccountsWithExpiredSandbox,
  type Owner,
} from "./queries";
import { deleteFreePaths } from "./queries.paths";
import { codeNotFound } from "./rows";
import { type BulkDeletion, codeIdsSchema } from "./schema";

/** Accounts that one statement returns. */
const batchSize = 200;
/** Slugs that one statement deletes. */
const slugsAtOnce = 1_000;

/** Deletes one code with everything that belongs to it. Throws `not_found`, also for another account's. */
export async function deleteCode(caller: Caller, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { size } = await deleteRows(tx, caller, [id]);
    if (size === 0) throw codeNotFound();
  }, caller.accountId);
  await purgeSoon(caller.accountId);
}

/**
 * Deletes the caller's codes with these ids, in one transaction. An id that is repeated counts once; `notFound` keeps the
 * order of the ids. Throws `validation_failed` for an empty list and for what can't be an id, `bulk_limit_exceeded` for more
 * than 100.
 *
 * @param ids anything in JSON.
 */
export async function deleteCodes(caller: Caller, ids: readonly unknown[]): Promise<BulkDeletion> {
  requireBulkSize("qrCodeIds", ids.length);
  const wanted = [...new Set(requireIds(ids))];
  const deleted = await transaction((tx) => deleteRows(tx, caller, wanted), caller.accountId);
  await purgeSoon(caller.accountId);
  const notFound = wanted.filter((id) => !deleted.has(id));
  const summary = { total: wanted.length, deleted: deleted.size, notFound: notFound.length };
  return { deleted: deleted.size, notFound, summary };
}

function requireIds(qrCodeIds: readonly unknown[]): string[] {
  const { data, error } = codeIdsSchema.safeParse({ qrCodeIds });
  if (!error) return data.qrCodeIds;
  const details = listFieldErrors(codeIdsSchema, { qrCodeIds }, error.issues, "body");
  throw new ServiceError("validation_failed", details[0]?.message ?? "qrCodeIds is not valid", { details });
}

/** Returns the ids that existed. */
async function deleteRows(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  await lockAccount(tx, caller.accountId);
  const rows = await deleteCodeRows(tx, caller, ids.filter(isId));
  await finishDeletion(tx, caller, rows);
  return new Set(rows.map(({ id }) => id));
}

/** Marks the scans of deleted codes for purging, releases their quota and writes their events, in the same transaction. */
export async function finishDeletion(
  tx: Transaction,
  owner: Owner,
  rows: readonly DeletedRow[],
): Promise<void> {
  const dynamicCodes = rows.filter(({ shortCode }) => shortCode !== null);
  // A sandbox has sample scans of static codes as well.
  const scanned = owner.environment === "sandbox" ? rows : dynamicCodes;
  await markCodesForPurge(
    tx,
    owner,
    scanned.map(({ id }) => id),
  );
  await releaseCodes(tx, owner, { codes: rows.length, dynamicCodes: dynamicCodes.length });
  await writeEvents(
    tx,
    rows.map((row) => ({ ...deletedEvent(owner, row), hasSubscribers: row.hasSubscribers })),
  );
}

/**
 * Deletes the sandbox codes that are 30 days old with their scans, an account (at most 100 codes) in one short transaction.
 * Returns how many were deleted.
 *
 * @param now the database's clock when left out.
 */
export async function deleteExpiredSandbox(now: Date | null = null): Promise<number> {
  let deleted = 0;
  for (;;) {
    const accountIds = await listAccountsWithExpiredSandbox(batchSize, now);
    if (accountIds.length === 0) return deleted;
    for (const accountId of accountIds) {
      deleted += await transaction(async (tx) => {
        await lockAccount(tx, accountId);
        const rows = await deleteExpiredSandboxRows(tx, accountId, now);
        await finishDeletion(tx, { accountId, environment: "sandbox" }, rows);
        return rows.length;
      }, accountId);
      await purgeSoon(accountId);
    }
  }
}

/** Deletes slugs that were released 365 days ago, so that every account can have them; how many. */
export async function deleteReleasedSlugs(): Promise<number> {
  let deleted = 0;
  for (;;) {
    const some = await deleteFreePaths(slugsAtOnce);
    deleted += some;
    if (some < slugsAtOnce) return deleted;
  }
}
