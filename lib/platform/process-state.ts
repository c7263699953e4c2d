const key = Symbol.for("quietzone");
const store = globalThis as typeof globalThis & { [key]?: Map<string, unknown> };

/**
 * Makes a value once in the process and gives the same one ever after.
 *
 * The front's bundle and Next's bundle are two instances of `lib` in one process. What there must be one of
 * (pool, registry, logger, caches, limiter) is made through here.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  store[key] ??= new Map();
  const values = store[key];
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}
