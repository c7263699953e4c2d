/** One of a function's bounds on what runs at a time, for each value of its key. */
export interface Limit {
  limit: number;
  key?: string;
}

type Input = Record<string, unknown>;

/** The value of an expression like `event.data.webhookId`. */
function readValue(expression: string, event: Input): unknown {
  return expression
    .split(".")
    .reduce<unknown>((value, name) => (value as Input | undefined)?.[name], { event });
}

/** Lets through as many at a time as the bounds of their function allow, in the order in which they come. */
export class Limits {
  readonly #running = new Map<string, number>();
  readonly #most = new Map<string, number>();
  #waiting: { keys: Map<string, number>; enter: () => void }[] = [];

  /** Resolves when it may run, with what ends it. */
  async enter(functionId: string, limits: readonly Limit[], event: Input): Promise<() => void> {
    const keys = new Map(
      limits.map(({ key, limit }) => [`${functionId} ${key} ${key && readValue(key, event)}`, limit]),
    );
    await new Promise<void>((resolve) => {
      this.#waiting.push({ keys, enter: resolve });
      this.#admit();
    });
    return () => {
      for (const key of keys.keys()) this.#running.set(key, this.#countOf(key) - 1);
      this.#admit();
    };
  }

  /** The most that ran at a time by any key that holds the text. */
  mostOf(text: string): number {
    return Math.max(0, ...[...this.#most].filter(([key]) => key.includes(text)).map(([, most]) => most));
  }

  #countOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #admit(): void {
    this.#waiting = this.#waiting.filter(({ keys, enter }) => {
      for (const [key, limit] of keys) if (this.#countOf(key) >= limit) return true;
      for (const key of keys.keys()) {
        const count = this.#countOf(key) + 1;
        this.#running.set(key, count);
        this.#most.set(key, Math.max(count, this.#most.get(key) ?? 0));
      }
      enter();
      return false;
    });
  }
}
