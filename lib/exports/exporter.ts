import { type Caller, type Environment, environments } from "@/lib/accounts/schema";
import { LongWorkLimit } from "@/lib/platform/concurrency";
import { oncePerProcess } from "@/lib/platform/process-state";
import { type ReadPoint, readBehind } from "@/lib/platform/read-replica";
import type { ExportProgress } from "./schema";

/** Who takes their account along: signed in, by this session. */
export type Exporter = Caller & { userId: string; sessionId: string; readPoint?: ReadPoint };

/** The same person before each of the account's two data sets. */
export function inEachEnvironment(exporter: Exporter): Exporter[] {
  return environments.map((environment: Environment) => ({ ...exporter, environment }));
}

/** One export of an account runs at a time, four in a process. */
const newLimit = () =>
  new LongWorkLimit({
    perProcess: 4,
    perAccount: 1,
    waitMs: 0,
    busyRetrySeconds: 60,
    busyMessage: "Other accounts are exporting; try again in a minute",
    busyAccountMessage: "An export of this account is already running; start another when it is done",
  });
export const exportLimit = () => oncePerProcess("exports of accounts", newLimit);

/** Reads one piece when it is its turn; of a replica only where that has all that was there when the export began. */
export function takeReading<T>({ readPoint }: Exporter, read: () => Promise<T>): Promise<T> {
  return exportLimit().read(() => readBehind(readPoint ?? null, read));
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
