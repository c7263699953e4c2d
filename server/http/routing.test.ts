import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();
const ownOrigin = { Origin: "https://qr.example.com" };

describe("A7: unknown methods and duplicate hosts", () => {
  it("answers 405 with Allow to an unknown method", async () => {
    const answer = await sendRaw(front.port, "FOO /api/echo HTTP/1.1\r\nHost: qr.example.com\r\n\r\n");
    expectProblem(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toContain("GET");
  });

  it("A11: answers 400 to two Host headers", async () => {
    const twice = "GET /api/echo HTTP/1.1\r\nHost: qr.example.com\r\nHost: evil.example\r\n\r\n";
    expectProblem(await sendRaw(front.port, twice), 400, "invalid_request");
  });
});

describe("A7: routing bypasses", () => {
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
  ])("answers 400 to %s", async (line) =>
    expectProblem(await sendRaw(front.port, writeRequest(line)), 400, "invalid_request"),
  );

  it.each(["GET /docs.rsc", "GET /docs.segments/_tree.segment.rsc", "GET /index.rsc"])(
    "answers 404 to %s",
    async (line) => {
      expectProblem(await sendRaw(front.port, writeRequest(line)), 404, "not_found");
    },
  );

  it.each(["TRACE", "PUT", "DELETE", "PATCH", "POST", "PROPFIND"])(
    "answers 405 with Allow to %s of a page",
    async (method) => {
      const answer = await sendRaw(front.port, writeRequest(`${method} /docs`, ownOrigin));
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.allow).toBe("GET, HEAD");
    },
  );

  it("answers 405 to methods other than GET and POST, whatever the origin", async () => {
    const foreign = { Origin: "https://evil.example" };
    for (const line of ["PUT /docs", "DELETE /api/auth/session", "PATCH /api/auth/signout"]) {
      const answer = await sendRaw(front.port, writeRequest(line, foreign));
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.allow).toBe(line.includes("/api/auth/") ? "GET, HEAD, POST" : "GET, HEAD");
    }
  });

  it.each([["POST /account.rsc"], ["POST /account.segments/_tree.segment.rsc"]])(
    "answers 404 to %s, a form sent to a page's data",
    async (line) => {
      const form = {
        ...ownOrigin,
        "Next-Action": "7f00",
        "Content-Type": "text/plain",
        "Content-Length": "0",
      };
      expectProblem(await sendRaw(front.port, writeRequest(line, form)), 404, "not_found");
    },
  );

  it("ignores method override headers on a form", async () => {
    const form = {
      ...ownOrigin,
      "Next-Action": "7f00",
      "Content-Type": "text/plain",
      "Content-Length": "1",
      "X-HTTP-Method-Override": "DELETE",
    };
    const { body } = await sendRaw(front.port, writeRequest("POST /account", form, "x"));
    expect(JSON.parse(body)).toMatchObject({ method: "POST", url: "/account" });
    expect(body).not.toContain("DELETE");
  });

  it("answers 405 to CONNECT", async () => {
    const answer = await sendRaw(front.port, writeRequest("CONNECT evil.example:443"));
    expectProblem(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toBeDefined();
  });

  it("answers 400 to WebSocket upgrades, for the API and for pages", async () => {
    const upgrade = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "x",
      "Sec-WebSocket-Version": "13",
    };
    for (const path of ["/api/echo", "/docs", "/_next/webpack-hmr"]) {
      expectProblem(await sendRaw(front.port, writeRequest(`GET ${path}`, upgrade)), 400, "invalid_request");
    }
  });

  it("ignores an offer of HTTP/2 and answers the request", async () => {
    const offer = {
      Connection: "Upgrade, HTTP2-Settings",
      Upgrade: "h2c",
      "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA",
    };
    const answer = await sendRaw(front.port, writeRequest("GET /api/echo", offer));
    expect(answer.status).toBe(200);
  });

  it("ignores method override headers", async () => {
    const answer = await sendRaw(
      front.port,
      writeRequest("GET /api/echo", { "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "DELETE" }),
    );
    expect(JSON.parse(answer.body)).toMatchObject({ method: "GET" });
    expect(answer.body).not.toContain("DELETE");
  });

  it("removes Next's internal headers and a forged nonce", async () => {
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
    const { body } = await sendRaw(
      front.port,
      writeRequest("GET /docs", { ...forged, "Next-Url": "/docs", RSC: "1" }),
    );
    const seen = JSON.parse(body) as Record<string, string>;
    for (const name of Object.keys(forged)) expect(seen).not.toHaveProperty(name.toLowerCase());
    // Next's own client needs these.
    expect(seen).toMatchObject({ rsc: "1", "next-url": "/docs" });
  });
});

describe("development mode", () => {
  const development = openFront({ isDevelopment: true });
  const named = { "X-Nextjs-Request-Id": "1", "X-Nextjs-Html-Request-Id": "2", "X-Nextjs-Data": "1" };

  it("passes on the request ids that Next's client needs, unlike production", async () => {
    const { body } = await sendRaw(development.port, writeRequest("GET /docs", named));
    expect(JSON.parse(body)).toMatchObject({ "x-nextjs-request-id": "1", "x-nextjs-html-request-id": "2" });
    expect(body).not.toContain("x-nextjs-data");
    expect((await sendRaw(front.port, writeRequest("GET /docs", named))).body).not.toContain("x-nextjs");
  });

  it("A8: rejects requests from other sites", async () => {
    for (const line of ["POST /account", "POST /__nextjs_original-stack-frames", "PUT /x"]) {
      const answer = await sendRaw(development.port, writeRequest(line, { Origin: "https://evil.example" }));
      expectProblem(answer, 403, "insufficient_permission");
    }
    const own = { ...ownOrigin, "Content-Length": "1" };
    const { body } = await sendRaw(
      development.port,
      writeRequest("POST /__nextjs_original-stack-frames", own, "x"),
    );
    expect(JSON.parse(body)).toMatchObject({ method: "POST", length: 1 });
  });
});
