import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "@/e2e/support/outgoing/call";
import { ConnectRecorder } from "@/e2e/support/outgoing/connect-recorder";
import { rulesWith } from "@/e2e/support/outgoing/rules";
import type { Answer } from "@/e2e/support/webhooks/answers";
import { type Receiver, startReceiver } from "@/e2e/support/webhooks/receiver";
import { type SafeRequest, safeFetch } from "../safe-fetch";

const rules = rulesWith({ allowed: ["127.0.0.1"] });
let receiver: Receiver;
let url: string;

beforeAll(async () => {
  receiver = await startReceiver();
  url = receiver.urlOf("127.0.0.1", "/hook?a=1");
});

afterAll(() => receiver.close());

function call(answer: Answer, options: Partial<SafeRequest> = {}) {
  receiver.respond(answer);
  const request = { url, method: "POST", headers: {}, body: "{}", deadlineMs: 10_000, ...options } as const;
  return safeFetch(request, rules);
}

function outcome(answer: Answer, options: Partial<SafeRequest> = {}) {
  receiver.respond(answer);
  return post(url, rules, options);
}

/** Connections that are still open; a receiver sees their end a moment later. */
async function waitForEnds(): Promise<void> {
  while (receiver.open > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

it("sends headers and body byte for byte, and returns the response", async () => {
  const body = '{"text":"é 😀 \u2028"}';
  const headers = { "content-type": "application/json", "x-webhook-event": "qr.created" };
  const answer = await call(
    { status: 202, headers: { "Retry-After": "7" }, body: "taken" },
    { headers, body },
  );
  expect(answer).toMatchObject({ status: 202, body: "taken", headers: { "retry-after": "7" } });
  const received = receiver.requests.at(-1);
  expect(received).toMatchObject({ method: "POST", path: "/hook?a=1", headers });
  expect(received?.body.toString()).toBe(body);
  expect(received?.headers["content-length"]).toBe(String(Buffer.byteLength(body)));
});

describe("S7: responses that point elsewhere", () => {
  it.each([301, 302, 303, 307, 308, 300, 304])("returns %i without following it", async (status) => {
    const recorder = new ConnectRecorder().open();
    const before = receiver.requests.length;
    const headers = { Location: receiver.urlOf("127.0.0.1", "/elsewhere"), Refresh: "0; url=/elsewhere" };
    const body = status === 304 ? "" : '<meta http-equiv="refresh" content="0; url=/elsewhere">';
    expect(await outcome({ status, headers, body })).toBe(status);
    recorder.close();
    expect(receiver.requests).toHaveLength(before + 1);
    expect(recorder.targets).toHaveLength(1);
  });

  it("returns 101 and ends the connection", async () => {
    const raw = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nmore";
    expect(await call({ raw })).toMatchObject({ status: 101, body: "" });
    await waitForEnds();
  });
});

describe("W5: one deadline for the whole attempt", () => {
  it.each<[string, Answer]>([
    ["no response", { beforeHeadersMs: Number.POSITIVE_INFINITY }],
    ["headers sent byte by byte", { headByteEveryMs: 50 }],
    ["a head without an end", { raw: "HTTP/1.1 200 OK\r\nX: y" }],
  ])("ends an attempt with %s", async (name, answer) => {
    const code = await outcome(answer, { deadlineMs: 500 });
    expect(code).toBe(name === "a head without an end" ? "connection_error" : "timeout");
    await waitForEnds();
  });

  it("succeeds once the headers are complete, even if the body never ends", async () => {
    const endless = await call({ endless: true }, { deadlineMs: 5_000 });
    expect(endless.status).toBe(200);
    expect(endless.body).toHaveLength(1_024);
    const startedAt = performance.now();
    const dripping = await call({ body: "x".repeat(1_000), bodyByteEveryMs: 100 }, { deadlineMs: 5_000 });
    expect(dripping.body).toMatch(/^x{1,30}$/);
    expect(dripping.headersMs).toBeLessThan(1_000);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await waitForEnds();
  });
});

describe("W6: harmful responses", () => {
  it.each<[string, Answer, string | number]>([
    ["a reset without a response", { reset: true }, "connection_error"],
    ["an empty response", { raw: "" }, "connection_error"],
    ["random bytes", { raw: Buffer.from("\u0000\u0001junk junk junk\r\n\r\n") }, "protocol_error"],
    ["another protocol", { raw: "SSH-2.0-OpenSSH_9.0\r\n" }, "protocol_error"],
    ["a line break within a header", { raw: "HTTP/1.1 200 OK\r\nX: a\nb c\u0000\r\n\r\n" }, "protocol_error"],
    [
      "two Content-Length headers",
      { raw: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab" },
      "protocol_error",
    ],
    ["100,000 headers", { raw: `HTTP/1.1 200 OK\r\n${"X-Y: z\r\n".repeat(100_000)}\r\n` }, "protocol_error"],
    ["one long header", { raw: `HTTP/1.1 200 OK\r\nX: ${"y".repeat(1 << 20)}\r\n\r\n` }, "protocol_error"],
    ["a million 1xx responses", { informational: 1_000_000 }, "protocol_error"],
    ["three 1xx responses", { informational: 3 }, 200],
    ["an unrequested 100 Continue", { raw: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\n\r\n" }, 204],
    ["headers under 32 KB", { headers: { "x-long": "y".repeat(30_000) } }, 200],
  ])("gives the expected result for %s", async (_, answer, expected) => {
    expect(await outcome(answer)).toBe(expected);
    await waitForEnds();
  });

  it("uses no more memory after endless bodies, decompression bombs and floods of 1xx responses", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const answers: Answer[] = [
      { endless: true },
      { headers: { "Content-Encoding": "gzip" }, body: bomb },
      { headers: { "Content-Length": String(1 << 30) }, endless: true },
      { informational: 1_000_000 },
    ];
    for (const answer of answers) await outcome(answer);
    globalThis.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    for (let round = 0; round < 10; round++) for (const answer of answers) await outcome(answer);
    await waitForEnds();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 << 20);
  });

  it("keeps the body as storable text: UTF-8, control characters escaped, cut between characters", async () => {
    const hostile = "\u0000\u001b[31mred\u202e\u2028\r\n\ttab\u0085";
    expect((await call({ body: hostile })).body).toBe(
      "\\u0000\\u001b[31mred\\u202e\\u2028\\u000d\n\ttab\\u0085",
    );
    const emoji = await call({ body: "x".concat("😀".repeat(600)) });
    expect(emoji.body).toBe("x".concat("😀".repeat(255)));
    const bytes = await call({ body: Buffer.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x62]) });
    expect(bytes.body).toMatch(/^a\ufffd+\(\ufffd+b$/);
    const gzip = await call({ headers: { "Content-Encoding": "gzip" }, body: gzipSync("secret") });
    expect(gzip.body).not.toContain("secret");
    expect(Buffer.byteLength(gzip.body)).toBeLessThanOrEqual(1_024);
    expect((await call({ body: "" })).body).toBe("");
  });
});
