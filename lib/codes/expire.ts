import { lockAccount } from "@/lib/accounts";
import { writeEvents } from "@/lib/events";
import { transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { expiredEvent } from "./events";
import { listOwnersOfEnded, type Owner, takeEndedRows } from "./queries";

/** Owners that one statement returns. */
const ownersAtOnce = 200;
/** Codes of one transaction. */
const codesAtOnce = 100;

/**
 * Writes `qr.expired` for codes whose `expiresAt` has passed or that had their last scan: once for each end, in the transaction
 * that marks it as reported. An account whose codes can't be reported waits for the next run. Returns how many were reported.
 */
export async function reportEnded(): Promise<number> {
  const failed = new Set<string>();
  let reported = 0;
  for (;;) {
    const owners = await listOwnersOfEnded([...failed], ownersAtOnce);
    for (const owner of owners) {
      try {
        reported += await reportOfOwner(owner);
      } catch (err) {
        log.error({ err, accountId: owner.accountId }, "expired codes could not be reported");
        failed.add(owner.accountId);
      }
    }
    if (owners.length < ownersAtOnce) return reported;
  }
}

async function reportOfOwner(owner: Owner): Promise<number> {
  for (let reported = 0; ; ) {
    const some = await transaction(async (tx) => {
      await lockAccount(tx, owner.accountId);
      const rows = await takeEndedRows(tx, owner, codesAtOnce);
      await writeEvents(
        tx,
        rows.map((row) => expiredEvent(owner, row)),
      );
      return rows.length;
    }, owner.accountId);
    reported += some;
    if (some < codesAtOnce) return reported;
  }
}
