import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { plainCode, readCodeRows } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";

let account: TestAccount;
let apiKey: string;
beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
});

const rules = {
  isActive: false,
  startsAt: "2027-01-31T12:00:00+01:00",
  expiresAt: "2027-02-28T23:00:00Z",
  maxScans: 500,
  fallbackUrl: "https://example.com/late",
};
const kept = { ...rules, startsAt: "2027-01-31T11:00:00.000Z", expiresAt: "2027-02-28T23:00:00.000Z" };
const dynamic = { ...plainCode, isDynamic: true };

const post = (body: unknown, path = "/qr-codes", headers = {}) =>
  callV1(apiKey, "POST", path, { ...(body !== undefined && { body }), headers });
const put = (id: unknown, body: unknown) => callV1(apiKey, "PUT", `/qr-codes/${id}`, { body });
const get = async (path: string) => (await callV1(apiKey, "GET", `/qr-codes${path}`)).json;
const historyOf = async (id: unknown) =>
  (await get(`/${id}/targets`)).data as unknown as { id: string | null; current: boolean; content: string }[];

describe("rules of a dynamic code", () => {
  it("201, 200: are stored, returned, updated and removed", async () => {
    const { status, json: made } = await post({ ...dynamic, settings: { ...rules, size: 300 } });
    expect(status).toBe(201);
    expect(made.settings).toMatchObject(kept);
    expect((await get(`/${made.id}`)).settings).toEqual(made.settings);
    const listed = (await get("?limit=100")).data as unknown as { id: unknown; settings: object }[];
    expect(listed.find(({ id }) => id === made.id)?.settings).toEqual(made.settings);
    const changed = await put(made.id, { settings: { maxScans: 1, startsAt: null, isActive: true } });
    const {
      startsAt: _,
      isActive: _isActive,
      ...left
    } = { ...(made.settings as object), ...kept, maxScans: 1 };
    expect(changed.json.settings).toEqual(left);
    expect(changed.json.qrImage).toBe(made.qrImage);
    expect(String(changed.json.updatedAt) > String(made.updatedAt)).toBe(true);
  });

  it("400: are rejected for a static code; a response can still be sent back unchanged", async () => {
    const refused = await post({ ...plainCode, settings: { ...rules, size: 10 } });
    const details = expectRefusal(refused, 400, "validation_failed", [
      ...Object.keys(rules).map((name) => `settings.${name}`),
      "settings.size",
    ]);
    expect(details.filter(({ code }) => code === "dynamic_only")).toHaveLength(5);
    const { json: made } = await post({ ...plainCode, settings: { isActive: true, maxScans: null } });
    expect((await put(made.id, await get(`/${made.id}`))).json.updatedAt).toBe(made.updatedAt);
    expectRefusal(await put(made.id, { settings: { maxScans: 1 } }), 400, "validation_failed", [
      "settings.maxScans",
    ]);
  });

  it("A6: are ignored outside settings", async () => {
    const { status, json: made } = await post({ ...dynamic, ...rules, rules });
    expect(status).toBe(201);
    expect((await put(made.id, { ...rules, rules })).json.updatedAt).toBe(made.updatedAt);
    const row = (await readCodeRows(account.accountId)).find(({ id }) => id === made.id);
    expect(row).toMatchObject({ rules: null });
  });
});

describe("P1: addresses that are not web addresses", () => {
  const addresses = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "blob:https://example.com/x",
    "intent://example.com/#Intent;scheme=https;end",
    "//evil.com",
    "https:evil.com",
    "https:/evil.com",
    "http:\\\\evil.com",
    "https://",
    "https://a b.example/",
    "evil.com",
  ];
  let codes: { isDynamic: boolean; id: unknown }[];
  beforeAll(async () => {
    const makeOne = async (isDynamic: boolean) => ({
      isDynamic,
      id: (await post({ ...plainCode, isDynamic })).json.id,
    });
    codes = [await makeOne(false), await makeOne(true)];
  });

  it.each(addresses)("rejects %j as content and fallback", async (content) => {
    for (const { isDynamic, id } of codes) {
      for (const answer of [await post({ ...plainCode, isDynamic, content }), await put(id, { content })]) {
        expect([answer.status, answer.json.code]).toEqual([
          400,
          expect.stringMatching(/^(?:invalid_url|validation_failed)$/),
        ]);
        expect((answer.json.details as unknown as { field: string }[])[0]?.field).toBe("content");
      }
      expect((await get(`/${id}`)).content).toBe(plainCode.content);
    }
    const settings = { fallbackUrl: content };
    for (const answer of [await post({ ...dynamic, settings }), await put(codes[1]?.id, { settings })]) {
      expect([answer.status, (answer.json.details as unknown as { field: string }[])[0]?.field]).toEqual([
        400,
        "settings.fallbackUrl",
      ]);
    }
  });
});

