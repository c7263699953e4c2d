import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { visit } from "../support/short-urls";

const services = openServices();
let service: RunningService;
let file: string;
let apiKey: string;

beforeAll(async () => {
  const folder = services.newFolder();
  file = join(folder, "blocked.txt");
  writeFileSync(file, "evil.example\n");
  service = await services.start({
    DATA_DIR: folder,
    DATABASE_URL: inject("databaseUrl"),
    BLOCKLIST_FILE: file,
    TRUSTED_PROXIES: "127.0.0.1, ::1",
  });
  ({ apiKey } = await newKey(await newAccount("pro")));
});

interface Told {
  id: string;
  content: string;
  shortUrl: string;
  code: string;
  details: { field: string; code: string }[];
  created: unknown[];
  errors: { code: string }[];
  data: { id: string }[];
}

async function ask(method: string, path: string, body?: object): Promise<{ status: number; json: Told }> {
  const response = await fetch(`${service.baseUrl}/api/v1/qr-codes${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Told };
}

const code = (content: string, more: object = {}) => ({ name: "x", type: "url", content, ...more });
const blocked = (field: string) => [400, "invalid_url", [{ field, code: "blocked" }]];
const outcomeOf = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [
  status,
  json.code,
  json.details?.map(({ field, code }) => ({ field, code })),
];
const good = "https://good.example/";
const evil = "https://www.Evil.example./login";

describe("P3: blocked addresses", () => {
  it.each([true, false])("are rejected on create, bulk and update (dynamic: %s)", async (isDynamic) => {
    expect(outcomeOf(await ask("POST", "", code(evil, { isDynamic })))).toEqual(blocked("content"));
    expect(outcomeOf(await ask("POST", "?dryRun=true", code(evil, { isDynamic })))).toEqual(
      blocked("content"),
    );
    const { json } = await ask("POST", "/bulk", { qrCodes: [code(good), code(evil, { isDynamic })] });
    expect([json.created.length, json.errors[0]?.code]).toEqual([1, "invalid_url"]);
    const { json: made } = await ask("POST", "", code(good, { isDynamic }));
    expect(outcomeOf(await ask("PUT", `/${made.id}`, { content: evil }))).toEqual(blocked("content"));
    expect((await ask("GET", `/${made.id}`)).json.content).toBe(good);
  });

  it("are rejected as a fallback", async () => {
    const settings = { fallbackUrl: evil };
    const refused = await ask("POST", "", code(good, { isDynamic: true, settings }));
    expect(outcomeOf(refused)).toEqual(blocked("settings.fallbackUrl"));
    const { json: made } = await ask("POST", "", code(good, { isDynamic: true }));
    expect(outcomeOf(await ask("PUT", `/${made.id}`, { settings }))).toEqual(blocked("settings.fallbackUrl"));
  });

  const card = JSON.stringify({ firstName: "Ada", url: evil });
  const holding = [
    ["text", `Sign in: ${evil}.`],
    ["contact", card],
    ["vcard", card],
    ["contact", `BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nNOTE:${evil}\nEND:VCARD`],
  ] as const;
  it.each(holding)(
    "are rejected inside content that a page or reader would link: %s %j",
    async (type, content) => {
      for (const isDynamic of [true, false]) {
        expect(outcomeOf(await ask("POST", "", { name: "x", type, content, isDynamic }))).toEqual(
          blocked("content"),
        );
      }
      const good = content.replaceAll("Evil", "Good");
      const { json: made } = await ask("POST", "", { name: "x", type, content: good, isDynamic: true });
      expect(outcomeOf(await ask("PUT", `/${made.id}`, { content }))).toEqual(blocked("content"));
      if (type === "vcard") return;
      const response = await fetch(`${service.baseUrl}/api/public/qr-codes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type, content }),
      });
      expect([response.status, ((await response.json()) as Told).code]).toEqual([400, "invalid_url"]);
    },
  );

  it("return 400 for public images once blocked, even for a cached ETag", async () => {
    const address = `${service.baseUrl}/api/public/qr-codes/image?content=https%3A%2F%2Flapsed.example%2F`;
    const etag = String((await fetch(address)).headers.get("etag"));
    const statusOf = async () => (await fetch(address, { headers: { "if-none-match": etag } })).status;
    expect(await statusOf()).toBe(304);
    appendFileSync(file, "lapsed.example\n");
    await expect.poll(statusOf, { timeout: 9_000, interval: 500 }).toBe(400);
  });

  it("return 410 for page, preview and contact file once blocked", async () => {
    const content = JSON.stringify({ firstName: "Ada", url: "https://sunk.example/" });
    const { json: made } = await ask("POST", "", { name: "x", type: "contact", content, isDynamic: true });
    const { pathname } = new URL(made.shortUrl);
    const statuses = async () =>
      Promise.all(
        ["", "+", "/contact.vcf"].map(
          async (end) => (await visit(`${pathname}${end}`, { baseUrl: service.baseUrl })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    appendFileSync(file, "sunk.example\n");
    await expect.poll(statuses, { timeout: 9_000, interval: 100 }).toEqual([410, 410, 410]);
    expect((await ask("PUT", `/${made.id}`, { name: "Mine" })).status).toBe(200);
  });

  it("stop redirecting once blocked; the owner can change the code but not restore the address", async () => {
    const { json: made } = await ask("POST", "", code("https://fallen.example/", { isDynamic: true }));
    const short = { path: new URL(made.shortUrl).pathname, baseUrl: service.baseUrl };
    const statusOf = async () => (await visit(short.path, { baseUrl: short.baseUrl })).status;
    expect(await statusOf()).toBe(302);
    appendFileSync(file, "fallen.example\n");
    await expect.poll(statusOf, { timeout: 9_000, interval: 100 }).toBe(410);
    const { status } = await ask("PUT", `/${made.id}`, { name: "Mine", settings: { isActive: false } });
    expect(status).toBe(200);
    const moved = await ask("PUT", `/${made.id}`, { content: good, settings: { isActive: null } });
    expect(moved.status).toBe(200);
    await expect.poll(statusOf, { timeout: 3_000 }).toBe(302);
    const { json: history } = await ask("GET", `/${made.id}/targets`);
    const back = await ask("POST", `/${made.id}/targets/${history.data[1]?.id}/restore`);
    expect(outcomeOf(back)).toEqual(blocked("content"));
  });
});
