import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import { elsewhere, expectIsolated, openDomainFront } from "../support/domain-front";
import { insertDomain, insertDomainCode } from "../support/domains";
import { sendRaw } from "../support/process/raw-http";

const front = openDomainFront();

/** The path of each page and route below `app/`, with something in place of what it names. */
function listPages(): string[] {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(?:^|\/)(?:page|route)\.tsx?$/.test(file))
    .map((file) => file.replace(/\/?(?:page|route)\.tsx?$/, "").replace(/\([^/]*\)\/?/g, ""))
    .map((path) =>
      `/${path.replace(/\[\[?(?:\.{3})?\w+\]?\]/g, "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35")}`.replace(
        /(?<=.)\/$/,
        "",
      ),
    );
}

const others = [
  ...[
    "/_next/static/chunks/main.js",
    "/_next/image",
    "/favicon.ico",
    "/icon.svg",
    "/sitemap.xml",
    "/metrics",
  ],
  ...[
    "/api",
    "/api/health",
    "/api/health/live",
    "/api/health/ready",
    "/api/health/arrival",
    "/api/auth/session",
  ],
  ...["/internal", "/internal/tls-permission", "/internal/tls-permission?domain=qr.example.com"],
  ...[
    "/r",
    "/r/AAAAAAAA",
    "/r/AAAAAAAA+",
    "/i/AAAAAAAA.png",
    "/01/09506000134352",
    "/mcp",
    "/downloads/x.tgz",
  ],
  ...["/llms.txt", "/llms-full.txt", "/sitemap.xml", "/docs.md", "/docs/mcp.md", "/docs/markdown/mcp"],
  ...["/.well-known", "/.well-known/acme-challenge/token", "/.well-known/security.txt", "/report", "/admin+"],
  ...["/API/v1/qr-codes", "/Sign-In", "/robots.txt/", "/live/scans", "/sign-in/contact.vcf"],
];

describe("P14: service routes on an own domain", () => {
  const routes = [
    ...[...v1Contracts, ...publicContracts].map(
      ({ method, path }) => [method, path.replace(/\{\w+\}/g, "x")] as const,
    ),
    ...listPages().flatMap((path) => [["GET", path] as const, ["POST", path] as const]),
    ...others.map((path) => ["GET", path] as const),
  ].filter(([, path]) => path !== "/" && !path.startsWith("/report/"));

  it("are listed completely", () => {
    const paths = new Set(routes.map(([, path]) => path));
    expect(paths.size).toBeGreaterThan(100);
    for (const path of [
      "/sign-in",
      "/codes",
      "/admin",
      "/api/v1/qr-codes",
      "/r/0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35",
    ])
      expect(paths).toContain(path);
  });

  it.each(["pages and addresses", "nothing"])("answer 404 when the domain has %s configured", async (has) => {
    const { host } = has === "nothing" ? front.plain : front.full;
    const form = {
      "Content-Length": "0",
      Origin: "https://qr.example.com",
      "Next-Action": "ab",
      Cookie: "a=b",
      Authorization: "Bearer x",
    };
    for (const [method, path] of routes) {
      const answer = await front.ask(host, path, { method, headers: method === "GET" ? {} : form });
      expect([method, path, answer.status, answer.headers["content-type"]]).toEqual([
        ...[method, path, 404, "text/html; charset=utf-8"],
      ]);
      expectIsolated(answer);
    }
  });

  it("let crawlers see noindex; an unverified domain is answered like an unknown host", async () => {
    const robots = await front.ask(front.full.host, "/robots.txt");
    expect([robots.status, robots.body]).toEqual([200, "User-agent: *\nDisallow:\n"]);
    expect(robots.headers["x-robots-tag"]).toBe("noindex");
    const { host } = await insertDomain(front, { status: "pending", rootUrl: elsewhere });
    await front.newDomain();
    for (const path of ["/", "/unknown", "/robots.txt", "/docs"])
      expect((await front.ask(host, path)).status).toBe(421);
    expect((await front.ask(host, "/r/AAAAAAAA")).status).toBe(404);
  });

  it("count as one route in the metrics", async () => {
    const { body } = await front.ask("qr.example.com", "/metrics");
    expect(body).toMatch(/quietzone_http_requests_total\{route="\/\{path\}",method="GET",status="404"\} \d+/);
    expect(body).toMatch(/quietzone_served_domains \d+/);
    expect(body).not.toContain(front.full.host);
  });
});

