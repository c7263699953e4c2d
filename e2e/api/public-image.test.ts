import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readSvg } from "../pages/decode";
import { expectError } from "../support/expect-error";
import {
  type Answer,
  type CallOptions,
  call,
  get,
  newClient,
  path,
  post,
  readCode,
  sizeOf,
} from "../support/public-api";

const menu = "https://example.com/menu?table=4";
const about = (content: string, more = "") => `content=${encodeURIComponent(content)}${more}`;

/** GET of the picture, with its parameters as they stand in the address. */
const draw = (query: string, options: CallOptions = {}) => call(`${path}/image?${query}`, options);
const tagOf = async (query: string) => String((await draw(query)).headers.get("etag"));
const leftOf = ({ headers }: Answer) => headers.get("x-ratelimit-remaining");

/** Left margin and module of a picture in pixels, and the modules of its symbol, by its pixels alone. */
async function measure(png: Uint8Array): Promise<{ margin: number; module: number; modules: number }> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128;
  let margin = 0;
  while (!isDark(margin, margin)) margin += 1;
  let end = margin;
  while (isDark(end, margin)) end += 1;
  let right = info.width - 1;
  while (!isDark(right, margin)) right -= 1;
  const module = (end - margin) / 7;
  return { margin, module, modules: (right + 1 - margin) / module };
}

describe("200: GET /api/public/qr-codes/image", () => {
  it("returns the picture itself, for any site and cacheable for a day", async () => {
    const { status, headers, bytes, text } = await draw(about(menu));
    expect(status, text).toBe(200);
    expect(await readCode(bytes)).toBe(menu);
    expect(sizeOf(bytes)).toEqual([256, 256]);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("content-length")).toBe(String(bytes.length));
    expect(headers.get("cache-control")).toBe("public, max-age=86400, immutable");
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    ["data in place of content", `data=${encodeURIComponent(menu)}`, menu],
    ["content without a type as text", "content=Table%204", "Table 4"],
    ["an explicit type", `type=text&${about(menu)}`, menu],
    [
      "a network",
      `type=wifi&${about('{"ssid":"Guests","password":"12345678"}')}`,
      "WIFI:T:WPA;S:Guests;P:12345678;;",
    ],
    ["unknown parameters", `${about(menu)}&frame=circle`, menu],
  ])("accepts %s", async (_, query, payload) => {
    const { status, bytes, text } = await draw(query);
    expect(status, text).toBe(200);
    expect(await readCode(bytes)).toBe(payload);
  });

  it("draws in colours with or without #, as PNG and SVG, at a given size", async () => {
    for (const colours of ["dark=0F766E&light=%23FFF7ED", "dark=%230f766e&light=fff7ed"]) {
      const png = await draw(about(menu, `&${colours}&size=700`));
      expect(png.status, png.text).toBe(200);
      expect(sizeOf(png.bytes)).toEqual([700, 700]);
      expect(await readCode(png.bytes)).toBe(menu);
      const { data } = await sharp(png.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([...data.subarray(0, 3)]).toEqual([0xff, 0xf7, 0xed]);
      const svg = await draw(about(menu, `&${colours}&size=700&format=svg`));
      expect([svg.status, svg.headers.get("content-type")], svg.text).toEqual([200, "image/svg+xml"]);
      expect(svg.text.toLowerCase()).toContain("#0f766e");
      expect(await readSvg(svg.bytes)).toBe(menu);
    }
  });

  it.each([1, 2, 4, 10, 20])("leaves a quiet zone of %d modules inside the size", async (quietZone) => {
    const { status, bytes, text } = await draw(about(menu, `&size=512&quietZone=${quietZone}`));
    expect(status, text).toBe(200);
    expect(sizeOf(bytes)).toEqual([512, 512]);
    expect(await readCode(bytes)).toBe(menu);
    const { margin, module, modules } = await measure(bytes);
    expect(module).toBe(Math.floor(512 / (modules + 2 * quietZone)));
    expect(margin).toBe(Math.floor((512 - modules * module) / 2));
    expect(margin).toBeGreaterThanOrEqual(quietZone * module);
  });

  it("fills the picture to within a module without a quiet zone", async () => {
    const { status, bytes, text } = await draw(about(menu, "&size=1024&quietZone=0"));
    expect(status, text).toBe(200);
    expect(await readCode(bytes)).toBe(menu);
    const { margin, module } = await measure(bytes);
    expect(margin).toBeLessThan(module);
  });

  it("has the same ETag for the same picture, whatever the query's form, and another for any other", async () => {
    const same = [
      about(menu, "&dark=0F766E"),
      about(menu, "&dark=%230F766E&format=png&type=url"),
      `dark=0F766E&data=${encodeURIComponent(menu)}`,
    ];
    expect(new Set(await Promise.all(same.map(tagOf))).size).toBe(1);
    const others = [
      "",
      "&dark=0F766E",
      "&light=FFF7ED",
      "&size=300",
      "&quietZone=5",
      "&format=svg",
      "&type=text",
    ];
    const queries = [...others.map((more) => about(menu, more)), about(`${menu}2`)];
    expect(new Set(await Promise.all(queries.map(tagOf))).size).toBe(queries.length);
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const query = about(menu, "&size=300");
    const [head, full] = [await draw(query, { method: "HEAD" }), await draw(query)];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ["etag", "content-type", "content-length", "cache-control"])
      expect(head.headers.get(name), name).toBe(full.headers.get(name));
  });
});

