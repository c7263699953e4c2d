import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Front } from "@/server/http";

/** Requests in flight have this long to end. */
const inFlightMs = 10_000;
/** A request that its client had sent on an idle connection before it could know has this long to arrive. */
const farewellMs = 400;
/** A turn of the loop in which hardly anything happened, and how long one is waited for. */
const shortTurnMs = 0.2;
const turnsMs = 200;

/** The sockets that are open, those also that an upgrade has taken from the server's own list. */
export function trackSockets(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** After the part of the loop's turn that takes connections and reads what came on them. */
function afterReading(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits for a moment when nobody is likely to wait for being accepted: the system resets who does when listening ends, and a
 * proxy that has sent a POST by then can't tell whether it was done. Such a moment is the end of a turn that was short.
 */
async function waitForShortTurn(): Promise<void> {
  const deadline = performance.now() + turnsMs;
  for (;;) {
    const startedAt = performance.now();
    await afterReading();
    const now = performance.now();
    if (now - startedAt < shortTurnMs || now > deadline) return;
  }
}

/**
 * Stops a front without dropping what it has taken. It stops listening first, while its clients are still content with
 * the connections they have: then none is in the queue to be accepted. Every answer from then on closes its connection,
 * idle ones are closed after a moment, and what is left after 10 seconds, or when forced, is cut.
 */
export async function closeFront(
  { server, drain }: Front,
  sockets: ReadonlySet<Socket>,
  force: Promise<void>,
): Promise<void> {
  await waitForShortTurn();
  // The close of node:http would also end idle connections at once.
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  drain();
  if (sockets.size > 0) {
    await Promise.race([sleep(farewellMs, undefined, { ref: false }), closed, force]);
  }
  // What has come on a connection is read first: until then it counts as idle.
  await afterReading();
  server.closeIdleConnections();
  const timer = setInterval(() => void afterReading().then(() => server.closeIdleConnections()), 100);
  await Promise.race([closed, force, sleep(inFlightMs, undefined, { ref: false })]);
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  await closed;
}
