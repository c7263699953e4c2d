import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openFront, writeRequest } from "@/e2e/support/process/test-front";

/** Pages that are being drawn, by client, in the order in which they began; each ends when it is told to. */
const drawing: { client: string; end: () => void }[] = [];
const begun: string[] = [];
const front = openFront({
  async servePage({ headers, url }, response) {
    const client = String(headers["x-forwarded-for"]);
    begun.push(`${client}${url}`);
    await new Promise<void>((end) => drawing.push({ client, end }));
    response.end("page");
  },
});

const sockets: Socket[] = [];

async function open(localAddress = "127.0.0.1"): Promise<Socket & { text: string }> {
  const socket = Object.assign(connect({ port: front.port, host: "127.0.0.1", localAddress }), { text: "" });
  sockets.push(socket);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    socket.text += chunk;
  });
  await once(socket, "connect");
  return socket;
}

const countAnswers = ({ text }: { text: string }) => text.split("HTTP/1.1 200").length - 1;

/** Ends every page as it begins until the condition holds. */
async function drawUntil(isDone: () => boolean): Promise<void> {
  const endAll = () => {
    for (const { end } of drawing.splice(0)) end();
    return isDone();
  };
  await expect.poll(endAll, { interval: 1 }).toBe(true);
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { end } of drawing.splice(0)) end();
  begun.length = 0;
});

describe("pipelined requests", () => {
  it("are answered one at a time and in order, up to 150", async () => {
    const socket = await open();
    socket.write(Array.from({ length: 150 }, (_, i) => writeRequest(`GET /docs/${i}`)).join(""));
    await expect.poll(() => begun.length).toBe(1);
    // The head of the last one has been read once a visit behind it, on another connection, is answered.
    const visitor = await open();
    visitor.write(writeRequest("GET /r/abcdefgh"));
    await expect.poll(() => countAnswers(visitor)).toBe(1);
    expect(begun).toEqual(["127.0.0.1/docs/0"]);
    await drawUntil(() => countAnswers(socket) === 150);
    expect(begun).toEqual(Array.from({ length: 150 }, (_, i) => `127.0.0.1/docs/${i}`));
  });

  it("close their connection if more than 256 are waiting", async () => {
    const socket = await open();
    socket.write(writeRequest("GET /docs").repeat(258));
    await once(socket, "close");
    expect(begun).toHaveLength(1);
  });

  it("close their connection if more than 256 KiB are waiting", async () => {
    const socket = await open();
    socket.write(writeRequest("GET /docs", { "X-A": "a".repeat(20_000) }).repeat(15));
    await once(socket, "close");
    expect(begun).toHaveLength(1);
  });

  it("are not run after a response that closes the connection", async () => {
    const socket = await open();
    const length = 1024 * 1024 + 1;
    const form = { "Next-Action": "7f", "Content-Type": "text/plain", Origin: "https://qr.example.com" };
    socket.write(writeRequest("POST /account", { ...form, "Content-Length": String(length) }));
    socket.write(Buffer.alloc(length, "x"));
    socket.write(writeRequest("GET /docs"));
    await once(socket, "close");
    expect(socket.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(begun).toEqual([]);
  });

  it("are dropped when their client disconnects", async () => {
    const socket = await open();
    socket.write(writeRequest("GET /docs").repeat(20));
    await expect.poll(() => begun.length).toBe(1);
    socket.destroy();
    const other = await open("127.0.0.3");
    other.write(writeRequest("GET /other"));
    await drawUntil(() => countAnswers(other) === 1);
    expect(begun).toEqual(["127.0.0.1/docs", "127.0.0.3/other"]);
  });
});

describe("page rendering", () => {
  it("draws two pages at a time per client, and does not make other clients wait for the rest", async () => {
    const flood = await Promise.all(Array.from({ length: 30 }, () => open()));
    for (const socket of flood) socket.write(writeRequest("GET /flood"));
    await expect.poll(() => begun.length).toBe(2);
    const other = await open("127.0.0.3");
    other.write(writeRequest("GET /other"));
    const visitor = await open();
    visitor.write(writeRequest("GET /r/abcdefgh"));
    await expect.poll(() => countAnswers(visitor)).toBe(1);
    await drawUntil(() => countAnswers(other) === 1);
    expect(begun.indexOf("127.0.0.3/other")).toBeLessThan(30);
    await drawUntil(() => flood.every((socket) => countAnswers(socket) === 1));
  });

  it("starts the next page when others take long", async () => {
    const slow = await Promise.all([open(), open(), open()]);
    for (const socket of slow) socket.write(writeRequest("GET /slow"));
    await expect.poll(() => begun.length).toBe(3);
  });

  it("refuses a client that has 32 pages under way, but no other client", async () => {
    const slow = await Promise.all(Array.from({ length: 33 }, () => open()));
    for (const socket of slow) socket.write(writeRequest("GET /slow"));
    const refused = () => slow.filter(({ text }) => text.startsWith("HTTP/1.1 503"));
    await expect.poll(() => refused().length).toBe(1);
    expect(refused()[0]?.text).toMatch(/^retry-after: 2\r$/im);
    expect(begun).toHaveLength(32);
    const other = await open("127.0.0.3");
    other.write(writeRequest("GET /other"));
    await drawUntil(() => countAnswers(other) === 1);
    await drawUntil(() => slow.reduce((sum, socket) => sum + countAnswers(socket), 0) === 32);
    const again = await open();
    again.write(writeRequest("GET /again"));
    await drawUntil(() => countAnswers(again) === 1);
  });
});
