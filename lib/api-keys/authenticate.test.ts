import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useSilentDatabase } from "@/e2e/support/process/silent-database";
import { findKeyByHash } from "./authenticate";

let silent: Awaited<ReturnType<typeof useSilentDatabase>>;
beforeAll(async () => {
  silent = await useSilentDatabase();
});
afterAll(() => silent.close());

const refusals = (hashes: Buffer[]) =>
  Promise.all(
    hashes.map((hash) =>
      findKeyByHash(hash).then(
        () => Promise.reject(new Error("found a key in a silent database")),
        (error) => ({ error, atMs: performance.now() }),
      ),
    ),
  );

it("O2: requests behind a silent database are refused with the first batch, and none waits without end", async () => {
  const hashes = Array.from({ length: 500 }, () => randomBytes(32));
  const refused = await refusals(hashes);
  const times = refused.map(({ atMs }) => atMs);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1_500);
  // The next ones are asked again.
  expect(await refusals(hashes.slice(0, 3))).toHaveLength(3);
});

it("O2: beyond 5,000 keys that wait the next is refused at once", async () => {
  const waiting = refusals(Array.from({ length: 5_200 }, () => randomBytes(32)));
  const [next] = await refusals([randomBytes(32)]);
  expect(next?.error).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
  // It is refused before any of the waiting ones.
  const ended = (await waiting).filter(({ atMs }) => atMs > (next?.atMs ?? 0));
  expect(ended.length).toBeGreaterThanOrEqual(5_000);
});
