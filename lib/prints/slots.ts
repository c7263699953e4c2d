import type { Caller } from "@/lib/accounts/schema";
import { requireBulk } from "@/lib/plans";
import { KeyedSemaphore, Semaphore } from "@/lib/platform/concurrency";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";

/** The work as a refusal names it. */
export const printing = "Files and label sheets of many codes are";

/** Files and sheets of a process that are being made at a time, and of an account. */
const bounds = () =>
  oncePerProcess("prints", () => ({ all: new Semaphore(4, 10_000), ofAccount: new KeyedSemaphore(1, 0) }));

/**
 * Takes a slot for one order; returns what releases it. Throws `plan_required`, `rate_limited` while the account has an
 * order running, `unavailable` without a free slot.
 */
export async function acquireSlot({ accountId, plan }: Caller): Promise<() => void> {
  requireBulk(plan, printing);
  const leaveAccount = await bounds().ofAccount.acquire(accountId).catch(refuseSecond);
  try {
    const leave = await bounds().all.acquire();
    return () => {
      leave();
      leaveAccount();
    };
  } catch {
    leaveAccount();
    const message = "Too many files and label sheets are being made at the moment";
    throw new ServiceError("unavailable", message, { retryAfterSeconds: 15 });
  }
}

function refuseSecond(): never {
  const message = "This account is already creating files or a label sheet; try again when it is done";
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 10 });
}
