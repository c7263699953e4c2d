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

it("O2: rejects queued requests with the first batch when the database does not respond", async () => {
  const hashes = Array.from({ length: 500 }, () => randomBytes(32));
  const refused = await refusals(hashes);
  const times = refused.map(({ atMs }) => atMs);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1_500);
  // The next ones are asked again.
  expect(await refusals(hashes.slice(0, 3))).toHaveLength(3);
});

it("O2: rejects the next key immediately when 5,000 are waiting", async () => {
  const waiting = refusals(Array.from({ length: 5_200 }, () => randomBytes(32)));
  const [next] = await refusals([randomBytes(32)]);
  expect(next?.error).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
  // It is refused before any of the waiting ones.
  const ended = (await waiting).filter(({ atMs }) => atMs > (next?.atMs ?? 0));
  expect(ended.length).toBeGreaterThanOrEqual(5_000);
});
