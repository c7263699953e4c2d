import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import { sql } from "@/lib/platform/db";
import { newAccount } from "../support/accounts";
import { insertDomain, insertDomainCode, type OwnDomain } from "../support/own-domains";
import { DatabaseProxy } from "../support/process/database-proxy";
import { type RawAnswer, sendRaw } from "../support/process/raw-http";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import type { RunningService } from "../support/service";
import { countVisits, phone } from "../support/short-urls";

const services = openServices();
const baseUrl = "https://qr.example.com";
const elsewhere = "https://www.example.com/";
let proxy: DatabaseProxy;
let service: RunningService;
let accountId: string;
/** Leads nowhere else. */
let plain: OwnDomain;
/** Has every address. */
let full: OwnDomain;

beforeAll(async () => {
  ({ accountId } = await newAccount("pro"));
  plain = await insertDomain(accountId);
  full = await insertDomain(accountId, {
    status: "failing",
    rootUrl: elsewhere,
    notFoundUrl: `${elsewhere}nothing`,
    expiredUrl: `${elsewhere}over`,
  });
  const dataDir = services.newDataDir();
  const blocklist = join(dataDir, "blocklist.txt");
  writeFileSync(blocklist, "blocked.example\n");
  proxy = await new DatabaseProxy(inject("databaseUrl")).open();
  service = await services.start({
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    BASE_URL: baseUrl,
    TRUSTED_PROXIES: "127.0.0.2",
    BLOCKLIST_FILE: blocklist,
  });
});

