import { join } from "node:path";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Recorded, Visit } from "../visit";
import { Recorder } from "./recorder";

export { sweepScanBatches } from "./sweep";

const recorder = () =>
  oncePerProcess(
    "scan recorder",
    () => new Recorder({ folder: join(env.dataDir, "spool"), deadlineMs: 500 }),
  );

/** Begins to store what earlier processes have left in the spool. Call it when the database is open. */
export function openRecorder(): Promise<void> {
  return recorder().open();
}

/** Stores what is under way, within seconds; what the database has not taken by then is left in the spool. */
export function closeRecorder(): Promise<void> {
  return recorder().close();
}

/**
 * Resolves when the visit is durable, and never rejects: what became of it is in the answer. Where nobody has opened the
 * recorder, as in Next without the front, the first visit does.
 */
export function recordVisit(visit: Visit): Promise<Recorded> {
  const used = recorder();
  if (!used.wasOpened) used.open().catch((err: unknown) => log.warn({ err }, "the spool cannot be opened"));
  return used.record(visit);
}
