import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { call, path, post } from "../support/public-api";
import { sendRaw } from "../support/raw-http";
import { type RunningService, startBuiltService } from "../support/service";

const pages = ["/", "/docs", "/docs/errors", "/nope", "/_next/nope"];

describe("health and metrics", () => {
  it("tell live from ready", async () => {
    expect(await call("/api/health/live")).toMatchObject({ status: 200, json: { status: "live" } });
    const ready = { status: 200, json: { status: "ready", checks: { database: "up" } } };
    expect(await call("/api/health/ready")).toMatchObject(ready);
    expect(await call("/api/health")).toMatchObject(ready);
  });

  it("are no part of the API's other methods and paths", async () => {
    const refused = await call("/api/health", { method: "POST" });
    expect(refused).toMatchObject({ status: 405, json: { code: "method_not_allowed" } });
    expect(refused.headers.get("allow")).toBe("GET, HEAD");
    expect(await call("/api/health/nope")).toMatchObject({ status: 404, json: { code: "not_found" } });
    expect(await call("/api/health", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });

  it("metrics count requests by route, never by address or path", async () => {
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

describe("every answer", () => {
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

  it("of a page has one strict policy with a nonce of its own, which its scripts carry", async () => {
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

describe("with BASE_URL set and no proxy trusted", () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-host-"));
  let service: RunningService;
  let port: number;

  beforeAll(async () => {
    service = await startBuiltService({
      DATA_DIR: folder,
      BASE_URL: "https://qr.example.com",
      BASE_URL_ALIASES: "old.example.com",
    });
    port = Number(new URL(service.baseUrl).port);
  });

  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (target: string, host: string, more = "") =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

  it.each(["evil.example", "qr.example.com.evil.example", "qr.example.com:444"])(
    "A11: Host %s is 421",
    async (host) => {
      for (const target of ["/", "/docs", path, "/api/nope"]) {
        const answer = await get(target, host);
        expect(answer.status).toBe(421);
        expect(JSON.parse(answer.body)).toMatchObject({ code: "misdirected_request" });
      }
    },
  );

  it.each(["qr.example.com", "old.example.com", `127.0.0.1:3000`, "localhost", "[::1]"])(
    "A11: Host %s is answered",
    async (host) => {
      expect((await get("/", host)).status).toBe(200);
      expect((await get(path, host)).status).toBe(200);
    },
  );

  it("A11: printed codes, health and metrics answer on any Host", async () => {
    expect((await get(`${path}/view/AAAAAAAAAAAA`, "evil.example")).status).toBe(404);
    expect((await get("/r/AAAAAAAA", "evil.example")).status).toBe(404);
    expect((await get("/api/health", "evil.example")).status).toBe(200);
    expect((await get("/metrics", "evil.example")).status).toBe(200);
  });

  it("A11: every absolute URL comes from BASE_URL, whatever the request says", async () => {
    const forged =
      "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nForwarded: host=evil.example\r\n";
    for (const target of [
      path,
      `${path}?type=url&content=https%3A%2F%2Fexample.com`,
      "/",
      "/docs",
      "/api/nope",
    ]) {
      const { body, headers } = await get(target, "old.example.com", forged);
      expect(body + JSON.stringify(headers)).not.toContain("evil.example");
      expect(body).not.toContain("old.example.com");
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  });

  it("A12: 500 requests with a random X-Forwarded-For: 100 pass", async () => {
    const statuses = new Map<number, number>();
    for (let i = 0; i < 500; i++) {
      const forged = `X-Forwarded-For: 203.0.${i % 256}.${i % 199}\r\nX-Real-IP: 198.51.100.${i % 250}\r\nCF-Connecting-IP: 192.0.2.${i % 250}\r\n`;
      const { status } = await get(`${path}?type=text&content=${i}`, "localhost", forged);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // One was made by the test before.
    expect(Object.fromEntries(statuses)).toEqual({ 200: 99, 429: 401 });
  });

  it("A7: what only Next may say to itself is not believed", async () => {
    const forged = [
      "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
      "x-middleware-rewrite: /docs",
      "x-matched-path: /docs",
    ];
    const { status, headers } = await get("/", "localhost", `${forged.join("\r\n")}\r\n`);
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toContain("'nonce-");
  });

  it.each([
    "/docs.rsc",
    "/docs.segments/_tree.segment.rsc",
    "/api/public/qr-codes.rsc",
    "/api/public/qr-codes/",
    "/API/public/qr-codes",
    "/api/public/qr-codes.",
  ])("A7: %s is not another way to a page or an endpoint", async (target) => {
    const { status } = await get(target, "localhost");
    expect([404, 308]).toContain(status);
  });
});

describe("the operator's command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-admin-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function admin(args: string[], settings: Record<string, string>) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/admin.js", ...args], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", NODE_ENV: "production", ...settings },
    });
    return { status, stdout, stderr };
  }

  it("prints one JSON document, with no server running", () => {
    const { status, stdout } = admin(["status"], { DATA_DIR: folder });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      database: { isEmbedded: true, version: expect.stringMatching(/^18\./) },
      migrations: expect.arrayContaining([expect.stringMatching(/_public_codes$/)]),
      publicCodes: { stored: 0, expired: 0 },
      dataDir: folder,
    });
  });

  it("works beside a running server", async () => {
    const service = await startBuiltService({ DATA_DIR: folder, TRUSTED_PROXIES: "127.0.0.1" });
    const { status, stdout } = admin(["sweep"], { DATA_DIR: folder });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ publicCodesDeleted: 0 });
    expect((await fetch(`${service.baseUrl}/api/health`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it("works on DATABASE_URL", () => {
    const { stdout } = admin(["status"], { DATABASE_URL: inject("databaseUrl"), DATA_DIR: folder });
    expect(JSON.parse(stdout)).toMatchObject({ database: { isEmbedded: false } });
  });

  it.each([
    [[], /^Name a command: status, sweep, help\.\n$/],
    [["frob"], /^There is no command "frob"; there are status, sweep, help\.\n$/],
    [["toString"], /^There is no command "toString"/],
  ])("%j is an error on standard error with status 1", (args, sentence) => {
    const { status, stdout, stderr } = admin(args, { DATA_DIR: folder });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(sentence);
  });

  it("help lists the commands and touches no database", () => {
    const { status, stdout } = admin(["help"], { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/x" });
    expect(status).toBe(0);
    expect(Object.keys(JSON.parse(stdout).commands)).toContain("sweep");
  });
});
