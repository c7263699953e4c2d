import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { changePlan } from "@/lib/accounts";
import { authenticateKey } from "@/lib/api-keys";
import { newKeyValue } from "@/lib/api-keys/key-value";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount, type TestKey } from "../support/accounts";
import { sendRaw } from "../support/process/raw-http";
import { type Answer, call } from "../support/public-api";

const target = "/api/v1/api-keys";
const authorized = (authorization: string) => call(target, { headers: { authorization } });

let account: TestAccount;
let valid: TestKey;
const refused = { deleted: "", inactive: "", expired: "", inactiveAndExpired: "" };

const set = (id: string, assignment: "is_active = false" | "expires_at = now() - interval '1 ms'") =>
  sql.query(`UPDATE api_key SET ${assignment} WHERE id = $1`, [id]);

beforeAll(async () => {
  account = await newAccount("developer");
  valid = await newKey(account);
  const [deleted, inactive, expired, both] = [
    await newKey(account),
    await newKey(account),
    await newKey(account),
    await newKey(account),
  ];
  await sql.query("DELETE FROM api_key WHERE id = $1", [deleted.id]);
  for (const { id } of [inactive, both]) await set(id, "is_active = false");
  for (const { id } of [expired, both]) await set(id, "expires_at = now() - interval '1 ms'");
  refused.deleted = deleted.apiKey;
  refused.inactive = inactive.apiKey;
  refused.expired = expired.apiKey;
  refused.inactiveAndExpired = both.apiKey;
});

function expect401({ status, json, headers, text }: Answer, code: string): void {
  expect(status, text).toBe(401);
  expect(json).toMatchObject({
    error: expect.any(String),
    code,
    hint: expect.any(String),
    docs: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
    requestId: headers.get("x-request-id"),
  });
  expect(headers.get("www-authenticate")).toBe("Bearer");
  for (const name of ["x-ratelimit-limit", "x-environment", "access-control-allow-origin"]) {
    expect(headers.get(name), name).toBeNull();
  }
  expect(headers.get("cache-control")).toBe("no-store");
}

describe("A1: missing key", () => {
  it("answers 401 without the header, with an empty one and with cookies", async () => {
    expect401(await call(target), "missing_api_key");
    for (const authorization of ["", " "]) expect401(await authorized(authorization), "missing_api_key");
    const cookie = `next-auth.session-token=${valid.apiKey}; authorization=Bearer ${valid.apiKey}`;
    expect401(await call(target, { headers: { cookie } }), "missing_api_key");
  });

  it.each(["authorization", "Authorization", "api_key", "apiKey", "key", "token", "access_token"])(
    "ignores a key in the query as %s and does not repeat it",
    async (name) => {
      const query = new URLSearchParams({ [name]: `Bearer ${valid.apiKey}` });
      const answer = await call(`${target}?${query}`);
      expect401(answer, "missing_api_key");
      expect(answer.text).not.toContain(valid.apiKey);
    },
  );

  it("ignores a key in another header", async () => {
    for (const name of ["x-api-key", "proxy-authorization", "x-authorization"]) {
      const answer = await call(target, { headers: { [name]: `Bearer ${valid.apiKey}` } });
      expect401(answer, "missing_api_key");
    }
  });
});