describe("rate limit of GET /api/public/qr-codes/image", () => {
  it("Q4: is shared with GET and POST, and counts HEAD and refused requests too", async () => {
    const client = newClient();
    const query = about(menu);
    const left = [
      await post({ type: "text", content: "a" }, { client }),
      await draw(query, { client }),
      await draw(query, { client, method: "HEAD" }),
      await draw(`${query}&size=1`, { client }),
      await draw(query, { client, headers: { "if-none-match": "*" } }),
      await get({ type: "text", content: "a" }, { client }),
    ];
    expect(left.map(({ status }) => status)).toEqual([200, 200, 200, 400, 304, 200]);
    expect(left.map(leftOf)).toEqual(["99", "98", "97", "96", "95", "94"]);
  });

  it("Q4: lets a matching ETag get an uncounted 304 beyond the limit; everything else gets 429", async () => {
    const client = newClient();
    const query = about(menu, "&dark=0F766E");
    const known = { "if-none-match": `"other", ${await tagOf(query)}` };
    await Promise.all(Array.from({ length: 100 }, () => post("{", { client })));
    for (const method of ["GET", "HEAD"]) {
      const answer = await draw(query, { client, method, headers: known });
      expect([answer.status, answer.text, leftOf(answer)]).toEqual([304, "", null]);
      expect(answer.headers.get("etag")).toBe(await tagOf(query));
      expect(answer.headers.get("cache-control")).toBe("public, max-age=86400, immutable");
    }
    for (const headers of [{}, { "if-none-match": '"other"' }, { "if-none-match": "*" }])
      expect((await draw(query, { client, headers })).status).toBe(429);
    expect((await draw(about(`${menu}2`), { client, headers: known })).status).toBe(429);
  });

  it("applies 304 only to requests that could be drawn", async () => {
    const headers = { "if-none-match": await tagOf(about(menu)) };
    expectError(await draw(about(menu, "&size=1"), { headers }), "validation_failed", ["size"]);
    expectError(await draw(`${about(menu)}&data=a`, { headers }), "validation_failed", ["data"]);
  });
});

describe("400: GET /api/public/qr-codes/image", () => {
  const long = "x".repeat(900);

  it.each<[string, string, string[]]>([
    ["", "validation_failed", ["content"]],
    ["content=", "validation_failed", ["content"]],
    ["content=a&data=b", "validation_failed", ["data"]],
    ["content=a&data=b&size=1&dark=fff", "validation_failed", ["data", "dark", "size"]],
    ["type=email&content=a%40example.com", "validation_failed", ["type"]],
    ["content=https%3A%2F%2F", "invalid_url", ["content"]],
    ["type=url&content=javascript%3Aalert(1)", "invalid_url", ["content"]],
    ["type=wifi&content=%7B%7D", "invalid_content", ["content.ssid"]],
    ["content=a%00b", "validation_failed", ["content"]],
    [`content=${"x".repeat(5_000)}`, "content_too_long", ["content"]],
    ["content=a&format=pdf", "validation_failed", ["format"]],
    ...["63", "1025", "256.5", "big", "", "1e3"].map((size): [string, string, string[]] => [
      `content=a&size=${size}`,
      "validation_failed",
      ["size"],
    ]),
    ...["-1", "21", "2.5", "x"].map((zone): [string, string, string[]] => [
      `content=a&quietZone=${zone}`,
      "validation_failed",
      ["quietZone"],
    ]),
    ...["red", "%23%23fff", "12345", "", "0F766E00"].map((colour): [string, string, string[]] => [
      `content=a&light=${colour}`,
      "validation_failed",
      ["light"],
    ]),
    ["content=a&size=300&size=300", "validation_failed", ["size"]],
    ["content=a&dark=fff", "contrast_too_low", ["dark"]],
    [`content=${long}&size=100`, "size_too_small", ["size"]],
    [`content=${long}&size=100&dark=eee`, "validation_failed", ["dark", "size"]],
    [`content=${long}&size=100&light=red`, "validation_failed", ["light", "size"]],
    [
      "content=a&size=1&dark=red&quietZone=99&format=gif",
      "validation_failed",
      ["dark", "format", "quietZone", "size"],
    ],
  ])("%s", async (query, code, fields) => {
    const answer = await draw(query);
    expectError(answer, code, fields);
    expect(answer.text).not.toContain("settings.");
  });

  it("returns the minimum size that works", async () => {
    const { json } = await draw(`content=${long}&size=100&quietZone=20`);
    const [{ min } = { min: 0 }] = json.details as unknown as { min: number }[];
    expect((await draw(`content=${long}&size=${min - 1}&quietZone=20`)).json.code).toBe("size_too_small");
    const { status, bytes } = await draw(`content=${long}&size=${min}&quietZone=20`);
    expect(status).toBe(200);
    expect(await readCode(bytes)).toBe(long);
  });
});
