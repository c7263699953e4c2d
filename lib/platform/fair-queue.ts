interface Waiter {
  begin: () => void;
  refuse: () => void;
}

interface Bounds {
  /** Places of all owners together. */
  total: number;
  /** Places of one owner. */
  ofOwner: (owner: string) => number;
  waitMs: number;
}

/**
 * Runs a few pieces of work at a time, owners taking turns. When the queue is full, the longest one gives its last
 * place to an owner that has fewer, so that only an owner that floods it is refused.
 */
export class FairQueue {
  readonly #turns: number;
  readonly #bounds: Bounds;
  #running = 0;
  #waiting = 0;
  /** Owners in the order of their next turns; none without a waiter. */
  readonly #lines = new Map<string, Waiter[]>();

  /** @param turns how many may be under way at once. */
  constructor(turns: number, bounds: Bounds) {
    this.#turns = turns;
    this.#bounds = bounds;
  }

  /**
   * Runs `work` in its owner's turn. Throws `refusal()` without a place in the queue or when the turn is late; hurried
   * also when none is free at once.
   */
  async run<T>(
    owner: string,
    work: () => Promise<T>,
    refusal: () => Error,
    { isHurried = false } = {},
  ): Promise<T> {
    if (this.#running < this.#turns) this.#running += 1;
    else if (isHurried) throw refusal();
    else await this.#wait(owner, refusal);
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  #wait(owner: string, refusal: () => Error): Promise<void> {
    const line = this.#lines.get(owner) ?? [];
    if (line.length >= this.#bounds.ofOwner(owner) || !this.#hasPlaceBeside(line.length)) {
      return Promise.reject(refusal());
    }
    this.#waiting += 1;
    this.#lines.set(owner, line);
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        this.#leave(owner, waiter);
        reject(refusal());
      };
      const timer = setTimeout(refuse, this.#bounds.waitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { begin, refuse };
      line.push(waiter);
    });
  }

  /** Whether one more may wait whose owner has so many waiting; the last of the longest line may have to go for it. */
  #hasPlaceBeside(own: number): boolean {
    if (this.#waiting < this.#bounds.total) return true;
    const lines = [...this.#lines.values()];
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= own + 1) return false;
    longest.at(-1)?.refuse();
    return true;
  }

  #leave(owner: string, waiter: Waiter): void {
    const line = this.#lines.get(owner) ?? [];
    line.splice(line.indexOf(waiter), 1);
    this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(owner);
  }

  /** Gives a turn that has ended to the first of the owner whose turn is next, who then goes to the end. */
  #handOn(): void {
    const [next] = this.#lines;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [owner, line] = next;
    const waiter = line[0] as Waiter;
    this.#leave(owner, waiter);
    if (line.length > 0) {
      this.#lines.delete(owner);
      this.#lines.set(owner, line);
    }
    waiter.begin();
  }
}