afterAll(async () => {
  await service.stop();
  await proxy.close();
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** As a trusted proxy sees it; each call has one of its own unless told. */
  client?: string;
}

/** Calls a host of the service through a trusted proxy. */
function ask(host: string, path: string, { method = "GET", client = newClient(), ...more }: Asked = {}) {
  const headers = {
    Host: host,
    "User-Agent": phone,
    "X-Forwarded-For": client,
    ...more.headers,
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const port = Number(new URL(service.baseUrl).port);
  return sendRaw(
    port,
    `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${more.body ?? ""}`,
    0,
    "127.0.0.2",
  );
}

const locationOf = async (host: string, path: string, asked?: Asked) => {
  const { status, headers } = await ask(host, path, asked);
  return [status, headers.location];
};
/** A new domain, once the service knows it. */
const newDomain = async (row: Parameters<typeof insertDomain>[1] = {}) => {
  const domain = await insertDomain(accountId, row);
  await vi.waitFor(async () => expect((await ask(domain.host, "/robots.txt")).status).toBe(200), 10_000);
  return domain;
};

/** What no answer of an own domain has. */
function expectIsolated({ headers, body }: RawAnswer): void {
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(body).not.toContain("/_next/");
}

describe("a short URL on an own domain", () => {
  it("opens as under /r/ by slug in any case and by its generated code, and each scan counts", async () => {
    const code = await insertDomainCode(plain, { slug: "Menu" });
    for (const path of ["/Menu", "/menu", "/MENU", `/${code.shortCode}`]) {
      const answer = await ask(plain.host, path);
      expect([answer.status, answer.headers.location]).toEqual([302, "https://example.com/menu"]);
      expect(answer.headers).toMatchObject({
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
      expectIsolated(answer);
    }
    await vi.waitFor(async () =>
      expect(await countVisits({ ...code, path: "" })).toMatchObject({ scans: 4, counted: 4 }),
    );
  });

  it("is previewed, reported at the service's own host, and has no other method", async () => {
    const { shortCode } = await insertDomainCode(plain, { slug: "about" });
    const preview = await ask(plain.host, "/about+");
    expect(preview.body).toContain('href="/about"');
    expect(preview.body).toContain(`href="${baseUrl}/report/${shortCode}"`);
    expectIsolated(preview);
    expect(await locationOf(plain.host, "/report/about")).toEqual([302, `${baseUrl}/report/${shortCode}`]);
    expect(await locationOf(full.host, "/report/unknown")).toEqual([404, undefined]);
    const { status, headers } = await ask(plain.host, "/about", { method: "POST" });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    expect((await ask(plain.host, "/about", { method: "HEAD" })).headers.location).toBe(
      "https://example.com/menu",
    );
  });

  it("opens pages whose files are on the same domain", async () => {
    await insertDomainCode(plain, {
      slug: "a",
      type: "contact",
      content: '{"firstName":"Ada","phone":"+441632960001"}',
    });
    await insertDomainCode(plain, {
      slug: "w",
      type: "wifi",
      content: '{"ssid":"Halden","password":"coffee-rye"}',
    });
    for (const [path, file] of [
      ["/a", "contact.vcf"],
      ["/w", "network.mobileconfig"],
    ]) {
      const page = await ask(plain.host, String(path));
      expect(page.body).toContain(`href="${path}/${file}"`);
      expectIsolated(page);
      expect((await ask(plain.host, `${path}/${file}`)).status).toBe(200);
    }
    expect((await ask(plain.host, "/a/network.mobileconfig")).status).toBe(404);
  });

  it("P14: opens codes of its own domain alone", async () => {
    const { shortCode } = await insertDomainCode(plain, { slug: "here" });
    for (const path of ["/here", `/${shortCode}`, "/here+", "/here/contact.vcf", "/report/here"]) {
      expect((await ask((await newDomain()).host, path)).status).toBe(404);
    }
    expect((await ask(plain.host, "/r/here")).status).toBe(404);
    expect((await ask(plain.host, `/r/${shortCode}`)).status).toBe(404);
    expect((await ask("qr.example.com", "/here")).status).toBe(404);
  });

  it("P15: has no answer from another host with the same path, one after the other", async () => {
    const [one, two] = [await newDomain(), await newDomain()];
    await insertDomainCode(one, { slug: "sale", content: "https://one.example/" });
    await insertDomainCode(two, { slug: "sale", content: "https://two.example/" });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await locationOf(one.host, "/sale")).toEqual([302, "https://one.example/"]);
      expect(await locationOf(two.host, "/sale")).toEqual([302, "https://two.example/"]);
      const forwarded = { "X-Forwarded-Host": two.host };
      expect(await locationOf(one.host, "/sale", { headers: forwarded })).toEqual([
        302,
        "https://two.example/",
      ]);
      expect((await ask("qr.example.com", "/r/sale")).status).toBe(404);
    }
  });
});

describe("the addresses of a domain's owner", () => {
  it("are where its root and unknown paths lead; else plain pages answer", async () => {
    expect(await locationOf(full.host, "/")).toEqual([302, elsewhere]);
    for (const path of ["/unknown", "/unknown+", "/index.html", "/caf%C3%A9", `/${"x".repeat(90)}`]) {
      expect(await locationOf(full.host, path)).toEqual([302, `${elsewhere}nothing`]);
      expect(await locationOf(plain.host, path)).toEqual([404, undefined]);
    }
    for (const path of ["/unknown/contact.vcf", "/unknown/more", "/menu/", "/%2e%2e", "//menu"]) {
      expect(await locationOf(full.host, path)).toEqual([404, undefined]);
    }
    const root = await ask(plain.host, "/", { headers: { "Accept-Language": "de" } });
    expect(root.status).toBe(200);
    expect(root.body).toContain("Hier gibt es nichts zu sehen");
    expectIsolated(root);
  });

  it("take visitors of codes that are off, expired or used up, unless the code has a fallback", async () => {
    const past = "2026-01-01T00:00:00.000Z";
    const fallbackUrl = "https://example.com/fallback";
    await insertDomainCode(full, { slug: "off", rules: { isActive: false } });
    await insertDomainCode(full, { slug: "expired", rules: { expiresAt: past } });
    await insertDomainCode(full, { slug: "used", rules: { maxScans: 1 } });
    await insertDomainCode(full, { slug: "own", rules: { expiresAt: past, fallbackUrl } });
    await insertDomainCode(full, { slug: "stopped", isSuspended: true });
    await insertDomainCode(full, { slug: "blocked", content: "https://blocked.example/" });
    await ask(full.host, "/used");
    for (const path of ["/off", "/expired", "/used"]) {
      expect(await locationOf(full.host, path)).toEqual([302, `${elsewhere}over`]);
      const preview = await ask(full.host, `${path}+`);
      expect([preview.status, preview.body.includes("www.example.com/over")]).toEqual([200, true]);
    }
    expect(await locationOf(full.host, "/own")).toEqual([302, fallbackUrl]);
    for (const path of ["/stopped", "/blocked"]) {
      expect(await locationOf(full.host, path)).toEqual([410, undefined]);
    }
    await insertDomainCode(plain, { slug: "off", rules: { isActive: false } });
    expect(await locationOf(plain.host, "/off")).toEqual([410, undefined]);
  });

  it("P3: lead nowhere once the operator blocks them", async () => {
    const blocked = "https://blocked.example/";
    const { host, ...domain } = await newDomain({
      rootUrl: blocked,
      notFoundUrl: blocked,
      expiredUrl: blocked,
    });
    await insertDomainCode({ ...domain, host }, { slug: "off", rules: { isActive: false } });
    expect(await locationOf(host, "/")).toEqual([200, undefined]);
    expect(await locationOf(host, "/unknown")).toEqual([404, undefined]);
    expect(await locationOf(host, "/off")).toEqual([410, undefined]);
  });

  it("never lead in a circle, nor does a code on any host", async () => {
    const own = await newDomain();
    const { host } = own;
    const urls = [
      `https://${host}/b`,
      `http://${host}:8080/b`,
      `https://${host}./b?c=d`,
      `https://${host}//b`,
    ];
    for (const [at, content] of urls.entries()) {
      await insertDomainCode(own, { slug: `circle-${at}`, content });
      expect(await locationOf(host, `/circle-${at}`)).toEqual([410, undefined]);
    }
    const { id, shortCode } = await insertDomainCode(own, { content: `https://${plain.host}/b` });
    await sql.query("UPDATE qr_code SET domain_id = NULL WHERE id = $1", [id]);
    expect(await locationOf("qr.example.com", `/r/${shortCode}`)).toEqual([410, undefined]);
    const root = `https://${plain.host}/`;
    await insertDomainCode(own, { slug: "to-root", content: root });
    expect(await locationOf(host, "/to-root")).toEqual([302, root]);
    await sql.query("UPDATE domain SET root_url = $2, not_found_url = $2 WHERE id = $1", [own.id, root]);
    await vi.waitFor(async () => expect(await locationOf(host, "/unknown")).toEqual([302, root]), 10_000);
    expect(await locationOf(host, "/")).toEqual([200, undefined]);
  });
});

it("P9: nothing in a path is decoded, so that none leaves its domain or opens another code", async () => {
  await insertDomainCode(full, { slug: "menu" });
  for (const path of [
    "%2e%2e/api/health",
    "%2e%2e%2fapi",
    "../docs",
    "menu%00",
    "menu%2f",
    "menu%2e",
    "menu/%2e%2e",
    "menu\\..",
  ]) {
    expect([path, ...(await locationOf(full.host, `/${path}`))]).toEqual([path, 404, undefined]);
  }
  expect(await locationOf(full.host, "/men%75")).toEqual([302, `${elsewhere}nothing`]);
});

it("P4: unknown paths of all own domains count with unknown codes", async () => {
  const client = newClient();
  const statuses = [];
  for (let at = 0; at < 62; at += 1) {
    const host = at % 2 === 0 ? full.host : plain.host;
    statuses.push((await ask(host, `/guess-${at}`, { client })).status);
  }
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([302, 404]));
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect((await ask("qr.example.com", "/r/AAAAAAAA", { client })).status).toBe(429);
  await insertDomainCode(full, { slug: "known" });
  expect((await ask(full.host, "/known", { client })).status).toBe(302);
});

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
  ...["/internal", "/internal/tls-permission", "/internal/tls-permission?domain=qr.example.com", "/docs.md"],
  ...[
    "/r",
    "/r/AAAAAAAA",
    "/r/AAAAAAAA+",
    "/i/AAAAAAAA.png",
    "/01/09506000134352",
    "/mcp",
    "/downloads/x.tgz",
  ],
  ...["/.well-known", "/.well-known/acme-challenge/token", "/.well-known/security.txt", "/report", "/admin+"],
  ...["/API/v1/qr-codes", "/Sign-In", "/robots.txt/", "/live/scans", "/sign-in/contact.vcf"],
];

