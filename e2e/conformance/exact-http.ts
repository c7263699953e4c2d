import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
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

/** Headers of one connection, not of the message: each side of a proxy has its own (RFC 9110, 7.6.1). */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding"]);

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function dropOfConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_, index) => !ofConnection.has((rawHeaders[index - (index % 2)] as string).toLowerCase()),
  );
}

export async function takeRequest(incoming: IncomingMessage): Promise<ExactRequest> {
  return {
    method: incoming.method ?? "",
    target: incoming.url ?? "",
    rawHeaders: dropOfConnection(incoming.rawHeaders),
    body: await readAll(incoming),
  };
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
    agent: false,
  });
  outgoing.end(sent.body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const { statusCode = 0, rawHeaders } = incoming;
  return { status: statusCode, rawHeaders: dropOfConnection(rawHeaders), body: await readAll(incoming) };
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
