/**
 * Keeps what was used last, up to a number of bytes. An entry larger than half of that is not kept at all, so that one
 * giant cannot push out everything else.
 */
export class ByteCache<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  #bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a key, made by `make` when it is not there; `weigh` tells its bytes. */
  take(key: string, make: () => Value, weigh: (value: Value) => number): Value {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const value = make();
    const bytes = weigh(value);
    if (bytes <= this.maxBytes / 2) {
      this.#entries.set(key, { value, bytes });
      this.#bytes += bytes;
      this.#dropOldest();
    }
    return value;
  }

  #dropOldest(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.maxBytes) return;
      this.#entries.delete(key);
      this.#bytes -= bytes;
    }
  }
}
