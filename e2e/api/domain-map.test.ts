import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { resumeDomain, suspendDomain } from "@/lib/domains/operator";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { insertDomain, type TestDomain } from "../support/domains";
import { serveMap } from "../support/process/nginx";

/** Addresses that a file of a server's could take for something else, or be too short for. */
const addresses: Record<string, string> = {
  include: "https://example.com/menu?utm_source=print#top",
  a: "https://example.com/$uri/?$args=$1&b='c'",
  Default: `https://example.com/?${"$".repeat(2_020)}`,
  Long: `https://example.com/?${"☕".repeat(500)}`,
  "end-_": "https://example.com/a;b?e;f{$uri};return%20200;#};",
};
const card = '{"firstName":"Zoë","phone":"+44 1632 960001"}';

let account: TestAccount;
let apiKey: string;
let domain: TestDomain;

const post = async (body: object) => {
  const { status, json } = await callV1(apiKey, "POST", "/qr-codes", {
    body: {
      name: "Menu",
      type: "url",
      content: "https://example.com/",
      isDynamic: true,
      domain: domain.host,
      ...body,
    },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return json;
};

const mapPath = (format: string, id = domain.id) => `/domains/${id}/redirect-map?format=${format}`;

beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  domain = await insertDomain(account);
  await sql.query("UPDATE domain SET root_url = $2, expired_url = $3 WHERE id = $1", [
    domain.id,
    "https://example.com/$root",
    "https://example.com/ended",
  ]);
  for (const [slug, content] of Object.entries(addresses)) await post({ slug, content });
  await post({ slug: "card", type: "contact", content: card });
  await post({ slug: "wifi", type: "wifi", content: '{"ssid":"$uri","password":"coffee-42"}' });
  await post({ slug: "mail", type: "email", content: "a@b.example" });
  await post({ slug: "off", settings: { isActive: false } });
  await post({ slug: "late", settings: { startsAt: "2090-01-01T00:00:00.000Z" } });
  await post({ slug: "few", settings: { maxScans: 1_000 } });
  await post({ name: "Elsewhere", domain: null });
});

