import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it was on the wire. */
export interface ExactRequest {
  method: string;
  target: string;
  /** Names and values in turn. */
  rawHeaders: string[];
  body: Buffer;
}

/** An answer as it was on the wire. */
export interface ExactAnswer {
  status: number;
  rawHeaders: string[];
  body: Buffer;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The framing is made anew on each side; a body that came in chunks is sent with its length. */
function withLength(rawHeaders: readonly string[], body: Buffer): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const at = names.indexOf("transfer-encoding");
  if (at < 0) return [...rawHeaders];
  return rawHeaders.toSpliced(2 * at, 2, "Content-Length", String(body.length));
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export async function takeRequest(incoming: IncomingMessage): Promise<ExactRequest> {
  const { method = "", url: target = "" } = incoming;
  const body = await readAll(incoming);
  return { method, target, rawHeaders: withLength(incoming.rawHeaders, body), body };
}

/** Sends exactly this request to another origin and takes its answer. */
export async function sendExactly(origin: string, sent: ExactRequest): Promise<ExactAnswer> {
  const { hostname, port } = new URL(origin);
  const outgoing = request({
    hostname,
    port,
    method: sent.method,
    path: sent.target,
    headers: sent.rawHeaders,
    setHost: false,
    agent,
  });
  outgoing.end(sent.body);
  const arrival = once(outgoing, "response") as Promise<[IncomingMessage]>;
  const [incoming] = await arrival.catch((fault: NodeJS.ErrnoException) => {
    // The other side has closed an idle connection at the moment when it was taken again: nothing was read of this.
    if (outgoing.reusedSocket && fault.code === "ECONNRESET") return [null];
    throw fault;
  });
  if (incoming === null) return sendExactly(origin, sent);
  const body = await readAll(incoming);
  return { status: incoming.statusCode ?? 0, rawHeaders: withLength(incoming.rawHeaders, body), body };
}

/** Answers exactly so, with further headers where they are given. */
export function replyExactly(response: ServerResponse, answer: ExactAnswer, further: string[] = []): void {
  response.sendDate = false;
  response.writeHead(answer.status, [...answer.rawHeaders, ...further]);
  response.end(answer.body);
}

/** A server of ours on a free port of this machine. A handler that throws drops the connection. */
export async function listen(
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server: Server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    handle(incoming, response).catch((fault: Error) => response.destroy(fault));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}
