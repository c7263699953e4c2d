/**
 * Work on the same thing, one after the other in the order of asking; on different things all at once. For this process
 * alone: what must hold over several is the database's to say.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** What `work` gives or throws, once everything before it about the same `key` has ended, well or not. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
