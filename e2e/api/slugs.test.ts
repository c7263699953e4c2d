import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { newBase62 } from "@/lib/platform/ids";
import { callV1, newAccount, newKey } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { expectRefusal } from "../support/expect-refusal";
import { newClient, readCode } from "../support/public-api";
import { countVisits, visit } from "../support/short-urls";

let apiKey: string;
let otherKey: string;
beforeAll(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
  ({ apiKey: otherKey } = await newKey(await newAccount("developer")));
});

const newSlug = (name = "Menu") => `${name}-${newBase62(8)}`;
const menu = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };
const post = (more: object, key = apiKey, query = {}) =>
  callV1(key, "POST", "/qr-codes", { body: { ...menu, ...more }, query });
const put = (id: unknown, body: object, key = apiKey) => callV1(key, "PUT", `/qr-codes/${id}`, { body });
const get = async (id: unknown) => (await callV1(apiKey, "GET", `/qr-codes/${id}`)).json;
const urlOf = (slug: string) => `${inject("baseUrl")}/r/${slug}`;
const locationOf = async (path: string) => (await visit(`/r/${path}`)).headers.location;

describe("custom slug", () => {
  it("is the path of the short URL in responses, pictures and images", async () => {
    const slug = newSlug("Summer_Menu");
    const { status, json } = await post({ slug });
    expect([status, json.slug, json.shortUrl]).toEqual([201, slug, urlOf(slug)]);
    const { bytes } = await callV1(apiKey, "GET", `/qr-codes/${json.id}/image`);
    expect(await readCode(Buffer.from(bytes))).toBe(urlOf(slug));
    const stored = await get(json.id);
    expect([stored.slug, stored.shortUrl]).toEqual([slug, urlOf(slug)]);
    const { json: list } = await callV1(apiKey, "GET", "/qr-codes", { query: { limit: "1" } });
    expect(list.data).toMatchObject([{ slug, shortUrl: urlOf(slug) }]);
  });

  it("opens the code in any case, as do its aliases, and each scan counts", async () => {
    const [first, second] = [newSlug(), newSlug()];
    const { json } = await post({ slug: first });
    expect((await put(json.id, { slug: second })).json).toMatchObject({
      slug: second,
      shortUrl: urlOf(second),
    });
    const stored = await get(json.id);
    const generated = String((stored.aliases as unknown as string[]).at(-1)).split("/r/")[1] ?? "";
    expect(stored.aliases).toEqual([urlOf(first), urlOf(generated)]);
    for (const path of [first, second.toUpperCase(), second.toLowerCase(), generated]) {
      expect(await locationOf(path)).toBe("https://example.com/menu");
    }
    expect(await countVisits({ id: String(json.id), shortCode: generated, path: "" })).toMatchObject({
      scans: 4,
    });
    const { headers, body } = await visit(`/r/${first}+`);
    expect([headers.location, body.includes("example.com")]).toEqual([undefined, true]);
  });

  it("P6: redirects to a new target under every path, and answers 404 once the code is deleted", async () => {
    const [first, second] = [newSlug(), newSlug()];
    const { json } = await post({ slug: first });
    await put(json.id, { slug: second });
    for (const path of [first, second]) await locationOf(path);
    await put(json.id, { content: "https://example.com/two" });
    for (const path of [first, second]) {
      await vi.waitFor(async () => expect(await locationOf(path)).toBe("https://example.com/two"), 5_000);
    }
    expect((await callV1(apiKey, "DELETE", `/qr-codes/${json.id}`)).status).toBe(204);
    for (const path of [first, second]) {
      await vi.waitFor(async () => expect((await visit(`/r/${path}`)).status).toBe(404), 5_000);
    }
  });

  it("opens a contact's page with its file", async () => {
    const slug = newSlug("Ada");
    await post({ slug, type: "contact", content: '{"firstName":"Ada","phone":"+44 1632 960001"}' });
    expect((await visit(`/r/${slug}`)).status).toBe(200);
    const { status, body } = await visit(`/r/${slug.toLowerCase()}/contact.vcf`);
    expect([status, body.startsWith("BEGIN:VCARD")]).toEqual([200, true]);
  });

  it("becomes an alias when set to null; sending a response back changes nothing", async () => {
    const slug = newSlug();
    const { json } = await post({ slug });
    const stored = await get(json.id);
    const again = await put(json.id, { ...stored });
    expect([again.status, again.json.updatedAt]).toEqual([200, stored.updatedAt]);
    const { json: given } = await put(json.id, { slug: null });
    expect(given).toMatchObject({ slug: null, shortUrl: expect.stringMatching(/\/r\/\w{8}$/) });
    expect((await get(json.id)).aliases).toEqual([urlOf(slug)]);
  });

  it("is refused with a specific code when taken, reserved or invalid, in single and bulk calls", async () => {
    const slug = newSlug();
    await post({ slug });
    expectRefusal(await post({ slug: slug.toUpperCase() }, otherKey), 409, "slug_taken");
    expectRefusal(await post({ slug }, otherKey, { dryRun: "true" }), 409, "slug_taken");
    expectRefusal(await post({ slug: "docs" }), 400, "slug_reserved");
    expectRefusal(await post({ slug: "abcdefgh" }), 400, "validation_failed");
    expectRefusal(await post({ slug: 5 }), 400, "validation_failed");
    expectRefusal(await post({ slug: newSlug(), isDynamic: false }), 400, "validation_failed");
    const { apiKey: sandboxKey } = await newKey(await newAccount("pro"), { environment: "sandbox" });
    expectRefusal(await post({ slug: newSlug() }, sandboxKey), 403, "sandbox_forbidden");
    const items = [{ slug }, { slug: newSlug() }, { slug: "report" }].map((more) => ({ ...menu, ...more }));
    const bulk = await callV1(otherKey, "POST", "/qr-codes/bulk", { body: { qrCodes: items } });
    expect(bulk.json.errors).toMatchObject([
      { index: 0, code: "slug_taken" },
      { index: 2, code: "slug_reserved" },
    ]);
    const { json } = await post({ slug: newSlug() });
    for (let at = 0; at < 9; at += 1) await put(json.id, { slug: newSlug() });
    expectRefusal(await put(json.id, { slug: newSlug() }), 400, "alias_limit");
  });

  it("P7: goes to one of two concurrent accounts, and to another only after the operator releases it", async () => {
    const slug = newSlug();
    const both = await Promise.all([apiKey, otherKey].map((key) => post({ slug }, key)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const winner = both[0]?.status === 201 ? apiKey : otherKey;
    const loser = winner === apiKey ? otherKey : apiKey;
    const id = both.find(({ status }) => status === 201)?.json.id;
    await callV1(winner, "DELETE", `/qr-codes/${id}`);
    expectRefusal(await post({ slug }, loser), 409, "slug_taken");
    const settings = { DATABASE_URL: inject("databaseUrl"), BASE_URL: inject("baseUrl") };
    const { status, stdout } = await runAdmin(["slug:release", "--slug", slug], settings);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { slug: slug.toLowerCase() }]);
    expect((await post({ slug }, loser)).status).toBe(201);
    expect((await runAdmin(["slug:release", "--slug", slug], settings)).status).toBe(1);
  });
});

