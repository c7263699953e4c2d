import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import type { Contract } from "@/lib/http/contract";
import { newAccount, newKey } from "../support/accounts";
import { newTenant, newTenantFor, exampleOf as requestOf } from "../support/contract-requests";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { path, post } from "../support/public-api";

let mount: NextMount;
let shortCode = "";

interface Example {
  target: string;
  init: RequestInit;
}

/** A request that the contract's own examples make: its first body example, or the first example of each parameter. */
async function exampleOf(contract: Contract): Promise<Example> {
  if (contract.path.startsWith("/api/v1/")) return keyedExampleOf(contract, await newTenantFor(contract));
  const query = new URLSearchParams();
  for (const name of ["type", "content"]) {
    const examples =
      contract.query?.shape[name] &&
      (contract.query.shape[name] as { meta(): { examples?: unknown[] } | undefined }).meta();
    if (contract.method === "GET" && examples?.examples) query.set(name, String(examples.examples[0]));
  }
  // A goal is of a tenant's scan, a public image of its code.
  const isOfTenant = contract.path.includes("{file}") || (contract.body && "scanId" in contract.body.shape);
  const subjects = isOfTenant ? await newTenantFor(contract) : { shortCode };
  const { path: target, ...example } = requestOf(contract, subjects);
  return { target: `${target}${query.size > 0 ? `?${query}` : ""}`, init: initOf(example) };
}

/** The same with a key, on rows of its own. */
function keyedExampleOf(contract: Contract, tenant: Awaited<ReturnType<typeof newTenant>>): Example {
  const { path: target, ...example } = requestOf(contract, tenant);
  return { target, init: initOf(example, { authorization: `Bearer ${tenant.apiKey}` }) };
}

