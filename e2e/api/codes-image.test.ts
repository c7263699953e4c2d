import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { measurePdf, readPdf, readSvg } from "../pages/decode";
import { callV1, newAccount, newKey } from "../support/accounts";
import { plainCode } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import { draw, urlOf } from "../support/logos";
import { imageOf, readCode, sizeOf } from "../support/public-api";

let apiKey: string;
beforeAll(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
});

async function create(body: object = {}): Promise<string> {
  const answer = await callV1(apiKey, "POST", "/qr-codes", { body: { ...plainCode, ...body } });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.json.id);
}

const get = (id: string, query = "", headers: Record<string, string> = {}) =>
  callV1(apiKey, "GET", `/qr-codes/${id}/image${query}`, { headers });

const framed = { settings: { size: 400, frame: { style: "rounded", size: 40, color: "#0F766E" } } };

describe("200: GET /api/v1/qr-codes/{id}/image", () => {
  it("returns the same PNG as the create response", async () => {
    const made = await callV1(apiKey, "POST", "/qr-codes", { body: { ...plainCode, ...framed } });
    const image = await get(String(made.json.id));
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(image.bytes).equals(imageOf(made))).toBe(true);
    expect(image.headers.get("content-disposition")).toBe(
      `inline; filename="Menu.png"; filename*=UTF-8''Menu.png`,
    );
    expect(image.headers.get("cache-control")).toBe("no-store");
    expect(image.headers.get("content-length")).toBe(String(image.bytes.length));
    expect(image.headers.get("x-content-type-options")).toBe("nosniff");
    const head = await callV1(apiKey, "HEAD", `/qr-codes/${made.json.id}/image`);
    expect([head.status, head.bytes.length, head.headers.get("etag")]).toEqual([
      200,
      0,
      image.headers.get("etag"),
    ]);
  });

  it("I6: returns PNG, SVG and PDF that decode: plain, framed, dynamic and with a logo", async () => {
    const logo = { enabled: true, dataUrl: urlOf(await draw("jpeg"), "jpeg") };
    const looks = [{}, framed, { isDynamic: true }, { settings: { size: 512, logo } }];
    for (const look of looks) {
      const id = await create(look);
      const { json } = await callV1(apiKey, "GET", `/qr-codes/${id}`);
      const payload = String(json.shortUrl ?? json.content);
      for (const size of ["", "&size=700"]) {
        const [png, svg, pdf] = await Promise.all(
          ["png", "svg", "pdf"].map((format) => get(id, `?format=${format}${size}`)),
        );
        const types = [png, svg, pdf].map((image) => image?.headers.get("content-type"));
        expect(types).toEqual(["image/png", "image/svg+xml", "application/pdf"]);
        expect(await readCode(png!.bytes), JSON.stringify(look)).toBe(payload);
        expect(await readSvg(svg!.bytes), JSON.stringify(look)).toBe(payload);
        expect(await readPdf(pdf!.bytes), JSON.stringify(look)).toBe(payload);
      }
    }
  });

  it("size overrides the code's own size and scales the frame up to 100 pixels", async () => {
    const id = await create(framed);
    expect(sizeOf((await get(id)).bytes)).toEqual([480, 480]);
    expect(sizeOf((await get(id, "?size=200")).bytes)).toEqual([240, 240]);
    expect(sizeOf((await get(id, "?size=1000")).bytes)).toEqual([1200, 1200]);
    // A frame has at most 100 pixels.
    expect(sizeOf((await get(id, "?size=4096")).bytes)).toEqual([4296, 4296]);
    const { width } = await sharp((await get(id, "?format=svg&size=200")).bytes).metadata();
    expect(width).toBe(240);
    const [mm] = await measurePdf((await get(id, "?format=pdf&size=400")).bytes);
    expect(mm).toBeCloseTo((480 * 25.4) / 96, 1);
    const stored = await callV1(apiKey, "GET", `/qr-codes/${id}`);
    expect(stored.json.settings).toMatchObject({ size: 400, frame: { size: 40 } });
  });

  it("draws a logo of the default share at sizes from 128 to 3,000", async () => {
    const dataUrl = urlOf(await draw("png"), "png");
    const id = await create({ settings: { size: 1000, logo: { enabled: true, dataUrl, size: 280 } } });
    for (const size of [128, 1000, 3000]) {
      const image = await get(id, `?size=${size}`);
      expect(image.status, image.text.slice(0, 300)).toBe(200);
      expect(await readCode(image.bytes)).toBe(plainCode.content);
    }
  });

  // A white frame on a coloured ground stops the proof's reader at single sizes.
  it("draws a PNG at sizes from the code's minSize up", async () => {
    const frame = { style: "dashed", size: 13, color: "#FFFFFF" };
    const settings = { size: 400, color: { dark: "#160140", light: "#36BFE3" }, frame };
    const { json } = await callV1(apiKey, "POST", "/qr-codes", { body: { ...plainCode, settings } });
    const min = Number(json.minSize);
    expect(min).toBeLessThanOrEqual(400);
    for (const size of [min, 100, 105, 110, 128, 777, 1000, 1500].filter((size) => size >= min)) {
      const image = await get(String(json.id), `?size=${size}`);
      expect(image.status, `${size}: ${image.text.slice(0, 300)}`).toBe(200);
    }
    const refused = await get(String(json.id), `?size=${Math.max(64, min - 1)}`);
    expect(refused.status).toBe(min > 64 ? 400 : 200);
  });

  it.each([
    ["Menu, table 4", "Menu, table 4.png", "Menu%2C%20table%204.png"],
    ["../../etc/passwd", "-..-etc-passwd.png", "-..-etc-passwd.png"],
    ['a"b\\c;d', "a-b-c;d.png", "a-b-c%3Bd.png"],
    ["Café 100% 😀", "Caf_ 100_ __.png", "Caf%C3%A9%20100%25%20%F0%9F%98%80.png"],
    ["...", "code.png", "code.png"],
    ["it's (here)*", "it's (here)-.png", "it%27s%20%28here%29-.png"],
    ["\u202Egnp.exe", "-gnp.exe.png", "-gnp.exe.png"],
    ["x".repeat(200), `${"x".repeat(100)}.png`, `${"x".repeat(100)}.png`],
  ])("serves a code named %j as the file %j", async (name, ascii, encoded) => {
    const image = await get(await create({ name }));
    expect(image.headers.get("content-disposition")).toBe(
      `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    );
  });

  it("I3: escapes markup in a name inside an SVG", async () => {
    const id = await create({ name: `</title><script>alert(1)</script>"'&` });
    const { text } = await get(id, "?format=svg");
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;/title&gt;");
  });
});

