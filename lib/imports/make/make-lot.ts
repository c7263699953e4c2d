import { findAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes";
import { bulkRequired, hasBulk } from "@/lib/plans";
import { oncePerProcess } from "@/lib/platform/process-state";
import { Turns } from "@/lib/platform/turns";
import { toNewCode } from "../check-rows";
import { importing } from "../words";
import { findLot, giveUp, type Lot, settleLot } from "./lots";

/** An import that has not come to its end after so long does not go on: what is left of it is told as a fault. */
const longestHours = 24;

const turns = oncePerProcess("imports in turn", () => new Turns());

/**
 * Makes the next rows of an import, in one transaction with the note that they are done: codes and note are there, or
 * neither. Two that are at the same lot at once each draw it, and the note lets one of them store it; within a process
 * they wait for each other. Returns how many rows are done by it.
 */
export function makeLot(accountId: string, id: string): Promise<number> {
  return turns.take(id, async () => {
    const lot = await findLot(accountId, id);
    const account = lot === null ? null : await findAccount(accountId);
    if (lot === null || account === null) return 0;
    if (!hasBulk(account.plan)) return giveUp(lot, bulkRequired(importing));
    if (lot.ageHours > longestHours) return giveUp(lot, tooLate);
    const { plan } = account;
    return makeRows({ accountId, plan, environment: "production", key: null, userId: lot.userId }, lot);
  });
}

const tooLate = {
  code: "unavailable",
  message: `The import did not come to its end within ${longestHours} hours; nothing was made of this row`,
};

async function makeRows(caller: Caller, lot: Lot): Promise<number> {
  const items = lot.rows.map((row) => toNewCode(row, lot.settings));
  try {
    await createCodes(caller, items, async (tx, answer) => {
      if (!(await settleLot(tx, lot, answer))) throw new AlreadyDone();
    });
  } catch (fault) {
    if (fault instanceof AlreadyDone) return 0;
    throw fault;
  }
  return items.length;
}

/** Somebody else has made the lot in the meantime: what was about to be made again is undone. */
class AlreadyDone extends Error {}
