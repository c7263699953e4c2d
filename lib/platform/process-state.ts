import type { MessagePort, Worker } from "node:worker_threads";

const key = Symbol.for("quietzone");
const store = globalThis as typeof globalThis & { [key]?: Map<string, unknown> };

/**
 * Makes a value once per thread and returns the same one from then on. The front's and Next's bundles are two instances
 * of `lib` in one process, so pools, registries, caches and limiters are made here.
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
export function restoreState(values: ReadonlyMap<string, unknown>): void {
  store[key] = new Map(values);
}

/** Calls a function of another thread by its name; arguments and result are structured-cloned. */
export type Ask = (name: string, args: readonly unknown[]) => Promise<unknown>;

export interface Calls {
  ask: Ask;
  /** Rejects every call that waits, and those to come: the other thread has ended. */
  close(reason: Error): void;
}

type Message =
  | { id: number; name: string; args: readonly unknown[] }
  | { id: number; value: unknown }
  | { id: number; fault: unknown };

interface Waiting {
  resolve(value: unknown): void;
  reject(fault: unknown): void;
}

/** Opens calls in both directions over a port; `answer` runs those that come from the other thread. */
export function openCalls(port: MessagePort | Worker, answer: Ask): Calls {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed: Error | undefined;
  const send = (message: Message) => {
    if (closed === undefined) port.postMessage(message);
  };
  port.on("message", (message: Message) => {
    const { id } = message;
    if ("name" in message) {
      answer(message.name, message.args).then(
        (value) => send({ id, value }),
        (fault: unknown) => send({ id, fault }),
      );
      return;
    }
    const pending = waiting.get(id);
    waiting.delete(id);
    if ("fault" in message) pending?.reject(message.fault);
    else pending?.resolve(message.value);
  });
  return {
    ask: (name, args) =>
      new Promise((resolve, reject) => {
        if (closed !== undefined) return reject(closed);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ id: lastId, name, args });
      }),
    close(reason) {
      closed = reason;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    },
  };
}

/** Looked up at each use: a thread replaces its values once this file is loaded (`restoreState`). */
const state = () =>
  oncePerProcess("main thread", () => ({
    /** Set in the thread of pages alone. */
    ask: undefined as Ask | undefined,
    functions: new Map<string, (args: readonly unknown[]) => Promise<unknown>>(),
  }));

/** In the thread of pages: from now on `ofMainThread` calls the main thread. */
export function setMainThread(ask: Ask | undefined): void {
  state().ask = ask;
}

/** Makes a function run in the main thread when the thread of pages calls it. Arguments and result must be plain values. */
export function ofMainThread<A extends unknown[], R>(
  name: string,
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  state().functions.set(name, (args) => run(...(args as A)));
  return (...args) => {
    const { ask } = state();
    return ask === undefined ? run(...args) : (ask(name, args) as Promise<R>);
  };
}

/** In the main thread: runs a function of `ofMainThread` that the pages call. */
export const answerPageThread: Ask = async (name, args) => {
  const run = state().functions.get(name);
  if (run === undefined) throw new Error(`The main thread has no function ${name}`);
  return run(args);
};
