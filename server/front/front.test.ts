import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RawAnswer, sendRaw } from "../../e2e/support/raw-http";
import { parseNetwork } from "../../lib/platform/addresses";
import { createFront, type Front, type FrontOptions } from ".";

const limitBytes = 1024 * 1024;
const requestTimeoutMs = 400;

/** What reached the API or the pages, told back as the answer. */
const options: FrontOptions = {
  settings: {
    isBaseUrlSet: true,
    baseUrl: "https://qr.example.com",
    baseUrlAliases: [],
    trustedProxies: [parseNetwork("127.0.0.2")].filter((network) => network !== null),
  },
  routes: ["/api/echo", "/api/items/{id}"],
  requestTimeoutMs,
  isDevelopment: false,
  answerOwn: () => null,
  async answerApi({ method, path, rawQuery, headers, clientAddress, requestId, readBody }) {
    const bytes = method === "POST" && path === "/api/echo" ? await readBody(limitBytes) : new Uint8Array();
    const content = { method, path, rawQuery, headers, clientAddress, length: bytes.length };
    const body = JSON.stringify(content);
    const sent = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
    return { status: 200, headers: { ...sent, "X-Request-Id": requestId }, body };
  },
  async servePage(request, response) {
    response.end(JSON.stringify(request.headers));
  },
};

let front: Front;
let port: number;

beforeAll(async () => {
  front = createFront(options);
  front.server.listen(0, "127.0.0.1");
  await once(front.server, "listening");
  port = (front.server.address() as { port: number }).port;
});

afterAll(async () => {
  front.server.close();
  front.server.closeAllConnections();
});

