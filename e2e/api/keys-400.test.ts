import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount, type TestKey } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";

let account: TestAccount;
let manager: TestKey;
let target: TestKey;
beforeAll(async () => {
  account = await newAccount("pro");
  manager = await newKey(account);
  target = await newKey(account);
});

async function stored() {
  const { rows } = await sql.query(
    "SELECT to_jsonb(k) - 'last_used_at' AS key FROM api_key k WHERE account_id = $1 ORDER BY id",
    [account.accountId],
  );
  return rows;
}

let before: unknown;
beforeEach(async () => {
  before = await stored();
});

const good = { name: "Key", permissions: ["qr:read"] };
const past = () => new Date(Date.now() - 1_000).toISOString();

/** Members that no key can have: on create, and on change where they are members of a change. */
const wrong: [member: string, values: unknown[], code: string | undefined][] = [
  ["name", ["", "x".repeat(101), 5, [], {}, true], undefined],
  ["name", ["a\u0000b", "a\nb", "a\u001bb", "\ud800", "a\udfffb", "\u0085"], "invalid_characters"],
  ["description", ["x".repeat(501), 5, {}, ["x"]], undefined],
  ["description", ["a\u0000b", "\ud83d", "a\u0007"], "invalid_characters"],
  ["permissions", [[], "qr:read", {}, Array(5).fill("qr:read"), null], undefined],
  ["permissions", [["qr:read", "qr:read"]], "repeated"],
  ["rateLimit", [0, -1, 5_001, 1e9, 1e308, -0.5, 2.5, "100", true, [], {}, null], undefined],
];
const onCreate: typeof wrong = [
  ["name", [undefined, null], undefined],
  ["permissions", [undefined], "required"],
  ["environment", ["live", "Production", "", 1, null], undefined],
  [
    "expiresAt",
    [
      "tomorrow",
      "2027-02-30T00:00:00Z",
      "2027-01-01",
      "2027-01-01T00:00:00",
      "",
      1_900_000_000,
      true,
      "+010000-01-01T00:00:00Z",
      "9999-12-31T23:59:59-14:00",
      "2027-13-01T00:00:00Z",
      "2027-01-01T24:01:00Z",
    ],
    undefined,
  ],
  ["expiresAt", ["1970-01-01T00:00:00Z", past()], "not_in_future"],
];
const onChange: typeof wrong = [
  ["isActive", ["false", 0, null, {}], undefined],
  ["name", [null], undefined],
];

const cases = (list: typeof wrong) =>
  list.flatMap(([member, values, code]) => values.map((value) => ({ member, value, code })));

describe("POST /api/v1/api-keys", () => {
  it.each(cases([...wrong, ...onCreate]))("400 A4: $member = $value", async ({ member, value, code }) => {
    const answer = await callV1(manager.apiKey, "POST", "/api-keys", { body: { ...good, [member]: value } });
    const [detail] = expectRefusal(answer, 400, "validation_failed", [member]);
    if (code !== undefined) expect(detail?.code).toBe(code);
    expect(await stored()).toEqual(before);
  });

  it("400: names an unknown permission by its index", async () => {
    const body = { ...good, permissions: ["qr:read", "admin"] };
    const answer = await callV1(manager.apiKey, "POST", "/api-keys", { body });
    const [detail] = expectRefusal(answer, 400, "validation_failed", ["permissions.1"]);
    expect(detail?.allowed).toEqual(["qr:read", "qr:write", "analytics:read", "webhooks:manage"]);
  });

  it("400: reports every problem at once, with the allowed ranges", async () => {
    const body = {
      name: "",
      description: "x".repeat(501),
      permissions: [],
      rateLimit: 5_001,
      environment: "x",
      expiresAt: past(),
    };
    const answer = await callV1(manager.apiKey, "POST", "/api-keys", { body });
    const details = expectRefusal(answer, 400, "validation_failed", Object.keys(body));
    const bounds = Object.fromEntries(details.map(({ field, min, max }) => [field, [min, max]]));
    expect(bounds).toMatchObject({ name: [1, 100], permissions: [1, 4], rateLimit: [1, 5_000] });
    expect(await stored()).toEqual(before);
  });

  it("accepts values at the limits", async () => {
    const own = await newAccount("developer");
    const { apiKey } = await newKey(own);
    for (const more of [
      { name: "x".repeat(100), description: "y".repeat(500), rateLimit: 5_000 },
      { name: "é", description: "", rateLimit: 1 },
      { name: "名前 🔑", description: null, expiresAt: null },
      { description: "a\tb\r\nc", expiresAt: "9999-12-31T23:59:59.999Z" },
      {
        permissions: ["webhooks:manage", "analytics:read", "qr:write", "qr:read"],
        expiresAt: "2096-02-29T00:00:00Z",
      },
    ]) {
      const { status, text } = await callV1(apiKey, "POST", "/api-keys", { body: { ...good, ...more } });
      expect(status, text).toBe(201);
    }
  });

  it.each(["[]", '"x"', "1", "null", "true"])("400: a body that is %s", async (body) => {
    const answer = await callV1(manager.apiKey, "POST", "/api-keys", { body });
    expect(answer.status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it("I8: stores SQL as text and rejects objects in place of strings", async () => {
    const own = await newAccount("pro");
    const { apiKey } = await newKey(own);
    const text = `'); DROP TABLE api_key; --"$1\\`;
    const { json, status } = await callV1(apiKey, "POST", "/api-keys", {
      body: { ...good, name: text, description: text },
    });
    expect([status, json.name, json.description]).toEqual([201, text, text]);
    for (const body of [
      { ...good, name: { not: "" } },
      { ...good, permissions: { has: "qr:read" } },
    ]) {
      expect((await callV1(apiKey, "POST", "/api-keys", { body })).status).toBe(400);
    }
    expectRefusal(
      await callV1(apiKey, "GET", `/api-keys/${encodeURIComponent("' OR 1=1")}`),
      404,
      "not_found",
    );
  });
});

describe("PATCH /api/v1/api-keys/{id}", () => {
  it.each(cases([...wrong, ...onChange]))("400: $member = $value", async ({ member, value, code }) => {
    const body = { [member]: value };
    const answer = await callV1(manager.apiKey, "PATCH", `/api-keys/${target.id}`, { body });
    const [detail] = expectRefusal(answer, 400, "validation_failed", [member]);
    if (code !== undefined) expect(detail?.code).toBe(code);
    expect(await stored()).toEqual(before);
  });
});

describe("POST /api/v1/api-keys/{id}/rotate", () => {
  it.each([-1, 604_801, 1.5, "60", null, true, [], 1e308])("400: graceSeconds = %j", async (graceSeconds) => {
    const answer = await callV1(manager.apiKey, "POST", `/api-keys/${target.id}/rotate`, {
      body: { graceSeconds },
    });
    expectRefusal(answer, 400, "validation_failed", ["graceSeconds"]);
    expect(await stored()).toEqual(before);
  });

  it("400: rejects an expired key", async () => {
    const { id } = await newKey(account, { expiresAt: new Date(Date.now() + 60_000) });
    await sql.query("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    const answer = await callV1(manager.apiKey, "POST", `/api-keys/${id}/rotate`);
    expectRefusal(answer, 400, "validation_failed", ["id"]);
  });
});
