import { log } from "@/lib/platform/log";

const tellEveryMs = 1_000;

/** Visits that neither the database nor the disk took, told to the log once a second at most. */
export class Losses {
  #count = 0;
  #err: unknown;
  #toldAt = Number.NEGATIVE_INFINITY;

  add(count: number, err: unknown): void {
    this.#count += count;
    this.#err = err;
    if (performance.now() - this.#toldAt > tellEveryMs) this.tell();
  }

  tell(): void {
    if (this.#count === 0) return;
    log.error(
      { err: this.#err, count: this.#count },
      "visits were lost: neither database nor spool took them",
    );
    this.#count = 0;
    this.#toldAt = performance.now();
  }
}
