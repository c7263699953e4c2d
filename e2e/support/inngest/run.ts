import { setTimeout as sleep } from "node:timers/promises";
import type { AppAnswer } from "./app-calls";

/** An event as it was sent. */
export interface SentEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts: number;
}

/** What the app answers of one step. */
export interface Op {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: { message?: string };
}

export interface Run {
  id: string;
  functionId: string;
  /** More than one of a function that takes batches. */
  events: SentEvent[];
  status: "running" | "completed" | "failed";
  output: unknown;
  /** Every step that was told of, in their order. */
  ops: Op[];
  /** Answers that asked for another try. */
  failures: number;
}

/** What a run needs of the server that drives it. */
export interface Driver {
  /** One call of the function under its limits; rejects where the app is out of reach. */
  call(run: Run, body: string, stepId: string): Promise<AppAnswer>;
  maxAttempts: number;
  retryMs: number;
  signal: AbortSignal;
}

const plain = "step";

/** Seconds or a date of `Retry-After`, else our own way of waiting. */
function retryDelayMs(answer: AppAnswer | null, failures: number, retryMs: number): number {
  const after = answer?.headers.get("retry-after");
  if (after === null || after === undefined) return retryMs * 2 ** Math.min(failures - 1, 6);
  return /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - Date.now());
}

/** Drives one run to its end as Inngest does: call, keep what a step gave, call again with all that was kept. */
export class RunDriver {
  readonly #run: Run;
  readonly #driver: Driver;
  readonly #steps: Record<string, { type: "data"; data: unknown } | { type: "error"; error: unknown }> = {};
  readonly #stack: string[] = [];
  #attempt = 0;

  constructor(run: Run, driver: Driver) {
    this.#run = run;
    this.#driver = driver;
  }

  async drive(): Promise<void> {
    let stepId: string | null = plain;
    while (stepId !== null && this.#run.status === "running") {
      const answer = await this.#call(stepId);
      if (answer?.status === 200) this.#end("completed", answer.json);
      else if (answer?.status === 206) stepId = await this.#runOps(answer, answer.json as Op[]);
      else await this.#retry(answer);
    }
  }

  async #call(stepId: string): Promise<AppAnswer | null> {
    const { events, id } = this.#run;
    const body = JSON.stringify({
      event: events[0],
      events,
      steps: this.#steps,
      version: 2,
      ctx: {
        run_id: id,
        fn_id: "00000000-0000-4000-8000-000000000000",
        env: "test",
        attempt: this.#attempt,
        max_attempts: this.#driver.maxAttempts,
        disable_immediate_execution: false,
        use_api: false,
        qi_id: `${id}-${this.#stack.length}`,
        stack: { stack: this.#stack, current: this.#stack.length },
      },
    });
    return await this.#driver.call(this.#run, body, stepId).catch(() => null);
  }

  async #runOps(answer: AppAnswer, ops: Op[]): Promise<string> {
    this.#run.ops.push(...ops);
    for (const op of ops) {
      if (op.op === "StepPlanned") return op.id;
      if (op.op === "StepError" && (await this.#retry(answer))) return plain;
      if (op.op === "Sleep") await this.#sleepUntil(String(op.name));
      const isFailed = op.op === "StepError" || op.op === "StepFailed";
      this.#steps[op.id] = isFailed
        ? { type: "error", error: op.error }
        : { type: "data", data: op.data ?? null };
      this.#stack.push(op.id);
      this.#attempt = 0;
    }
    this.#run.status = this.#driver.signal.aborted ? "failed" : this.#run.status;
    return plain;
  }

  async #sleepUntil(instant: string): Promise<void> {
    const ms = Math.max(0, Date.parse(instant) - Date.now());
    if (Number.isNaN(ms)) throw new Error(`A sleep names no instant: ${instant}`);
    await sleep(ms, undefined, { signal: this.#driver.signal, ref: false }).catch(() => {});
  }

  /** Waits for another attempt; false, and of a whole call the end of the run, when there is none. */
  async #retry(answer: AppAnswer | null): Promise<boolean> {
    const { maxAttempts, retryMs, signal } = this.#driver;
    this.#run.failures += 1;
    this.#attempt += 1;
    const isOver = answer?.headers.get("x-inngest-no-retry") === "true" || this.#attempt >= maxAttempts;
    if (isOver || signal.aborted) {
      if (answer?.status !== 206 || signal.aborted) this.#end("failed", answer?.json ?? answer?.text);
      return false;
    }
    const waitMs = retryDelayMs(answer, this.#attempt, retryMs);
    await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
    return true;
  }

  #end(status: Run["status"], output: unknown): void {
    this.#run.status = status;
    this.#run.output = output;
  }
}
