import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { parse } from "yaml";
import { writeDomainMap } from "@/lib/redirect/domain-map";
import { newAccount } from "../../support/accounts";
import { openBalancer } from "../../support/deploy/balancer";
import { type Caddy, runCaddy, startCaddy } from "../../support/deploy/caddy";
import { makeCertificate } from "../../support/deploy/certificate";
import { insertDomain, insertDomainCode } from "../../support/domains";
import { DatabaseProxy } from "../../support/process/database-proxy";
import { openServices } from "../../support/process/services";
import type { RunningService } from "../../support/service";

const services = openServices();
const baseUrl = "https://qr.example.com";
const alias = "old-qr.example.com";
const target = "https://example.com/menu";
let proxy: DatabaseProxy;
let service: RunningService;
let accountId: string;

beforeAll(async () => {
  ({ accountId } = await newAccount("pro"));
  proxy = await new DatabaseProxy(inject("databaseUrl")).open();
  service = await services.start({
    DATA_DIR: services.newDataDir(),
    DATABASE_URL: proxy.url,
    BASE_URL: baseUrl,
    BASE_URL_ALIASES: alias,
    TRUSTED_PROXIES: "127.0.0.1",
  });
}, 120_000);

afterAll(async () => {
  await service.stop();
  await proxy.close();
});

const port = () => Number(new URL(service.baseUrl).port);

/** One request over TLS to a host that is at a port of this machine; rejects where the handshake does. */
async function ask(
  host: string,
  at: number,
  ca: string,
  path = "/menu",
  headers: Record<string, string> = {},
) {
  const asked = request({
    ...{ host: "127.0.0.1", port: at, servername: host, path, ca, agent: false },
    headers: { Host: host, ...headers },
  });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { subjectaltname } = (answer.socket as TLSSocket).getPeerCertificate();
  const body = Buffer.concat(await answer.toArray()).toString("utf8");
  return { status: answer.statusCode, location: answer.headers.location, names: subjectaltname, body };
}

/** A new domain with a code at `/menu`, once the service knows it. */
async function newDomain() {
  const domain = await insertDomain({ accountId });
  await insertDomainCode(domain, { slug: "menu" });
  const permission = `${service.baseUrl}/internal/tls-permission?domain=${domain.host}`;
  await vi.waitFor(async () => expect((await fetch(permission)).status).toBe(200), 20_000);
  return domain;
}

describe("deploy/Caddyfile in front of the service", () => {
  let caddy: Caddy;
  beforeAll(async () => {
    caddy = await startCaddy(port(), baseUrl);
  }, 900_000);
  afterAll(() => caddy.close());

  const visit = (host: string, path?: string, headers?: Record<string, string>) =>
    ask(host, caddy.port, caddy.readRoot(), path, headers);

  it("P16: gets a certificate on the first request to a verified host, and none for any other", async () => {
    const { host } = await newDomain();
    const pending = await insertDomain({ accountId }, { status: "pending" });
    expect(caddy.output()).not.toContain(host);
    expect(await visit(host)).toMatchObject({ status: 302, location: target, names: `DNS:${host}` });
    for (const name of [pending.host, "unknown.example.com", `x.${host}`]) {
      await expect(visit(name)).rejects.toThrow(/alert|reset|hang up|disconnected/);
    }
    expect(caddy.output()).not.toMatch(/certificate obtained successfully.*unknown\.example\.com/);
  });

  it("gets a certificate for an alias of the service's own host", async () => {
    expect(await visit(alias, "/docs")).toMatchObject({ status: 200, names: `DNS:${alias}` });
  });

  it("serves a host once it is verified", async () => {
    const { host } = await insertDomain({ accountId }, { status: "pending" });
    await expect(visit(host)).rejects.toThrow();
    const proved = await newDomain();
    expect(await visit(proved.host)).toMatchObject({ status: 302 });
  });

  it("gets a certificate while PostgreSQL is unreachable", async () => {
    const [known, unseen] = [await newDomain(), await newDomain()];
    expect((await visit(known.host)).status).toBe(302);
    proxy.cut();
    try {
      // Caddy asks each second whether the server takes requests.
      await setTimeout(3_500);
      expect(await visit(known.host)).toMatchObject({ status: 302, location: target });
      expect(await visit(unseen.host, "/")).toMatchObject({ status: 200, names: `DNS:${unseen.host}` });
      await expect(visit("unknown-2.example.com")).rejects.toThrow();
    } finally {
      proxy.restore();
    }
  });

  it("serves only codes on own domains, whatever host the headers name", async () => {
    const { host } = await newDomain();
    for (const path of ["/docs", "/metrics", "/api/health", `/internal/tls-permission?domain=${host}`]) {
      expect((await visit(host, path)).status).toBe(404);
      const forged = { "X-Forwarded-Host": "qr.example.com", Forwarded: "host=qr.example.com" };
      expect((await visit(host, path, forged)).status).toBe(404);
    }
    const own = "qr.example.com";
    expect((await visit(own, "/docs")).status).toBe(200);
    expect((await visit(own, `/internal/tls-permission?domain=${host}`)).status).toBe(404);
    expect((await visit(own, "/menu", { "X-Forwarded-Host": host })).location).toBeUndefined();
  });

  it("is healthy to compose.yaml by BusyBox's wget, which the image has", () => {
    const compose = readFileSync(new URL("../../../compose.yaml", import.meta.url), "utf8");
    const { services } = parse(compose, { merge: true }) as {
      services: { proxy: { healthcheck: { test: string[] } } };
    };
    const [, ...words] = services.proxy.healthcheck.test;
    const check = (adminPort: number) =>
      spawnSync(
        "busybox",
        words.map((word) => word.replace("2019", String(adminPort))),
      ).status;
    expect([check(caddy.adminPort), check(caddy.plainPort)]).toEqual([0, 1]);
  });

  it("redirects own domains from HTTP to HTTPS", async () => {
    const { host } = await newDomain();
    const asked = requestPlain({
      host: "127.0.0.1",
      port: caddy.plainPort,
      path: "/menu",
      headers: { Host: host },
    });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://${host}/menu`]);
  });
});