function request(line: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries({ Host: "qr.example.com", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  expect(body).toMatchObject({
    code,
    error: expect.any(String),
    docs: `http://localhost:3000/docs/errors#${code}`,
  });
  expect(answer.headers["x-request-id"]).toBe(body.requestId);
  expect(body.requestId).toMatch(/^req_/);
  expect(answer.headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
}

describe("A7: ways around the routing", () => {
  it.each([
    "GET //api/echo",
    "GET /api/%2e%2e/echo",
    "GET /api/../echo",
    "GET /api/echo;x",
    "GET /api/echo%00",
    "GET /api%2Fecho",
    "GET http://evil.example/api/echo",
    "GET http://qr.example.com/api/echo",
    "OPTIONS *",
  ])("%s is 400", async (line) => expectProblem(await sendRaw(port, request(line)), 400, "invalid_request"));

  it.each(["GET /docs.rsc", "GET /docs.segments/_tree.segment.rsc", "GET /index.rsc"])(
    "%s is 404",
    async (line) => {
      expectProblem(await sendRaw(port, request(line)), 404, "not_found");
    },
  );

  it.each(["TRACE", "PUT", "DELETE", "PATCH", "POST", "PROPFIND"])(
    "%s of a page is 405 with Allow",
    async (method) => {
      const answer = await sendRaw(port, request(`${method} /docs`));
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.allow).toBe("GET, HEAD");
    },
  );

  it("CONNECT is 405", async () => {
    const answer = await sendRaw(port, request("CONNECT evil.example:443"));
    expectProblem(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toBeDefined();
  });

  it("a WebSocket upgrade is 400, to the API and to pages", async () => {
    const upgrade = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "x",
      "Sec-WebSocket-Version": "13",
    };
    for (const path of ["/api/echo", "/docs", "/_next/webpack-hmr"]) {
      expectProblem(await sendRaw(port, request(`GET ${path}`, upgrade)), 400, "invalid_request");
    }
  });

  it("an offer of HTTP/2 is not taken, and the request is answered", async () => {
    const offer = {
      Connection: "Upgrade, HTTP2-Settings",
      Upgrade: "h2c",
      "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA",
    };
    const answer = await sendRaw(port, request("GET /api/echo", offer));
    expect(answer.status).toBe(200);
  });

  it("a method in a header changes nothing", async () => {
    const answer = await sendRaw(
      port,
      request("GET /api/echo", { "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "DELETE" }),
    );
    expect(JSON.parse(answer.body)).toMatchObject({ method: "GET" });
    expect(answer.body).not.toContain("DELETE");
  });

  it("nobody speaks to Next in its own headers, nor names a page's nonce", async () => {
    const forged = {
      "X-Middleware-Subrequest": "proxy:proxy:proxy:proxy:proxy",
      "X-Middleware-Rewrite": "/admin",
      "x-nextjs-data": "1",
      "X-Matched-Path": "/admin",
      "x-now-route-matches": "1",
      "x-invoke-path": "/admin",
      "x-prerender-revalidate": "1",
      "Next-Resume": "1",
      "Content-Security-Policy": "script-src 'nonce-evil'",
      "X-Nonce": "evil",
      "X-Original-URL": "/admin",
      "X-Rewrite-URL": "/admin",
    };
    const { body } = await sendRaw(port, request("GET /docs", { ...forged, "Next-Url": "/docs", RSC: "1" }));
    const seen = JSON.parse(body) as Record<string, string>;
    for (const name of Object.keys(forged)) expect(seen).not.toHaveProperty(name.toLowerCase());
    // Next's own client needs these.
    expect(seen).toMatchObject({ rsc: "1", "next-url": "/docs" });
  });
});

describe("A11: Host", () => {
  it.each(["evil.example", "qr.example.com.evil.example", "qr.example.com:81"])("%s is 421", async (Host) => {
    for (const path of ["/", "/api/echo", "/docs"]) {
      expectProblem(await sendRaw(port, request(`GET ${path}`, { Host })), 421, "misdirected_request");
    }
  });

  it("forged forwarding headers are gone; Next is told the truth", async () => {
    const forged = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "gopher",
      Forwarded: "host=evil.example",
    };
    const more = {
      "X-Forwarded-Port": "99",
      "X-Forwarded-Prefix": "/evil",
      "CF-Connecting-IP": "6.6.6.6",
      "X-Real-IP": "6.6.6.6",
    };
    const { body } = await sendRaw(
      port,
      request("GET /docs", { ...forged, ...more, "X-Vercel-IP-Country": "XX" }),
    );
    expect(body).not.toMatch(/evil|gopher|6\.6\.6\.6|"XX"/);
    expect(JSON.parse(body)).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "qr.example.com",
    });
  });

  it("a request without Host is 400", async () => {
    expectProblem(await sendRaw(port, "GET /api/echo HTTP/1.1\r\n\r\n"), 400, "invalid_request");
  });

  it("behind https every answer asks for https", async () => {
    for (const path of ["/docs", "/api/echo", "//"]) {
      const { headers } = await sendRaw(port, request(`GET ${path}`));
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(headers["x-request-id"]).toMatch(/^req_/);
    }
  });
});

describe("A12: the client's address", () => {
  it("is the peer's, whatever the client says", async () => {
    const { body } = await sendRaw(
      port,
      request("GET /api/echo", { "X-Forwarded-For": "6.6.6.6", "X-Real-IP": "6.6.6.6" }),
    );
    expect(JSON.parse(body)).toMatchObject({ clientAddress: "127.0.0.1" });
    expect(body).not.toContain("6.6.6.6");
  });

  it("is the rightmost untrusted hop behind a trusted proxy, in one or several headers", async () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    socket.write(
      request("GET /api/echo", {
        "X-Forwarded-For": "6.6.6.6, 198.51.100.7\r\nX-Forwarded-For: ::ffff:198.51.100.8",
        Connection: "close",
      }),
    );
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text).toContain('"clientAddress":"198.51.100.8"');
  });
});

