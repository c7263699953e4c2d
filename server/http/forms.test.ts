import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();
const own = { Origin: "https://qr.example.com" };
const action = { ...own, "Next-Action": "7f00", "Content-Type": "text/plain;charset=UTF-8" };
const maxFormBytes = 1024 * 1024;

describe("A8: forms of pages and sign-in", () => {
  const lines = ["POST /account", "POST /", "POST /api/auth/callback/credentials", "POST /api/auth/signout"];
  const kinds = {
    "a form as text/plain": { "Content-Type": "text/plain" },
    "a form": { "Content-Type": "application/x-www-form-urlencoded" },
    "a form with files": { "Content-Type": "multipart/form-data; boundary=x" },
    "an action": { "Next-Action": "7f00", "Content-Type": "text/plain;charset=UTF-8" },
    JSON: { "Content-Type": "application/json" },
  };
  const origins: Record<string, Record<string, string>> = {
    "from nowhere": {},
    "from another site": { Origin: "https://evil.example" },
    "from another site's frame": { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    "from a sibling": { Origin: "https://shop.example.com", "Sec-Fetch-Site": "same-site" },
    "from a subdomain": { Origin: "https://a.qr.example.com", "Sec-Fetch-Site": "same-site" },
    "from plain http": { Origin: "http://qr.example.com", "Sec-Fetch-Site": "cross-site" },
    "by a link, without an origin": { "Sec-Fetch-Site": "cross-site" },
    "from a sibling, without an origin": { "Sec-Fetch-Site": "same-site" },
  };
  const matrix = lines.flatMap((line) =>
    Object.keys(kinds).flatMap((kind) => Object.keys(origins).map((origin) => [line, kind, origin] as const)),
  );

  it.each(matrix)("rejects %s, %s %s, with 403 in JSON", async (line, kind, origin) => {
    const headers = { ...kinds[kind as keyof typeof kinds], ...origins[origin], "Content-Length": "1" };
    const cookie = { Cookie: "__Host-next-auth.session-token=x" };
    const answer = await sendRaw(front.port, writeRequest(line, { ...headers, ...cookie }, "x"));
    expectProblem(answer, 403, "insufficient_permission");
    expect(answer.body).toContain("does not come from a page of this service");
  });

  it.each([
    ["POST /account", action],
    [
      "POST /account",
      {
        "Next-Action": "7f00",
        "Content-Type": "multipart/form-data; boundary=x",
        "Sec-Fetch-Site": "same-origin",
      },
    ],
    ["POST /account", { ...own, "Content-Type": "multipart/form-data; boundary=x" }],
    ["POST /api/auth/callback/credentials", { ...own, "Content-Type": "application/x-www-form-urlencoded" }],
    ["POST /api/auth/signout", { "Sec-Fetch-Site": "same-origin" }],
  ])("passes %s %j on to its page", async (line, headers) => {
    const answer = await sendRaw(
      front.port,
      writeRequest(line, { ...headers, "Content-Length": "5" }, "x=1&y"),
    );
    expect(JSON.parse(answer.body)).toMatchObject({ method: "POST", url: line.split(" ")[1], length: 5 });
  });

  it("lets other origins read pages, and does not forward their name as the host", async () => {
    const { body } = await sendRaw(front.port, writeRequest("GET /docs", { Origin: "https://evil.example" }));
    expect(JSON.parse(body)).toMatchObject({ "x-forwarded-host": "qr.example.com" });
  });

  it("accepts any origin for API requests", async () => {
    for (const Origin of ["https://evil.example", "null"]) {
      const answer = await sendRaw(
        front.port,
        writeRequest("POST /api/echo", { Origin, "Content-Length": "1" }, "x"),
      );
      expect(answer.status).toBe(200);
    }
  });

  it.each(["/live/scans", "/live/deliveries", "/_next/static/chunks/a.js"])(
    "answers 405 to an action at %s, where no page is",
    async (path) => {
      const head = writeRequest(`POST ${path}`, { ...action, "Content-Length": "2" }, "[]");
      const answer = await sendRaw(front.port, head);
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.allow).toBe("GET, HEAD");
    },
  );

  it("answers 405 to a form that is not a server action", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
      const answer = await sendRaw(
        front.port,
        writeRequest("POST /docs", { ...own, "Content-Type": type, "Content-Length": "1" }, "x"),
      );
      expectProblem(answer, 405, "method_not_allowed");
    }
  });

  it.each([
    undefined,
    "application/json",
    "application/x-www-form-urlencoded",
    "text/x-component",
    "text/plainer",
    "",
  ])("I10: answers 415 to an action sent as %j", async (type) => {
    const headers = {
      ...own,
      "Next-Action": "7f00",
      ...(type === undefined ? {} : { "Content-Type": type }),
    };
    const request = writeRequest("POST /account", { ...headers, "Content-Length": "1" }, "x");
    expectProblem(await sendRaw(front.port, request), 415, "unsupported_media_type");
  });

  it.each(["", "x y", "7F", "\u001b[31m", "7".repeat(200)])(
    "I10: answers 400 to an action called %j",
    async (name) => {
      const headers = { ...action, "Next-Action": name, "Content-Length": "1" };
      expectProblem(await sendRaw(front.port, writeRequest("POST /", headers, "x")), 400, "invalid_request");
    },
  );

  it("leaves /api/auth itself and similar paths to the API", async () => {
    for (const line of ["POST /api/auth", "POST /api/authority/x"]) {
      const { body } = await sendRaw(front.port, writeRequest(line));
      expect(JSON.parse(body)).toMatchObject({ path: line.split(" ")[1] });
    }
  });
});