describe("redirect map of a domain", () => {
  it("lists each short URL with its answer as JSON and CSV, and marks answers that depend on time or scans", async () => {
    const { status, json, headers } = await callV1(apiKey, "GET", mapPath("json"));
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(`${domain.host}.json`);
    expect(json).toMatchObject({
      host: domain.host,
      rootUrl: "https://example.com/$root",
      notFoundUrl: null,
    });
    const listed = json.shortUrls as unknown as { path: string; codeId: string; isPresent: boolean }[];
    const rows = new Map<string, object>(listed.map((row) => [row.path, row]));
    const slugs = [...Object.keys(addresses), "card", "few", "late", "mail", "off", "wifi"];
    const present = listed.filter(({ isPresent }) => isPresent);
    expect(present.map(({ path }) => path).sort()).toEqual(slugs.sort());
    // Beside its slug each code opens by its generated code.
    const generated = listed.filter(({ path }) => /^[0-9A-Za-z]{8}$/.test(path));
    expect(new Set(generated.map(({ codeId }) => codeId))).toEqual(
      new Set(present.map(({ codeId }) => codeId)),
    );
    expect(listed).toHaveLength(2 * slugs.length);
    expect(rows.get("include")).toMatchObject({
      shortUrl: `https://${domain.host}/include`,
      state: "active",
      status: 302,
      url: addresses.include,
      isPresent: true,
      marks: [],
    });
    expect(rows.get("card")).toMatchObject({ status: 200, mediaType: "text/vcard", url: null });
    expect(rows.get("mail")).toMatchObject({ status: 302, url: "mailto:a@b.example" });
    expect(rows.get("off")).toMatchObject({ state: "off", status: 302, url: "https://example.com/ended" });
    expect(rows.get("late")).toMatchObject({
      state: "scheduled",
      status: 404,
      url: null,
      marks: ["schedule"],
    });
    expect(rows.get("few")).toMatchObject({ state: "active", marks: ["limit"] });
    const csv = await callV1(apiKey, "GET", mapPath("csv"));
    const { data } = Papa.parse<Record<string, string>>(csv.text.replace(/^\ufeff/, ""), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(rows.size);
    expect(data.find((row) => row.Path === "off")).toMatchObject({ State: "off", Alias: "no" });
  });

  it("answers 410 for every code while the operator has suspended the host", async () => {
    await suspendDomain(domain.host, { reason: "Phishing" });
    onTestFinished(async () => void (await resumeDomain(domain.host)));
    const { json } = await callV1(apiKey, "GET", mapPath("json"));
    expect(json).toMatchObject({ rootUrl: null, notFoundUrl: null });
    const rows = json.shortUrls as unknown as { state: string; status: number; url: null }[];
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(row).toMatchObject({ state: "suspended", status: 410, url: null });
  });

  it("serves the printed URLs and aliases in nginx", async () => {
    const { json } = await callV1(apiKey, "GET", "/qr-codes?search=https%3A%2F%2Fexample.com%2Fmenu%3Futm");
    const [{ id }] = json.data as unknown as [{ id: string }];
    expect((await callV1(apiKey, "PUT", `/qr-codes/${id}`, { body: { slug: "Present" } })).status).toBe(200);
    const folder = mkdtempSync(join(tmpdir(), "domain-map-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "map.conf"), (await callV1(apiKey, "GET", mapPath("nginx"))).text);
    const origin = await serveMap(folder, ["map.conf"]);
    const ask = (path: string) => fetch(`${origin}/${path}`, { redirect: "manual" });
    for (const [slug, content] of [...Object.entries(addresses), ["present", addresses.include ?? ""]]) {
      const answer = await ask(String(slug));
      expect([answer.status, answer.headers.get("location")]).toEqual([302, new URL(content ?? "").href]);
    }
    const { json: mapped } = await callV1(apiKey, "GET", mapPath("json"));
    const rows = mapped.shortUrls as unknown as { path: string; status: number }[];
    for (const { path, status } of rows) expect([path, (await ask(path)).status]).toEqual([path, status]);
    expect((await ask("CARD")).headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(await (await ask("card")).text()).toMatch(/^BEGIN:VCARD\r\n.*Zoë/s);
    expect(await (await ask("wifi")).text()).toContain("S:$uri;");
    expect((await ask("mail")).headers.get("location")).toBe("mailto:a@b.example");
    expect((await ask("off")).headers.get("location")).toBe("https://example.com/ended");
    expect((await ask("")).headers.get("location")).toBe("https://example.com/$root");
    for (const path of ["late", "nothing", ".card", "api/v1/qr-codes"])
      expect((await ask(path)).status).toBe(404);
  });

  it("serves a domain's own addresses in nginx that are longer than one of its parameters", async () => {
    const [rootUrl, notFoundUrl] = [
      `https://example.com/?${"$".repeat(400)}`,
      `https://example.com/?a=${"$b".repeat(400)}`,
    ];
    const { id } = await insertDomain(account, { rootUrl, notFoundUrl });
    const folder = mkdtempSync(join(tmpdir(), "domain-map-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "map.conf"), (await callV1(apiKey, "GET", mapPath("nginx", id))).text);
    const origin = await serveMap(folder, ["map.conf"]);
    for (const [path, address] of [
      ["", rootUrl],
      ["nothing", notFoundUrl],
    ]) {
      const answer = await fetch(`${origin}/${path}`, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, address]);
    }
  });

  it("is available to its owner only, and in the browser after a downgrade too", async () => {
    const stranger = await newAccount("pro");
    const { apiKey: foreign } = await newKey(stranger);
    expect((await callV1(foreign, "GET", mapPath("json"))).status).toBe(404);
    expect((await callV1(apiKey, "GET", mapPath("apache"))).json).toMatchObject({
      details: [{ field: "format" }],
    });
    const signIn = async ({ email, password }: TestAccount) => {
      const browser = new BrowserSession(inject("baseUrl"));
      await browser.signIn(email, password);
      return browser;
    };
    const session = await signIn(account);
    await sql.query("UPDATE account SET plan = 'free' WHERE id = $1", [account.accountId]);
    const page = await session.send(`/domains/${domain.id}/redirect-map?format=caddy`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`${domain.host} {`)]);
    const other = await signIn(stranger);
    expect((await other.send(`/domains/${domain.id}/redirect-map?format=caddy`)).status).toBe(404);
  });
});
