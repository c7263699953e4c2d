import { beforeAll, describe, expect, inject, it } from "vitest";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { openServices } from "../support/process/services";

const services = openServices();
let baseUrl = "";
let account: TestAccount;

interface Seen {
  status: number;
  limit: number;
  remaining: number;
  reset: number;
  retryAfter: string | null;
}

async function ask(apiKey: string, path = "/api-keys", body?: string): Promise<Seen> {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  const read = (name: string) => Number(answer.headers.get(`x-ratelimit-${name}`));
  return {
    status: answer.status,
    limit: read("limit"),
    remaining: read("remaining"),
    reset: read("reset"),
    retryAfter: answer.headers.get("retry-after"),
  };
}

/** So many calls, fifty at a time. */
async function askOften(apiKey: string, calls: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  const lane = async () => {
    while (calls-- > 0) seen.push(await ask(apiKey));
  };
  await Promise.all(Array.from({ length: 50 }, lane));
  return seen;
}

const passed = (seen: readonly Seen[]) => seen.filter(({ status }) => status === 200);
const refused = (seen: readonly Seen[]) => seen.filter(({ status }) => status === 429);

beforeAll(async () => {
  const settings = { DATABASE_URL: inject("databaseUrl"), DATA_DIR: services.newFolder() };
  ({ baseUrl } = await services.start(settings));
  account = await newAccount("developer");
});

describe("Q6: rate limit of a key and its account", () => {
  it("allows exactly what the stricter one has left, and does not count refused calls", async () => {
    const environment = "sandbox" as const;
    const one = await newKey(account, { environment, rateLimit: 600 });
    const two = await newKey(account, { environment });
    const first = await askOften(one.apiKey, 700);
    expect([passed(first).length, refused(first).length]).toEqual([600, 100]);
    for (const answer of refused(first)) expect(answer).toMatchObject({ limit: 600, remaining: 0 });
    // The account has had 600 of its 1,000: had the 100 refused ones counted, fewer would pass now.
    const second = await askOften(two.apiKey, 450);
    expect([passed(second).length, refused(second).length]).toEqual([400, 50]);
    for (const answer of refused(second)) expect(answer).toMatchObject({ limit: 1_000, remaining: 0 });
    expect(Math.min(...passed(second).map(({ remaining }) => remaining))).toBe(0);
  });

  it("counts production and sandbox separately, and each account separately", async () => {
    const { apiKey } = await newKey(account);
    expect(await ask(apiKey)).toMatchObject({ status: 200, limit: 5_000, remaining: 4_999 });
    const other = await newKey(await newAccount("pro"), { environment: "sandbox" });
    expect(await ask(other.apiKey)).toMatchObject({ status: 200, limit: 1_000, remaining: 999 });
  });

  it("is described in headers by the one closer to its limit", async () => {
    const owner = await newAccount("pro");
    const [small, large] = [await newKey(owner, { rateLimit: 3 }), await newKey(owner)];
    expect(await ask(small.apiKey)).toMatchObject({ limit: 3, remaining: 2 });
    // The account's: one call is gone already.
    expect(await ask(large.apiKey)).toMatchObject({ limit: 5_000, remaining: 4_998 });
    expect(await ask(small.apiKey)).toMatchObject({ limit: 3, remaining: 1 });
  });

  it("applies a changed key limit from the next call", async () => {
    const { id, apiKey } = await newKey(account, { rateLimit: 2 });
    await askOften(apiKey, 5);
    expect((await ask(apiKey)).status).toBe(429);
    await sql.query("UPDATE api_key SET rate_limit = 4 WHERE id = $1", [id]);
    expect(await ask(apiKey)).toMatchObject({ status: 200, limit: 4, remaining: 1 });
  });

  it("counts calls answered with 400 and 404, and sends Retry-After with 429", async () => {
    const { apiKey } = await newKey(account, { rateLimit: 3 });
    const calls = [
      await ask(apiKey, "/api-keys", "{"),
      await ask(apiKey, "/api-keys/nothing"),
      await ask(apiKey),
      await ask(apiKey),
    ];
    expect(calls.map(({ status, remaining }) => [status, remaining])).toEqual([
      [400, 2],
      [404, 1],
      [200, 0],
      [429, 0],
    ]);
    const [, , , last] = calls;
    expect(last?.retryAfter).toMatch(/^[1-9]\d*$/);
    expect(Number(last?.retryAfter)).toBeLessThanOrEqual(3_600);
    expect(new Set(calls.map(({ reset }) => reset)).size).toBe(1);
  });
});

describe("GET /api/v1/account", () => {
  it("200: returns plan, limits, usage and remaining rate limit for the key's environment", async () => {
    const pro = await newAccount("pro");
    const key = await newKey(pro, { permissions: ["analytics:read"], rateLimit: 30 });
    const read = async (apiKey: string) => {
      const answer = await fetch(`${baseUrl}/api/v1/account`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
        Number(answer.headers.get(`x-ratelimit-${name}`)),
      );
      const { rateLimit, ...body } = await answer.json();
      expect(answer.status).toBe(200);
      expect(rateLimit).toMatchObject({ limit, remaining });
      expect(Math.abs(Date.parse(rateLimit.resetAt) / 1_000 - Number(reset))).toBeLessThanOrEqual(1);
      return body;
    };
    const limits = {
      codes: 500,
      dynamicCodes: null,
      keys: 20,
      webhooks: 10,
      domains: 5,
      scansThisMonth: null,
    };
    const nothing = { codes: 0, dynamicCodes: 0, keys: 1, webhooks: 0, domains: 0, scansThisMonth: 0 };
    expect(await read(key.apiKey)).toEqual({
      plan: "pro",
      environment: "production",
      limits,
      usage: nothing,
    });
    await createCode(callerOf(pro, "pro"), { name: "Menu", type: "text", content: "Hi" });
    await createCode(callerOf(pro, "pro"), { name: "Menu", type: "text", content: "Hi", isDynamic: true });
    const sandbox = await newKey(pro, { environment: "sandbox" });
    const usage = { ...nothing, codes: 2, dynamicCodes: 1, keys: 2 };
    expect(await read(key.apiKey)).toMatchObject({ usage });
    expect(await read(sandbox.apiKey)).toEqual({
      plan: "pro",
      environment: "sandbox",
      limits: { ...limits, codes: 100, domains: 0 },
      usage: { ...nothing, keys: 2 },
    });
  });
});
