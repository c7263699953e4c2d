import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey } from "../support/accounts";
import { type CallOptions, call, newClient } from "../support/public-api";
import { visit } from "../support/short-urls";

const path = "/api/public/goals";
let apiKey: string;
let sandboxKey: string;
let scanId: string;

beforeAll(async () => {
  const account = await newAccount("pro");
  apiKey = (await newKey(account)).apiKey;
  sandboxKey = (await newKey(account, { environment: "sandbox" })).apiKey;
});

/** A scan of a new code, by the address that it led to. */
async function newScan(key = apiKey): Promise<string> {
  const body = {
    name: "Menu",
    type: "url",
    content: "https://example.com/menu?a=1#top",
    isDynamic: true,
    settings: { appendScanId: true },
  };
  const { json } = await callV1(key, "POST", "/qr-codes", { body });
  const { headers } = await visit(new URL(String(json.shortUrl)).pathname);
  const target = new URL(headers.location ?? "");
  expect([target.searchParams.get("a"), target.hash]).toEqual(["1", "#top"]);
  return target.searchParams.get("qz_scan") ?? "";
}

beforeEach(async () => {
  scanId = await newScan();
});

const post = (body: unknown, options: CallOptions = {}) =>
  call(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...options,
    headers: { "content-type": "application/json", ...options.headers },
  });