describe("A1: invalid keys", () => {
  it.each([
    ["the scheme alone", () => "Bearer"],
    ["a key without the scheme", () => valid.apiKey],
    ["another scheme", () => `Basic ${valid.apiKey}`],
    ["Basic credentials", () => `Basic ${Buffer.from(`${valid.apiKey}:`).toString("base64")}`],
    ["two keys", () => `Bearer ${valid.apiKey} ${valid.apiKey}`],
    ["two keys with a comma", () => `Bearer ${valid.apiKey},${valid.apiKey}`],
    ["a list of two credentials", () => `Bearer ${valid.apiKey}, Bearer ${valid.apiKey}`],
    ["no space after the scheme", () => `Bearer${valid.apiKey}`],
    ["a colon after the scheme", () => `Bearer: ${valid.apiKey}`],
    ["a quoted key", () => `Bearer "${valid.apiKey}"`],
    ["a key without its last letter", () => `Bearer ${valid.apiKey.slice(0, -1)}`],
    ["a key with an extra letter", () => `Bearer ${valid.apiKey}0`],
    [
      "a key with another last letter",
      () => `Bearer ${valid.apiKey.slice(0, -1)}${valid.apiKey.endsWith("0") ? "1" : "0"}`,
    ],
    ["a key in upper case", () => `Bearer ${valid.apiKey.toUpperCase()}`],
    ["a live key with the sandbox prefix", () => `Bearer ${valid.apiKey.replace("qr_live_", "qr_test_")}`],
    ["a key with a non-ASCII letter", () => `Bearer ${valid.apiKey.slice(0, -1)}é`],
    ["SQL", () => "Bearer ' OR 1=1 --"],
    ["null", () => "Bearer null"],
    ["12 kB of letters", () => `Bearer ${"q".repeat(12_000)}`],
    ["a key that was never issued", () => `Bearer ${newKeyValue("production")}`],
    ["a deleted key", () => `Bearer ${refused.deleted}`],
  ])("rejects %s with 401", async (_, header) => {
    const answer = await authorized(header());
    expect401(answer, "invalid_api_key");
    expect(answer.text).not.toContain(valid.apiKey.slice(8));
  });

  it("answers 431 to a header of one megabyte", async () => {
    const port = Number(new URL(inject("baseUrl")).port);
    const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${"q".repeat(1 << 20)}\r\n\r\n`;
    expect((await sendRaw(port, head)).status).toBe(431);
  });

  it("reports inactive and expired keys; a key that is both is inactive", async () => {
    expect401(await authorized(`Bearer ${refused.inactive}`), "inactive_api_key");
    expect401(await authorized(`Bearer ${refused.expired}`), "expired_api_key");
    expect401(await authorized(`Bearer ${refused.inactiveAndExpired}`), "inactive_api_key");
  });

  it("runs the same database query for an unknown, deleted, inactive or expired key", async () => {
    const asked = async (apiKey: string): Promise<string[]> => {
      const query = vi.spyOn(sql, "query");
      try {
        await authenticateKey(`Bearer ${apiKey}`).catch(() => {});
        return query.mock.calls.map(([statement]) => JSON.stringify((statement as { text?: string }).text));
      } finally {
        query.mockRestore();
      }
    };
    const unknown = await asked(newKeyValue("production"));
    expect(unknown).toHaveLength(1);
    for (const apiKey of Object.values(refused)) expect(await asked(apiKey)).toEqual(unknown);
    expect(await asked(`${valid.apiKey.slice(0, -1)}_`)).toEqual([]);
  });
});

describe("A1: Authorization header", () => {
  it.each(["Bearer", "bearer", "BEARER", "bEaReR"])("accepts the scheme as %s", async (scheme) => {
    expect((await authorized(`${scheme} ${valid.apiKey}`)).status).toBe(200);
  });

  /** On the bare socket, with these Authorization lines as they are. */
  async function sendLines(...values: string[]) {
    const lines = values.map((value) => `Authorization:${value}\r\n`).join("");
    const port = Number(new URL(inject("baseUrl")).port);
    return sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`);
  }

  it("ignores whitespace around the key", async () => {
    for (const value of [
      ` Bearer ${valid.apiKey}  `,
      `Bearer ${valid.apiKey}\t`,
      ` Bearer   ${valid.apiKey}`,
    ]) {
      expect((await sendLines(value)).status).toBe(200);
    }
  });

  it("rejects two Authorization headers, even identical ones", async () => {
    const other = newKeyValue("production");
    for (const values of [
      [valid.apiKey, valid.apiKey],
      [valid.apiKey, other],
      [other, valid.apiKey],
    ]) {
      const { status, body, headers } = await sendLines(...values.map((value) => ` Bearer ${value}`));
      expect([status, JSON.parse(body).code]).toEqual([401, "invalid_api_key"]);
      expect(headers["www-authenticate"]).toBe("Bearer");
    }
    for (const values of [
      ["", ` Bearer ${valid.apiKey}`],
      [` Bearer ${valid.apiKey}`, ""],
    ]) {
      expect(JSON.parse((await sendLines(...values)).body).code).toBe("invalid_api_key");
    }
  });
});

