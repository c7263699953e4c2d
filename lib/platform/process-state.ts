const key = Symbol.for("quietzone");
const store = globalThis as typeof globalThis & { [key]?: Map<string, unknown> };

/**
 * Makes a value once in the process and gives the same one ever after.
 *
 * The front's bundle and Next's bundle are two instances of `lib` in one process. Each thread has values of its own; what
 * pages must share with the main thread goes through `main-thread.ts`. What there must be one of
 * (pool, registry, logger, caches, limiter) is made through here.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  store[key] ??= new Map();
  const values = store[key];
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}

/** Copies of values that are made already, by their names; for a thread of this process. */
export function copyState(names: readonly string[]): Map<string, unknown> {
  const made = names.filter((name) => store[key]?.has(name));
  return new Map(made.map((name) => [name, store[key]?.get(name)]));
}

/** Begins a thread with the values of the main one; call it before anything else is loaded. */
export function takeState(values: ReadonlyMap<string, unknown>): void {
  store[key] = new Map(values);
}
