import { beforeEach, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { decryptSecret } from "@/lib/webhooks/secret";
import { callV1, newAccount, newKey, type TestAccount, type TestKey } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { type AnsweredWebhook, getWebhook, jsonOf, makeWebhook } from "../support/own-webhooks";
import { closedUrl } from "../support/tenant-webhooks";

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const good = { name: "Orders", url: closedUrl, events: ["scan.created", "qr.updated"] };

let account: TestAccount;
let key: TestKey;
beforeEach(async () => {
  account = await newAccount("pro");
  key = await newKey(account, { permissions: ["webhooks:manage"] });
});

const create = (body: unknown = good) => callV1(key.apiKey, "POST", "/webhooks", { body });
const put = (id: unknown, body: unknown) => callV1(key.apiKey, "PUT", `/webhooks/${id}`, { body });

describe("POST /api/v1/webhooks", () => {
  it("201: returns the record with its secret, which later reads omit", async () => {
    const { status, json, headers } = await create();
    expect(status).toBe(201);
    expect(json).toEqual({
      ...good,
      filter: null,
      headers: {},
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      environment: "production",
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      signingSecret: `whsec_${Buffer.from(String(json.secret)).toString("base64")}`,
      isActive: true,
      disabledReason: null,
      lastTriggeredAt: null,
      eventCount: 0,
      failureCount: 0,
      createdAt: expect.stringMatching(timestamp),
      updatedAt: expect.stringMatching(timestamp),
    });
    expect(headers.get("location")).toBe(`${inject("baseUrl")}/api/v1/webhooks/${json.id}`);
    const { secret, signingSecret, ...record } = json;
    const one = await callV1(key.apiKey, "GET", `/webhooks/${json.id}`);
    expect(one.json).toEqual({ ...record, recentEvents: [] });
    const list = await callV1(key.apiKey, "GET", "/webhooks");
    expect(list.json).toEqual({ data: [record] });
    for (const { text } of [one, list]) expect(text).not.toContain(secret);
    for (const { text } of [one, list]) expect(text).not.toContain(signingSecret);
  });

  it("201: ignores unknown members and never stores them (A6)", async () => {
    const smuggled = {
      id: "00000000-0000-7000-8000-000000000000",
      accountId: "00000000-0000-7000-8000-000000000000",
      environment: "sandbox",
      secret: "0".repeat(64),
      isActive: false,
      eventCount: 7,
      createdAt: "2020-01-01T00:00:00.000Z",
    };
    const { json } = await create(
      `{"__proto__":{"isActive":false},${JSON.stringify({ ...good, ...smuggled }).slice(1)}`,
    );
    for (const [member, value] of Object.entries(smuggled)) expect(json[member], member).not.toEqual(value);
    const { rows } = await sql.query("SELECT account_id, is_active, secret FROM webhook WHERE id = $1", [
      json.id,
    ]);
    expect(rows).toMatchObject([{ account_id: account.accountId, is_active: true }]);
    expect(decryptSecret(String(json.id), rows[0].secret)).toBe(json.secret);
  });

  it("403: refuses an eleventh webhook, counting both environments", async () => {
    const sandbox = await newKey(account, { environment: "sandbox" });
    for (let made = 0; made < 10; made += 1) await makeWebhook(made % 2 ? key : sandbox);
    const [detail] = expectRefusal(await create(), 403, "quota_exceeded", ["webhooks"]);
    expect(detail).toMatchObject({ limit: 10, used: 10 });
  });

  it("Q12: creates one webhook per idempotency key and replays its secret only to the same key", async () => {
    const headers = { "idempotency-key": "one" };
    const send = ({ apiKey }: TestKey) => callV1(apiKey, "POST", "/webhooks", { body: good, headers });
    const [first, again] = [await send(key), await send(key)];
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    const other = await send(await newKey(account));
    expect(other.text).not.toContain(first.json.secret);
    expect((await sql.query("SELECT FROM webhook WHERE account_id = $1", [account.accountId])).rowCount).toBe(
      2,
    );
  });
});

describe("PUT /api/v1/webhooks/{id}", () => {
  it("200: updates what is sent; a record sent back as received changes nothing", async () => {
    const { id } = await makeWebhook(key);
    const { recentEvents: _, ...before } = await getWebhook(key, id);
    const body = { name: "New", url: "https://other.example.test/x?y=1", events: ["qr.deleted"] };
    const answer = await put(id, body);
    expect([answer.status, answer.json]).toEqual([
      200,
      { ...before, ...body, updatedAt: expect.stringMatching(timestamp) },
    ]);
    for (const back of [await getWebhook(key, id), {}])
      expect((await put(id, back)).json).toEqual(answer.json);
  });

  it("200: pauses and resumes", async () => {
    const { id } = await makeWebhook(key);
    expect((await put(id, { isActive: false })).json).toMatchObject({
      isActive: false,
      disabledReason: null,
    });
    await sql.query("UPDATE webhook SET disabled_reason = 'consecutive_failures' WHERE id = $1", [id]);
    expect(await getWebhook(key, id)).toMatchObject({ disabledReason: "consecutive_failures" });
    expect((await put(id, { isActive: true })).json).toMatchObject({ isActive: true, disabledReason: null });
  });
});

describe("DELETE /api/v1/webhooks/{id}", () => {
  it("204: deletes the webhook and its deliveries", async () => {
    const { id } = await makeWebhook(key);
    const { json } = await callV1(key.apiKey, "POST", `/webhooks/${id}/test`);
    const answer = await callV1(key.apiKey, "DELETE", `/webhooks/${id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    for (const path of ["", "/deliveries", `/deliveries/${json.id}`]) {
      expectRefusal(await callV1(key.apiKey, "GET", `/webhooks/${id}${path}`), 404, "not_found");
    }
    expectRefusal(await callV1(key.apiKey, "DELETE", `/webhooks/${id}`), 404, "not_found");
    expect((await sql.query("SELECT FROM delivery WHERE webhook_id = $1", [id])).rowCount).toBe(0);
  });
});

describe("GET /api/v1/event-types", () => {
  it("200: lists every event type with its permission, for any key", async () => {
    const weak = await newKey(account, { permissions: ["qr:read"] });
    const { status, json, text } = await callV1(weak.apiKey, "GET", "/event-types");
    expect(status, text).toBe(200);
    const listed = json.data as unknown as { type: string; description: string; permission: string }[];
    expect(listed.map(({ type, permission }) => `${type} ${permission}`)).toEqual([
      "scan.created analytics:read",
      "qr.created qr:read",
      "qr.updated qr:read",
      "qr.deleted qr:read",
      "qr.expired qr:read",
      "quota.reached qr:read",
      "domain.failing qr:read",
    ]);
    for (const { description } of listed) expect(description).toMatch(/^(A code|The plan|A domain)\b/);
    const all = await create({ ...good, events: listed.map(({ type }) => type) });
    expect(all.status, all.text).toBe(201);
  });
});

describe("POST /api/v1/webhooks/{id}/rotate-secret", () => {
  const rotate = (id: string, body?: object) =>
    callV1(key.apiKey, "POST", `/webhooks/${id}/rotate-secret`, body === undefined ? {} : { body });

  it("200: returns a new secret once; the previous one signs too for a day or overlapSeconds", async () => {
    const { id, secret } = await makeWebhook(key);
    const secrets = [secret];
    for (const [body, seconds] of [
      [undefined, 86_400],
      [{}, 86_400],
      [{ overlapSeconds: 604_800 }, 604_800],
      [{ overlapSeconds: 0 }, null],
    ] as const) {
      const answer = await rotate(id, body);
      expect(answer.status, answer.text).toBe(200);
      const { secret: next, signingSecret, ...record } = jsonOf<AnsweredWebhook>(answer);
      secrets.push(next);
      expect(signingSecret).toBe(`whsec_${Buffer.from(next).toString("base64")}`);
      const until = record.previousSecretExpiresAt as string | undefined;
      const overlap = until === undefined ? null : (Date.parse(until) - Date.parse(record.updatedAt)) / 1_000;
      expect(overlap).toBe(seconds);
      expect(await getWebhook(key, id)).toEqual({ ...record, recentEvents: [] });
    }
    expect(new Set(secrets).size).toBe(secrets.length);
  });

  it.each([-1, 604_801, 1.5, "60", null, true])("400: overlapSeconds = %j", async (overlapSeconds) => {
    const { id } = await makeWebhook(key);
    expectRefusal(await rotate(id, { overlapSeconds }), 400, "validation_failed", ["overlapSeconds"]);
    expect(await getWebhook(key, id)).not.toHaveProperty("previousSecretExpiresAt");
  });
});

it("sandbox keys see only sandbox webhooks, and production keys only production ones", async () => {
  const sandbox = await newKey(account, { environment: "sandbox" });
  const [live, test] = [await makeWebhook(key), await makeWebhook(sandbox)];
  expect([live.environment, test.environment]).toEqual(["production", "sandbox"]);
  for (const [own, webhook, foreign] of [
    [key, live, test],
    [sandbox, test, live],
  ] as const) {
    const { json } = await callV1(own.apiKey, "GET", "/webhooks");
    expect((json.data as unknown as AnsweredWebhook[]).map(({ id }) => id)).toEqual([webhook.id]);
    expectRefusal(await callV1(own.apiKey, "GET", `/webhooks/${foreign.id}`), 404, "not_found");
  }
});
