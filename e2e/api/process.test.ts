import { describe, expect, inject, it } from "vitest";
import { sendRaw } from "../support/process/raw-http";
import { call, path, post } from "../support/public-api";

const pages = ["/", "/docs", "/docs/errors", "/nope", "/_next/nope"];

describe("health and metrics", () => {
  it("O7: distinguish live from ready", async () => {
    expect(await call("/api/health/live")).toMatchObject({ status: 200, json: { status: "live" } });
    const ready = { status: 200, json: { status: "ready", checks: { database: "up" } } };
    expect(await call("/api/health/ready")).toMatchObject(ready);
    expect(await call("/api/health")).toMatchObject(ready);
    expect(await call("/api/health/accepting")).toMatchObject({ status: 200, json: { status: "accepting" } });
  });

  it("reject other methods and paths, and answer HEAD", async () => {
    const refused = await call("/api/health", { method: "POST" });
    expect(refused).toMatchObject({ status: 405, json: { code: "method_not_allowed" } });
    expect(refused.headers.get("allow")).toBe("GET, HEAD");
    expect(await call("/api/health/nope")).toMatchObject({ status: 404, json: { code: "not_found" } });
    expect(await call("/api/health", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });

  it("count requests by route, never by address or path", async () => {
    await post({ type: "url", content: "https://example.com/metrics-canary" });
    await call("/metrics-canary-path");
    const { text, headers } = await call("/metrics");
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(
      /quietzone_http_requests_total\{route="\/api\/public\/qr-codes",method="POST",status="200"\} \d+/,
    );
    for (const name of [
      "quietzone_http_request_duration_seconds_bucket",
      "quietzone_http_requests_in_flight",
      'quietzone_database_connections{state="open"}',
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
    ]) {
      expect(text).toContain(name);
    }
    expect(text).not.toContain("canary");
  });
});

describe("every response", () => {
  it.each([...pages, path, "/api/nope", "/api/health", "/metrics", "//"])(
    "of %s has a request id and nosniff",
    async (target) => {
      const { headers } = await sendRaw(
        Number(new URL(inject("baseUrl")).port),
        `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(headers["x-request-id"]).toMatch(/^req_[0-9A-Za-z]{20}$/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers).not.toHaveProperty("x-powered-by");
    },
  );

  it("of a page has a strict CSP with its own nonce, which its scripts carry", async () => {
    const nonces = new Set<string>();
    for (const target of pages.slice(0, 4)) {
      const { headers, text } = await call(target);
      const policy = headers.get("content-security-policy") ?? "";
      const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1] ?? "";
      expect(policy).toMatch(
        /script-src 'self' 'nonce-[^']+' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self' 'nonce-[^']+'/,
      );
      expect(policy).toContain(
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
      );
      expect(policy).not.toMatch(/unsafe-eval'(?<!wasm-unsafe-eval')|script-src[^;]*unsafe-inline|,/);
      const scripts = text.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });
});
