import { oncePerProcess } from "@/lib/platform/process-state";
import type { ExportProgress } from "./schema";

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
