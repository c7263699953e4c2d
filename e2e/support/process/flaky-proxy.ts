import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What becomes of a request on its way: all goes well (`none`), nothing arrives (`drop`), it is done and its answer is lost (`lose`) or breaks off in the
 * middle (`break`), nobody ever answers (`hang`), or what stands before the service answers itself.
 */
export type Mishap =
  | "none"
  | "drop"
  | "lose"
  | "break"
  | "hang"
  | { status: number; headers?: Record<string, string> };

interface Passed {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

const ofOneConnection = ["host", "connection", "content-length", "transfer-encoding"];

/** A real way to a service on which things go wrong in the order in which a test says; then all goes well. */
export class FlakyProxy {
  /** What came, in order. */
  readonly requests: Passed[] = [];
  /** What becomes of the requests from here on. */
  mishaps: Mishap[] = [];
  readonly #server: Server;

  constructor(private readonly target: string) {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = request;
    const passed = { method, path: url, headers, body: Buffer.concat(chunks) };
    this.requests.push(passed);
    const mishap = this.mishaps.shift();
    if (mishap === "hang") return;
    if (mishap === "drop") return void request.socket.destroy();
    if (typeof mishap === "object") {
      return void response.writeHead(mishap.status, mishap.headers).end("<h1>Not now</h1>");
    }
    const answer = await this.#pass(passed);
    if (mishap === "lose") return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers);
    if (mishap !== "break") return void response.end(answer.body);
    response.write(answer.body.subarray(0, answer.body.length / 2), () => request.socket.destroy());
  }

  async #pass({ method, path, headers, body }: Passed) {
    const sent = Object.entries(headers).filter(([name]) => !ofOneConnection.includes(name));
    const answer = await fetch(this.target + path, {
      method,
      headers: sent.map(([name, value]) => [name, String(value)] as [string, string]),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const kept = [...answer.headers].filter(([name]) => !ofOneConnection.includes(name));
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(kept), "content-length": String(bytes.length) },
      body: bytes,
    };
  }
}