it("the redirect map of a domain serves the printed URLs in Caddy", async () => {
  const domain = await insertDomain({ accountId });
  const { host } = domain;
  const addresses = {
    menu: "https://example.com/menu?a=b&c='d'#top",
    import: "https://example.com/$uri/{$HOME}?{host}=%7B{path}",
    "a-_": `https://example.com/?${"a".repeat(2_000)}`,
  };
  for (const [slug, content] of Object.entries(addresses)) await insertDomainCode(domain, { slug, content });
  const card = JSON.stringify({ firstName: "Zoë", phone: "+44 1632 960001" });
  await insertDomainCode(domain, { slug: "card", type: "contact", content: card });
  await insertDomainCode(domain, { slug: "off", rules: { isActive: false } });
  const signs = ['mailto:"', "mailto:`", "mailto:\\", "mailto:{env.HOME}"];
  for (const [at, content] of signs.entries())
    await insertDomainCode(domain, { slug: `sign-${at}`, type: "email", content });
  const texts = [
    'a\nrespond / "b" 200\n',
    "@menu",
    "/menu 404",
    "{http.request.host} {host} {$HOME}{$} \\{b\\} \\\\{c} {",
    '\\`a`\\\\` \\$ "b" \\"c\\',
    "} {vars.a}\t\\\\{`$`}\\",
  ];
  for (const [at, content] of texts.entries())
    await insertDomainCode(domain, { slug: `text-${at}`, type: "text", content });
  const rows = { host, rootUrl: "https://example.com/", notFoundUrl: null, expiredUrl: null };
  const { bytes } = await writeDomainMap(accountId, rows, "caddy");
  const caddy = await runCaddy(bytes.toString("utf8"));
  try {
    const visit = (path: string) => ask(host, caddy.port, caddy.readRoot(), path);
    for (const [slug, content] of Object.entries(addresses)) {
      const { status, location } = await visit(`/${slug.toUpperCase()}`);
      expect([status, location]).toEqual([302, content]);
    }
    expect(await visit("/card")).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^BEGIN:VCARD.*Zoë/s),
    });
    for (const [at, content] of signs.entries()) {
      const { status, location } = await visit(`/sign-${at}`);
      expect([status, location]).toEqual([302, content]);
    }
    for (const [at, body] of texts.entries())
      expect(await visit(`/text-${at}`)).toMatchObject({ status: 200, body });
    expect(await visit("/off")).toMatchObject({ status: 410 });
    expect(await visit("/")).toMatchObject({ status: 302, location: "https://example.com/" });
    expect(await visit("/unknown")).toMatchObject({ status: 404 });
  } finally {
    await caddy.close();
  }
}, 900_000);

it("deploy/nginx-domain.conf serves an own domain with its certificate beside deploy/nginx.conf", async () => {
  const { host } = await newDomain();
  const [main, own] = [makeCertificate("qr.example.com"), makeCertificate(host)];
  const balancer = await openBalancer([port()], main, { host, tls: own });
  try {
    const at = Number(new URL(balancer.origin).port);
    const ca = readFileSync(own.certificate, "utf8");
    expect(await ask(host, at, ca)).toMatchObject({ status: 302, location: target, names: `DNS:${host}` });
    const forged = { "X-Forwarded-Host": "qr.example.com" };
    for (const path of ["/docs", "/metrics", `/internal/tls-permission?domain=${host}`]) {
      expect((await ask(host, at, ca, path, forged)).status).toBe(404);
    }
    const service = readFileSync(main.certificate, "utf8");
    const answer = await ask("qr.example.com", at, service, "/menu", { "X-Forwarded-Host": host });
    expect([answer.status, answer.location]).toEqual([404, undefined]);
    const challenge = join(balancer.webroot, ".well-known/acme-challenge");
    mkdirSync(challenge, { recursive: true });
    chmodSync(balancer.webroot, 0o755);
    writeFileSync(join(challenge, "token"), "proof");
    expect(await (await fetch(`${balancer.plainOrigin}/.well-known/acme-challenge/token`)).text()).toBe(
      "proof",
    );
  } finally {
    await balancer.close();
  }
});
