import { lockAccount } from "@/lib/accounts";
import type { Environment } from "@/lib/accounts/schema";
import { sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { eraseSoon } from "@/lib/rollups";
import { type DeletedRow, deleteText, settleDeletion } from "../store/delete";

/** Data sets of one look. */
const batchSize = 200;
/** How long one run may take to erase the scans of what it has deleted. */
const eraseMs = 2_000;

interface Owner {
  accountId: string;
  environment: Environment;
}

/**
 * Deletes the codes whose time aside is over, for good and as any deletion does: with their scans and places, and with
 * `qr.deleted` for webhooks that hear of it. Those of one account go in one short transaction; one that is brought back
 * before it stays, and an account whose deletion fails waits for the next run. Returns how many were deleted.
 */
export async function deleteSetAside(): Promise<number> {
  const done = new Set<string>();
  const failed = new Set<string>();
  let deleted = 0;
  for (;;) {
    const { rows: owners } = await sql.query<Owner>({ ...selectOwners, values: [[...failed]] });
    for (const owner of owners) {
      try {
        deleted += await deleteOf(owner);
        done.add(owner.accountId);
      } catch (err) {
        log.error({ err, accountId: owner.accountId }, "codes whose time aside is over could not be deleted");
        failed.add(owner.accountId);
      }
    }
    if (owners.length < batchSize) break;
  }
  const deadline = performance.now() + eraseMs;
  for (const accountId of done) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) break;
    await eraseSoon(accountId, leftMs);
  }
  return deleted;
}

/**
 * Whose codes have waited longest, first. Asked every second, so it is answered by the index of what is set aside alone,
 * which is empty nearly always.
 */
const selectOwners = {
  name: "owners_of_codes_due",
  text: `SELECT account_id AS "accountId", environment FROM qr_code
    WHERE set_aside_until IS NOT NULL AND set_aside_until <= now() AND account_id <> ALL($1::uuid[])
    GROUP BY account_id, environment ORDER BY min(set_aside_until) LIMIT ${batchSize}`,
};

const deleteDue = {
  name: "delete_codes_due",
  text: deleteText("account_id = $1 AND environment = $2 AND set_aside_until <= now()"),
};

async function deleteOf(owner: Owner): Promise<number> {
  const { accountId, environment } = owner;
  return transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<DeletedRow>({ ...deleteDue, values: [accountId, environment] });
    await settleDeletion(tx, owner, rows);
    return rows.length;
  }, accountId);
}
