import type { MessagePort, Worker } from "node:worker_threads";
import { oncePerProcess } from "./process-state";

/** Calls a function of another thread by its name; arguments and result are structured-cloned. */
export type Ask = (name: string, args: readonly unknown[]) => Promise<unknown>;

/** The calls between two threads. */
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
    const asked = waiting.get(id);
    waiting.delete(id);
    if ("fault" in message) asked?.reject(message.fault);
    else asked?.resolve(message.value);
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

const state = oncePerProcess("main thread", () => ({
  /** Set in the thread of pages alone. */
  ask: undefined as Ask | undefined,
  functions: new Map<string, (args: readonly unknown[]) => Promise<unknown>>(),
}));

/** In the thread of pages: from now on `ofMainThread` calls the main thread. */
export function setMainThread(ask: Ask | undefined): void {
  state.ask = ask;
}

/**
 * A function on what the process has once, such as its rate limits: called in the thread of pages, it runs in the main thread. Its
 * arguments and its result must be plain values.
 */
export function ofMainThread<A extends unknown[], R>(
  name: string,
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  state.functions.set(name, (args) => run(...(args as A)));
  return (...args) => (state.ask === undefined ? run(...args) : (state.ask(name, args) as Promise<R>));
}

/** In the main thread: runs a function of `ofMainThread` that the pages call. */
export const answerPages: Ask = async (name, args) => {
  const run = state.functions.get(name);
  if (run === undefined) throw new Error(`The main thread has no function ${name}`);
  return run(args);
};