describe("P9: paths that are not exact slugs", () => {
  it.each([
    "%2e%2e/api/health",
    "%2e%2e%2fapi",
    "..%2fdocs",
    "../docs",
    "menu%00",
    "menu%2f",
    "menu%2e",
    "men%75-menu",
    "menu-menu%00/contact.vcf",
    "menu-menu/%2e%2e",
    "menu-menu\\..",
    "m\u00e9nu-menu",
  ])("%j is not found", async (path) => {
    const { status, headers } = await visit(`/r/${path}`);
    expect([400, 404]).toContain(status);
    expect(headers.location).toBeUndefined();
  });
});

it("P8: slugs are not pages of the service, and pages are not slugs", async () => {
  const slug = newSlug("docs");
  await post({ slug });
  expect((await visit(`/${slug}`)).status).toBe(404);
  expect((await visit("/r/docs")).status).toBe(404);
});

it("P4: unknown slugs count towards the limit of unknown codes", async () => {
  const client = newClient();
  const statuses = [];
  for (let at = 0; at < 62; at += 1) {
    const path = at % 2 === 0 ? newBase62(8) : newSlug();
    statuses.push((await visit(`/r/${path}`, { client })).status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array<number>(60).fill(404));
  expect(statuses.slice(60)).toEqual([429, 429]);
  const slug = newSlug();
  await post({ slug });
  expect((await visit(`/r/${slug}`, { client })).status).toBe(302);
});
