import { afterAll, beforeAll, expect, it } from "vitest";
import { useSilentDatabase } from "@/e2e/support/process/silent-database";
import { storePublicCode } from "./create";

let silent: Awaited<ReturnType<typeof useSilentDatabase>>;
beforeAll(async () => {
  silent = await useSilentDatabase();
});
afterAll(() => silent.close());

it("O2: requests behind a silent database are refused with the first batch, not batch after batch", async () => {
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