describe("P14: nothing of the service is on an own domain", () => {
  const routes = [
    ...[...v1Contracts, ...publicContracts].map(
      ({ method, path }) => [method, path.replace(/\{\w+\}/g, "x")] as const,
    ),
    ...listPages().flatMap((path) => [["GET", path] as const, ["POST", path] as const]),
    ...others.map((path) => ["GET", path] as const),
  ].filter(([, path]) => path !== "/" && path !== "/docs.md" && !path.startsWith("/report/"));

  it("knows the service's routes", () => {
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

  it.each(["pages and addresses", "nothing"])("each route is 404 where the domain has %s", async (has) => {
    const { host } = has === "nothing" ? plain : full;
    const form = {
      "Content-Length": "0",
      Origin: baseUrl,
      "Next-Action": "ab",
      Cookie: "a=b",
      Authorization: "Bearer x",
    };
    for (const [method, path] of routes) {
      const answer = await ask(host, path, { method, headers: method === "GET" ? {} : form });
      expect([method, path, answer.status, answer.headers["content-type"]]).toEqual([
        ...[method, path, 404, "text/html; charset=utf-8"],
      ]);
      expectIsolated(answer);
    }
  });

  it("tells crawlers to see its noindex, and is like any unknown host until it is proved", async () => {
    const robots = await ask(full.host, "/robots.txt");
    expect([robots.status, robots.body]).toEqual([200, "User-agent: *\nDisallow:\n"]);
    expect(robots.headers["x-robots-tag"]).toBe("noindex");
    const { host } = await insertDomain(accountId, { status: "pending", rootUrl: elsewhere });
    await newDomain();
    for (const path of ["/", "/unknown", "/robots.txt", "/docs"])
      expect((await ask(host, path)).status).toBe(421);
    expect((await ask(host, "/r/AAAAAAAA")).status).toBe(404);
  });

  it("counts its requests as one route", async () => {
    const { body } = await ask("qr.example.com", "/metrics");
    expect(body).toMatch(/quietzone_http_requests_total\{route="\/\{path\}",method="GET",status="404"\} \d+/);
    expect(body).toMatch(/quietzone_served_domains \d+/);
    expect(body).not.toContain(full.host);
  });
});

describe("P16: whether a certificate may be had", () => {
  const permission = (domain: string, headers = {}, from = "127.0.0.1") => {
    const lines = Object.entries({ Host: "app.internal:3000", ...headers, Connection: "close" });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const port = Number(new URL(service.baseUrl).port);
    return sendRaw(port, `GET /internal/tls-permission?domain=${domain} HTTP/1.1\r\n${head}\r\n`, 0, from);
  };
  const statusOf = async (...asked: Parameters<typeof permission>) => (await permission(...asked)).status;

  it("is answered for served hosts alone", async () => {
    const pending = await insertDomain(accountId, { status: "pending" });
    for (const { host } of [plain, full]) expect(await statusOf(host)).toBe(200);
    expect(await statusOf(plain.host.toUpperCase())).toBe(200);
    for (const name of [
      pending.host,
      "qr.example.com",
      "",
      "localhost",
      `${plain.host}:443`,
      `a@${plain.host}`,
    ])
      expect(await statusOf(name)).toBe(404);
    expect(await statusOf(`${plain.host}&domain=${full.host}`)).toBe(404);
  });

  it("is told to the proxy alone, and not through it", async () => {
    expect(await statusOf(plain.host, {}, "127.0.0.2")).toBe(200);
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
        expect([header, await statusOf(plain.host, { [header]: "x" }, from)]).toEqual([header, 404]);
      }
    }
    expect((await permission(plain.host, { Host: plain.host })).body).toContain("<html");
  });

  it("costs no memory for 10,000 unknown names, and no database", async () => {
    proxy.cut();
    try {
      for (let at = 0; at < 10_000; at += 100) {
        const names = Array.from({ length: 100 }, (_, i) => `unknown-${at + i}.example.com`);
        const statuses = await Promise.all(names.map((name) => statusOf(name)));
        expect(new Set(statuses)).toEqual(new Set([404]));
      }
      expect(await statusOf(plain.host)).toBe(200);
    } finally {
      proxy.restore();
    }
    const { body } = await ask("qr.example.com", "/metrics");
    expect(body).not.toContain("unknown-");
    expect(Number(/^quietzone_served_domains (\d+)/m.exec(body)?.[1])).toBeLessThan(100);
  });
});

it("with PostgreSQL away its codes, its addresses and its isolation stay", async () => {
  await insertDomainCode(full, { slug: "printed" });
  expect(await locationOf(full.host, "/printed")).toEqual([302, "https://example.com/menu"]);
  proxy.cut();
  try {
    expect(await locationOf(full.host, "/printed")).toEqual([302, "https://example.com/menu"]);
    expect(await locationOf(full.host, "/")).toEqual([302, elsewhere]);
    expect((await ask(full.host, "/sign-in")).status).toBe(404);
    expect((await ask(full.host, "/api/v1/qr-codes")).status).toBe(404);
    const unknown = await ask(full.host, "/not-seen-before");
    expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
    expect(unknown.body).not.toContain("/report/");
    expect((await ask(full.host, "/report/not-seen-before")).status).toBe(503);
    expect((await ask("unknown.example.com", "/docs")).status).toBe(421);
  } finally {
    proxy.restore();
  }
});
