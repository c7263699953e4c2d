import { beforeAll, describe, expect, it } from "vitest";
import { type Environment, environments, type Permission, permissions } from "@/lib/accounts/schema";
import { newKeyValue } from "@/lib/api-keys/key-value";
import type { Contract } from "@/lib/http/contract";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey } from "../support/accounts";
import { exampleOf, keyedContracts, newTenant } from "../support/contract-requests";
import type { Answer } from "../support/public-api";

/** Keys that are refused one step later each. */
interface Keys {
  /** Of an account on Free, without permissions, with nothing left of its limit. */
  onFree: string;
  /** The same on Pro. */
  withoutPermissions: string;
  /** With all permissions and nothing left. */
  usedUp: string;
  /** With everything. */
  good: string;
}

let tenant: Awaited<ReturnType<typeof newTenant>>;
let keysOf: Record<Environment, Keys>;

/** A key with one call an hour that has made it. */
async function newUsedUpKey(
  account: { accountId: string },
  environment: Environment,
  held: readonly Permission[],
): Promise<string> {
  const { id, apiKey } = await newKey(account, { environment, rateLimit: 1 });
  expect((await callV1(apiKey, "GET", "/api-keys")).status).toBe(200);
  await sql.query("UPDATE api_key SET permissions = $2 WHERE id = $1", [id, held]);
  return apiKey;
}

beforeAll(async () => {
  tenant = await newTenant();
  const fallen = await newAccount("pro");
  const newKeys = async (environment: Environment): Promise<Keys> => ({
    onFree: await newUsedUpKey(fallen, environment, []),
    withoutPermissions: await newUsedUpKey(tenant, environment, []),
    usedUp: await newUsedUpKey(tenant, environment, permissions),
    good: (await newKey(tenant, { environment })).apiKey,
  });
  const [production, sandbox] = await Promise.all(environments.map(newKeys));
  keysOf = { production: production!, sandbox: sandbox! };
  await sql.query("UPDATE account SET plan = 'free' WHERE id = $1", [fallen.accountId]);
});

/** One id for whatever a path names. */
const namesOf = (id: string) => ({
  codeId: id,
  keyId: id,
  targetId: id,
  webhookId: id,
  deliveryId: id,
  tag: id,
  domainId: id,
});

const outcome = ({ status, json }: Answer) => `${status} ${json?.code ?? ""}`.trim();
const needs = ({ access }: Contract) => (access === "public" ? [] : access.permissions);
const large = (contract: Contract) => `{"x":"${"x".repeat((contract.isBulk ? 10 : 1) * 1_048_576)}"}`;

describe.each(keyedContracts)("A3: order of refusals for $method $path", (contract) => {
  let keys: Keys;
  beforeAll(() => {
    keys = keysOf[contract.isSandboxOnly ? "sandbox" : "production"];
  });

  /** A request with everything wrong that can be: no such id, a body of another kind, nonsense in the query. */
  const worst = (apiKey: string, headers: Record<string, string> = {}) => {
    const { method, path } = exampleOf(contract, namesOf(newId()));
    return callV1(apiKey, method, path.replace(/^\/api\/v1|\?.*/g, ""), {
      query: "?page=0&limit=x&format=gif&dryRun=perhaps&includeScans=perhaps&moveTo=",
      headers: { "content-type": "text/plain", "idempotency-key": "x".repeat(256), ...headers },
      ...(contract.body && { body: headers["content-type"] === undefined ? large(contract) : "{" }),
    });
  };

  it("401, 403 for the plan, 403 for a permission, 429", async () => {
    const answers = [
      await worst(newKeyValue("production")),
      await worst(keys.onFree),
      await worst(keys.withoutPermissions),
      await worst(keys.usedUp),
    ];
    const afterPlan = needs(contract).length > 0 ? "403 insufficient_permission" : "429 rate_limited";
    expect(answers.map(outcome)).toEqual([
      "401 invalid_api_key",
      "403 plan_required",
      afterPlan,
      "429 rate_limited",
    ]);
    for (const { status, headers } of answers) {
      expect(headers.has("x-ratelimit-limit")).toBe(status === 429);
    }
  });

  if (contract.isSandboxOnly) {
    it("403 for a production key on a sandbox endpoint, after the permission and before 429", async () => {
      const answers = [
        await worst(keysOf.production.withoutPermissions),
        await worst(keysOf.production.usedUp),
        await worst(keysOf.production.good),
      ];
      expect(answers.map(outcome)).toEqual([
        "403 insufficient_permission",
        "403 sandbox_required",
        "403 sandbox_required",
      ]);
      for (const { headers } of answers) expect(headers.has("x-ratelimit-limit")).toBe(false);
    });
  }

  it("names each missing permission", async () => {
    if (needs(contract).length === 0) return;
    const { json } = await worst(keys.withoutPermissions);
    const details = json.details as unknown as { requiredPermission: string }[];
    expect(details.map(({ requiredPermission }) => requiredPermission)).toEqual(needs(contract));
  });

  it("then 415, 413 and 400, then 404", async () => {
    const json = { "content-type": "application/json" };
    if (contract.body) {
      expect(outcome(await worst(keys.good))).toBe("415 unsupported_media_type");
      const { method, path } = exampleOf(contract, namesOf(newId()));
      const tooLarge = await callV1(keys.good, method, path.replace("/api/v1", ""), {
        body: large(contract),
      });
      expect(outcome(tooLarge)).toBe("413 payload_too_large");
      expect(outcome(await worst(keys.good, json))).toBe("400 invalid_request");
    } else if (contract.query) {
      expect(outcome(await worst(keys.good, json))).toBe("400 validation_failed");
    }
    if (!contract.path.includes("{id}")) return;
    for (const id of [newId(), "nothing"]) {
      const { method, path, body } = exampleOf(contract, namesOf(id));
      const answer = await callV1(keys.good, method, path.replace("/api/v1", ""), { body });
      expect(outcome(answer)).toBe("404 not_found");
      expect(answer.headers.get("x-ratelimit-limit")).toBe("5000");
    }
  });
});

describe("rate limit after 403", () => {
  it("keeps its remaining calls when a permission is missing", async () => {
    const { apiKey } = await newKey(tenant, { permissions: ["analytics:read"], rateLimit: 2 });
    for (let call = 0; call < 5; call += 1) {
      expect((await callV1(apiKey, "GET", "/qr-codes")).status).toBe(403);
    }
    const { headers } = await callV1(apiKey, "GET", "/api-keys");
    expect(headers.get("x-ratelimit-remaining")).toBe("1");
  });
});

describe("API key permissions", () => {
  it("qr:write includes qr:read", async () => {
    const { apiKey } = await newKey(tenant, { permissions: ["qr:write"] });
    expect((await callV1(apiKey, "GET", "/qr-codes")).status).toBe(200);
    expect((await callV1(apiKey, "GET", `/qr-codes/${tenant.codeId}`)).status).toBe(200);
  });

  it("qr:read does not allow writes", async () => {
    const { apiKey } = await newKey(tenant, {
      permissions: ["qr:read", "analytics:read", "webhooks:manage"],
    });
    const { status, json } = await callV1(apiKey, "DELETE", `/qr-codes/${tenant.codeId}`);
    expect([status, json.code]).toEqual([403, "insufficient_permission"]);
    expect(json.details).toEqual([
      {
        field: "Authorization",
        code: "insufficient_permission",
        message: "The key lacks the permission qr:write",
        requiredPermission: "qr:write",
      },
    ]);
  });
});