describe("I7: limits on forms", () => {
  it("passes on a form of 1 MiB, and a chunked form with its Content-Length", async () => {
    const body = "x".repeat(maxFormBytes);
    const head = writeRequest("POST /account", { ...action, "Content-Length": String(maxFormBytes) });
    expect(JSON.parse((await sendRaw(front.port, [head, body])).body)).toMatchObject({
      length: maxFormBytes,
    });
    const chunked = writeRequest("POST /account", { ...action, "Transfer-Encoding": "chunked" });
    const parts = [chunked, "3\r\nabc\r\n", "2\r\nde\r\n", "0\r\n\r\n"];
    const answer = JSON.parse((await sendRaw(front.port, parts, 5)).body) as {
      headers: Record<string, string>;
    };
    expect(answer).toMatchObject({ length: 5, headers: { "content-length": "5" } });
    expect(answer.headers).not.toHaveProperty("transfer-encoding");
  });

  it("answers 413 to a declared length over the limit, and to a body that grows over it", async () => {
    const large = { ...action, "Content-Length": String(maxFormBytes + 1) };
    expectProblem(await sendRaw(front.port, writeRequest("POST /account", large)), 413, "payload_too_large");
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536), Buffer.from("\r\n")]);
    function* endless() {
      yield writeRequest("POST /api/auth/signout", { ...own, "Transfer-Encoding": "chunked" });
      for (;;) yield chunk;
    }
    expectProblem(await sendRaw(front.port, endless()), 413, "payload_too_large");
  });

  it("answers 408 to a form sent byte by byte", async () => {
    const head = writeRequest("POST /account", { ...action, "Content-Length": "1000" });
    const startedAt = performance.now();
    expectProblem(await sendRaw(front.port, [head, ..."x".repeat(1000)], 20), 408, "request_timeout");
    // The sender needs 20 seconds.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it("gives Next the service's own host, even if a proxy changed Host", async () => {
    const forged = { "X-Forwarded-Host": "evil.example", Host: "localhost:3000" };
    const { body } = await sendRaw(
      front.port,
      writeRequest("POST /account", { ...action, ...forged, "Content-Length": "0" }),
    );
    expect(JSON.parse(body).headers).toMatchObject({ "x-forwarded-host": "qr.example.com" });
    expect(body).not.toContain("evil.example");
  });
});
