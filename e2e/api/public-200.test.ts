import { describe, expect, inject, it } from "vitest";
import { call, get, imageOf, path, post, readCode, readWithZbar, sizeOf } from "../support/public-api";

const url = "https://example.com/menu?table=4&lang=en";
const wifi = JSON.stringify({ ssid: 'Gäste; "2,4"', password: 'a\\b;c:d,e"f', security: "WPA2" });
const contact = JSON.stringify({
  firstName: "Zoë",
  lastName: "O;Neil, Jr",
  phone: "+44 20 7946 0000",
  email: "zoe@example.com",
});

describe("200: POST /api/public/qr-codes", () => {
  it.each([
    ["url", url, url],
    ["text", " Grüße 👋\n\tline two ", " Grüße 👋\n\tline two "],
    ["wifi", wifi, 'WIFI:T:WPA;S:Gäste\\; \\"2\\,4\\";P:a\\\\b\\;c\\:d\\,e\\"f;;'],
    ["wifi", "WIFI:T:WPA;S:home;P:12345678;;", "WIFI:T:WPA;S:home;P:12345678;;"],
    ["contact", contact, undefined],
    ["contact", "MECARD:N:Owen;TEL:+15550100;;", "MECARD:N:Owen;TEL:+15550100;;"],
  ])("I9: draws, echoes and stores a %s", async (type, content, payload) => {
    const answer = await post({ type, content, name: "Table 4" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ type, content, name: "Table 4" });
    const read = await readCode(imageOf(answer));
    if (payload !== undefined) expect(read).toBe(payload);
    else expect(read).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n[\s\S]*O\\;Neil\\, Jr[\s\S]*END:VCARD\r?\n?$/);
    const view = await call(String(answer.json.imageUrl));
    expect(view.status).toBe(200);
    expect(Buffer.from(view.bytes).equals(Buffer.from(imageOf(answer)))).toBe(true);
  });

  it("has exactly the documented members and headers", async () => {
    const { json, headers } = await post({ type: "url", content: url });
    expect(Object.keys(json).sort()).toEqual(["_meta", "content", "imageUrl", "qrImage", "settings", "type"]);
    expect(json.imageUrl).toMatch(new RegExp(`^${inject("baseUrl")}${path}/view/[a-zA-Z0-9]{12}$`));
    expect(json._meta).toMatchObject({
      apiVersion: "1.0.0",
      documentation: expect.stringMatching(/^http/),
      note: expect.any(String),
    });
    expect(json._meta?.generatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(String(json._meta?.generatedAt)) - Date.now())).toBeLessThan(30_000);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^req_[0-9A-Za-z]+$/);
  });

  it("returns the remaining rate limit", async () => {
    const { headers } = await post({ type: "url", content: url });
    expect(headers.get("x-ratelimit-limit")).toBe("100");
    expect(headers.get("x-ratelimit-remaining")).toBe("99");
    const seconds = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(-1);
    expect(seconds).toBeLessThanOrEqual(3601);
  });

  it.each([
    [undefined, 256],
    [null, 256],
    [{}, 256],
    [{ size: null, color: null, frame: null, logo: null }, 256],
    [{ size: 64 }, 64],
    [{ size: 1024 }, 1024],
    [{ frame: { style: "square", size: 5_000, color: "red" } }, 256],
    [{ frame: { style: "rounded" } }, 296],
    [{ size: 66, frame: { style: "circle" } }, 98],
    [{ frame: { style: "dashed", size: 64, color: "#0F766E" } }, 384],
    [{ frame: { style: "circle", size: 1, color: "#abc" } }, 258],
    [{ color: { dark: "#123", light: "#FFFFFF" }, unknown: { deep: true } }, 256],
    [{ logo: { enabled: false, size: 16 } }, 256],
    [
      { size: 400, modules: { shape: "dots" }, eyes: { shape: "circle", color: "#B91C1C" }, quietZone: 6 },
      400,
    ],
    [{ transparent: true, errorCorrectionLevel: "H" }, 256],
  ])("I6: settings %o draw a code of %i pixels that decodes", async (settings, width) => {
    const answer = await post({ type: "text", content: "quiet", settings });
    expect(answer.status, answer.text).toBe(200);
    expect(sizeOf(imageOf(answer))).toEqual([width, width]);
    expect(await readCode(imageOf(answer))).toBe("quiet");
    expect(answer.json.warnings).toBeUndefined();
  });

  it("returns the settings used, with every default", async () => {
    const { json } = await post({ type: "text", content: "x", settings: { frame: { style: "dashed" } } });
    expect(json.settings).toEqual({
      size: 256,
      color: { dark: "#000000", light: "#FFFFFF" },
      frame: { style: "dashed", color: "#000000", size: 20 },
      modules: { shape: "square" },
      eyes: { shape: "square", color: "#000000" },
      transparent: false,
      errorCorrectionLevel: "M",
      quietZone: 4,
    });
  });

  it.each([
    [{ color: { dark: "#999999" } }, ["low_contrast"]],
    [{ color: { dark: "#FFFFFF", light: "#000000" } }, ["inverted_colors"]],
    [{ quietZone: 2 }, ["small_quiet_zone"]],
  ])("draws %o with a warning", async (settings, codes) => {
    const { status, json } = await post({ type: "text", content: "quiet", settings });
    expect(status).toBe(200);
    expect((json.warnings as unknown as { code: string }[]).map(({ code }) => code)).toEqual(codes);
  });

  it("enlarges an omitted size until a module has 2 pixels", async () => {
    const answer = await post({ type: "text", content: "é".repeat(1_000) });
    expect(answer.status).toBe(200);
    expect(Number(answer.json.settings?.size) % 64).toBe(0);
    expect(Number(answer.json.settings?.size)).toBeGreaterThan(256);
    expect(await readCode(imageOf(answer))).toBe("é".repeat(1_000));
  });

  it("grades on request, and draws the same picture", async () => {
    const graded = await post({ type: "url", content: url }, { query: "?grade=true" });
    expect(graded.json.scannability).toMatchObject({
      score: expect.any(Number),
      weakest: expect.any(Object),
    });
    const plain = await post({ type: "url", content: url }, { query: "?grade=false" });
    expect(plain.json.scannability).toBeUndefined();
    expect(plain.json.qrImage).toBe(graded.json.qrImage);
  });

  it("A6: ignores unknown members, including __proto__ and constructor, and returns none", async () => {
    const body = `{"type":"text","content":"quiet","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"x","isDynamic":true,"scanCount":5}`;
    const { status, json } = await post(body);
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(["_meta", "content", "imageUrl", "qrImage", "settings", "type"]);
  });

  it("draws a picture that a second decoder reads", async () => {
    for (const settings of [
      null,
      { size: 512, frame: { style: "rounded" } },
      { size: 300, color: { dark: "#0F172A" } },
    ]) {
      expect(readWithZbar(imageOf(await post({ type: "url", content: url, settings })))).toBe(url);
    }
  });
});