describe("304: GET /api/v1/qr-codes/{id}/image", () => {
  it("is returned while the picture is unchanged; each size, format and change has its own ETag", async () => {
    const id = await create();
    const tagOf = async (query = "") => String((await get(id, query)).headers.get("etag"));
    const tag = await tagOf();
    expect(await tagOf()).toBe(tag);
    for (const known of [tag, tag.replace("W/", ""), `"x", ${tag}`, "*"]) {
      const image = await get(id, "", { "if-none-match": known });
      expect([image.status, image.bytes.length, image.headers.get("etag")]).toEqual([304, 0, tag]);
    }
    const tags = await Promise.all(["", "?size=256", "?size=512", "?format=svg", "?format=pdf"].map(tagOf));
    expect(new Set(tags).size).toBe(5);
    expect((await get(id, "?size=512", { "if-none-match": tag })).status).toBe(200);
    await callV1(apiKey, "PUT", `/qr-codes/${id}`, { body: { settings: { color: { dark: "#111111" } } } });
    expect((await get(id, "", { "if-none-match": tag })).status).toBe(200);
  });
});

describe("400: GET /api/v1/qr-codes/{id}/image", () => {
  it.each([
    ["format=gif", "format"],
    ["format=PNG", "format"],
    ["format=", "format"],
    ["format=png&format=svg", "format"],
    ["size=63", "size"],
    ["size=4097", "size"],
    ["size=0", "size"],
    ["size=-1", "size"],
    ["size=256.5", "size"],
    ["size=1e3", "size"],
    ["size=", "size"],
    ["size=NaN", "size"],
    ["size=big", "size"],
  ])("I6: %s", async (query, field) => {
    const details = expectRefusal(await get(await create(), `?${query}`), 400, "validation_failed", [field]);
    if (/^format=\w+$/.test(query)) expect(details[0]?.allowed).toEqual(["png", "svg", "pdf"]);
  });

  it("I6: reports the minimum size when size is too small for the content, and serves that size", async () => {
    const id = await create({ type: "text", content: "x".repeat(300) });
    const [detail] = expectRefusal(await get(id, "?size=64"), 400, "size_too_small", ["size"]);
    expect(detail?.message).toMatch(/^size must be at least/);
    expect((await callV1(apiKey, "GET", `/qr-codes/${id}`)).json.minSize).toBe(detail?.min);
    const image = await get(id, `?size=${detail?.min}`);
    expect(await readCode(image.bytes)).toBe("x".repeat(300));
    for (const format of ["svg", "pdf"])
      expect((await get(id, `?format=${format}&size=64`)).status).toBe(200);
  });
});
