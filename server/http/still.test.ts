import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { openFront, writeRequest } from "../../e2e/support/process/test-front";

const chunk = Buffer.alloc(1024 * 1024);

/** Far more than the buffers on the way hold, at the pace of its reader. */
async function sendMuch(response: ServerResponse): Promise<void> {
  for (let sent = 0; sent < 16 && !response.destroyed; sent += 1) {
    if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  if (!response.destroyed) response.end();
}

const answer = { status: 200, headers: { "Content-Length": "60000" }, body: Buffer.alloc(60_000) };

let answered: ServerResponse | undefined;
const front = openFront({
  stillMs: 1_000,
  answerVisit: async () => structuredClone(answer),
  async servePage(_, response) {
    answered = response;
    await sendMuch(response);
  },
});

it("I7: ends a response that the client does not read, but not one that it reads slowly", async () => {
  const still = connect(front.port, "127.0.0.1");
  still.on("error", () => {});
  still.write(writeRequest("GET /codes"));
  await expect.poll(() => answered?.destroyed, { timeout: 20_000 }).toBe(true);
  expect(answered?.writableFinished).toBe(false);
  still.destroy();

  const slow = connect(front.port, "127.0.0.1");
  let taken = 0;
  slow.on("data", async (bytes) => {
    taken += bytes.length;
    slow.pause();
    await pause(3);
    slow.resume();
  });
  slow.write(writeRequest("GET /codes"));
  await expect.poll(() => taken, { timeout: 20_000 }).toBeGreaterThan(16 * chunk.length);
  slow.destroy();
});

it("I7: ends a connection whose client reads none of many small responses", async () => {
  const still = connect(front.port, "127.0.0.1");
  still.on("error", () => {});
  still.write(writeRequest("GET /r/abcdefgh").repeat(200));
  // A connection that is gone shows itself to a client that writes.
  const isGone = () => still.destroyed || !still.write(writeRequest("GET /r/abcdefgh")) || still.destroyed;
  await expect.poll(() => isGone() && still.destroyed, { timeout: 20_000 }).toBe(true);
});