describe("200: GET /api/public/qr-codes", () => {
  it.each(["content", "data"])("draws %s with default settings", async (name) => {
    const answer = await get({ type: "wifi", [name]: wifi, size: "1024", color: "red" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ type: "wifi", content: wifi, settings: { size: 256 } });
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("99");
    expect(await readCode(imageOf(answer))).toMatch(/^WIFI:T:WPA;S:/);
  });

  it("decodes plus, percent and spaces correctly", async () => {
    for (const [query, content] of [
      ["type=text&content=a+b%20c%2Bd%25e", "a b c+d%e"],
      ["type=text&content=%F0%9F%91%8B", "👋"],
      ["content=x&type=text&&unknown=1&unknown=2", "x"],
    ] as const) {
      const { status, json } = await call(`${path}?${query}`);
      expect([status, json.content]).toEqual([200, content]);
    }
  });

  it("warns about each parameter that has no effect, once", async () => {
    const ignored = "format=svg&size=512&size=1&quietZone=&light=fff&dark=%230F172A";
    const answer = await call(`${path}?type=text&content=a&${ignored}&colour=1`);
    expect(answer.status, answer.text).toBe(200);
    const warnings = answer.json.warnings as unknown as { code: string; field: string; message: string }[];
    expect(warnings.map(({ field }) => field)).toEqual(["size", "dark", "light", "quietZone", "format"]);
    for (const { code, field, message } of warnings) {
      expect(code).toBe("parameter_ignored");
      expect(message).toContain(`${field} has no effect here`);
    }
    expect(answer.json.settings).toMatchObject({ size: 256, quietZone: 4, color: { dark: "#000000" } });
    expect((await get({ type: "text", content: "a" })).json).not.toHaveProperty("warnings");
  });

  it("describes itself without parameters, uncounted", async () => {
    for (const target of [path, `${path}?`]) {
      const { status, json, headers } = await call(target);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        name: expect.any(String),
        version: "1.0.0",
        endpoints: expect.any(Array),
        limits: { requestsPerHour: 100 },
      });
      expect(headers.get("x-ratelimit-limit")).toBeNull();
      expect((await call(String(json.openapi))).status).toBe(200);
    }
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const asked = `${path}?type=text&content=quiet`;
    const [head, full] = [await call(asked, { method: "HEAD" }), await call(asked)];
    expect(head.status).toBe(200);
    expect(head.bytes.length).toBe(0);
    expect(Number(head.headers.get("content-length"))).toBe(full.bytes.length);
    expect(head.headers.get("content-type")).toBe(full.headers.get("content-type"));
    expect(head.headers.get("x-ratelimit-remaining")).toBe("99");
  });
});
