import { ofMainThread, oncePerProcess } from "./process-state";

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
