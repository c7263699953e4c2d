import { log } from "@/lib/platform/log";
import { isReplayed, replaySpool } from "./replay";
import type { Spool } from "./spool";

const everyMs = 1_000;

/** Stores what is in the spool again and again, while the database takes it. */
export class ReplayLoop {
  readonly #spool: Spool;
  readonly #isWell: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  isRunning = false;

  constructor(spool: Spool, isWell: () => boolean) {
    this.#spool = spool;
    this.#isWell = isWell;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (!this.isRunning) void this.#run();
  }

  stop(): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.isRunning = true;
    try {
      const isWanted = () => this.#isStarted && this.#isWell();
      const { folder, reserve } = this.#spool;
      await replaySpool(folder, { openPath: () => this.#spool.openPath, isWanted });
      if (await isReplayed(folder)) await reserve.fill();
    } catch (err) {
      log.warn({ err }, "the spool cannot be stored at the moment");
    }
    this.isRunning = false;
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.#run(), everyMs);
    this.#timer.unref();
  }
}
