import { once, setMaxListeners } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { TlsOptions } from "node:tls";
import { type Answer, giveAnswer } from "./answers";
import { type Certificate, type CertificateKind, certificateOf } from "./authority";

/** A request as it arrived, whole. */
export interface Received {
  /** From 0, in the order in which they were whole. */
  number: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
  /** When its head was there, in milliseconds as `Date.now()` but finer. */
  arrivedAt: number;
}

/** One answer for all, answers in turn of which the last one stays, or what decides (and may wait: a barrier). */
export type Script = Answer | Answer[] | ((received: Received) => Answer | Promise<Answer>);

export interface ReceiverOptions {
  script?: Script;
  certificate?: CertificateKind | Certificate;
  /** Further settings of the server, like old versions of TLS. */
  tls?: TlsOptions;
  host?: string;
  port?: number;
}

const nowMs = () => performance.timeOrigin + performance.now();

function pickAnswer(script: Script, received: Received, turn: number): Answer | Promise<Answer> {
  if (typeof script === "function") return script(received);
  if (!Array.isArray(script)) return script;
  return script[Math.min(turn, script.length - 1)] ?? {};
}

/** A real HTTPS server of one test on loopback, whose name is one of the test authority's. */
export class Receiver {
  readonly requests: Received[] = [];
  /** Connections that were taken. */
  connections = 0;
  /** Requests whose answer is not over, and the most there ever were at once. */
  open = 0;
  mostOpen = 0;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #host: string;
  #script: Script;
  /** Requests that came since the script was set. */
  #turn = 0;

  constructor(server: Server, script: Script, host: string) {
    this.#server = server;
    this.#script = script;
    this.#host = host;
    // Every answer that waits listens for the end.
    setMaxListeners(0, this.#closing.signal);
    server.on("connection", () => {
      this.connections += 1;
    });
    server.on("request", (request, response) => void this.#take(request, response));
    // A client that leaves in the middle of a handshake or of an answer is what some tests are about.
    for (const name of ["tlsClientError", "clientError"]) server.on(name, (_, socket) => socket.destroy());
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** With a name that resolves where `WEBHOOK_DNS_SERVERS` is the stub; `urlOf` for another. */
  get url(): string {
    return this.urlOf(this.#host);
  }

  urlOf(name: string, path = "/hook"): string {
    return `https://${name.includes(":") ? `[${name}]` : name}:${this.port}${path}`;
  }

  /** How it answers from now on; answers in turn start again. */
  respond(script: Script): void {
    this.#script = script;
    this.#turn = 0;
  }

  /**
   * Resolves with all requests as soon as there are so many, or with the first one that fits. Throws when no request has come
   * for `quietMs`: how fast they come depends on the machine.
   */
  waitFor(wanted: number, quietMs?: number): Promise<Received[]>;
  waitFor(wanted: (received: Received) => boolean, quietMs?: number): Promise<Received>;
  async waitFor(wanted: number | ((received: Received) => boolean), quietMs = 20_000) {
    let deadline = performance.now() + quietMs;
    let arrived = this.requests.length;
    for (;;) {
      const found = typeof wanted === "number" ? this.requests.length >= wanted : this.requests.find(wanted);
      if (found) return found === true ? this.requests : found;
      if (this.requests.length > arrived) {
        arrived = this.requests.length;
        deadline = performance.now() + quietMs;
      }
      if (performance.now() > deadline) {
        throw new Error(`the receiver waited in vain; it has ${this.requests.length} requests`);
      }
      await sleep(10);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = nowMs();
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    response.once("close", () => {
      this.open -= 1;
    });
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const received: Received = {
        number: this.requests.length,
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
        arrivedAt,
      };
      this.requests.push(received);
      const answer = await pickAnswer(this.#script, received, this.#turn++);
      await giveAnswer(request, response, answer, this.#closing.signal);
    } catch {
      request.socket.destroy();
    }
  }
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { script = {}, certificate = "good", host = "127.0.0.1", port = 0, tls } = options;
  const pair = typeof certificate === "string" ? await certificateOf(certificate) : certificate;
  const server = createServer({ ...pair, ...tls, keepAlive: true });
  const receiver = new Receiver(server, script, host);
  server.listen(port, host);
  await once(server, "listening");
  return receiver;
}