describe("key check on every request", () => {
  it("A2: refuses a key while its plan has no API access, from the next request", async () => {
    const { accountId } = account;
    for (let round = 0; round < 3; round += 1) {
      for (const plan of ["free", "starter"] as const) {
        await changePlan(accountId, plan);
        const { status, json, headers } = await callV1(valid.apiKey, "GET", "/api-keys");
        expect([status, json.code]).toEqual([403, "plan_required"]);
        expect(headers.get("x-ratelimit-limit")).toBeNull();
      }
      await changePlan(accountId, round % 2 === 0 ? "pro" : "developer");
      expect((await callV1(valid.apiKey, "GET", "/api-keys")).status).toBe(200);
    }
  });

  it("A1: rejects a key from the next request after it is disabled, expires or is deleted", async () => {
    const { id, apiKey } = await newKey(account);
    const codeNow = async () => (await callV1(apiKey, "GET", "/api-keys")).json.code;
    expect(await codeNow()).toBeUndefined();
    await set(id, "is_active = false");
    expect(await codeNow()).toBe("inactive_api_key");
    await sql.query("UPDATE api_key SET is_active = true WHERE id = $1", [id]);
    expect(await codeNow()).toBeUndefined();
    await set(id, "expires_at = now() - interval '1 ms'");
    expect(await codeNow()).toBe("expired_api_key");
    await sql.query("DELETE FROM api_key WHERE id = $1", [id]);
    expect(await codeNow()).toBe("invalid_api_key");
  });

  it("marks every response to a sandbox key with X-Environment, including errors", async () => {
    const { apiKey } = await newKey(account, { environment: "sandbox", permissions: ["qr:read"] });
    const bad = { body: "{" };
    const answers = [
      await callV1(apiKey, "GET", "/api-keys"),
      await callV1(apiKey, "GET", "/qr-codes/nothing"),
      await callV1(apiKey, "POST", "/qr-codes", bad),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 403]);
    for (const { headers } of answers) expect(headers.get("x-environment")).toBe("sandbox");
    await changePlan(account.accountId, "free");
    const downgraded = await callV1(apiKey, "GET", "/api-keys");
    expect([downgraded.status, downgraded.headers.get("x-environment")]).toEqual([403, "sandbox"]);
    await changePlan(account.accountId, "developer");
  });
});

describe("failed authentications", () => {
  it("are limited to 60 per minute for each client; a valid key from that client still works", async () => {
    const client = "198.51.100.61";
    const fail = (authorization?: string) =>
      call(target, { client, ...(authorization !== undefined && { headers: { authorization } }) });
    const headers = [undefined, "Bearer", `Bearer ${refused.expired}`, `Bearer ${newKeyValue("sandbox")}`];
    for (let round = 0; round < 15; round += 1) {
      expect((await callV1(valid.apiKey, "GET", "/api-keys", { client })).status).toBe(200);
      for (const header of headers) expect((await fail(header)).status).toBe(401);
    }
    const answer = await fail(headers[2]);
    expect([answer.status, answer.json.code]).toEqual([429, "rate_limited"]);
    const wait = Number(answer.headers.get("retry-after"));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("60");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(answer.headers.get("www-authenticate")).toBeNull();
    const good = await callV1(valid.apiKey, "GET", "/api-keys", { client });
    expect([good.status, good.headers.get("x-ratelimit-limit")]).toEqual([200, "5000"]);
    expect((await call(target, { client: "198.51.100.62" })).status).toBe(401);
  });

  it("A12: are counted together for an IPv6 /64 network", async () => {
    const from = (host: string) => call(target, { client: `2001:db8:61:1::${host}` });
    const answers = await Promise.all(Array.from({ length: 61 }, (_, host) => from(host.toString(16))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(60).fill(401), 429]);
    expect((await call(target, { client: "2001:db8:61:2::1" })).status).toBe(401);
  });

  it("do not count against a key's own limit", async () => {
    const { apiKey } = await newKey(account, { rateLimit: 10 });
    await authorized(`Bearer ${apiKey}x`);
    await authorized("Bearer nothing");
    const { headers } = await callV1(apiKey, "GET", "/api-keys");
    expect(headers.get("x-ratelimit-remaining")).toBe("9");
  });
});
