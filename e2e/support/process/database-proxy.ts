import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
  client: Socket;
  database: Socket;
  isListening: boolean;
}

function silence({ client, database }: Pair): void {
  client.pause().removeAllListeners("data");
  database.pause().removeAllListeners("data");
}

/** A way to a database that can break as networks do. */
export class DatabaseProxy {
  readonly #pairs = new Set<Pair>();
  /** Who connected while it was gone. */
  readonly #unanswered = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;
  #isGone = false;

  constructor(private readonly databaseUrl: string) {
    this.#server = createServer((client) => this.#take(client));
  }

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  /** The database by this way. */
  get url(): string {
    const url = new URL(this.databaseUrl);
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  /** Every connection ends, and new ones are refused until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const client of this.#unanswered) client.destroy();
    for (const { client, database } of this.#pairs) {
      client.destroy();
      database.destroy();
    }
  }

  /**
   * As when the database's machine is gone: open connections never get another byte and never end, and a client that
   * connects before `restore` is not answered.
   */
  vanish(): void {
    this.#isGone = true;
    for (const pair of this.#pairs) {
      silence(pair);
      // What takes its place knows nothing of its sessions.
      pair.database.removeAllListeners("close").destroy();
    }
  }

  restore(): void {
    this.#isCut = false;
    this.#isGone = false;
  }

  /** Connections that listen are there and say no word any more, in either direction. Returns how many. */
  silenceListeners(): number {
    const listening = [...this.#pairs].filter(({ isListening }) => isListening);
    for (const pair of listening) silence(pair);
    return listening.length;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #take(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    if (this.#isGone) return void this.#unanswered.add(client.pause().on("error", () => {}));
    const { hostname, port, searchParams } = new URL(this.databaseUrl);
    const host = searchParams.get("host") ?? decodeURIComponent(hostname);
    const number = Number(port || 5432);
    const database = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${number}`) : connect(number, host);
    const pair: Pair = { client, database, isListening: false };
    this.#pairs.add(pair);
    this.#connect(pair);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on("error", () => {});
      one.once("close", () => {
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
  }

  #connect(pair: Pair): void {
    const { client, database } = pair;
    client.on("data", (chunk) => {
      if (chunk.includes("LISTEN")) pair.isListening = true;
      database.write(chunk);
    });
    database.on("data", (chunk) => client.write(chunk));
  }
}
