import { beforeEach, describe, expect, inject, it } from "vitest";
import { isKeyValue } from "@/lib/api-keys/key-value";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount, type TestKey } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let account: TestAccount;
let manager: TestKey;
beforeEach(async () => {
  account = await newAccount("developer");
  manager = await newKey(account);
});

const create = (body: object, key = manager) => callV1(key.apiKey, "POST", "/api-keys", { body });
const get = (id: unknown, key = manager) => callV1(key.apiKey, "GET", `/api-keys/${id}`);
const patch = (id: unknown, body: object) => callV1(manager.apiKey, "PATCH", `/api-keys/${id}`, { body });
const statusOf = async (apiKey: unknown) => (await callV1(String(apiKey), "GET", "/api-keys")).status;

describe("POST /api/v1/api-keys", () => {
  it("201: returns the record with its value and its Location", async () => {
    const body = {
      name: "Menu printer",
      description: "By the door\nleft of it",
      permissions: ["qr:read", "analytics:read"],
      rateLimit: 250,
      expiresAt: "2099-06-01T12:00:00+02:00",
    };
    const { status, json, headers } = await create(body);
    expect(status).toBe(201);
    expect(json).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      environment: "production",
      expiresAt: "2099-06-01T10:00:00.000Z",
      apiKey: expect.stringMatching(/^qr_live_[0-9A-Za-z]{38}$/),
      preview: `qr_live_…${String(json.apiKey).slice(-4)}`,
      isActive: true,
      lastUsedAt: null,
      createdAt: expect.stringMatching(timestamp),
      updatedAt: expect.stringMatching(timestamp),
    });
    expect(isKeyValue(String(json.apiKey))).toBe(true);
    expect(headers.get("location")).toBe(`${inject("baseUrl")}/api/v1/api-keys/${json.id}`);
    expect(headers.get("cache-control")).toBe("no-store");
    const { apiKey, ...record } = json;
    expect((await get(json.id)).json).toEqual(record);
    expect(await statusOf(apiKey)).toBe(200);
  });

  it("201: applies defaults to omitted members and ignores unknown ones (A6)", async () => {
    const smuggled = {
      id: "00000000-0000-7000-8000-000000000000",
      accountId: "00000000-0000-7000-8000-000000000000",
      apiKey: "qr_live_mine",
      preview: "mine",
      keyHash: "00",
      isActive: false,
      lastUsedAt: "2020-01-01T00:00:00.000Z",
      createdAt: "2020-01-01T00:00:00.000Z",
      plan: "pro",
      constructor: { name: "x" },
    };
    const text = `{"__proto__":{"rateLimit":1},${JSON.stringify({ name: "K", permissions: ["qr:read"], ...smuggled }).slice(1)}`;
    const answer = await callV1(manager.apiKey, "POST", "/api-keys", { body: text });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toMatchObject({
      rateLimit: 5_000,
      description: null,
      expiresAt: null,
      isActive: true,
      lastUsedAt: null,
      environment: "production",
    });
    for (const [member, value] of Object.entries(smuggled)) {
      expect(answer.json[member], member).not.toEqual(value);
    }
    const { rows } = await sql.query("SELECT account_id, is_active, rate_limit FROM api_key WHERE id = $1", [
      answer.json.id,
    ]);
    expect(rows).toEqual([{ account_id: account.accountId, is_active: true, rate_limit: 5_000 }]);
  });
});

describe("GET /api/v1/api-keys", () => {
  it("200: lists every key without its value, for any valid key", async () => {
    const reader = await newKey(account, { permissions: ["webhooks:manage"] });
    await sql.query("UPDATE api_key SET is_active = false WHERE id = $1", [(await newKey(account)).id]);
    const { status, json, text } = await callV1(reader.apiKey, "GET", "/api-keys");
    expect(status).toBe(200);
    const data = json.data as unknown as Record<string, unknown>[];
    expect(data).toHaveLength(3);
    expect(data.map(({ isActive }) => isActive).sort()).toEqual([false, true, true]);
    for (const key of data) {
      expect(Object.keys(key).sort()).toEqual(
        [
          "createdAt description environment expiresAt id isActive lastUsedAt name permissions preview rateLimit",
          "updatedAt",
        ]
          .join(" ")
          .split(" ")
          .sort(),
      );
    }
    for (const { apiKey } of [manager, reader]) expect(text).not.toContain(apiKey.slice(8, 46));
  });

  it("returns when a key was last used, or null", async () => {
    const unused = await newKey(account);
    await expect
      .poll(async () => (await get(manager.id)).json.lastUsedAt, { timeout: 10_000 })
      .toMatch(timestamp);
    expect((await get(unused.id)).json.lastUsedAt).toBeNull();
  });
});

