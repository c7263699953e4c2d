import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { plainCode, readCodeRows } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import { type Answer, imageOf, readCode } from "../support/public-api";

let account: TestAccount;
let apiKey: string;
let made: Answer["json"];
beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
});
const create = async (body: object) => (await callV1(apiKey, "POST", "/qr-codes", { body })).json;
beforeEach(async () => {
  made = await create({ ...plainCode, settings: { size: 300, color: { dark: "#0F172A" } } });
});

const put = (body: unknown, id: unknown = made.id) => callV1(apiKey, "PUT", `/qr-codes/${id}`, { body });
const get = async (id: unknown = made.id) => (await callV1(apiKey, "GET", `/qr-codes/${id}`)).json;
const rowOf = async (id: unknown = made.id) =>
  (await readCodeRows(account.accountId)).find((row) => row.id === id);

describe("200: PUT /api/v1/qr-codes/{id}", () => {
  it("updates name, content and settings, merges settings deeply, and redraws the code", async () => {
    const content = "https://example.com/summer";
    const answer = await put({
      name: "Summer",
      content,
      settings: { size: null, color: { light: "#FEF3C7" } },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({
      ...made,
      name: "Summer",
      content,
      settings: { ...made.settings, size: 256, color: { dark: "#0F172A", light: "#FEF3C7" } },
      qrImage: expect.stringMatching(/^data:image\/png;base64,/),
      updatedAt: expect.any(String),
      warnings: [{ code: "static_image_changed", field: "content", message: expect.any(String) }],
    });
    expect(String(answer.json.updatedAt) > String(made.updatedAt)).toBe(true);
    expect(await readCode(imageOf(answer))).toBe(content);
    const { qrImage: _, warnings: _warnings, ...stored } = answer.json;
    expect(await get()).toEqual({ ...stored, aliases: [], scanCount: 0, lastScanned: null, recentScans: [] });
  });

  it("changes nothing when a response of POST, GET or a list is sent back", async () => {
    const listed = (await callV1(apiKey, "GET", "/qr-codes?limit=100")).json.data as unknown as {
      id: unknown;
    }[];
    const before = await rowOf();
    for (const body of [made, await get(), listed.find(({ id }) => id === made.id), {}, { settings: null }]) {
      const answer = await put(body);
      expect([answer.status, answer.json.updatedAt], answer.text).toEqual([200, made.updatedAt]);
      expect(answer.json.warnings).toBeUndefined();
    }
    expect({ ...(await rowOf()), settings: 0 }).toEqual({ ...before, settings: 0 });
  });

  it("changes a dynamic code's target and keeps its short URL and picture", async () => {
    const dynamic = await create({ ...plainCode, isDynamic: true });
    const answer = await put({ content: "https://example.com/new" }, dynamic.id);
    expect(answer.json).toMatchObject({ shortUrl: dynamic.shortUrl, qrImage: dynamic.qrImage });
    expect(answer.json.warnings).toBeUndefined();
    expect(await rowOf(dynamic.id)).toMatchObject({ target: "https://example.com/new" });
  });

  it("A6: ignores read-only members", async () => {
    const before = await rowOf();
    const smuggled = `{"id":"${newId()}","accountId":"${newId()}","environment":"sandbox","scanCount":9,"scan_count":9,
      "shortCode":"aaaaaaaa","shortUrl":"https://evil.example","short_code":"aaaaaaaa","target":"https://evil.example",
      "createdAt":"2020-01-01T00:00:00.000Z","plan":"free","isActive":false,
      "__proto__":{"name":"x","settings":{"size":99}},"constructor":{"prototype":{"name":"x"}},
      "settings":{"__proto__":{"size":99},"constructor":{"size":99},"color":{"__proto__":{"dark":"#ffffff"}}}}`;
    const answer = await put(smuggled);
    expect(answer.status, answer.text).toBe(200);
    expect(await rowOf()).toEqual(before);
    expect(({} as { name?: string }).name).toBeUndefined();
  });

  it("applies all concurrent changes", async () => {
    const bodies = [
      { name: "Both" },
      { content: "https://example.com/both" },
      { settings: { size: 640 } },
      ...Array.from({ length: 10 }, () => ({ settings: { color: { light: "#FEF3C7" } } })),
    ];
    const answers = await Promise.all(bodies.map((body) => put(body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await get()).toMatchObject({
      name: "Both",
      content: "https://example.com/both",
      settings: { size: 640, color: { dark: "#0F172A", light: "#FEF3C7" } },
    });
  });
});

describe("400: PUT /api/v1/qr-codes/{id}", () => {
  it.each<[string, unknown, string, string[]]>([
    ["A6: another type", { type: "text" }, "immutable_field", ["type"]],
    ["A6: another isDynamic", { isDynamic: true }, "immutable_field", ["isDynamic"]],
    ["A6: both", { type: "sms", isDynamic: true }, "immutable_field", ["isDynamic", "type"]],
    ["an unknown type", { type: "URL" }, "validation_failed", ["type"]],
    ["a name that is null", { name: null }, "validation_failed", ["name"]],
    ["content that is null", { content: null }, "validation_failed", ["content"]],
    ["I2: an empty name", { name: "" }, "validation_failed", ["name"]],
    ["I2: a long name", { name: "x".repeat(201) }, "validation_failed", ["name"]],
    ["I2: a name with NUL", { name: "\0" }, "validation_failed", ["name"]],
    ["I2: a name with a lone surrogate", { name: "\ud83d" }, "validation_failed", ["name"]],
    ["I2: empty content", { content: "" }, "validation_failed", ["content"]],
    ["I2: content with NUL", { content: "https://example.com/\0" }, "validation_failed", ["content"]],
    ["I8: an operator as name", { name: { not: "" } }, "validation_failed", ["name"]],
    ["I8: an operator as content", { content: { set: "x" } }, "validation_failed", ["content"]],
    ["settings as text", { settings: "big" }, "validation_failed", ["settings"]],
    ["settings as a list", { settings: [{ size: 5 }] }, "validation_failed", ["settings"]],
    ["I6: a size of 63", { settings: { size: 63 } }, "validation_failed", ["settings.size"]],
    ["I6: a colour as text", { settings: { color: "red" } }, "validation_failed", ["settings.color"]],
    [
      "I6: equal colours",
      { settings: { color: { light: "#0F172A" } } },
      "contrast_too_low",
      ["settings.color"],
    ],
    [
      "I6: a frame over a quarter",
      { settings: { frame: { style: "circle", size: 76 } } },
      "validation_failed",
      ["settings.frame.size"],
    ],
    ["content without a scheme", { content: "example.com" }, "invalid_url", ["content"]],
    [
      "several problems at once",
      { type: "text", content: "x", settings: { size: 100, frame: { style: "circle", size: 99 } } },
      "validation_failed",
      ["content", "settings.frame.size", "type"],
    ],
    [
      "problems of schema and of content together",
      { name: "", settings: { size: 5, eyes: { shape: "star" } }, content: "x".repeat(5_000) },
      "validation_failed",
      ["content", "name", "settings.eyes.shape", "settings.size"],
    ],
    ["a list as body", [], "validation_failed", ["body"]],
  ])("%s", async (_, body, code, fields) => {
    const before = await rowOf();
    expectRefusal(await put(body), 400, code, fields);
    expect(await rowOf()).toEqual(before);
  });

  it("reports invalid values before a missing code", async () => {
    expectRefusal(await put({ settings: { size: 5 } }, newId()), 400, "validation_failed", ["settings.size"]);
    expectRefusal(await put({ name: "" }, newId()), 400, "validation_failed", ["name"]);
    expectRefusal(await put({ type: "text" }, newId()), 404, "not_found");
  });
});
