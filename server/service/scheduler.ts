import { recordTaskRun, registerTask } from "@/lib/platform/health";
import { log } from "@/lib/platform/log";
import { counter } from "@/lib/platform/metrics";

export interface Task {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

const runs = counter({
  name: "quietzone_task_runs_total",
  help: "Runs of the tasks that repeat, by outcome.",
  labels: ["task", "outcome"],
});

async function runOnce({ name, run }: Task): Promise<void> {
  try {
    await run();
    runs.inc({ task: name, outcome: "done" });
    recordTaskRun(name, false);
  } catch (err) {
    runs.inc({ task: name, outcome: "failed" });
    recordTaskRun(name, true);
    log.error({ task: name, err }, "a repeating task failed");
  }
}

/**
 * Runs each task again and again, `everyMs` after the end of its last run, so that it never overlaps itself. The first
 * run is a tenth of that after the start. A run that fails is logged and tried again at its next turn.
 */
export function startTasks(tasks: readonly Task[]): { stop(): Promise<void> } {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  function plan(task: Task, delayMs: number): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runOnce(task).finally(() => {
        running.delete(run);
        plan(task, task.everyMs);
      });
      running.add(run);
    }, delayMs);
    timers.add(timer);
  }

  for (const task of tasks) {
    registerTask(task.name, task.everyMs);
    plan(task, task.everyMs / 10);
  }
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
