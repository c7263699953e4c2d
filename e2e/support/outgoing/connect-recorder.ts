import { AsyncLocalStorage } from "node:async_hooks";
import { Socket } from "node:net";

/** Where a connection would have gone. */
interface Target {
  host: string;
  port: number;
}

interface Wish {
  host?: string;
  port?: number;
  lookup?: (name: string, options: { all: true }, answer: (error: null, found: Found[]) => void) => void;
}

interface Found {
  address: string;
}

type Connect = (this: Socket, ...words: unknown[]) => Socket;

const { prototype } = Socket as unknown as { prototype: { connect: Connect } };

/** `connect(options)`, or the list into which node has put its arguments. */
function readWish([first]: unknown[]): Wish {
  return (Array.isArray(first) ? first[0] : first) as Wish;
}

function targetsOf({ host = "", port = 0, lookup }: Wish): Target[] {
  let addresses = [host];
  lookup?.(host, { all: true }, (_, found) => {
    addresses = found.map(({ address }) => address);
  });
  return addresses.map((address) => ({ host: address, port }));
}

/**
 * Stands where every TCP connection of this process begins, and writes down where it goes. A connection that leaves
 * loopback is refused here, whatever the guard said, so that no test leaves the machine.
 */
export class ConnectRecorder {
  readonly targets: Target[] = [];
  /** Those of what `watch` runs, apart from connections that tests before it in the same process left behind. */
  readonly watched: Target[] = [];
  readonly #watching = new AsyncLocalStorage<true>();
  readonly #connect = prototype.connect;

  open(): this {
    const { targets, watched } = this;
    const isWatching = () => this.#watching.getStore() === true;
    const connect = this.#connect;
    prototype.connect = function (...words) {
      const wished = targetsOf(readWish(words));
      targets.push(...wished);
      if (isWatching()) watched.push(...wished);
      if (wished.every(({ host }) => /^127\.|^::1$/.test(host))) return connect.apply(this, words);
      process.nextTick(() => this.destroy(new Error("the recorder lets nothing out")));
      return this;
    };
    return this;
  }

  watch<T>(work: () => T): T {
    return this.#watching.run(true, work);
  }

  close(): void {
    prototype.connect = this.#connect;
  }
}
