import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Permission } from "@/lib/accounts/schema";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import type { Contract } from "@/lib/http/contract";
import { eventKinds } from "@/lib/webhooks/schema";
import { callV1, newAccount, newKey } from "../support/accounts";
import { exampleOf, fillPath, keyedContracts, newTenant, newTenantFor } from "../support/contract-requests";
import { type Description, readDescription } from "../support/described";
import { type AnsweredDelivery, getWebhook, jsonOf, makeWebhook } from "../support/own-webhooks";
import { call, path, post } from "../support/public-api";

let description: Description;

const listOperations = ({ document }: Description) =>
  Object.entries(document.paths)
    .flatMap(([template, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${template} ${operationId}`,
      ),
    )
    .sort();

const listContracts = (contracts: readonly Contract[]) =>
  contracts.map((one) => `${one.method} ${one.path} ${one.id}`).sort();

beforeAll(async () => {
  description = await readDescription(`${path}/openapi.json`);
});

describe("public openapi.json", () => {
  it("is OpenAPI 3.1, version 1.0.0, with the service's own address", () => {
    const { document } = description;
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers.map(({ url }) => url)).toEqual([inject("baseUrl")]);
  });

  it("describes exactly the public operations", () => {
    expect(listOperations(description)).toEqual(listContracts(publicContracts));
  });

  it.each([
    ["get", "", undefined],
    ["get", "?type=url&content=https%3A%2F%2Fexample.com", undefined],
    ["get", "?type=wifi&data=%7B%22ssid%22%3A%22home%22%7D&grade=true", undefined],
    ["get", "?type=nope", undefined],
    [
      "post",
      "",
      {
        type: "text",
        content: "quiet",
        name: "A",
        settings: { frame: { style: "circle" }, color: { dark: "#999" } },
      },
    ],
    ["post", "?grade=true", { type: "text", content: "quiet" }],
    ["post", "", { type: "wifi", content: "{}" }],
    ["post", "", { type: "url", content: "x", settings: { size: 1, color: { dark: 5 } } }],
    ["post", "", { type: "text", content: "x".repeat(900), settings: { size: 100 } }],
    ["post", "", { type: "text", content: "x".repeat(5_000) }],
    ["post", "", { type: "text", content: "x", settings: { color: { dark: "#fff" } } }],
    ["post", "", { type: "text", content: "x", settings: { logo: { enabled: true, dataUrl: "data:," } } }],
    ["post", "", "{"],
  ])("describes the response of %s %s to %o", async (method, query, body) => {
    const answer = method === "get" ? await call(`${path}${query}`) : await post(body, { query });
    description.expectDescribed(answer, path, method);
  });

  it("describes 413, 415, 429, views, images and itself", async () => {
    description.expectDescribed(await post(`{"x":"${"x".repeat(1_100_000)}"}`), path, "post");
    description.expectDescribed(await post({}, { headers: { "content-type": "text/plain" } }), path, "post");
    const client = "198.51.100.77";
    const answers = await Promise.all(Array.from({ length: 101 }, () => post("{", { client })));
    const refused = answers.find(({ status }) => status === 429);
    description.expectDescribed(refused, path, "post");
    const { json } = await post({ type: "text", content: "quiet" });
    const view = `${path}/view/{shortCode}`;
    const seen = await call(String(json.imageUrl));
    description.expectDescribed(seen, view, "get");
    description.expectDescribed(
      await call(String(json.imageUrl), { headers: { "if-none-match": seen.headers.get("etag") ?? "" } }),
      view,
      "get",
    );
    description.expectDescribed(await call(`${path}/view/aaaaaaaaaaaa`), view, "get");
    const image = `${path}/image`;
    const drawn = await call(`${image}?content=quiet&format=svg`);
    const headers = { "if-none-match": drawn.headers.get("etag") ?? "" };
    description.expectDescribed(drawn, image, "get");
    description.expectDescribed(await call(`${image}?content=quiet&dark=0F766E&size=512`), image, "get");
    description.expectDescribed(await call(`${image}?content=quiet&format=svg`, { headers }), image, "get");
    description.expectDescribed(await call(`${image}?content=quiet&dark=fff`), image, "get");
    description.expectDescribed(await call(`${image}?content=quiet`, { client }), image, "get");
    description.expectDescribed(await call(`${path}/openapi.json`), `${path}/openapi.json`, "get");
  });
});

describe("openapi.json of the authenticated API", () => {
  let v1: Description;
  let tenant: Awaited<ReturnType<typeof newTenant>>;
  const codes = "/api/v1/qr-codes";
  const code = { name: "Menu", type: "url", content: "https://example.com/menu" };

  beforeAll(async () => {
    v1 = await readDescription("/api/v1/openapi.json");
    tenant = await newTenant();
  });

  /** Calls an operation with the tenant's key or another, and holds the answer against the description. */
  async function expectAnswer(
    contract: { method: string; path: string },
    status: number,
    options: Parameters<typeof callV1>[3] & { as?: string | null } = {},
  ) {
    const { as = tenant.apiKey, ...sent } = options;
    const target = fillPath(contract.path, tenant).replace("/api/v1", "");
    const answer = await callV1(as, contract.method, target, sent);
    expect(answer.status, answer.text).toBe(status);
    v1.expectDescribed(answer, contract.path, contract.method.toLowerCase());
    return answer;
  }

  it("is OpenAPI 3.1 with the service's own address and describes exactly the v1 operations", async () => {
    expect(v1.document.openapi).toMatch(/^3\.1\./);
    expect(v1.document.servers.map(({ url }) => url)).toEqual([inject("baseUrl")]);
    expect(listOperations(v1)).toEqual(listContracts(v1Contracts));
    v1.expectDescribed(await call("/api/v1/openapi.json"), "/api/v1/openapi.json", "get");
  });

  it.each(["/api/v1/openapi.json", `${path}/openapi.json`])(
    "%s is cached for 5 minutes, and answers 304 to its own ETag",
    async (address) => {
      const { headers } = await call(address);
      expect(headers.get("cache-control")).toBe("public, max-age=300");
      const tag = headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      const known = await call(address, { headers: { "if-none-match": `W/${tag}` } });
      expect([known.status, known.text, known.headers.get("etag")]).toEqual([304, "", tag]);
      expect((await call(address, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    },
  );

  it.each(keyedContracts)(
    "describes the success, 400, 401, 403 and 429 of $method $path",
    async (contract) => {
      const fresh = await newTenantFor(contract);
      const environment = contract.isSandboxOnly ? "sandbox" : "production";
      const { path: target, body } = exampleOf(contract, fresh);
      const answer = await callV1(fresh.apiKey, contract.method, target.replace("/api/v1", ""), { body });
      expect(answer.status, answer.text).toBe(contract.success.status);
      v1.expectDescribed(answer, contract.path, contract.method.toLowerCase());

      await expectAnswer(contract, 401, { as: null });
      await expectAnswer(contract, 401, { as: "qr_live_nothing" });
      const poor = await newKey(await newAccount("free"), { environment });
      await expectAnswer(contract, 403, { as: poor.apiKey });
      const needs: readonly Permission[] = contract.access === "public" ? [] : contract.access.permissions;
      const [first, second] = ["analytics:read", "webhooks:manage"] as const;
      const [weak, small] = [
        await newKey(fresh, { environment, permissions: [needs.includes(first) ? second : first] }),
        await newKey(fresh, { environment, rateLimit: 1 }),
      ];
      if (needs.length > 0) await expectAnswer(contract, 403, { as: weak.apiKey });
      await callV1(small.apiKey, "GET", "/api-keys");
      await expectAnswer(contract, 429, { as: small.apiKey });
      if (!contract.body) return;
      await expectAnswer(contract, 400, { as: fresh.apiKey, body: "{" });
      const plain = { body: "{}", headers: { "content-type": "text/plain" } };
      await expectAnswer(contract, 415, { as: fresh.apiKey, ...plain });
    },
  );

  it.each(keyedContracts.filter(({ makes }) => makes !== undefined))(
    "links what $method $path creates to the operations that read it",
    async (contract) => {
      const fresh = await newTenantFor(contract);
      const { path: target, body } = exampleOf(contract, fresh);
      const { json } = await callV1(fresh.apiKey, contract.method, target.replace("/api/v1", ""), { body });
      const method = contract.method.toLowerCase();
      const { links = {} } =
        v1.document.paths[contract.path]?.[method]?.responses[contract.success.status] ?? {};
      const reading = keyedContracts.filter(({ id, method }) => id in links && method === "GET");
      expect(reading.length).toBeGreaterThan(0);
      for (const { id, path } of reading) {
        const followed = path.replace(/\{(\w+)\}/g, (_, name) =>
          links[id]?.parameters[name] === "$response.body#/id" ? String(json.id) : fresh.webhookId,
        );
        const answer = await callV1(fresh.apiKey, "GET", followed.replace("/api/v1", ""));
        expect(answer.status, `${id} ${answer.text}`).toBe(200);
      }
    },
  );

  it("describes create responses: warnings, dry runs, quotas, replays and the sandbox", async () => {
    const create = { method: "POST", path: codes };
    const bulk = { method: "POST", path: `${codes}/bulk` };
    const low = { ...code, settings: { color: { dark: "#999999" }, frame: { style: "circle", size: 12 } } };
    await expectAnswer(create, 201, { body: low });
    await expectAnswer(create, 201, { body: { ...code, isDynamic: true, settings: null } });
    await expectAnswer(create, 201, { body: low, query: "?dryRun=true" });
    await expectAnswer(create, 400, { body: { ...code, type: "nope", settings: { size: 1 } } });
    await expectAnswer(create, 400, { body: code, query: "?dryRun=perhaps" });
    await expectAnswer(bulk, 201, { body: { qrCodes: [code, low, { type: "url" }, 5] } });
    await expectAnswer(bulk, 201, { body: { qrCodes: [code] }, query: "?dryRun=true" });
    await expectAnswer(bulk, 200, { body: { qrCodes: [{ ...code, content: "nope" }] } });
    await expectAnswer(bulk, 400, { body: { qrCodes: Array(101).fill(code) } });
    const headers = { "idempotency-key": "described" };
    await expectAnswer(create, 201, { body: code, headers });
    await expectAnswer(create, 201, { body: code, headers });
    await expectAnswer(create, 422, { body: low, headers });
    await expectAnswer(create, 400, { body: code, headers: { "idempotency-key": "" } });
    const sandbox = await newKey(tenant, { environment: "sandbox" });
    await expectAnswer(create, 201, { body: code, as: sandbox.apiKey });
    const production = { name: "Key", permissions: ["qr:read"] };
    await expectAnswer({ method: "POST", path: "/api/v1/api-keys" }, 403, {
      body: production,
      as: sandbox.apiKey,
    });
    const full = Array.from({ length: 100 }, () => code);
    await expectAnswer(bulk, 201, { body: { qrCodes: full }, as: sandbox.apiKey });
    await expectAnswer(create, 403, { body: code, as: sandbox.apiKey });
    const list = { method: "GET", path: codes };
    for (const query of ["?limit=100", "?search=menu&sort=name&order=asc&isDynamic=true", "?page=9"]) {
      await expectAnswer(list, 200, { query });
    }
    await expectAnswer(list, 400, { query: "?page=0&limit=101&sort=password" });
  });

  it("describes webhook events, of tests and of real changes", async () => {
    expect(Object.keys(v1.document.webhooks ?? {})).toEqual([...eventKinds]);
    const key = await newKey(await newAccount("pro"), { environment: "sandbox" });
    const { apiKey } = key;
    const { id } = await makeWebhook(key);
    for (const type of eventKinds) await callV1(apiKey, "POST", `/webhooks/${id}/test`, { body: { type } });
    const { json } = await callV1(apiKey, "POST", "/qr-codes", { body: code });
    await callV1(apiKey, "PUT", `/qr-codes/${json.id}`, { body: { name: "Other" } });
    await callV1(apiKey, "POST", "/sandbox/scans", { body: { qrCodeId: json.id, count: 1 } });
    await callV1(apiKey, "DELETE", `/qr-codes/${json.id}`);
    const read = async () => (await getWebhook(key, id)).recentEvents;
    await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(eventKinds.length + 4);
    for (const delivery of await read()) {
      const whole = await callV1(apiKey, "GET", `/webhooks/${id}/deliveries/${delivery.id}`);
      v1.expectDescribed(whole, "/api/v1/webhooks/{id}/deliveries/{deliveryId}", "get");
      v1.expectEvent(delivery.eventType, JSON.parse(jsonOf<AnsweredDelivery>(whole).body));
    }
  });

  it("describes images, changes and 404 responses", async () => {
    const image = { method: "GET", path: `${codes}/{id}/image` };
    for (const query of ["", "?format=svg", "?format=pdf&size=1024"])
      await expectAnswer(image, 200, { query });
    const seen = await expectAnswer(image, 200);
    await expectAnswer(image, 304, { headers: { "if-none-match": seen.headers.get("etag") ?? "" } });
    await expectAnswer(image, 400, { query: "?size=1" });
    const change = { method: "PUT", path: `${codes}/{id}` };
    await expectAnswer(change, 200, {
      body: { content: "https://example.com/other", settings: { size: 512 } },
    });
    await expectAnswer(change, 400, { body: { type: "text" } });
    for (const contract of keyedContracts) {
      const { path: template } = contract;
      if (!template.includes("{id}")) continue;
      const unknown = "nothing";
      const { method, path, body } = exampleOf(contract, {
        ...{ codeId: unknown, keyId: unknown, webhookId: unknown, domainId: unknown },
        ...{ targetId: unknown, deliveryId: unknown },
      });
      const answer = await callV1(tenant.apiKey, method, path.replace("/api/v1", ""), { body });
      expect(answer.status).toBe(404);
      v1.expectDescribed(answer, template, method.toLowerCase());
    }
  });
});
