import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Requests in flight have this long to end. */
const inFlightMs = 10_000;
/** A request that its client had sent on an idle connection before it could know has this long to arrive. */
const farewellMs = 400;

/** The sockets that are open, those also that an upgrade has taken from the server's own list. */
export function trackSockets(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/**
 * Stops a server without dropping what it has taken. It stops listening first, while its clients are still content with
 * the connections they have: then none is in the queue to be accepted. Every answer from now on closes its connection
 * (the front is draining), idle ones are closed after a moment, and what is left after 10 seconds, or when forced, is
 * cut.
 */
export async function closeServer(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  force: Promise<void>,
): Promise<void> {
  // After the turn of the loop that accepts: as few as possible come in between.
  await new Promise((resolve) => setImmediate(resolve));
  // The close of node:http would also end idle connections at once.
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  if (sockets.size > 0) {
    await Promise.race([sleep(farewellMs, undefined, { ref: false }), closed, force]);
  }
  const timer = setInterval(() => server.closeIdleConnections(), 100);
  server.closeIdleConnections();
  await Promise.race([closed, force, sleep(inFlightMs, undefined, { ref: false })]);
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  await closed;
}
