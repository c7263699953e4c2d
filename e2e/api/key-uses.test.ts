import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { newKeyValue } from "@/lib/api-keys/key-value";
import { readUses } from "@/lib/api-uses";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { path } from "../support/public-api";

let mount: NextMount;

beforeAll(async () => {
  mount = await startNextMount({ DATABASE_URL: inject("databaseUrl"), TRUSTED_PROXIES: "127.0.0.1" }, path);
});
afterAll(() => mount?.stop());

/** What one key of an account has, as the page of usage reads it. */
async function usesOf(account: TestAccount, keyId: string) {
  const { keys } = await readUses(callerOf(account, "developer"), { range: "24h", zone: "UTC" });
  return keys.find((use) => use.keyId === keyId);
}

describe.each(["front", "Next mount"])("API key usage on the %s", (where) => {
  const ask = async (apiKey: string, method: string, target: string, body?: string) => {
    const base = where === "front" ? inject("baseUrl") : mount.url;
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${base}/api/v1${target}`, { method, headers, ...(body && { body }) });
    await answer.arrayBuffer();
    return answer.status;
  };

  it("counts each request once by its outcome, and ignores unknown keys", async () => {
    const account = await newAccount("developer");
    const { id, apiKey } = await newKey(account, { permissions: ["qr:read"], rateLimit: 5 });
    const code = JSON.stringify({ name: "Menu", type: "url", content: "https://example.com/menu" });
    const statuses = [
      await ask(apiKey, "GET", "/qr-codes"),
      await ask(apiKey, "HEAD", "/qr-codes"),
      await ask(apiKey, "GET", "/qr-codes/0199aa00-0000-7000-8000-000000000000"),
      await ask(apiKey, "GET", "/qr-codes?limit=nonsense"),
      // Refused before it counts for a limit.
      await ask(apiKey, "POST", "/qr-codes", code),
      await ask(apiKey, "GET", "/qr-codes"),
      await ask(apiKey, "GET", "/qr-codes"),
      await ask(apiKey, "GET", "/qr-codes"),
      await ask(newKeyValue("production"), "GET", "/qr-codes"),
    ];
    expect(statuses).toEqual([200, 200, 404, 400, 403, 200, 429, 429, 401]);
    const counted = { keyId: id, requests: 8, refused: 3, limited: 2, failed: 0 };
    await expect.poll(() => usesOf(account, id), { timeout: 10_000 }).toEqual(counted);
  });

  it("counts requests on a plan without API as refused", async () => {
    const account = await newAccount("developer");
    const { id, apiKey } = await newKey(account);
    await changePlan(account.accountId, "free");
    expect(await ask(apiKey, "GET", "/qr-codes")).toBe(403);
    await expect
      .poll(() => usesOf(account, id), { timeout: 10_000 })
      .toMatchObject({ requests: 1, refused: 1 });
  });
});

it("usage counts of one key on two services add up to one sum", async () => {
  const account = await newAccount("developer");
  const { id, apiKey } = await newKey(account);
  const headers = { authorization: `Bearer ${apiKey}` };
  const ask = async (base: string) =>
    (await fetch(`${base}/api/v1/api-keys`, { headers })).arrayBuffer().then(() => undefined);
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 6 }, (_, at) => ask(at % 2 ? mount.url : inject("baseUrl"))));
  }
  await expect.poll(async () => (await usesOf(account, id))?.requests, { timeout: 10_000 }).toBe(60);
});
