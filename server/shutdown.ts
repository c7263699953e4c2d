import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Requests in flight have this long to end. */
const inFlightMs = 10_000;
/** Clients of kept-alive connections have this long to learn from an answer that theirs will close. */
const farewellMs = 400;

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

/**
 * Stops a server without dropping what it has taken: it goes on accepting for a moment while every answer already says
 * `Connection: close` (the front is draining), then stops listening, closes idle connections, waits for the answers in
 * flight, and cuts what is left after 10 seconds or when forced.
 */
export async function closeServer(server: Server, force: Promise<void>): Promise<void> {
  if ((await countConnections(server)) > 0) await Promise.race([sleep(farewellMs), force]);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([closed, force, sleep(inFlightMs, undefined, { ref: false })]);
  clearInterval(timer);
  server.closeAllConnections();
  await closed;
}
