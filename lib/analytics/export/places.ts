import type { Caller } from "@/lib/accounts/schema";
import { KeyedSemaphore, Semaphore } from "@/lib/platform/concurrency";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";

/**
 * Tables of a process that are being taken at a time, and of an account; each keeps a piece in memory while its reader is
 * slow. Of all of them two read the database at a time, as long as one piece takes.
 */
const bounds = () =>
  oncePerProcess("exports", () => ({
    all: new Semaphore(16),
    ofAccount: new KeyedSemaphore(2, 0),
    readings: new Semaphore(2, 15_000),
  }));

/** A place for a table, and what gives it back. Throws `rate_limited` while the account has two, `unavailable` while others have all. */
export async function takePlace({ accountId }: Caller): Promise<() => void> {
  const leaveAccount = await bounds().ofAccount.acquire(accountId).catch(refuse);
  try {
    const leave = await bounds().all.acquire();
    return () => {
      leave();
      leaveAccount();
    };
  } catch (thrown) {
    leaveAccount();
    throw thrown;
  }
}

/** Reads one piece when it is its turn. */
export function takeReading<T>(read: () => Promise<T>): Promise<T> {
  return bounds().readings.run(read);
}

function refuse(): never {
  const message =
    "Two tables of this account are on their way; this one can follow when one of them is there";
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 10 });
}