describe("PATCH /api/v1/api-keys/{id}", () => {
  it("200: applies changes from the next request", async () => {
    const { id, apiKey } = await newKey(account);
    const { json: before } = await get(id);
    const body = { name: "Till", description: "x", rateLimit: 7, permissions: ["qr:write"], isActive: false };
    const { status, json } = await patch(id, body);
    expect(status).toBe(200);
    expect(json).toEqual({ ...before, ...body, updatedAt: expect.stringMatching(timestamp) });
    expect((await get(id)).json).toEqual(json);
    expectRefusal(await callV1(apiKey, "GET", "/api-keys"), 401, "inactive_api_key");
    expect((await patch(id, { isActive: true })).json).toMatchObject({ isActive: true, name: "Till" });
    const again = await callV1(apiKey, "GET", "/api-keys");
    expect([again.status, again.headers.get("x-ratelimit-limit")]).toEqual([200, "7"]);
  });

  it("200: changes nothing when a record is sent back as received", async () => {
    const { id } = await newKey(account, { expiresAt: new Date(Date.now() + 60_000) });
    const { json } = await get(id);
    const answer = await patch(id, json);
    expect([answer.status, answer.json]).toEqual([200, json]);
    expect((await patch(id, {})).json).toEqual(json);
  });

  it("400: rejects changes of environment and expiry", async () => {
    const { id } = await newKey(account);
    const body = { environment: "sandbox", expiresAt: "2099-01-01T00:00:00Z", name: "Other" };
    expectRefusal(await patch(id, body), 400, "immutable_field", ["environment", "expiresAt"]);
    expect((await get(id)).json.name).toBe("Test key");
  });
});

describe("DELETE /api/v1/api-keys/{id}", () => {
  it("204: revokes a key from the next request, even the calling key", async () => {
    const { id, apiKey } = await newKey(account);
    expect(await statusOf(apiKey)).toBe(200);
    const answer = await callV1(manager.apiKey, "DELETE", `/api-keys/${id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expectRefusal(await callV1(apiKey, "GET", "/api-keys"), 401, "invalid_api_key");
    expectRefusal(await get(id), 404, "not_found");
    expectRefusal(await callV1(manager.apiKey, "DELETE", `/api-keys/${id}`), 404, "not_found");
    expect((await callV1(manager.apiKey, "DELETE", `/api-keys/${manager.id}`)).status).toBe(204);
    expect(await statusOf(manager.apiKey)).toBe(401);
  });
});

describe("POST /api/v1/api-keys/{id}/rotate", () => {
  const rotate = (id: string, body?: object) =>
    callV1(manager.apiKey, "POST", `/api-keys/${id}/rotate`, body === undefined ? {} : { body });

  it("200: returns a new value and revokes the previous one at once, with or without a body", async () => {
    for (const body of [undefined, {}, { graceSeconds: 0 }]) {
      const { id, apiKey } = await newKey(account, { rateLimit: 9 });
      const { json: before } = await get(id);
      const answer = await rotate(id, body);
      expect(answer.status, answer.text).toBe(200);
      const { apiKey: next, ...record } = answer.json;
      expect(record).toEqual({
        ...before,
        preview: `qr_live_…${String(next).slice(-4)}`,
        updatedAt: expect.stringMatching(timestamp),
      });
      expect([await statusOf(apiKey), await statusOf(next)]).toEqual([401, 200]);
    }
  });

  it("200: keeps the previous value valid for graceSeconds and shows when it ends", async () => {
    const { id, apiKey } = await newKey(account);
    const { json } = await rotate(id, { graceSeconds: 604_800 });
    const until = Date.parse(String(json.previousKeyExpiresAt));
    expect(Math.abs(until - Date.now() - 604_800_000)).toBeLessThan(60_000);
    expect((await get(id)).json.previousKeyExpiresAt).toBe(json.previousKeyExpiresAt);
    expect([await statusOf(apiKey), await statusOf(json.apiKey)]).toEqual([200, 200]);
    await sql.query("UPDATE api_key SET previous_valid_until = now() - interval '1 ms' WHERE id = $1", [id]);
    expect([await statusOf(apiKey), await statusOf(json.apiKey)]).toEqual([401, 200]);
    expect((await get(id)).json).not.toHaveProperty("previousKeyExpiresAt");
  });

  it("Q6: makes both values share the key's rate limit", async () => {
    const { id, apiKey } = await newKey(account, { rateLimit: 3 });
    await callV1(apiKey, "GET", "/api-keys");
    const { json } = await rotate(id, { graceSeconds: 60 });
    const left = [];
    for (const value of [apiKey, String(json.apiKey), apiKey]) {
      left.push((await callV1(value, "GET", "/api-keys")).status);
    }
    expect(left).toEqual([200, 200, 429]);
  });

  it("lets a key rotate itself", async () => {
    const { json } = await rotate(manager.id);
    expect([await statusOf(manager.apiKey), await statusOf(json.apiKey)]).toEqual([401, 200]);
  });
});

it("Q12: repeating a create with its idempotency key creates one key and returns the same value", async () => {
  const request = {
    body: { name: "Once", permissions: ["qr:read"] },
    headers: { "idempotency-key": "make-one" },
  };
  const answers = [];
  for (let time = 0; time < 3; time += 1) {
    answers.push(await callV1(manager.apiKey, "POST", "/api-keys", request));
  }
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.map(({ headers }) => headers.get("location"))).toEqual(
    Array(3).fill(`${inject("baseUrl")}/api/v1/api-keys/${answers[0]?.json.id}`),
  );
  expect(answers[2]?.headers.get("idempotent-replayed")).toBe("true");
  const { rows } = await sql.query("SELECT FROM api_key WHERE account_id = $1 AND name = 'Once'", [
    account.accountId,
  ]);
  expect(rows).toHaveLength(1);
});
