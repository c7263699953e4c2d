import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { storePublicCode } from "./store";

/** A database that takes connections and never says a word. */
const sockets: Socket[] = [];
const mute = createServer((socket) => void sockets.push(socket));

beforeAll(async () => {
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const { port } = mute.address() as { port: number };
  setDatabaseUrl(`postgresql://nobody@127.0.0.1:${port}/none`);
});

afterAll(async () => {
  await closeDatabase();
  for (const socket of sockets) socket.destroy();
  mute.close();
});

it("O2: whoever waits behind a silent database is refused with the first batch, not batch after batch", async () => {
  const refusedAt: number[] = [];
  const rows = Array.from({ length: 256 }, (_, row) => ({
    shortCode: String(row).padStart(12, "0"),
    type: "text",
    content: "quiet",
    png: Buffer.alloc(1),
  }));
  await Promise.all(
    rows.map((row) => storePublicCode(row).catch(() => void refusedAt.push(performance.now()))),
  );
  expect(refusedAt).toHaveLength(256);
  expect(Math.max(...refusedAt) - Math.min(...refusedAt)).toBeLessThan(1_500);
});
