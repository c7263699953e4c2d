import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { Slots, SlotsByKey } from "@/lib/platform/slots";

/**
 * One export of an account at a time, four in a process: each holds a piece of a file while its reader is slow. Of them
 * two read the database at a time, as long as one piece takes.
 */
const bounds = () =>
  oncePerProcess("exports of accounts", () => ({
    all: new Slots(4, 0),
    ofAccount: new SlotsByKey(1, 0),
    readings: new Slots(2, 15_000),
  }));

/** A place, and what gives it back. Throws `rate_limited` while the account has one, `unavailable` while others have all. */
export async function takePlace(accountId: string): Promise<() => void> {
  const leaveAccount = await bounds().ofAccount.take(accountId).catch(refuseSecond);
  try {
    const leave = await bounds().all.take();
    return () => {
      leave();
      leaveAccount();
    };
  } catch {
    leaveAccount();
    const message = "Other accounts are exporting; this one can follow in a minute";
    throw new ServiceError("unavailable", message, { retryAfterSeconds: 60 });
  }
}

/** Reads one piece when it is its turn. */
export function takeReading<T>(read: () => Promise<T>): Promise<T> {
  return bounds().readings.run(read);
}

function refuseSecond(): never {
  const message = "An export of this account is under way; the next can follow when it is there";
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 10 });
}
