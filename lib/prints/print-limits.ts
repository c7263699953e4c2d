import type { Caller } from "@/lib/accounts/schema";
import { requireBulk } from "@/lib/plans";
import { LongWorkLimit } from "@/lib/platform/concurrency";
import { oncePerProcess } from "@/lib/platform/process-state";

/** The work as a refusal names it. */
export const printing = "Files and label sheets of many codes are";

/** One order of an account runs at a time, four in a process. */
const newLimit = () =>
  new LongWorkLimit({
    perProcess: 4,
    perAccount: 1,
    waitMs: 10_000,
    busyRetrySeconds: 15,
    busyMessage: "Too many files and label sheets are being made at the moment",
    busyAccountMessage: "This account is already creating files or a label sheet; try again when it is done",
  });
const limit = () => oncePerProcess("prints", newLimit);

/** Takes a slot for one order; returns what releases it. Throws `plan_required`, and as `LongWorkLimit` does. */
export async function acquirePrintSlot({ accountId, plan }: Caller): Promise<() => void> {
  requireBulk(plan, printing);
  return limit().acquire(accountId);
}
