import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "./errors";

/** Runs work on one key in order, one at a time, and work on different keys at once. Within this process only. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once everything before it on the same `key` has ended or failed. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/** As long as work would wait for a connection. */
const defaultWaitMs = 2_000;

/** Runs at most `most` pieces of work at a time; the rest wait in order. Within this process only. */
export class Semaphore {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number, waitMs = defaultWaitMs) {
    this.#most = most;
    this.#free = most;
    this.#waitMs = waitMs;
  }

  get isIdle(): boolean {
    return this.#free === this.#most;
  }

  /** Throws `unavailable` when no slot is free in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#tryAcquire()) await this.#wait();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Takes a slot and returns what releases it. Throws `unavailable` when none is free in time. */
  async acquire(): Promise<() => void> {
    if (!this.#tryAcquire()) await this.#wait();
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  #release(): void {
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
      const timer = setTimeout(giveUp, this.#waitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(begin);
    });
  }
}

/** A semaphore per key, each with the same number of slots. */
export class KeyedSemaphore {
  readonly #slots = new Map<string, Semaphore>();

  constructor(
    private readonly most: number,
    private readonly waitMs?: number,
  ) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async acquire(key: string): Promise<() => void> {
    const slots = this.#slots.get(key) ?? new Semaphore(this.most, this.waitMs);
    this.#slots.set(key, slots);
    const release = await slots.acquire();
    return () => {
      release();
      if (slots.isIdle && this.#slots.get(key) === slots) this.#slots.delete(key);
    };
  }
}

/** An account sees when its own work ends, so it need not wait as long as for the work of others. */
const accountRetrySeconds = 10;

interface LongWork {
  perProcess: number;
  /** Slots of an account, which never waits for one. */
  perAccount: number;
  /** How long work waits for a slot of the process. */
  waitMs: number;
  /** When to try again while the process has no slot. */
  busyRetrySeconds: number;
  busyMessage: string;
  busyAccountMessage: string;
}

/**
 * Slots for long work that keeps a piece of a file in memory, for the process and for each account; two pieces read the
 * database at a time. Within this process only.
 */
export class LongWorkLimit {
  readonly #ofProcess: Semaphore;
  readonly #ofAccount: KeyedSemaphore;
  readonly #readings = new Semaphore(2, 15_000);

  constructor(private readonly work: LongWork) {
    this.#ofProcess = new Semaphore(work.perProcess, work.waitMs);
    this.#ofAccount = new KeyedSemaphore(work.perAccount, 0);
  }

  /** Takes a slot and returns what releases it. Throws `rate_limited` while the account has all its own, `unavailable` while others have the rest. */
  async acquire(accountId: string): Promise<() => void> {
    const { busyMessage, busyAccountMessage, busyRetrySeconds } = this.work;
    const leaveAccount = await this.#ofAccount.acquire(accountId).catch(() => {
      throw new ServiceError("rate_limited", busyAccountMessage, { retryAfterSeconds: accountRetrySeconds });
    });
    try {
      const leave = await this.#ofProcess.acquire();
      return () => {
        leave();
        leaveAccount();
      };
    } catch {
      leaveAccount();
      throw new ServiceError("unavailable", busyMessage, { retryAfterSeconds: busyRetrySeconds });
    }
  }

  /** Reads one piece when it is its turn. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return this.#readings.run(work);
  }
}

/** Keeps long work from blocking the event loop: awaited before each step, it yields once `longestMs` have passed. */
export function createYield(longestMs: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/** The same for work that could take all of the time: after its steps it sleeps for as long as they took. */
export function createRest(longestMs: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const took = performance.now() - since;
    if (took < longestMs) return;
    await sleep(took);
    since = performance.now();
  };
}
