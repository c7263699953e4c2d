import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { certificateOf } from "@/e2e/support/webhooks/authority";

/**
 * An HTTPS receiver in a process of its own: 204 to whatever comes, and nothing at all under `/hang`. Asked by a message,
 * it says what has come since it was asked before.
 */

/** An event and when its request was there, in milliseconds since 1970. */
export interface Heard {
  /** Of the event's code. */
  codeId: string;
  arrivedAt: number;
}

let heard: Heard[] = [];

const server = createServer(await certificateOf("good"), (request, response) => {
  const arrivedAt = performance.timeOrigin + performance.now();
  if (request.url === "/hang") return;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(204).end();
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
    heard.push({ codeId: data.id, arrivedAt });
  });
});
server.on("tlsClientError", (_, socket) => socket.destroy());
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.on("message", () => {
  process.send!(heard);
  heard = [];
});
process.on("disconnect", () => process.exit());
process.send!((server.address() as AddressInfo).port);
