import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import type { Contract } from "@/lib/http/contract";
import { newAccount, newKey } from "../support/accounts";
import { exampleOf as keyedExampleOf, newTenant } from "../support/contract-requests";
import { path, post } from "../support/public-api";
import { findFreePort } from "../support/service";

let server: ChildProcess;
let nextUrl = "";
let shortCode = "";

/** A request that the contract's own examples make: its first body example, or the first example of each parameter. */
function exampleOf(contract: Contract): { target: string; init: RequestInit } {
  const query = new URLSearchParams();
  for (const name of ["type", "content"]) {
    const examples =
      contract.query?.shape[name] &&
      (contract.query.shape[name] as { meta(): { examples?: unknown[] } | undefined }).meta();
    if (contract.method === "GET" && examples?.examples) query.set(name, String(examples.examples[0]));
  }
  const [body] = Object.values(contract.bodyExamples ?? {});
  return {
    target: `${contract.path.replace("{shortCode}", shortCode)}${query.size > 0 ? `?${query}` : ""}`,
    init: {
      method: contract.method,
      ...(body && { body: JSON.stringify(body.value), headers: { "content-type": "application/json" } }),
    },
  };
}

beforeAll(async () => {
  const { json } = await post({ type: "url", content: "https://example.com/menu" });
  shortCode = String(json.imageUrl).slice(-12);
  const port = await findFreePort();
  nextUrl = `http://localhost:${port}`;
  server = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", String(port)], {
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LOG_LEVEL: "silent",
      DATABASE_URL: inject("databaseUrl"),
      BASE_URL: nextUrl,
      ENCRYPTION_KEY: "what this process keeps answers under",
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  const deadline = performance.now() + 45_000;
  while (!(await fetch(`${nextUrl}${path}`).catch(() => null))?.ok) {
    if (performance.now() > deadline) throw new Error("plain next start does not answer");
    await sleep(100);
  }
});

afterAll(async () => {
  if (server?.exitCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
});

describe("the Next mount (plain next start)", () => {
  it.each(publicContracts)("answers $id as the front does", async (contract) => {
    const { target, init } = exampleOf(contract);
    const [next, front] = await Promise.all(
      [nextUrl, inject("baseUrl")].map((base) => fetch(new URL(target, base), init)),
    );
    expect(next?.status).toBe(contract.success.status);
    const names = [
      "content-type",
      "cache-control",
      "access-control-allow-origin",
      "x-content-type-options",
      "x-qr-type",
      "etag",
      "x-ratelimit-limit",
    ];
    for (const name of names) expect(next?.headers.get(name), name).toBe(front?.headers.get(name));
    expect(next?.headers.get("x-request-id")).toMatch(/^req_/);
    if ("file" in contract.success) {
      const [one, other] = await Promise.all([next, front].map((answer) => answer?.arrayBuffer()));
      expect(Buffer.from(one as ArrayBuffer).equals(Buffer.from(other as ArrayBuffer))).toBe(true);
    }
  });

  it.each(v1Contracts)("answers $method $path as the front does", async (contract) => {
    const [next, front] = await Promise.all(
      [nextUrl, inject("baseUrl")].map(async (base) => {
        const tenant = await newTenant();
        const { method, path: target, body } = keyedExampleOf(contract, tenant);
        return fetch(new URL(target, base), {
          method,
          headers: { authorization: `Bearer ${tenant.apiKey}`, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      }),
    );
    expect(next?.status).toBe(contract.success.status);
    const names = [
      "content-type",
      "cache-control",
      "access-control-allow-origin",
      "x-content-type-options",
      "x-ratelimit-limit",
    ];
    for (const name of names) expect(next?.headers.get(name), name).toBe(front?.headers.get(name));
    expect(next?.headers.has("location")).toBe(front?.headers.has("location"));
    expect(next?.headers.get("x-request-id")).toMatch(/^req_/);
    const [one, other] = await Promise.all([next, front].map((answer) => answer?.text()));
    const isJson = next?.headers.get("content-type")?.startsWith("application/json");
    // The front here has no BASE_URL of its own, and warns of it.
    const read = (text: string | undefined) =>
      isJson ? Object.keys(JSON.parse(String(text))).filter((name) => name !== "warnings") : text?.length;
    expect(read(one)).toEqual(read(other));
  });

  it("refuses without a key, with a lesser one, and repeats nothing twice", async () => {
    const refused = await fetch(`${nextUrl}/api/v1/qr-codes`);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const account = await newAccount("developer");
    const reader = await newKey(account, { permissions: ["qr:read"], environment: "sandbox" });
    const writer = await newKey(account, { permissions: ["qr:write"], environment: "sandbox" });
    const create = ({ apiKey }: { apiKey: string }) =>
      fetch(`${nextUrl}/api/v1/qr-codes`, {
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
  ])("%s %s is %i, as JSON where there is a body", async (method, target, status) => {
    const answer = await fetch(nextUrl + target, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    if (status >= 400) expect(await answer.json()).toMatchObject({ code: expect.any(String) });
  });

  it("I7: bounds a body and refuses other media types", async () => {
    const headers = { "content-type": "application/json" };
    const large = await fetch(nextUrl + path, {
      method: "POST",
      headers,
      body: `{"x":"${"x".repeat(1_048_576)}"}`,
    });
    expect(large.status).toBe(413);
    const text = await fetch(nextUrl + path, { method: "POST", body: "{}" });
    expect(text.status).toBe(415);
  });

  it("draws what needs a thread, too", async () => {
    const answer = await fetch(nextUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "text", content: "quiet", settings: { color: { dark: "#0F172A" } } }),
    });
    expect(answer.status).toBe(200);
  });
});