describe("P16: TLS permission endpoint", () => {
  const permission = (domain: string, headers = {}, from = "127.0.0.1") => {
    const lines = Object.entries({ Host: "app.internal:3000", ...headers, Connection: "close" });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return sendRaw(
      front.port,
      `GET /internal/tls-permission?domain=${domain} HTTP/1.1\r\n${head}\r\n`,
      0,
      from,
    );
  };
  const statusOf = async (...asked: Parameters<typeof permission>) => (await permission(...asked)).status;

  it("answers 200 for verified hosts only", async () => {
    const pending = await insertDomain(front, { status: "pending" });
    for (const { host } of [front.plain, front.full]) expect(await statusOf(host)).toBe(200);
    expect(await statusOf(front.plain.host.toUpperCase())).toBe(200);
    for (const name of [
      pending.host,
      "qr.example.com",
      "",
      "localhost",
      `${front.plain.host}:443`,
      `a@${front.plain.host}`,
    ])
      expect(await statusOf(name)).toBe(404);
    expect(await statusOf(`${front.plain.host}&domain=${front.full.host}`)).toBe(404);
  });

  it("answers the proxy only, not requests passed through it", async () => {
    expect(await statusOf(front.plain.host, {}, "127.0.0.2")).toBe(200);
    for (const header of [
      "X-Forwarded-For",
      "X-Forwarded-Host",
      "X-Forwarded-Proto",
      "Forwarded",
      "X-Real-IP",
      "Via",
      "CF-Connecting-IP",
    ]) {
      for (const from of ["127.0.0.1", "127.0.0.2"]) {
        expect([header, await statusOf(front.plain.host, { [header]: "x" }, from)]).toEqual([header, 404]);
      }
    }
    expect((await permission(front.plain.host, { Host: front.plain.host })).body).toContain("<html");
  });

  it("answers 10,000 unknown names without the database and without keeping them in metrics", async () => {
    front.proxy.cut();
    try {
      for (let at = 0; at < 10_000; at += 100) {
        const names = Array.from({ length: 100 }, (_, i) => `unknown-${at + i}.example.com`);
        const statuses = await Promise.all(names.map((name) => statusOf(name)));
        expect(new Set(statuses)).toEqual(new Set([404]));
      }
      expect(await statusOf(front.plain.host)).toBe(200);
    } finally {
      front.proxy.restore();
    }
    const { body } = await front.ask("qr.example.com", "/metrics");
    expect(body).not.toContain("unknown-");
  });
});

it("own domains keep their codes, addresses and isolation while PostgreSQL is unreachable", async () => {
  await insertDomainCode(front.full, { slug: "printed" });
  expect(await front.locationOf(front.full.host, "/printed")).toEqual([302, "https://example.com/menu"]);
  front.proxy.cut();
  try {
    expect(await front.locationOf(front.full.host, "/printed")).toEqual([302, "https://example.com/menu"]);
    expect(await front.locationOf(front.full.host, "/")).toEqual([302, elsewhere]);
    expect((await front.ask(front.full.host, "/sign-in")).status).toBe(404);
    expect((await front.ask(front.full.host, "/api/v1/qr-codes")).status).toBe(404);
    const unknown = await front.ask(front.full.host, "/not-seen-before");
    expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
    expect(unknown.body).not.toContain("/report/");
    expect((await front.ask(front.full.host, "/report/not-seen-before")).status).toBe(503);
    expect((await front.ask("unknown.example.com", "/docs")).status).toBe(421);
  } finally {
    front.proxy.restore();
  }
});
