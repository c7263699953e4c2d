import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, limitBytes, openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();

describe("I7: bodies, heads and time", () => {
  const post = (headers: Record<string, string>, body = "") => writeRequest("POST /api/echo", headers, body);

  function* endless(head: string, chunk: Buffer): Generator<string | Buffer> {
    yield head;
    for (;;) yield chunk;
  }

  it("a body at the limit passes", async () => {
    const answer = await sendRaw(front.port, [
      post({ "Content-Length": String(limitBytes) }),
      "x".repeat(limitBytes),
    ]);
    expect(JSON.parse(answer.body)).toMatchObject({ length: limitBytes });
  });

  it("a length over the limit is 413 at once, and the answer arrives although the client sends on", async () => {
    const head = post({ "Content-Length": String(1024 ** 3) });
    expectProblem(await sendRaw(front.port, endless(head, Buffer.alloc(65_536))), 413, "payload_too_large");
  });

  it("an endless chunked body is counted, 413, and takes no memory", async () => {
    const head = post({ "Transfer-Encoding": "chunked" });
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536), Buffer.from("\r\n")]);
    const before = process.memoryUsage.rss();
    expectProblem(await sendRaw(front.port, endless(head, chunk)), 413, "payload_too_large");
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("the connection ends after a 413", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post({ "Content-Length": String(2 * limitBytes) }));
    socket.resume();
    socket.write(Buffer.alloc(2 * limitBytes));
    await once(socket, "close");
  });

  it("100 Continue is said when the body is wanted, and not before a 413", async () => {
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

  it("a compressed body is handed on as it came", async () => {
    const bomb = Buffer.from("1f8b0800000000000003", "hex");
    const answer = await sendRaw(front.port, [
      post({ "Content-Length": "10", "Content-Encoding": "gzip" }),
      bomb,
    ]);
    expect(JSON.parse(answer.body)).toMatchObject({ length: 10, headers: { "content-encoding": "gzip" } });
  });

  it("a slow body is 408 when its time is over", async () => {
    const startedAt = performance.now();
    const answer = await sendRaw(front.port, [post({ "Content-Length": "1000" }), ..."x".repeat(1000)], 20);
    expectProblem(answer, 408, "request_timeout");
    // The sender needs 20 seconds.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it("a slow head is 408 when its time is over (slow-loris)", async () => {
    const answer = await sendRaw(
      front.port,
      ["GET /api/echo HTTP/1.1\r\nHost: x\r\nX-A: ", ..."b".repeat(1000)],
      20,
    );
    expectProblem(answer, 408, "request_timeout");
  });

  it("a body that nobody reads can't hold its connection either", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(writeRequest("POST /docs", { "Content-Length": "1000" }));
    await once(socket, "close");
  });

  it("a silent connection is closed", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.resume();
    await once(socket, "close");
  });

  it("a head over 32 KiB is 431, one of 30 KiB is read", async () => {
    expectProblem(
      await sendRaw(front.port, writeRequest("GET /api/echo", { "X-A": "a".repeat(40_000) })),
      431,
      "invalid_request",
    );
    expect(
      (await sendRaw(front.port, writeRequest("GET /api/echo", { "X-A": "a".repeat(30_000) }))).status,
    ).toBe(200);
  });

  it("what is done without its body is not refused for a body that breaks off", async () => {
    const bytes =
      "DELETE /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    await expect(sendRaw(front.port, bytes)).rejects.toThrow();
  });

  it.each([
    ["no HTTP", "hello\r\n\r\n"],
    [
      "two lengths",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    ],
    [
      "length and chunks",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a folded header", "GET /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nX-A: b\r\n c\r\n\r\n"],
    ["a space before the colon", "GET /api/echo HTTP/1.1\r\nHost : qr.example.com\r\n\r\n"],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000"],
    [
      "a chunk without a length",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    [
      "a chunk longer than it says",
      "POST /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n",
    ],
  ])("%s is 400 in JSON", async (_, bytes) =>
    expectProblem(await sendRaw(front.port, bytes), 400, "invalid_request"),
  );

  it("a client that leaves in the middle of its body harms nobody", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post({ "Content-Length": "1000" }, "half"));
    await once(socket, "connect");
    socket.destroy();
    expect((await sendRaw(front.port, writeRequest("GET /api/echo"))).status).toBe(200);
  });

  it("HEAD has the headers of GET and no body", async () => {
    const { headers, body } = await sendRaw(
      front.port,
      writeRequest("HEAD /api/echo", { Connection: "close" }),
    );
    expect(Number(headers["content-length"])).toBeGreaterThan(0);
    expect(body).toBe("");
  });

  it("requests on one connection are answered in order", async () => {
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
