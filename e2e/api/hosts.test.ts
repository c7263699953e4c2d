import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../support/process/raw-http";
import { path } from "../support/public-api";
import { type RunningService, startBuiltService } from "../support/service";

describe("service with BASE_URL set and no trusted proxy", () => {
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
    "A11: answers 421 to Host %s",
    async (host) => {
      for (const target of ["/", "/docs", path, "/api/nope"]) {
        const answer = await get(target, host);
        expect(answer.status).toBe(421);
        expect(JSON.parse(answer.body)).toMatchObject({ code: "misdirected_request" });
      }
    },
  );

  it.each(["qr.example.com", "old.example.com", `127.0.0.1:3000`, "localhost", "[::1]"])(
    "A11: serves requests to Host %s",
    async (host) => {
      expect((await get("/", host)).status).toBe(200);
      expect((await get(path, host)).status).toBe(200);
    },
  );

  it("A11: serves printed codes, health and metrics on any Host", async () => {
    expect((await get(`${path}/view/AAAAAAAAAAAA`, "evil.example")).status).toBe(404);
    expect((await get("/r/AAAAAAAA", "evil.example")).status).toBe(404);
    expect((await get("/api/health", "evil.example")).status).toBe(200);
    expect((await get("/metrics", "evil.example")).status).toBe(200);
  });

  it("A11: builds every absolute URL from BASE_URL, whatever the request's headers say", async () => {
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

  it("A12: counts 500 requests with random X-Forwarded-For as one client and passes 100", async () => {
    const statuses = new Map<number, number>();
    for (let i = 0; i < 500; i++) {
      const forged = `X-Forwarded-For: 203.0.${i % 256}.${i % 199}\r\nX-Real-IP: 198.51.100.${i % 250}\r\nCF-Connecting-IP: 192.0.2.${i % 250}\r\n`;
      const { status } = await get(`${path}?type=text&content=${i}`, "localhost", forged);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // One was made by the test before.
    expect(Object.fromEntries(statuses)).toEqual({ 200: 99, 429: 401 });
  });

  it("A7: ignores Next's internal headers from a client", async () => {
    const forged = [
      "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
      "x-middleware-rewrite: /docs",
      "x-matched-path: /docs",
    ];
    const { status, headers, body } = await get("/", "localhost", `${forged.join("\r\n")}\r\n`);
    expect(status).toBe(200);
    expect(body).toContain("Every code scans.");
    expect(body).not.toContain("Quick start");
    expect(headers["content-security-policy"]).toContain("'nonce-");
  });

  it.each([
    "/docs.rsc",
    "/docs.segments/_tree.segment.rsc",
    "/api/public/qr-codes.rsc",
    "/api/public/qr-codes/",
    "/API/public/qr-codes",
    "/api/public/qr-codes.",
  ])("A7: answers 404 to %s, another spelling of a page or endpoint", async (target) => {
    const { status } = await get(target, "localhost");
    expect(status).toBe(404);
  });
});
