import { Semaphore } from "@/lib/platform/concurrency";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";

/** `live`: scans are reported at once. `waiting`: no notifications from the database at the moment. `ended`: nothing more comes. */
export type LiveState = "live" | "waiting" | "ended";

export interface StateHandler {
  onState(state: LiveState): void;
}

/** So far apart at least an account is read. */
const readEveryMs = 200;
export const retryMs = 1_000;
/** Reads at the same time in one process, of the ten connections that its pages share. One that waits longer is repeated later. */
const maxRunning = 3;
const readWaitMs = 5_000;
const slots = oncePerProcess("live reads", () => new Semaphore(maxRunning, readWaitMs));

/** What is read again when there may be something new: for all followers in this process at once, and paced. */
export abstract class PacedReads<F extends StateHandler> {
  readonly followers = new Set<F>();
  #timer: NodeJS.Timeout | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #isNudged = false;

  /** It knows what was there before its first follower came. */
  abstract get hasBegun(): boolean;

  /** Reads what is new and reports it. What it throws makes it read again later. */
  protected abstract read(): Promise<void>;

  /** There may be something new. */
  nudge(delayMs = this.#readAt + readEveryMs - performance.now()): void {
    if (this.#isReading) this.#isNudged = true;
    else this.#timer ??= setTimeout(() => void this.#run(), Math.max(0, delayMs));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.followers.clear();
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    this.#isNudged = false;
    this.#readAt = performance.now();
    let delayMs: number | undefined;
    try {
      await slots.run(() => this.read());
    } catch (err) {
      log.debug({ err }, "live scans could not be read");
      this.#isNudged = true;
      delayMs = retryMs;
    }
    this.#isReading = false;
    if (this.#isNudged && this.followers.size > 0) this.nudge(delayMs);
  }
}
