import { beforeEach, describe, expect, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { permissions } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import {
  callV1,
  type KeyOptions,
  newAccount,
  newKey,
  type TestAccount,
  type TestKey,
} from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";

const hourMs = 3_600_000;
const day = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 24 * hourMs);
const later = (ms: number) => new Date(day.getTime() + ms);
const good = { name: "Key", permissions: ["qr:read"] };

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount("pro");
});

const create = (key: TestKey, body: object) => callV1(key.apiKey, "POST", "/api-keys", { body });

async function stored(): Promise<unknown[]> {
  const { rows } = await sql.query(
    "SELECT to_jsonb(k) - 'last_used_at' AS key FROM api_key k WHERE account_id = $1 ORDER BY id",
    [account.accountId],
  );
  return rows;
}

describe("A4: API key that manages other keys", () => {
  /** The caller's limits, what is asked for, and the fields in which that is too much. */
  const table: [caller: KeyOptions, wish: object, excess: string[]][] = [
    [{ rateLimit: 100 }, { rateLimit: 101 }, ["rateLimit"]],
    [{ rateLimit: 100 }, { rateLimit: 5_000 }, ["rateLimit"]],
    [{ rateLimit: 1 }, { rateLimit: 2 }, ["rateLimit"]],
    [{ expiresAt: day }, { expiresAt: later(1) }, ["expiresAt"]],
    [{ expiresAt: day }, { expiresAt: later(hourMs) }, ["expiresAt"]],
    [{ expiresAt: day }, { expiresAt: null }, ["expiresAt"]],
    [{ expiresAt: day, rateLimit: 10 }, { expiresAt: null, rateLimit: 11 }, ["expiresAt", "rateLimit"]],
    [{ rateLimit: 100 }, { rateLimit: 100 }, []],
    [{ rateLimit: 100 }, { rateLimit: 1 }, []],
    [{ rateLimit: 100 }, { expiresAt: day }, []],
    [{ expiresAt: day }, { expiresAt: day }, []],
    [{ expiresAt: day }, { expiresAt: later(-hourMs) }, []],
    [{ expiresAt: day }, { permissions: [...permissions] }, []],
    [
      { permissions: ["qr:write", "analytics:read", "webhooks:manage"] },
      { permissions: [...permissions] },
      [],
    ],
  ];

  it.each(table)("with %j asking for %j exceeds its own limits in %j", async (options, wish, excess) => {
    const caller = await newKey(account, options);
    const before = await stored();
    const answer = await create(caller, { ...good, ...wish });
    if (excess.length > 0) {
      const details = expectRefusal(answer, 403, "insufficient_permission", excess);
      for (const detail of details) expect(detail.max ?? detail.latest).toBeDefined();
      expect(await stored()).toEqual(before);
    } else {
      expect(answer.status, answer.text).toBe(201);
      const { rateLimit, expiresAt } = answer.json as unknown as {
        rateLimit: number;
        expiresAt: string | null;
      };
      expect(rateLimit).toBeLessThanOrEqual(options.rateLimit ?? 5_000);
      if (options.expiresAt !== undefined) {
        expect(Date.parse(expiresAt ?? "9999-12-31")).toBeLessThanOrEqual(options.expiresAt.getTime());
      }
    }
  });

  it("passes its own limits to a new key when members are omitted", async () => {
    const caller = await newKey(account, { rateLimit: 42, expiresAt: day });
    expect((await create(caller, good)).json).toMatchObject({ rateLimit: 42, expiresAt: day.toISOString() });
  });

  it.each(permissions.filter((one) => one !== "qr:read"))(
    "needs %s to manage keys, and is refused before the body is read",
    async (lacking) => {
      const held = permissions.filter((one) => one !== lacking);
      const caller = await newKey(account, { permissions: held });
      const { id } = await newKey(account, { permissions: ["qr:read"] });
      const before = await stored();
      for (const [method, path] of [
        ["POST", "/api-keys"],
        ["PATCH", `/api-keys/${id}`],
        ["DELETE", `/api-keys/${id}`],
        ["POST", `/api-keys/${id}/rotate`],
        ["PATCH", "/api-keys/no-such-key"],
      ] as const) {
        const answer = await callV1(caller.apiKey, method, path, method === "DELETE" ? {} : { body: "{" });
        const details = expectRefusal(answer, 403, "insufficient_permission");
        expect(details.map(({ requiredPermission }) => requiredPermission)).toEqual([lacking]);
      }
      expect(await stored()).toEqual(before);
      expect((await callV1(caller.apiKey, "GET", `/api-keys/${id}`)).status).toBe(200);
    },
  );

  it("deletes a stronger key, but cannot change or rotate it", async () => {
    const caller = await newKey(account, { rateLimit: 100, expiresAt: day });
    const stronger: [KeyOptions, string[]][] = [
      [{ rateLimit: 101, expiresAt: day }, ["rateLimit"]],
      [{ rateLimit: 100 }, ["expiresAt"]],
      [{ rateLimit: 100, expiresAt: later(1) }, ["expiresAt"]],
      [{}, ["expiresAt", "rateLimit"]],
    ];
    for (const [options, excess] of stronger) {
      const { id, apiKey } = await newKey(account, options);
      const before = await stored();
      for (const body of [{ name: "Mine" }, { isActive: false }, { rateLimit: 1 }]) {
        const answer = await callV1(caller.apiKey, "PATCH", `/api-keys/${id}`, { body });
        expectRefusal(answer, 403, "insufficient_permission", excess);
      }
      const rotated = await callV1(caller.apiKey, "POST", `/api-keys/${id}/rotate`);
      expectRefusal(rotated, 403, "insufficient_permission", excess);
      expect(await stored()).toEqual(before);
      expect((await callV1(apiKey, "GET", "/api-keys")).status).toBe(200);
      expect((await callV1(caller.apiKey, "DELETE", `/api-keys/${id}`)).status).toBe(204);
    }
  });

  it("cannot raise its own or another key's limit above its own", async () => {
    const caller = await newKey(account, { rateLimit: 100 });
    const weaker = await newKey(account, { rateLimit: 5, permissions: ["qr:read"] });
    for (const { id } of [caller, weaker]) {
      const change = (rateLimit: number) =>
        callV1(caller.apiKey, "PATCH", `/api-keys/${id}`, { body: { rateLimit } });
      const [detail] = expectRefusal(await change(101), 403, "insufficient_permission", ["rateLimit"]);
      expect(detail?.max).toBe(100);
      expect((await change(100)).status).toBe(200);
    }
  });
});

