import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { call } from "../support/public-api";

let apiKey: string;
beforeAll(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
});

/** As many numbers as 10 MiB hold. */
function writeNumbers(field: string): string {
  const start = `{"${field}":[`;
  const count = Math.floor((10 * 1024 * 1024 - start.length - 3) / 2);
  return `${start}${"1,".repeat(count)}1]}`;
}

describe.each([
  ["POST", "qrCodes"],
  ["DELETE", "qrCodeIds"],
])("I7: %s of five million items", (method, field) => {
  it("is refused by their number, at once and in few words, while others are served", async () => {
    const body = writeNumbers(field);
    const start = performance.now();
    let isOver = false;
    const asked = callV1(apiKey, method, "/qr-codes/bulk", { body }).finally(() => {
      isOver = true;
    });
    const delays: number[] = [];
    while (!isOver) {
      const since = performance.now();
      expect((await call("/api/health")).status).toBe(200);
      delays.push(performance.now() - since);
      await sleep(20);
    }
    const answer = await asked;
    expectRefusal(answer, 400, "bulk_limit_exceeded", [field]);
    expect(answer.bytes.length).toBeLessThan(10_000);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(Math.max(...delays)).toBeLessThan(5_000);
  });
});

it("100 ids of which none could be one are refused each in its place", async () => {
  const qrCodeIds = Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? "x" : place));
  const answer = await callV1(apiKey, "DELETE", "/qr-codes/bulk", { body: { qrCodeIds } });
  const odd = qrCodeIds.map((_, place) => `qrCodeIds.${place}`).filter((_, place) => place % 2 === 1);
  expectRefusal(answer, 400, "validation_failed", odd);
});
