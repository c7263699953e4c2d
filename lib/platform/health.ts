import { ofMainThread, oncePerProcess } from "./process-state";
import { ping } from "./queries";

/** A database that takes longer than this is not ready; a probe must not queue behind traffic. */
const checkTimeoutMs = 1_500;

let running: Promise<boolean> | undefined;

async function pingDatabase(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  const answered = ping().then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([answered, late]);
  clearTimeout(timer);
  return isUp;
}

/** Whether the database answers now. Probes that come together share one question to it. */
export function isDatabaseUp(): Promise<boolean> {
  running ??= pingDatabase().finally(() => {
    running = undefined;
  });
  return running;
}

export function describeReadiness(isUp: boolean) {
  const status = isUp ? "ready" : "unavailable";
  return { status: isUp ? 200 : 503, body: { status, checks: { database: isUp ? "up" : "down" } } };
}

/** A task that this process repeats, and how its last run ended; null: none has ended yet. */
export interface TaskRun {
  name: string;
  everyMs: number;
  endedAt: Date | null;
  hasFailed: boolean;
}

const runs = oncePerProcess("task runs", () => new Map<string, TaskRun>());

export function registerTask(name: string, everyMs: number): void {
  runs.set(name, { name, everyMs, endedAt: null, hasFailed: false });
}

export function recordTaskRun(name: string, hasFailed: boolean): void {
  const known = runs.get(name);
  if (known !== undefined) runs.set(name, { ...known, endedAt: new Date(), hasFailed });
}

/** Every task of this process; none where another program runs them, as behind plain `next start`. */
export const listTaskRuns = ofMainThread("task runs", async (): Promise<TaskRun[]> => [...runs.values()]);
