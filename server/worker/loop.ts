import { isDisconnection } from "@/lib/platform/database-errors";
import { log } from "@/lib/platform/log";

/** Work that is looked for whenever there may be some. */
export interface Loop {
  /** There may be work: a step begins at once, or right after the one under way. */
  ring(): void;
  /** No further step begins; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** However quiet it is: a ring may be lost with the connection that brings it. */
const longestWaitMs = 5_000;
/** After a step that failed nothing shortens the first wait; it doubles up to the second. */
const firstFailureWaitMs = 100;
const longestFailureWaitMs = 1_000;

/** Sleeps that a ring ends. A ring while nobody sleeps ends the next one at once. */
class Alarm {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#hasRung && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#hasRung = false;
  }
}

/**
 * Takes steps one after the other: at a ring, after the milliseconds that the last step asked for, and every 5 seconds
 * all the same. A step that fails is taken again after 0.1 to 1 second, so that work goes on within about a second of a
 * database's return, and nothing spins while it is away.
 */
export function startLoop(task: string, step: () => Promise<number>): Loop {
  const alarm = new Alarm();
  const pause = new Alarm();
  let isStopped = false;
  let failures = 0;

  function onFailure(err: unknown): number {
    // The first says it; while the database is away each further one would say the same. A statement that took too long
    // is no absence: something holds what it needs, and each time tells.
    if (!isDisconnection(err)) log.error({ task, err }, "a step of the worker failed");
    else if (failures === 0) log.warn({ task, err }, "the database is away; what is due waits");
    failures += 1;
    return Math.min(firstFailureWaitMs * 2 ** (failures - 1), longestFailureWaitMs);
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        const waitMs = await step();
        if (failures > 0) log.info({ task, count: failures }, "the worker goes on");
        failures = 0;
        if (!isStopped) await alarm.wait(Math.min(waitMs, longestWaitMs));
      } catch (err) {
        await pause.wait(onFailure(err));
      }
    }
  }

  const ended = run();
  return {
    ring: () => alarm.ring(),
    async stop() {
      isStopped = true;
      alarm.ring();
      pause.ring();
      await ended;
    },
  };
}