describe("POST /api/public/goals", () => {
  it("201: records a goal, then answers 200 for the same goal without recording it again", async () => {
    const goal = { scanId, name: "order", value: 49.9, currency: "EUR" };
    const first = await post(goal, { headers: { origin: "https://shop.example" } });
    expect([first.status, first.json]).toEqual([201, { recorded: true }]);
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect(first.headers.get("access-control-allow-credentials")).toBeNull();
    const again = await post({ ...goal, value: 1 });
    expect([again.status, again.json]).toEqual([200, { recorded: false }]);
    const { json } = await callV1(apiKey, "GET", "/analytics?timeRange=7d");
    const goals = json.goals as unknown as { name: string; values: object }[];
    expect(goals.find(({ name }) => name === "order")?.values).toEqual({ EUR: "49.90" });
  });

  it.each(["text/plain", "text/plain;charset=UTF-8"])("accepts a beacon of type %s", async (type) => {
    const { status } = await post({ scanId, name: "signup" }, { headers: { "content-type": type } });
    expect(status).toBe(201);
  });

  it("P17: returns the same 404 for every scan that accepts no goals", async () => {
    const ofSandbox = await newScan(sandboxKey);
    const old = await newScan();
    await sql.query("UPDATE goal_scan SET scanned_at = scanned_at - interval '31 days' WHERE scan_id = $1", [
      old,
    ]);
    const bodies = new Set<string>();
    for (const id of [newId(), "nonsense", ofSandbox, old]) {
      const { status, json } = await post({ scanId: id, name: "signup" });
      const { requestId: _, ...told } = json;
      expect(status).toBe(404);
      bodies.add(JSON.stringify(told));
    }
    expect(bodies.size).toBe(1);
  });

  it.each([
    ["no name", { name: undefined }],
    ["a long name", { name: "x".repeat(61) }],
    ["a blank name", { name: " \u00A0\u202E" }],
    ["a value without a currency", { value: 1 }],
    ["a currency without a value", { currency: "EUR" }],
    ["a value with 3 decimals", { value: 0.125, currency: "EUR" }],
    ["a value above the maximum", { value: 1_000_000_001, currency: "EUR" }],
    ["an unknown currency", { value: 1, currency: "ABC" }],
  ])("400: %s", async (_, change) => {
    const { status, json } = await post({ scanId, name: "order", ...change });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
  });

  it("I7: rejects a body over 8 kB with 413 and another content type with 415", async () => {
    const large = await post({ scanId, name: "order", x: "x".repeat(8_200) });
    expect([large.status, large.json.code]).toEqual([413, "payload_too_large"]);
    const form = await post("{}", { headers: { "content-type": "application/x-www-form-urlencoded" } });
    expect([form.status, form.json.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("P17: limits a client to 600 calls per hour", async () => {
    const client = newClient();
    const { headers } = await post({ scanId, name: "order" }, { client });
    expect(headers.get("x-ratelimit-limit")).toBe("600");
    expect(headers.get("x-ratelimit-remaining")).toBe("599");
    for (let calls = 1; calls < 600; calls += 1) await post("{", { client });
    const { status, json } = await post({ scanId, name: "order" }, { client });
    expect([status, json.code]).toEqual([429, "rate_limited"]);
  });
});

describe("POST /api/v1/goals", () => {
  const send = (body: object, key = apiKey, headers = {}) => callV1(key, "POST", "/goals", { body, headers });

  it("records goals only for scans of the key's account and environment", async () => {
    const stranger = await newKey(await newAccount("pro"));
    const ofSandbox = await newScan(sandboxKey);
    expect((await send({ scanId, name: "order" }, stranger.apiKey)).status).toBe(404);
    expect((await send({ scanId, name: "order" }, sandboxKey)).status).toBe(404);
    expect((await send({ scanId, name: "order" })).status).toBe(201);
    expect((await send({ scanId: ofSandbox, name: "order" })).status).toBe(404);
    expect((await send({ scanId: ofSandbox, name: "order" }, sandboxKey)).status).toBe(201);
  });

  it("replays the response for a repeated idempotency key", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await send({ scanId, name: "order" }, apiKey, headers);
    const again = await send({ scanId, name: "order" }, apiKey, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await send({ scanId, name: "order" })).status).toBe(200);
  });

  it("rejects a text/plain body with 415", async () => {
    const { status } = await callV1(apiKey, "POST", "/goals", {
      body: JSON.stringify({ scanId, name: "order" }),
      headers: { "content-type": "text/plain" },
    });
    expect(status).toBe(415);
  });
});

describe("DELETE /api/v1/qr-codes/{id}/goals", () => {
  const remove = (codeId: string, name: string, key = apiKey) =>
    callV1(key, "DELETE", `/qr-codes/${codeId}/goals?name=${encodeURIComponent(name)}`);

  it("deletes the goals of one name and makes room for another", async () => {
    const { rows } = await sql.query("SELECT qr_code_id AS id FROM goal_scan WHERE scan_id = $1", [scanId]);
    const codeId = String(rows[0].id);
    for (let nth = 0; nth < 20; nth += 1) await post({ scanId, name: `junk / ${nth}` });
    await sql.query(
      `INSERT INTO goal_scan (scan_id, account_id, is_sandbox, qr_code_id, scanned_at, country)
       SELECT $2, account_id, is_sandbox, qr_code_id, scanned_at, country FROM goal_scan WHERE scan_id = $1`,
      [scanId, newId()],
    );
    const { rows: scans } = await sql.query(
      "SELECT scan_id AS id FROM goal_scan WHERE qr_code_id = $1 AND scan_id <> $2",
      [codeId, scanId],
    );
    const signup = { scanId: String(scans[0].id), name: "signup" };
    expect((await post(signup)).status).toBe(400);
    const stranger = await newKey(await newAccount("pro"));
    for (const key of [stranger.apiKey, sandboxKey])
      expect((await remove(codeId, "junk / 3", key)).status).toBe(404);
    expect((await remove(codeId, "")).status).toBe(400);
    expect((await remove(codeId, "signup")).json).toEqual({ deleted: 0 });
    expect((await remove(codeId, "junk / 3")).json).toEqual({ deleted: 1 });
    expect((await post(signup)).status).toBe(201);
    const { json } = await callV1(apiKey, "GET", `/analytics?timeRange=7d&qrCodeId=${codeId}`);
    const names = (json.goals as unknown as { name: string }[]).map(({ name }) => name);
    expect(names).toHaveLength(20);
    expect(names).toContain("signup");
    expect(names).not.toContain("junk / 3");
  });
});

describe("GET /goals.js", () => {
  it("can be loaded by any site and is revalidated by ETag", async () => {
    const { status, headers, text } = await call("/goals.js");
    expect(status).toBe(200);
    expect(text).toContain("qz_scan");
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("set-cookie")).toBeNull();
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await call("/goals.js", { headers: known })).status).toBe(304);
    expect((await call("/goals.js", { method: "POST" })).status).toBe(405);
  });
});
