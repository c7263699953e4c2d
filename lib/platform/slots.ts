import { ServiceError } from "./errors";

/** How long work waits for a slot before it is `unavailable`: as long as it would wait for a connection. */
const usualPatienceMs = 2_000;

/** Work of one kind, so much of it at a time; the rest waits in the order of asking. For this process alone. */
export class Slots {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number, patienceMs = usualPatienceMs) {
    this.#most = most;
    this.#free = most;
    this.#patienceMs = patienceMs;
  }

  /** Whether no work is under way or waits. */
  get isIdle(): boolean {
    return this.#free === this.#most;
  }

  /** What `work` gives or throws. Throws `unavailable` when no slot was free in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#seize()) await this.#wait();
    try {
      return await work();
    } finally {
      this.#giveBack();
    }
  }

  /** A slot, and what gives it back once. Throws `unavailable` when none was free in time. */
  async take(): Promise<() => void> {
    if (!this.#seize()) await this.#wait();
    let isMine = true;
    return () => {
      if (isMine) this.#giveBack();
      isMine = false;
    };
  }

  #seize(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new ServiceError("unavailable", "Too many readings are under way", { retryAfterSeconds: 2 }));
      };
      const timer = setTimeout(giveUp, this.#patienceMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(begin);
    });
  }
}

/** Slots of each key, as many for one as for another: nobody's work takes the place of anybody else's. */
export class SlotsByKey {
  readonly #slots = new Map<string, Slots>();

  constructor(
    private readonly most: number,
    private readonly patienceMs?: number,
  ) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.take(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async take(key: string): Promise<() => void> {
    const slots = this.#slots.get(key) ?? new Slots(this.most, this.patienceMs);
    this.#slots.set(key, slots);
    const leave = await slots.take();
    return () => {
      leave();
      if (slots.isIdle && this.#slots.get(key) === slots) this.#slots.delete(key);
    };
  }
}
