import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, limitBytes, openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();
const patient = openFront({ requestTimeoutMs: 30_000 });

describe("I7: limits on bodies, headers and time", () => {
  const post = (headers: Record<string, string>, body = "") => writeRequest("POST /api/echo", headers, body);

  function* endless(head: string, chunk: Buffer): Generator<string | Buffer> {
    yield head;
    for (;;) yield chunk;
  }

  it("accepts a body at the limit", async () => {
    const answer = await sendRaw(front.port, [
      post({ "Content-Length": String(limitBytes) }),
      "x".repeat(limitBytes),
    ]);
    expect(JSON.parse(answer.body)).toMatchObject({ length: limitBytes });
  });

  it("answers 413 to a declared length over the limit while the client is still sending", async () => {
    const head = post({ "Content-Length": String(1024 ** 3) });
    expectProblem(await sendRaw(front.port, endless(head, Buffer.alloc(65_536))), 413, "payload_too_large");
  });

  it("answers 413 to an endless chunked body, without buffering it", async () => {
    const head = post({ "Transfer-Encoding": "chunked" });
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536), Buffer.from("\r\n")]);
    const before = process.memoryUsage.rss();
    expectProblem(await sendRaw(front.port, endless(head, chunk)), 413, "payload_too_large");
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("closes the connection after a 413", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post({ "Content-Length": String(2 * limitBytes) }));
    socket.resume();
    socket.write(Buffer.alloc(2 * limitBytes));
    await once(socket, "close");
  });

  it("sends 100 Continue only if the body is accepted, and 417 for other expectations", async () => {
    const wanted = await sendRaw(
      front.port,
      [post({ "Content-Length": "2", Expect: "100-continue" }), "ok"],
      30,
    );
    expect(wanted.status).toBe(100);
    const refused = await sendRaw(
      front.port,
      post({ "Content-Length": String(2 * limitBytes), Expect: "100-continue" }),
    );
    expectProblem(refused, 413, "payload_too_large");
    expectProblem(
      await sendRaw(front.port, post({ "Content-Length": "2", Expect: "magic" })),
      417,
      "invalid_request",
    );
  });

  it("passes on a compressed body unchanged", async () => {
    const bomb = Buffer.from("1f8b0800000000000003", "hex");
    const answer = await sendRaw(front.port, [
      post({ "Content-Length": "10", "Content-Encoding": "gzip" }),
      bomb,
    ]);
    expect(JSON.parse(answer.body)).toMatchObject({ length: 10, headers: { "content-encoding": "gzip" } });
  });

  it("answers 408 to a slow body", async () => {
    const startedAt = performance.now();
    const answer = await sendRaw(front.port, [post({ "Content-Length": "1000" }), ..."x".repeat(1000)], 20);
    expectProblem(answer, 408, "request_timeout");
    // The sender needs 20 seconds.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it("answers 408 to slow headers (slow-loris)", async () => {
    const answer = await sendRaw(
      front.port,
      ["GET /api/echo HTTP/1.1\r\nHost: x\r\nX-A: ", ..."b".repeat(1000)],
      20,
    );
    expectProblem(answer, 408, "request_timeout");
  });

  it("closes a connection whose unread body never arrives", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(writeRequest("POST /docs", { "Content-Length": "1000" }));
    await once(socket, "close");
  });

  it("closes a silent connection", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.resume();
    await once(socket, "close");
  });

  it("answers 431 to headers over 32 KiB, and accepts 30 KiB", async () => {
    expectProblem(
      await sendRaw(front.port, writeRequest("GET /api/echo", { "X-A": "a".repeat(40_000) })),
      431,
      "invalid_request",
    );
    expect(
      (await sendRaw(front.port, writeRequest("GET /api/echo", { "X-A": "a".repeat(30_000) }))).status,
    ).toBe(200);
  });

  it("closes the connection without a 400 if the malformed body was not needed", async () => {
    const bytes =
      "DELETE /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    await expect(sendRaw(front.port, bytes)).rejects.toThrow();
  });

  it.each([
    ["a request that is not HTTP", "hello\r\n\r\n"],
    [
      "a request with two lengths",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    ],
    [
      "a request with both a length and chunks",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "a request with a folded header",
      "GET /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nX-A: b\r\n c\r\n\r\n",
    ],
    ["a request with a space before the colon", "GET /api/echo HTTP/1.1\r\nHost : qr.example.com\r\n\r\n"],
    ["a TLS handshake", "\u0016\u0003\u0001\u0002\u0000"],
    [
      "a chunk without a length",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    [
      "a chunk longer than its length",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n",
    ],
  ])("answers 400 in JSON to %s", async (_, bytes) =>
    expectProblem(await sendRaw(front.port, bytes), 400, "invalid_request"),
  );

  it("keeps serving after a client disconnects during its body", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post({ "Content-Length": "1000" }, "half"));
    await once(socket, "connect");
    socket.destroy();
    expect((await sendRaw(front.port, writeRequest("GET /api/echo"))).status).toBe(200);
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const { headers, body } = await sendRaw(
      front.port,
      writeRequest("HEAD /api/echo", { Connection: "close" }),
    );
    expect(Number(headers["content-length"])).toBeGreaterThan(0);
    expect(body).toBe("");
  });

  it("answers requests on one connection in order", async () => {
    const socket = connect(front.port, "127.0.0.1");
    const two = writeRequest("GET /api/items/1") + writeRequest("GET /api/items/2", { Connection: "close" });
    socket.write(two);
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text.match(/"path":"\/api\/items\/\d"/g)).toEqual([
      '"path":"/api/items/1"',
      '"path":"/api/items/2"',
    ]);
  });
});

describe("I7: forms that stop in the middle", () => {
  const form = (bytes: number) =>
    writeRequest("POST /bulk/new", {
      Origin: "https://qr.example.com",
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": String(bytes),
    });

  /** Sends 300 KiB of a form and waits. */
  function stall(): Socket & { text: string } {
    const socket = Object.assign(connect(patient.port, "127.0.0.1"), { text: "" });
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      socket.text += chunk;
    });
    socket.write(form(600 * 1024));
    socket.write(Buffer.alloc(300 * 1024));
    return socket;
  }

  it("are kept in memory up to eight of a client, and no other client waits for them", async () => {
    const sockets = Array.from({ length: 9 }, stall);
    const refused = () => sockets.filter(({ text }) => text !== "");
    await expect.poll(() => refused().length).toBe(1);
    expect(refused()[0]?.text).toMatch(/^HTTP\/1\.1 503 .*"code":"unavailable"/s);
    const whole = [form(300 * 1024), Buffer.alloc(300 * 1024)];
    expect((await sendRaw(patient.port, whole, 0, "127.0.0.3")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await sendRaw(patient.port, whole)).status).toBe(200);
  });
});
