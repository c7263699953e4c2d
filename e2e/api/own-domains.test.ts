import { describe, expect, inject, it, vi } from "vitest";
import { sql } from "@/lib/platform/db";
import { runAdmin } from "../support/admin";
import { elsewhere, expectIsolated, openDomainFront } from "../support/domain-front";
import { insertDomainCode } from "../support/domains";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { countVisits } from "../support/short-urls";

const front = openDomainFront();
const { newFolder } = openServices();

describe("short URL on an own domain", () => {
  it("redirects by slug in any case and by generated code, and counts each scan", async () => {
    const code = await insertDomainCode(front.plain, { slug: "Menu" });
    for (const path of ["/Menu", "/menu", "/MENU", `/${code.shortCode}`]) {
      const answer = await front.ask(front.plain.host, path);
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

  it("has a preview, redirects reports to the service's host, and answers other methods with 405", async () => {
    const { shortCode } = await insertDomainCode(front.plain, { slug: "about" });
    const preview = await front.ask(front.plain.host, "/about+");
    expect(preview.body).toContain('href="/about"');
    expect(preview.body).toContain(`href="https://qr.example.com/report/${shortCode}"`);
    expectIsolated(preview);
    expect(await front.locationOf(front.plain.host, "/report/about")).toEqual([
      302,
      `https://qr.example.com/report/${shortCode}`,
    ]);
    expect(await front.locationOf(front.full.host, "/report/unknown")).toEqual([404, undefined]);
    const { status, headers } = await front.ask(front.plain.host, "/about", { method: "POST" });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    expect((await front.ask(front.plain.host, "/about", { method: "HEAD" })).headers.location).toBe(
      "https://example.com/menu",
    );
  });

  it("opens pages whose files are on the same domain", async () => {
    await insertDomainCode(front.plain, {
      slug: "a",
      type: "contact",
      content: '{"firstName":"Ada","phone":"+441632960001"}',
    });
    await insertDomainCode(front.plain, {
      slug: "w",
      type: "wifi",
      content: '{"ssid":"Halden","password":"coffee-rye"}',
    });
    for (const [path, file] of [
      ["/a", "contact.vcf"],
      ["/w", "network.mobileconfig"],
    ]) {
      const page = await front.ask(front.plain.host, String(path));
      expect(page.body).toContain(`href="${path}/${file}"`);
      expectIsolated(page);
      expect((await front.ask(front.plain.host, `${path}/${file}`)).status).toBe(200);
    }
    expect((await front.ask(front.plain.host, "/a/network.mobileconfig")).status).toBe(404);
  });

  it("P14: serves only codes of that domain", async () => {
    const { shortCode } = await insertDomainCode(front.plain, { slug: "here" });
    for (const path of ["/here", `/${shortCode}`, "/here+", "/here/contact.vcf", "/report/here"]) {
      expect((await front.ask((await front.newDomain()).host, path)).status).toBe(404);
    }
    expect((await front.ask(front.plain.host, "/r/here")).status).toBe(404);
    expect((await front.ask(front.plain.host, `/r/${shortCode}`)).status).toBe(404);
    expect((await front.ask("qr.example.com", "/here")).status).toBe(404);
  });

  it("P15: never returns another host's answer for the same path", async () => {
    const [one, two] = [await front.newDomain(), await front.newDomain()];
    await insertDomainCode(one, { slug: "sale", content: "https://one.example/" });
    await insertDomainCode(two, { slug: "sale", content: "https://two.example/" });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await front.locationOf(one.host, "/sale")).toEqual([302, "https://one.example/"]);
      expect(await front.locationOf(two.host, "/sale")).toEqual([302, "https://two.example/"]);
      const forwarded = { "X-Forwarded-Host": two.host };
      expect(await front.locationOf(one.host, "/sale", { headers: forwarded })).toEqual([
        302,
        "https://two.example/",
      ]);
      expect((await front.ask("qr.example.com", "/r/sale")).status).toBe(404);
    }
  });
});

describe("root, not-found and expired URLs of a domain", () => {
  it("receive visitors of the root and of unknown paths; without them plain pages answer", async () => {
    expect(await front.locationOf(front.full.host, "/")).toEqual([302, elsewhere]);
    const unknown = ["/unknown", "/unknown+", "/a+b", "/a++", "/+", "/index.html", "/caf%C3%A9"];
    for (const path of [...unknown, `/${"x".repeat(90)}`]) {
      expect(await front.locationOf(front.full.host, path)).toEqual([302, `${elsewhere}nothing`]);
      expect(await front.locationOf(front.plain.host, path)).toEqual([404, undefined]);
    }
    for (const path of ["/unknown/contact.vcf", "/unknown/more", "/menu/", "/%2e%2e", "//menu"]) {
      expect(await front.locationOf(front.full.host, path)).toEqual([404, undefined]);
    }
    const root = await front.ask(front.plain.host, "/", { headers: { "Accept-Language": "de" } });
    expect(root.status).toBe(200);
    expect(root.body).toContain("Hier gibt es nichts zu sehen");
    expectIsolated(root);
  });

  it("receive visitors of inactive, expired or used-up codes without a fallback", async () => {
    const past = "2026-01-01T00:00:00.000Z";
    const fallbackUrl = "https://example.com/fallback";
    await insertDomainCode(front.full, { slug: "off", rules: { isActive: false } });
    await insertDomainCode(front.full, { slug: "expired", rules: { expiresAt: past } });
    await insertDomainCode(front.full, { slug: "used", rules: { maxScans: 1 } });
    await insertDomainCode(front.full, { slug: "own", rules: { expiresAt: past, fallbackUrl } });
    await insertDomainCode(front.full, { slug: "stopped", isSuspended: true });
    await insertDomainCode(front.full, { slug: "blocked", content: "https://blocked.example/" });
    await front.ask(front.full.host, "/used");
    for (const path of ["/off", "/expired", "/used"]) {
      expect(await front.locationOf(front.full.host, path)).toEqual([302, `${elsewhere}over`]);
      const preview = await front.ask(front.full.host, `${path}+`);
      expect([preview.status, preview.body.includes("www.example.com/over")]).toEqual([200, true]);
    }
    expect(await front.locationOf(front.full.host, "/own")).toEqual([302, fallbackUrl]);
    for (const path of ["/stopped", "/blocked"]) {
      expect(await front.locationOf(front.full.host, path)).toEqual([410, undefined]);
    }
    await insertDomainCode(front.plain, { slug: "off", rules: { isActive: false } });
    expect(await front.locationOf(front.plain.host, "/off")).toEqual([410, undefined]);
  });

  it("P3: do not receive visitors of a suspended code that its owner deletes", async () => {
    const { id, shortCode } = await insertDomainCode(front.full, { slug: "closed", isSuspended: true });
    await sql.query("DELETE FROM qr_code WHERE id = $1", [id]);
    for (const path of ["/closed", "/CLOSED", "/closed+", `/${shortCode}`]) {
      await vi.waitFor(
        async () => expect(await front.locationOf(front.full.host, path)).toEqual([404, undefined]),
        10_000,
      );
    }
  });

  it("P3: are ignored once the operator blocks them", async () => {
    const blocked = "https://blocked.example/";
    const { host, ...domain } = await front.newDomain({
      rootUrl: blocked,
      notFoundUrl: blocked,
      expiredUrl: blocked,
    });
    await insertDomainCode({ ...domain, host }, { slug: "off", rules: { isActive: false } });
    expect(await front.locationOf(host, "/")).toEqual([200, undefined]);
    expect(await front.locationOf(host, "/unknown")).toEqual([404, undefined]);
    expect(await front.locationOf(host, "/off")).toEqual([410, undefined]);
  });

  it("never form a redirect loop, nor does a code on any host", async () => {
    const own = await front.newDomain();
    const { host } = own;
    await insertDomainCode(own, { slug: "b" });
    await insertDomainCode(front.plain, { slug: "b" });
    const urls = [
      `https://${host}/b`,
      `http://${host}:8080/b`,
      `https://${host}./b?c=d`,
      `https://${host}//b`,
    ];
    for (const [at, content] of urls.entries()) {
      await insertDomainCode(own, { slug: `circle-${at}`, content });
      expect(await front.locationOf(host, `/circle-${at}`)).toEqual([410, undefined]);
    }
    const { id, shortCode } = await insertDomainCode(own, { content: `https://${front.plain.host}/b` });
    await sql.query("UPDATE qr_code SET domain_id = NULL WHERE id = $1", [id]);
    expect(await front.locationOf("qr.example.com", `/r/${shortCode}`)).toEqual([410, undefined]);
    const root = `https://${front.plain.host}/`;
    // A host may be a website that has been proved: its other addresses are no short URLs.
    for (const [slug, content] of Object.entries({ root, sale: `${root}sale`, tea: `${root}b/tea` })) {
      await insertDomainCode(own, { slug: `to-${slug}`, content });
      expect(await front.locationOf(host, `/to-${slug}`)).toEqual([302, content]);
    }
    await sql.query("UPDATE domain SET root_url = $2, not_found_url = $2 WHERE id = $1", [own.id, root]);
    await vi.waitFor(
      async () => expect(await front.locationOf(host, "/unknown")).toEqual([302, root]),
      10_000,
    );
    expect(await front.locationOf(host, "/")).toEqual([200, undefined]);
  });
});

it("P9: no part of a path is decoded, so none leaves its domain or opens another code", async () => {
  await insertDomainCode(front.full, { slug: "menu" });
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
    expect([path, ...(await front.locationOf(front.full.host, `/${path}`))]).toEqual([path, 404, undefined]);
  }
  expect(await front.locationOf(front.full.host, "/men%75")).toEqual([302, `${elsewhere}nothing`]);
});