describe("I7: bodies, heads and time", () => {
  const post = (headers: Record<string, string>, body = "") => request("POST /api/echo", headers, body);

  function* endless(head: string, chunk: Buffer): Generator<string | Buffer> {
    yield head;
    for (;;) yield chunk;
  }

  it("a body at the limit passes", async () => {
    const answer = await sendRaw(port, [
      post({ "Content-Length": String(limitBytes) }),
      "x".repeat(limitBytes),
    ]);
    expect(JSON.parse(answer.body)).toMatchObject({ length: limitBytes });
  });

  it("a length over the limit is 413 at once, and the answer arrives although the client sends on", async () => {
    const head = post({ "Content-Length": String(1024 ** 3) });
    expectProblem(await sendRaw(port, endless(head, Buffer.alloc(65_536))), 413, "payload_too_large");
  });

  it("an endless chunked body is counted, 413, and takes no memory", async () => {
    const head = post({ "Transfer-Encoding": "chunked" });
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536), Buffer.from("\r\n")]);
    const before = process.memoryUsage.rss();
    expectProblem(await sendRaw(port, endless(head, chunk)), 413, "payload_too_large");
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("the connection ends after a 413", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post({ "Content-Length": String(2 * limitBytes) }));
    socket.resume();
    socket.write(Buffer.alloc(2 * limitBytes));
    await once(socket, "close");
  });

  it("100 Continue is said when the body is wanted, and not before a 413", async () => {
    const wanted = await sendRaw(port, [post({ "Content-Length": "2", Expect: "100-continue" }), "ok"], 30);
    expect(wanted.status).toBe(100);
    const refused = await sendRaw(
      port,
      post({ "Content-Length": String(2 * limitBytes), Expect: "100-continue" }),
    );
    expectProblem(refused, 413, "payload_too_large");
    expectProblem(
      await sendRaw(port, post({ "Content-Length": "2", Expect: "magic" })),
      417,
      "invalid_request",
    );
  });

  it("a compressed body is handed on as it came", async () => {
    const bomb = Buffer.from("1f8b0800000000000003", "hex");
    const answer = await sendRaw(port, [post({ "Content-Length": "10", "Content-Encoding": "gzip" }), bomb]);
    expect(JSON.parse(answer.body)).toMatchObject({ length: 10, headers: { "content-encoding": "gzip" } });
  });

  it("a slow body is 408 when its time is over", async () => {
    const startedAt = performance.now();
    const answer = await sendRaw(port, [post({ "Content-Length": "1000" }), ..."x".repeat(1000)], 20);
    expectProblem(answer, 408, "request_timeout");
    expect(performance.now() - startedAt).toBeLessThan(requestTimeoutMs * 3);
  });

  it("a slow head is 408 when its time is over (slow-loris)", async () => {
    const answer = await sendRaw(
      port,
      ["GET /api/echo HTTP/1.1\r\nHost: x\r\nX-A: ", ..."b".repeat(1000)],
      20,
    );
    expectProblem(answer, 408, "request_timeout");
  });

  it("a body that nobody reads can't hold its connection either", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(request("POST /docs", { "Content-Length": "1000" }));
    await once(socket, "close");
  });

  it("a silent connection is closed", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.resume();
    await once(socket, "close");
  });

  it("a head over 32 KiB is 431, one of 30 KiB is read", async () => {
    expectProblem(
      await sendRaw(port, request("GET /api/echo", { "X-A": "a".repeat(40_000) })),
      431,
      "invalid_request",
    );
    expect((await sendRaw(port, request("GET /api/echo", { "X-A": "a".repeat(30_000) }))).status).toBe(200);
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
  ])("%s is 400 in JSON", async (_, bytes) =>
    expectProblem(await sendRaw(port, bytes), 400, "invalid_request"),
  );

  it("a client that leaves in the middle of its body harms nobody", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post({ "Content-Length": "1000" }, "half"));
    await once(socket, "connect");
    socket.destroy();
    expect((await sendRaw(port, request("GET /api/echo"))).status).toBe(200);
  });

  it("HEAD has the headers of GET and no body", async () => {
    const { headers, body } = await sendRaw(port, request("HEAD /api/echo", { Connection: "close" }));
    expect(Number(headers["content-length"])).toBeGreaterThan(0);
    expect(body).toBe("");
  });

  it("requests on one connection are answered in order", async () => {
    const socket = connect(port, "127.0.0.1");
    const two = request("GET /api/items/1") + request("GET /api/items/2", { Connection: "close" });
    socket.write(two);
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text.match(/"path":"\/api\/items\/\d"/g)).toEqual([
      '"path":"/api/items/1"',
      '"path":"/api/items/2"',
    ]);
  });
});
