import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
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
  ["POST", "qrCodes", 400, "invalid_request"],
  ["DELETE", "qrCodeIds", 413, "payload_too_large"],
] as const)("I7: bulk %s with five million items", (method, field, status, code) => {
  it("is rejected with a short response while other requests are served", async () => {
    const body = writeNumbers(field);
    let isOver = false;
    const asked = callV1(apiKey, method, "/qr-codes/bulk", { body }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      expect((await call("/api/health")).status).toBe(200);
      await sleep(20);
    }
    const answer = await asked;
    expectRefusal(answer, status, code);
    expect(answer.bytes.length).toBeLessThan(10_000);
  });
});

describe("I7: size limit of a bulk body", () => {
  const fill = (values: number) => JSON.stringify({ qrCodes: ["x", Array(values - 4).fill(1)] });

  it("accepts 100,000 JSON values and rejects 100,001", async () => {
    expect((await callV1(apiKey, "POST", "/qr-codes/bulk", { body: fill(100_000) })).status).toBe(200);
    const refused = await callV1(apiKey, "POST", "/qr-codes/bulk", { body: fill(100_001) });
    expectRefusal(refused, 400, "invalid_request");
    expect(refused.json.error).toContain("100000 JSON values");
  });

  it("accepts 64,000 bytes of ids to delete and rejects 64,001", async () => {
    const list = (bytes: number) => `{"qrCodeIds":["x"]${" ".repeat(bytes - 19)}}`;
    expect((await callV1(apiKey, "DELETE", "/qr-codes/bulk", { body: list(64_000) })).status).toBe(200);
    expectRefusal(
      await callV1(apiKey, "DELETE", "/qr-codes/bulk", { body: list(64_001) }),
      413,
      "payload_too_large",
    );
  });

  it("answers a key's third concurrent large body with 503 and Retry-After, and accepts another key's", async () => {
    const port = Number(new URL(inject("baseUrl")).port);
    const other = await newKey(await newAccount("pro"));
    const open = async (key: string) => {
      const socket = connect(port, "localhost");
      const head = `POST /api/v1/qr-codes/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`;
      let answer = "";
      socket.on("data", (bytes) => {
        answer += bytes;
      });
      socket.on("error", () => {});
      await new Promise<void>((sent) => socket.write(`${head}"${"x".repeat(1_100_000)}`, () => sent()));
      return {
        end: () => socket.write(`${"x".repeat(899_998)}"`),
        answer: () => answer,
        close: () => socket.destroy(),
      };
    };
    const three = [await open(apiKey), await open(apiKey), await open(apiKey)];
    const refused = () => three.filter(({ answer }) => answer() !== "");
    await expect.poll(() => refused().length, { timeout: 10_000 }).toBe(1);
    expect(refused()[0]?.answer()).toMatch(/^HTTP\/1\.1 503[\s\S]*\r\nRetry-After: 2\r\n/i);
    const taken = [...three.filter((one) => one !== refused()[0]), await open(other.apiKey)];
    for (const { end } of taken) end();
    for (const { answer, close } of taken) {
      await expect.poll(answer, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 400/);
      close();
    }
    const next = await open(apiKey);
    next.end();
    await expect.poll(next.answer, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 400/);
    next.close();
  });
});

it("bulk delete reports each id that is not a string by its index", async () => {
  const qrCodeIds = Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? "x" : place));
  const answer = await callV1(apiKey, "DELETE", "/qr-codes/bulk", { body: { qrCodeIds } });
  const odd = qrCodeIds.map((_, place) => `qrCodeIds.${place}`).filter((_, place) => place % 2 === 1);
  expectRefusal(answer, 400, "validation_failed", odd);
});