function initOf({ method, body }: { method: string; body?: unknown }, headers = {}): RequestInit {
  if (body === undefined) return { method, headers };
  return { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** What two answers to the same request have in common: the members of JSON, a file whole. */
function outlineOf(type: string | null | undefined, text: string): unknown {
  // Each tenant has a host of its own, and a map says when it was made.
  if (type?.startsWith("text/plain")) return text.split("\n").length;
  if (!type?.startsWith("application/json")) return text;
  // The front here has no BASE_URL of its own, and warns of it.
  return Object.keys(JSON.parse(text)).filter((name) => name !== "warnings");
}

beforeAll(async () => {
  const { json } = await post({ type: "url", content: "https://example.com/menu" });
  shortCode = String(json.imageUrl).slice(-12);
  const settings = {
    DATABASE_URL: inject("databaseUrl"),
    TRUSTED_PROXIES: "127.0.0.1",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
  };
  mount = await startNextMount(settings, path);
});

afterAll(() => mount?.stop());

describe("the Next mount (plain next start)", () => {
  it("refuses to encrypt when the key does not match the database; serves everything else", async () => {
    const { apiKey } = await newTenant();
    const other = await startNextMount(
      { DATABASE_URL: inject("databaseUrl"), ENCRYPTION_KEY: "k".repeat(44), LOG_LEVEL: "fatal" },
      path,
    );
    const send = (to: string, body: object, headers = {}) =>
      fetch(`${other.url}/api/v1${to}`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const code = { name: "Table 4", type: "text", content: "4" };
    const webhook = { name: "Till", url: "https://8.8.8.8/", events: ["qr.created"] };
    for (const answer of [
      await send("/webhooks", webhook),
      await send("/qr-codes", code, { "idempotency-key": "1" }),
    ]) {
      expect([answer.status, (await answer.json()).code]).toEqual([503, "unavailable"]);
    }
    expect((await send("/qr-codes", code)).status).toBe(201);
    expect(other.output()).toMatch(
      /The secrets in the database are encrypted with the encryption key with the fingerprint [\da-f]{16}, and the one in ENCRYPTION_KEY has [\da-f]{16}\./,
    );
    await other.stop();
  });

  it("reports a missing database at start, answers 500 where it needs one, and serves the rest", async () => {
    const lone = await startNextMount({ LOG_LEVEL: "fatal" }, "/licences");
    expect(lone.output()).toContain("there is no database: set DATABASE_URL");
    expect((await fetch(`${lone.url}${path}?type=text&content=a`)).status).toBe(500);
    await lone.stop();
  });

  it.each([...publicContracts, ...v1Contracts])("answers $id like the front server", async (contract) => {
    const [next, front] = await Promise.all(
      [mount.url, inject("baseUrl")].map(async (base) => {
        const { target, init } = await exampleOf(contract);
        const answer = await fetch(new URL(target, base), init);
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      }),
    );
    expect(next?.status, next?.text).toBe(contract.success.status);
    const names = [
      "content-type",
      "cache-control",
      "access-control-allow-origin",
      "x-content-type-options",
      "x-qr-type",
      "x-ratelimit-limit",
      // A description names its service's address, so its tag is another one.
      ...(contract.path.endsWith("/openapi.json") ? [] : ["etag"]),
    ];
    for (const name of names) expect(next?.headers.get(name), name).toBe(front?.headers.get(name));
    for (const name of ["location", "etag"]) expect(next?.headers.has(name)).toBe(front?.headers.has(name));
    expect(next?.headers.get("x-request-id")).toMatch(/^req_/);
    const type = next?.headers.get("content-type");
    expect(outlineOf(type, String(next?.text))).toEqual(outlineOf(type, String(front?.text)));
  });

  it("finds a visitor's country", async () => {
    const { apiKey, codeId } = await newTenant("sandbox");
    const headers = {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "x-forwarded-for": "81.2.69.142",
    };
    const body = JSON.stringify({ qrCodeId: codeId });
    const made = await fetch(`${mount.url}/api/v1/sandbox/scans`, { method: "POST", headers, body });
    expect(made.status).toBe(201);
    const { data } = await (await fetch(`${mount.url}/api/v1/scans`, { headers })).json();
    expect(data).toMatchObject([{ qrCodeId: codeId, country: "GB", browser: "Safari" }]);
  });

  it("rejects requests without a key or with too few permissions, and replays an idempotent one", async () => {
    const refused = await fetch(`${mount.url}/api/v1/qr-codes`);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const account = await newAccount("developer");
    const reader = await newKey(account, { permissions: ["qr:read"], environment: "sandbox" });
    const writer = await newKey(account, { permissions: ["qr:write"], environment: "sandbox" });
    const create = ({ apiKey }: { apiKey: string }) =>
      fetch(`${mount.url}/api/v1/qr-codes`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "idempotency-key": "once on this mount",
        },
        body: JSON.stringify({ name: "Menu", type: "url", content: "https://example.com/menu" }),
      });
    const lesser = await create(reader);
    expect([lesser.status, lesser.headers.get("x-environment")]).toEqual([403, "sandbox"]);
    const [first, again] = [await create(writer), await create(writer)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
  });

  it.each([
    ["GET", "/api", 404],
    ["GET", "/api/nothing", 404],
    ["POST", "/api/public/nothing", 404],
    ["PUT", path, 405],
    ["DELETE", `${path}/openapi.json`, 405],
    ["OPTIONS", path, 204],
    ["HEAD", path, 200],
    ["GET", `${path}/view/aaaaaaaaaaaa`, 404],
    ["GET", `${path}?type=nope`, 400],
  ])("answers %s %s with %i, in JSON when there is a body", async (method, target, status) => {
    const answer = await fetch(mount.url + target, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    if (status >= 400) expect(await answer.json()).toMatchObject({ code: expect.any(String) });
  });

  it.each([
    ["/api/health", "ready"],
    ["/api/health/ready", "ready"],
    ["/api/health/accepting", "accepting"],
    ["/api/health/live", "live"],
  ])("%s answers probes like the front server", async (target, status) => {
    const [here, front] = await Promise.all(
      [mount.url, inject("baseUrl")].map(async (origin) => {
        const answer = await fetch(origin + target);
        return [answer.status, answer.headers.get("cache-control"), await answer.json()];
      }),
    );
    expect(here).toEqual(front);
    expect(here).toMatchObject([200, "no-store", { status }]);
  });

  it("I7: rejects a body over the limit and other media types", async () => {
    const headers = { "content-type": "application/json" };
    const large = await fetch(mount.url + path, {
      method: "POST",
      headers,
      body: `{"x":"${"x".repeat(1_048_576)}"}`,
    });
    expect(large.status).toBe(413);
    const text = await fetch(mount.url + path, { method: "POST", body: "{}" });
    expect(text.status).toBe(415);
  });

  it("draws a code that needs a worker thread", async () => {
    const answer = await fetch(mount.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "text", content: "quiet", settings: { color: { dark: "#0F172A" } } }),
    });
    expect(answer.status).toBe(200);
  });
});
