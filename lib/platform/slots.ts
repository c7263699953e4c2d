import { ServiceError } from "./errors";

/** How long work waits for a slot before it is `unavailable`: as long as it would wait for a connection. */
const patienceMs = 2_000;

/** Work of one kind, so much of it at a time; the rest waits in the order of asking. For this process alone. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** What `work` gives or throws. Throws `unavailable` when no slot was free in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new ServiceError("unavailable", "Too many readings are under way", { retryAfterSeconds: 2 }));
      };
      const timer = setTimeout(giveUp, patienceMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(begin);
    });
  }
}
