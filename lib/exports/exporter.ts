import { type Caller, type Environment, environments } from "@/lib/accounts/schema";
import { KeyedSemaphore, Semaphore } from "@/lib/platform/concurrency";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { type ReadPoint, readBehind } from "@/lib/platform/read-replica";
import type { ExportProgress } from "./schema";

/** Who takes their account along: signed in, by this session. */
export type Exporter = Caller & { userId: string; sessionId: string; readPoint?: ReadPoint };

/** The same person before each of the account's two data sets. */
export function inEachEnvironment(exporter: Exporter): Exporter[] {
  return environments.map((environment: Environment) => ({ ...exporter, environment }));
}

/**
 * One export of an account at a time, four in a process: each holds a piece of a file while its reader is slow. Of them
 * two read the database at a time, as long as one piece takes.
 */
const bounds = () =>
  oncePerProcess("exports of accounts", () => ({
    all: new Semaphore(4, 0),
    ofAccount: new KeyedSemaphore(1, 0),
    readings: new Semaphore(2, 15_000),
  }));

/** A place, and what gives it back. Throws `rate_limited` while the account has one, `unavailable` while others have all. */
export async function acquireSlot(accountId: string): Promise<() => void> {
  const leaveAccount = await bounds().ofAccount.acquire(accountId).catch(refuseSecond);
  try {
    const leave = await bounds().all.acquire();
    return () => {
      leave();
      leaveAccount();
    };
  } catch {
    leaveAccount();
    const message = "Other accounts are exporting; try again in a minute";
    throw new ServiceError("unavailable", message, { retryAfterSeconds: 60 });
  }
}

/** Reads one piece when it is its turn; of a replica only where that has all that was there when the export began. */
export function takeReading<T>({ readPoint }: Exporter, read: () => Promise<T>): Promise<T> {
  return bounds().readings.run(() => readBehind(readPoint ?? null, read));
}

function refuseSecond(): never {
  const message = "An export of this account is already running; start another when it is done";
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 10 });
}

/** How far the export of an account is, for as long as one is under way and a little longer. */
const known = oncePerProcess("progress of exports", () => new Map<string, ExportProgress>());

/** How long the end of one is told. */
const keptMs = 60_000;

/** How far the last export of the account is that this process makes or made a moment ago; null: there is none. */
export function findProgress(accountId: string): ExportProgress | null {
  return known.get(accountId) ?? null;
}

/** A new one, which the caller writes to as it goes. */
export function beginProgress(accountId: string): ExportProgress {
  const startedAt = new Date().toISOString();
  const progress: ExportProgress = { state: "under_way", startedAt, files: 0, bytes: 0 };
  known.set(accountId, progress);
  return progress;
}

/** It is over; what still says "under way" broke off. */
export function endProgress(accountId: string, progress: ExportProgress): void {
  if (progress.state === "under_way") progress.state = "stopped";
  const forget = () => {
    if (known.get(accountId) === progress) known.delete(accountId);
  };
  setTimeout(forget, keptMs).unref();
}