describe("403 plan_required", () => {
  it("A2: answers every path on Free and Starter; keys work again after an upgrade", async () => {
    const { id, apiKey } = await newKey(account);
    for (const plan of ["free", "starter"] as const) {
      await changePlan(account.accountId, plan);
      for (const [method, path] of [
        ["GET", "/api-keys"],
        ["POST", "/api-keys"],
        ["DELETE", `/api-keys/${id}`],
        ["GET", "/api-keys/none"],
      ] as const) {
        expectRefusal(await callV1(apiKey, method, path), 403, "plan_required");
      }
    }
    await changePlan(account.accountId, "developer");
    expect((await callV1(apiKey, "GET", "/api-keys")).status).toBe(200);
  });
});

describe("403 quota_exceeded", () => {
  it("allows exactly 20 active keys under concurrent requests", async () => {
    const manager = await newKey(account);
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(manager, good)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(11);
    for (const answer of refused) {
      const [detail] = expectRefusal(answer, 403, "quota_exceeded", ["keys"]);
      expect(detail).toMatchObject({ code: "quota_exceeded", limit: 20, used: 20 });
    }
    const { id } = answers.find(({ status }) => status === 201)?.json ?? {};
    const change = (isActive: boolean) =>
      callV1(manager.apiKey, "PATCH", `/api-keys/${id}`, { body: { isActive } });
    expect((await change(false)).status).toBe(200);
    expect((await create(manager, { ...good, environment: "sandbox" })).status).toBe(201);
    expectRefusal(await change(true), 403, "quota_exceeded", ["keys"]);
    expect((await callV1(manager.apiKey, "GET", `/api-keys/${id}`)).json.isActive).toBe(false);
  });
});

describe("sandbox keys", () => {
  it("create and see only sandbox keys, and every response names the environment", async () => {
    const production = await newKey(account);
    const sandbox = await newKey(account, { environment: "sandbox" });
    for (const body of [good, { ...good, environment: "production" }]) {
      expectRefusal(await create(sandbox, body), 403, "sandbox_forbidden", ["environment"]);
    }
    const made = await create(sandbox, { ...good, environment: "sandbox" });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ environment: "sandbox", apiKey: expect.stringMatching(/^qr_test_/) });
    const { json, headers } = await callV1(sandbox.apiKey, "GET", "/api-keys");
    expect(headers.get("x-environment")).toBe("sandbox");
    const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id).sort();
    expect(ids(json.data)).toEqual([sandbox.id, String(made.json.id)].sort());
    for (const [method, path] of [
      ["GET", `/api-keys/${production.id}`],
      ["PATCH", `/api-keys/${production.id}`],
      ["POST", `/api-keys/${production.id}/rotate`],
      ["DELETE", `/api-keys/${production.id}`],
    ] as const) {
      const answer = await callV1(sandbox.apiKey, method, path, method === "PATCH" ? { body: {} } : {});
      expectRefusal(answer, 404, "not_found");
      expect(answer.headers.get("x-environment")).toBe("sandbox");
    }
    const all = await callV1(production.apiKey, "GET", "/api-keys");
    expect(all.headers.get("x-environment")).toBeNull();
    expect(ids(all.json.data)).toEqual([production.id, sandbox.id, String(made.json.id)].sort());
  });
});

describe("A5: ids of API keys", () => {
  it("404: are answered alike when foreign, deleted or malformed", async () => {
    const caller = await newKey(account);
    const foreign = await newKey(await newAccount("pro"));
    const deleted = await newKey(account);
    await sql.query("DELETE FROM api_key WHERE id = $1", [deleted.id]);
    const answers = [];
    for (const id of [foreign.id, deleted.id, "no-id", foreign.id.toUpperCase(), "a%20b"]) {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { body: { name: "Mine" } } : {};
        answers.push(await callV1(caller.apiKey, method, `/api-keys/${id}`, body));
      }
    }
    const alike = answers.map(
      ({ status, json, text }) => `${status} ${text.replace(String(json.requestId), "")}`,
    );
    expect(new Set(alike).size).toBe(1);
    expectRefusal(answers[0] as (typeof answers)[number], 404, "not_found");
    expect((await callV1(foreign.apiKey, "GET", `/api-keys/${foreign.id}`)).json.name).toBe("Test key");
  });
});
