import { beforeAll, describe, expect, inject, it } from "vitest";
import { suspendCode } from "@/lib/codes/operator";
import { newAccount, newKey, type TestAccount } from "../support/accounts";
import { insertDomain } from "../support/domains";
import { readCode } from "../support/public-api";

const base = () => inject("baseUrl");
let account: TestAccount;
let authorization = "";
/** Another client's address for each test, so that none shares the limit. */
let clients = 0;
let client = "";

beforeAll(async () => {
  account = await newAccount("pro");
  authorization = `Bearer ${(await newKey(account)).apiKey}`;
});

async function send(method: string, path: string, body?: object, key = authorization) {
  const answer = await fetch(`${base()}/api/v1${path}`, {
    method,
    headers: { authorization: key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: answer.status === 204 ? null : await answer.json() };
}

const make = async (more: object = {}) =>
  (
    await send("POST", "/qr-codes", {
      name: "Menu",
      type: "url",
      content: "https://example.com/menu",
      ...more,
    })
  ).json;

function newClient(): void {
  clients += 1;
  client = `203.0.113.${clients}`;
}

async function get(address: string, headers: Record<string, string> = {}, method = "GET") {
  const answer = await fetch(new URL(address, base()), {
    method,
    redirect: "manual",
    headers: { "x-forwarded-for": client, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const statusOf = async (address: string) => (await get(address)).status;

describe("publicImage of a stored code", () => {
  it("serves the picture to anyone, by short code for a dynamic code and by id for a static one", async () => {
    newClient();
    const plain = await make();
    expect([plain.publicImage, plain.imageUrl]).toEqual([false, null]);
    const fixed = await make({ publicImage: true });
    expect(fixed.imageUrl).toBe(`${base()}/i/${fixed.id}.png`);
    const dynamic = await make({ publicImage: true, isDynamic: true });
    const [shortCode] = dynamic.shortUrl.split("/").slice(-1);
    expect(dynamic.imageUrl).toBe(`${base()}/i/${shortCode}.png`);
    for (const [code, payload] of [
      [fixed, "https://example.com/menu"],
      [dynamic, dynamic.shortUrl],
    ]) {
      const { status, headers, bytes } = await get(code.imageUrl);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "image/png",
        "cache-control": "public, max-age=300",
        "cross-origin-resource-policy": "cross-origin",
        etag: expect.stringMatching(/^"[\w-]{43}"$/),
      });
      expect(await readCode(bytes)).toBe(payload);
    }
    const svg = await get(dynamic.imageUrl.replace(".png", ".svg"));
    expect([svg.headers.get("content-type"), svg.bytes.toString().slice(0, 4)]).toEqual([
      "image/svg+xml",
      "<svg",
    ]);
    // A static code has no short code, and a dynamic one is not known by its id.
    expect(await statusOf(`/i/${dynamic.id}.png`)).toBe(404);
    expect(await statusOf(`/i/${plain.id}.png`)).toBe(404);
  });

  it("answers 304 to its ETag and HEAD without a body; a changed look has another ETag", async () => {
    newClient();
    const { id, imageUrl } = await make({ publicImage: true });
    const first = await get(imageUrl);
    const etag = first.headers.get("etag") ?? "";
    expect(await get(imageUrl, { "if-none-match": etag })).toMatchObject({
      status: 304,
      bytes: Buffer.alloc(0),
    });
    const head = await get(imageUrl, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.bytes.length]).toEqual([
      200,
      `${first.bytes.length}`,
      0,
    ]);
    await send("PUT", `/qr-codes/${id}`, { settings: { color: { dark: "#0F766E" } } });
    const changed = await get(imageUrl, { "if-none-match": etag });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  });

  it("answers 404 once it is switched off, or the code is suspended or deleted", async () => {
    newClient();
    const { id, imageUrl } = await make({ publicImage: true, isDynamic: true });
    expect(await statusOf(imageUrl)).toBe(200);
    expect((await send("PUT", `/qr-codes/${id}`, { publicImage: false })).json).toMatchObject({
      publicImage: false,
      imageUrl: null,
    });
    expect(await statusOf(imageUrl)).toBe(404);
    await send("PUT", `/qr-codes/${id}`, { publicImage: true });
    expect(await statusOf(imageUrl)).toBe(200);
    const [shortCode = ""] = imageUrl.split("/").slice(-1);
    await suspendCode(shortCode.replace(".png", ""), { reason: "Phishing" });
    expect(await statusOf(imageUrl)).toBe(404);
    const other = await make({ publicImage: true });
    expect(await statusOf(other.imageUrl)).toBe(200);
    await send("DELETE", `/qr-codes/${other.id}`);
    expect(await statusOf(other.imageUrl)).toBe(404);
  });

  it("sends `qr.updated` once when switched on, and adds the address to lists", async () => {
    const { id } = await make();
    const after = (await send("GET", "/events?after=now")).json.pagination.nextCursor;
    await send("PUT", `/qr-codes/${id}`, { publicImage: true });
    await send("PUT", `/qr-codes/${id}`, { publicImage: true });
    const { data } = (await send("GET", `/events?after=${after}`)).json;
    expect(data).toMatchObject([
      { type: "qr.updated", data: { id, publicImage: true, changedFields: ["publicImage"] } },
    ]);
    expect(data[0].data.imageUrl).toBe(`${base()}/i/${id}.png`);
    const listed = (await send("GET", "/qr-codes?limit=100")).json.data.find(
      (one: { id: string }) => one.id === id,
    );
    expect(listed.imageUrl).toBe(`${base()}/i/${id}.png`);
  });

  it("is served on the service's host only, whatever the code's domain, and slugs redirect to it", async () => {
    newClient();
    const slug = `menu-${Date.now()}`;
    const { id, imageUrl } = await make({ publicImage: true, isDynamic: true, slug });
    await send("PUT", `/qr-codes/${id}`, { slug: `${slug}-b` });
    for (const name of [slug, `${slug}-b`, slug.toUpperCase()]) {
      const { status, headers } = await get(`/i/${name}.png?size=256`);
      expect([status, headers.get("location")]).toEqual([302, `${imageUrl}?size=256`]);
    }
    const { host } = await insertDomain(account);
    const moved = await make({ publicImage: true, isDynamic: true, domain: host });
    expect(moved.imageUrl.startsWith(`${base()}/i/`)).toBe(true);
    expect(await readCode((await get(moved.imageUrl)).bytes)).toBe(moved.shortUrl);
    expect((await send("GET", `/qr-codes/${moved.id}`)).json.domain).toBe(host);
  });

  it("works in the sandbox", async () => {
    newClient();
    const { apiKey } = await newKey(account, { environment: "sandbox" });
    const body = { name: "Try", type: "text", content: "Hello", publicImage: true };
    const { json } = await send("POST", "/qr-codes", body, `Bearer ${apiKey}`);
    expect(await readCode((await get(json.imageUrl)).bytes)).toBe("Hello");
  });
});

describe("size of a public image", () => {
  it("is 64 to 1,024, by default the code's own size up to that", async () => {
    newClient();
    const { imageUrl } = await make({ publicImage: true, settings: { size: 2_048 } });
    const widthOf = async (address: string) => (await get(address)).bytes.readUInt32BE(16);
    expect([await widthOf(imageUrl), await widthOf(`${imageUrl}?size=300`)]).toEqual([1_024, 300]);
    const small = await make({ publicImage: true, settings: { size: 200 } });
    expect(await widthOf(small.imageUrl)).toBe(200);
  });

  it.each(["63", "1025", "2.5", "big", ""])("rejects %s with 400", async (size) => {
    newClient();
    const { imageUrl } = await make({ publicImage: true });
    const { status, bytes } = await get(`${imageUrl}?size=${size}`);
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([
      400,
      { code: "validation_failed", details: [{ field: "size" }] },
    ]);
  });

  it("reports the minimum when the symbol needs more", async () => {
    newClient();
    const long = `https://example.com/${"menu/".repeat(60)}`;
    const { imageUrl, minSize } = await make({ publicImage: true, content: long });
    const { status, bytes } = await get(`${imageUrl}?size=64`);
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([
      400,
      { code: "size_too_small", details: [{ field: "size", min: minSize }] },
    ]);
  });
});

it("a client gets 60 newly drawn public images per minute; recent ones and 304 are not counted", async () => {
  newClient();
  const { imageUrl } = await make({ publicImage: true });
  for (let size = 100; size < 160; size += 1) expect(await statusOf(`${imageUrl}?size=${size}`)).toBe(200);
  const { status, headers } = await get(`${imageUrl}?size=160`);
  expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
  const known = await get(`${imageUrl}?size=159`);
  expect(known.status).toBe(200);
  const etag = known.headers.get("etag") ?? "";
  expect((await get(`${imageUrl}?size=159`, { "if-none-match": etag })).status).toBe(304);
  newClient();
  expect(await statusOf(`${imageUrl}?size=160`)).toBe(200);
});

it.each([
  ["/i/aZ09bY18", 404],
  ["/i/aZ09bY18.gif", 404],
  ["/i/zzzzzzzz.png", 404],
  ["/i/a/b.png", 404],
  ["/i/%2e%2e%2fetc.png", 400],
])("answers %s with %i", async (path, status) => {
  newClient();
  expect(await statusOf(path)).toBe(status);
});

it("a client may request 60 unknown public images per minute", async () => {
  newClient();
  for (let name = 0; name < 60; name += 1) expect(await statusOf(`/i/unknown-${name}.png`)).toBe(404);
  expect(await statusOf("/i/unknown-60.png")).toBe(429);
});
