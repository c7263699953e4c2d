import { describe, expect, it } from "vitest";
import { sendRaw } from "@/e2e/support/process/raw-http";
import { openFront, writeRequest } from "@/e2e/support/process/test-front";
import { readHostName } from "./own-domain";

const domain = {
  ...{ id: "one", host: "go.example.com", isSuspended: false },
  ...{ rootUrl: null, notFoundUrl: null, expiredUrl: null },
};
const front = openFront({
  domains: {
    find: (host) => (host === domain.host ? domain : undefined),
    async answer({ path, query, headers, domain: { id } }) {
      const body = JSON.stringify({ id, path, query, headers });
      return { status: 200, headers: { "Content-Length": String(Buffer.byteLength(body)) }, body };
    },
  },
});

const ask = (line: string, headers: Record<string, string> = {}, from?: string) =>
  sendRaw(front.port, writeRequest(line, { Connection: "close", ...headers }), 0, from);
/** Whether a request was answered by the own domain. */
const isOwn = async (...asked: Parameters<typeof ask>) => {
  const { status, body, headers } = await ask(...asked);
  if (status === 200 && body.startsWith('{"id":"one"')) {
    expect(headers["strict-transport-security"]).toBeUndefined();
    return true;
  }
  return false;
};

/** `TRUSTED_PROXIES` of the front under test. */
const proxy = "127.0.0.2";

describe("P10: Host of an own domain", () => {
  it.each([
    "go.example.com",
    "GO.Example.COM",
    "go.example.com:443",
    "go.example.com:8080",
    "go.example.com:",
  ])("accepts %s", async (host) => expect(await isOwn("GET /menu", { Host: host })).toBe(true));

  it("passes the path and its query on", async () => {
    const { body } = await ask("GET /menu?a=1&b=%20", { Host: "go.example.com" });
    expect(JSON.parse(body)).toMatchObject({ path: "/menu", query: "a=1&b=%20" });
  });

  it.each(["go.example.com.", "go.example.com.:443"])("accepts %s, with the final dot", async (host) => {
    expect(await isOwn("GET /menu", { Host: host })).toBe(true);
  });

  it.each([
    "user@go.example.com",
    "user:pass@go.example.com",
    "go.example.com..",
    "go.example.com:443:443",
    "go.example.com:port",
    "go.example.com:123456",
    "go.example.com/",
    "go.example.com#",
    "go.example.com,go.example.com",
    "x.go.example.com",
    "go.example.com.evil.example",
    "[go.example.com]",
    "gö.example.com",
    `${"a".repeat(300)}.example.com`,
  ])("answers 421 to %s", async (host) => {
    expect((await ask("GET /menu", { Host: host })).status).toBe(421);
  });

  it("readHostName strips the port and final dot, or returns null", () => {
    expect(readHostName("Go.Example.com.:443")).toBe("go.example.com");
    expect(readHostName("xn--strae-oqa.example")).toBe("xn--strae-oqa.example");
    for (const host of ["", ":", ":443", "[::1]", "a b", "a\u0000b"]) expect(readHostName(host)).toBeNull();
    // No pattern looks twice at the same character.
    const startedAt = performance.now();
    for (let i = 0; i < 10_000; i += 1) readHostName(`${"a.".repeat(120)}!`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe("P11: requests without a clear Host", () => {
  const raw = (text: string) => sendRaw(front.port, text);

  it("treats HTTP/1.0 without a Host as a request to the service", async () => {
    const { status } = await raw("GET /menu HTTP/1.0\r\n\r\n");
    expect(status).toBe(421);
    expect((await raw("GET /r/abcdefgh HTTP/1.0\r\n\r\n")).body).toContain('"path":"/r/abcdefgh"');
  });

  it("rejects a target in absolute form, whatever host it and the header name", async () => {
    for (const host of ["go.example.com", "qr.example.com"]) {
      for (const target of [
        "http://go.example.com/menu",
        "http://qr.example.com/menu",
        "https://go.example.com/",
      ]) {
        const { status, body } = await raw(
          `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        expect([status, JSON.parse(body).code]).toEqual([400, "invalid_request"]);
      }
    }
  });

  it("rejects two Host headers", async () => {
    for (const [first, second] of [
      ["go.example.com", "qr.example.com"],
      ["qr.example.com", "go.example.com"],
    ]) {
      const { status } = await raw(`GET /menu HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\n\r\n`);
      expect(status).toBe(400);
    }
  });

  it("P9: routes an ambiguous path to the domain, never to the service", async () => {
    for (const path of [
      "/%2e%2e/docs",
      "/menu%00",
      "/menu%2f",
      "//docs",
      "/../docs",
      "/a/../docs",
      "/;/docs",
    ]) {
      const { body } = await ask(`GET ${path}`, { Host: "go.example.com" });
      expect(JSON.parse(body)).toMatchObject({ id: "one", path: "" });
    }
  });
});

describe("P12: X-Forwarded-Host", () => {
  const forwarded = { "X-Forwarded-Host": "go.example.com" };

  it("counts from a trusted proxy, which may use an internal Host", async () => {
    expect(await isOwn("GET /menu", forwarded, proxy)).toBe(true);
    expect(await isOwn("GET /menu", { Host: "app.internal:3000", ...forwarded }, proxy)).toBe(true);
    expect(await isOwn("GET /menu", { "X-Forwarded-Host": "GO.example.com:443" }, proxy)).toBe(true);
  });

  it("is ignored from other peers", async () => {
    expect(await isOwn("GET /menu", forwarded)).toBe(false);
    expect((await ask("GET /menu", { Host: "app.internal:3000", ...forwarded })).status).toBe(421);
    expect(await isOwn("GET /menu", { Host: "go.example.com", "X-Forwarded-Host": "qr.example.com" })).toBe(
      true,
    );
  });

  it("never turns an own domain into the service", async () => {
    for (const name of ["qr.example.com", "localhost", "", "go.example.com, qr.example.com"]) {
      const headers = { Host: "go.example.com", "X-Forwarded-Host": name };
      expect(await isOwn("GET /docs", headers, proxy)).toBe(true);
    }
  });

  it("is not passed on to a page from an untrusted peer", async () => {
    const { body } = await ask("GET /docs", { ...forwarded, "X-Quietzone-Client": "secret 203.0.113.7" });
    expect(JSON.parse(body)["x-forwarded-host"]).toBe("qr.example.com");
  });
});

it("answers other hosts as usual when an own domain exists", async () => {
  expect((await ask("GET /docs")).status).toBe(200);
  expect((await ask("GET /docs", { Host: "pending.example.com" })).status).toBe(421);
  expect((await ask("GET /r/abcdefgh", { Host: "pending.example.com" })).body).toContain(
    '"path":"/r/abcdefgh"',
  );
  expect((await ask("GET /docs")).headers["strict-transport-security"]).toBe("max-age=31536000");
});