it("P4: unknown paths of all own domains count towards the limit of unknown codes", async () => {
  const client = newClient();
  const statuses = [];
  for (let at = 0; at < 62; at += 1) {
    const host = at % 2 === 0 ? front.full.host : front.plain.host;
    statuses.push((await front.ask(host, `/guess-${at}`, { client })).status);
  }
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([302, 404]));
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect((await front.ask("qr.example.com", "/r/AAAAAAAA", { client })).status).toBe(429);
  await insertDomainCode(front.full, { slug: "known" });
  expect((await front.ask(front.full.host, "/known", { client })).status).toBe(302);
});

describe("admin commands for a domain", () => {
  const run = (...words: string[]) =>
    runAdmin(words, { DATABASE_URL: inject("databaseUrl"), DATA_DIR: newFolder() });

  it("suspend every address on it, whatever its owner has set, and resume it", async () => {
    const domain = await front.newDomain({ rootUrl: elsewhere, notFoundUrl: `${elsewhere}nothing` });
    const { host } = domain;
    const { shortCode } = await insertDomainCode(domain, { slug: "menu" });
    expect(await front.locationOf(host, "/menu")).toEqual([302, "https://example.com/menu"]);
    const reason = "Its codes ask for bank passwords.";
    const done = await run("domain:suspend", "--host", host, "--reason", reason);
    expect(JSON.parse(done.stdout)).toEqual({
      host,
      domains: [{ id: domain.id, accountId: front.accountId, status: "verified" }],
      suspended: { since: expect.any(String), reason },
    });
    for (const path of ["/menu", "/menu+", `/${shortCode}`, "/", "/unknown", "/report/menu"]) {
      await vi.waitFor(
        async () => expect(await front.locationOf(host, path)).toEqual([410, undefined]),
        3_000,
      );
    }
    expectIsolated(await front.ask(host, "/menu"));
    await run("domain:resume", "--host", host);
    await vi.waitFor(async () => expect(await front.locationOf(host, "/")).toEqual([302, elsewhere]), 3_000);
    expect(await front.locationOf(host, "/menu")).toEqual([302, "https://example.com/menu"]);
  });

  it.each<[string[], string]>([
    [
      ["domain:suspend", "--host", "nothing.example.com", "--reason", "x"],
      "There is no domain with this host.",
    ],
    [["domain:suspend", "--host", "go.example.com"], "--reason is missing."],
    [["domain:resume", "--host", "nothing.example.com"], "There is no domain with this host."],
    [["domain:resume"], "--host is missing."],
  ])("rejects %j with a specific error", async (words, sentence) => {
    expect(await run(...words)).toEqual({ status: 1, stdout: "", stderr: `${sentence}\n` });
  });
});