describe("target history of a code", () => {
  it("P3: lists earlier targets, shows who set the current one, and restores one", async () => {
    const { json: made } = await post(dynamic);
    await put(made.id, { content: "https://example.com/two" });
    await put(made.id, { name: "Renamed" });
    const before = await historyOf(made.id);
    expect(before.map(({ content }) => content)).toEqual(["https://example.com/two", plainCode.content]);
    expect(before[0]).toMatchObject({ id: null, current: true, setBy: { kind: "key", name: "Test key" } });
    const restored = await post(undefined, `/qr-codes/${made.id}/targets/${before[1]?.id}/restore`);
    expect(restored.status, restored.text).toBe(200);
    const { warnings: _, ...printed } = made;
    expect(restored.json).toEqual({ ...printed, name: "Renamed", updatedAt: expect.any(String) });
    expect((await historyOf(made.id)).map(({ content }) => content)).toEqual([
      plainCode.content,
      "https://example.com/two",
      plainCode.content,
    ]);
  });

  it("Q12: restores once per idempotency key and replays the same response", async () => {
    const { json: made } = await post(dynamic);
    await put(made.id, { content: "https://example.com/two" });
    const [, first] = await historyOf(made.id);
    const path = `/qr-codes/${made.id}/targets/${first?.id}/restore`;
    const headers = { "idempotency-key": randomUUID() };
    const once = await post(undefined, path, headers);
    await put(made.id, { content: "https://example.com/three" });
    const again = await post(undefined, path, headers);
    expect([once.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
    expect(again.text).toBe(once.text);
    expect((await get(`/${made.id}`)).content).toBe("https://example.com/three");
    const unchanged = { "idempotency-key": randomUUID() };
    const [, third] = await historyOf(made.id);
    const back = `/qr-codes/${made.id}/targets/${third?.id}/restore`;
    await post(undefined, back);
    for (const replayed of [null, "true"]) {
      const answer = await post(undefined, back, unchanged);
      expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([200, replayed]);
    }
  });

  it("404: offers nothing to restore for a static code, and rejects unknown targets", async () => {
    const { json: made } = await post(plainCode);
    await put(made.id, { content: "https://example.com/two" });
    expect(await historyOf(made.id)).toEqual([
      {
        id: null,
        current: true,
        content: "https://example.com/two",
        fallbackUrl: null,
        routes: [],
        setAt: null,
        setBy: null,
      },
    ]);
    for (const targetId of [randomUUID(), "null"]) {
      expectRefusal(
        await post(undefined, `/qr-codes/${made.id}/targets/${targetId}/restore`),
        404,
        "not_found",
      );
    }
  });
});

describe("dates of a rule", () => {
  const withDates = (dates: object) => ({
    ...dynamic,
    settings: { routes: [{ id: "a", when: { dates }, to: "https://example.com/m" }] },
  });

  it.each([
    { from: "0000-01-01T00:00:00+14:00" },
    { from: "1970-01-01T00:00:00+00:01" },
    { until: "9999-12-31T23:59:59-12:00" },
  ])("400: rejects %j", async (dates) => {
    expectRefusal(await post(withDates(dates)), 400, "validation_failed", [
      `settings.routes.0.when.dates.${Object.keys(dates)[0]}`,
    ]);
  });

  it("201: accepts the first and the last instant, and returns them everywhere", async () => {
    const dates = { from: "1970-01-01T00:00:00.000Z", until: "9999-12-31T23:59:59.000Z" };
    const { status, json: made } = await post(withDates(dates));
    expect(status).toBe(201);
    const { routes } = (await get(`/${made.id}`)).settings as unknown as { routes: unknown };
    expect(routes).toMatchObject([{ when: { dates } }]);
    await put(made.id, { settings: { routes: [] } });
    expect(await historyOf(made.id)).toHaveLength(2);
  });
});
