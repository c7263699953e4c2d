import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { newShortUrl, type ShortUrl } from "../support/short-urls";

let account: TestAccount;
let live: string;
let sandbox: string;
let ofLive: ShortUrl;
beforeAll(async () => {
  account = await newAccount("developer");
  live = (await newKey(account)).apiKey;
  sandbox = (await newKey(account, { environment: "sandbox" })).apiKey;
  ofLive = await newShortUrl(live);
});

const make = (body: object, key = sandbox, options = {}) =>
  callV1(key, "POST", "/sandbox/scans", { body, ...options });
const listOf = async (qrCodeId: string) => {
  const { json } = await callV1(sandbox, "GET", "/scans", { query: { qrCodeId, limit: "100" } });
  return json.data as unknown as Record<string, string>[];
};
const dayMs = 86_400_000;

describe("201: POST /api/v1/sandbox/scans", () => {
  it("creates a scan by a typical phone from the caller's address", async () => {
    const code = await newShortUrl(sandbox);
    const answer = await make({ qrCodeId: code.id }, sandbox, { client: "81.2.69.142" });
    expect([answer.status, answer.json], answer.text).toEqual([201, { created: 1, excluded: 0 }]);
    expect(answer.headers.get("x-environment")).toBe("sandbox");
    const [scan, ...others] = await listOf(code.id);
    expect(others).toEqual([]);
    expect(scan).toMatchObject({
      device: "Mobile",
      os: "iOS",
      browser: "Safari",
      country: "GB",
      city: "Unknown",
    });
    expect(Math.abs(Date.now() - Date.parse(scan!.scannedAt!))).toBeLessThan(60_000);
    const { json } = await callV1(sandbox, "GET", `/qr-codes/${code.id}`);
    expect(json).toMatchObject({
      scanCount: 1,
      lastScanned: scan?.scannedAt,
      recentScans: [{ id: scan?.id }],
    });
  });

  it("creates the requested number with the given user agent and place", async () => {
    const code = await newShortUrl(sandbox);
    const userAgent = "Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0";
    const wish = { qrCodeId: code.id, count: 100, userAgent, country: "PT", city: "Évora" };
    expect((await make(wish)).json).toEqual({ created: 100, excluded: 0 });
    const scans = await listOf(code.id);
    expect(scans).toHaveLength(100);
    expect(new Set(scans.map(({ scannedAt }) => scannedAt)).size).toBe(100);
    for (const scan of scans) {
      expect(scan).toMatchObject({ device: "Tablet", os: "Android", browser: "Firefox", userAgent });
      expect([scan.country, scan.city]).toEqual(["PT", "Évora"]);
    }
  });

  it("creates scans in the past, a millisecond apart", async () => {
    const code = await newShortUrl(sandbox);
    const at = Date.now() - 364 * dayMs;
    const scannedAt = new Date(at).toISOString();
    expect((await make({ qrCodeId: code.id, count: 3, scannedAt })).json).toEqual({
      created: 3,
      excluded: 0,
    });
    const times = (await listOf(code.id)).map((scan) => Date.parse(scan.scannedAt!));
    expect(times).toEqual([at + 2, at + 1, at]);
    // An hour ahead of UTC, the same instant.
    const yesterday = new Date(Date.now() - dayMs);
    const ahead = new Date(yesterday.getTime() + 3_600_000).toISOString().replace("Z", "+01:00");
    await make({ qrCodeId: code.id, scannedAt: ahead });
    expect((await listOf(code.id))[0]?.scannedAt).toBe(yesterday.toISOString());
  });

  it("P5: excludes visits of bots", async () => {
    const code = await newShortUrl(sandbox);
    for (const userAgent of ["curl/8.5.0", "WhatsApp/2.23.20.0", ""]) {
      expect((await make({ qrCodeId: code.id, count: 2, userAgent })).json).toEqual({
        created: 0,
        excluded: 2,
      });
    }
    expect(await listOf(code.id)).toEqual([]);
  });

  it("I10: cleans and shortens a user agent with any characters and length", async () => {
    const code = await newShortUrl(sandbox);
    const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile Safari/604.1 ";
    const body = { qrCodeId: code.id, userAgent: `${phone}\0\x1b[31m\r\n\ud800${"x".repeat(16_000)}` };
    const answer = await make(body);
    expect([answer.status, answer.json], answer.text).toEqual([201, { created: 1, excluded: 0 }]);
    const [scan] = await listOf(code.id);
    expect(scan?.userAgent).toHaveLength(512);
    expect(scan?.userAgent?.startsWith(`${phone}\ufffd\ufffd[31m\ufffd\ufffd\ufffdxxx`)).toBe(true);
  });

  it("creates scans once per idempotency key", async () => {
    const code = await newShortUrl(sandbox);
    const headers = { "idempotency-key": newId() };
    const answers = [
      await make({ qrCodeId: code.id, count: 5 }, sandbox, { headers }),
      await make({ qrCodeId: code.id, count: 5 }, sandbox, { headers }),
    ];
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [201, { created: 5, excluded: 0 }],
      [201, { created: 5, excluded: 0 }],
    ]);
    expect(answers.map((answer) => answer.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await listOf(code.id)).toHaveLength(5);
  });

  it("adds no scan to production", async () => {
    const { json } = await callV1(live, "GET", "/scans");
    expect(json.pagination).toMatchObject({ total: 0 });
  });
});

describe("POST /api/v1/sandbox/scans refusals", () => {
  it.each<[fields: string[], body: object]>([
    [["qrCodeId"], {}],
    [["qrCodeId"], { qrCodeId: 7 }],
    [["count"], { qrCodeId: "x", count: 0 }],
    [["count"], { qrCodeId: "x", count: 101 }],
    [["count"], { qrCodeId: "x", count: 1.5 }],
    [["count"], { qrCodeId: "x", count: "5" }],
    [["userAgent"], { qrCodeId: "x", userAgent: "x".repeat(16_385) }],
    [["country"], { qrCodeId: "x", country: "pt" }],
    [["country"], { qrCodeId: "x", country: "XX" }],
    [["city"], { qrCodeId: "x", city: "" }],
    [["city"], { qrCodeId: "x", city: "x".repeat(101) }],
    [["city"], { qrCodeId: "x", city: "a\u0000b" }],
    [["scannedAt"], { qrCodeId: "x", scannedAt: "2026-01-01" }],
    [["scannedAt"], { qrCodeId: "x", scannedAt: new Date(Date.now() + 60_000).toISOString() }],
    [["scannedAt"], { qrCodeId: "x", scannedAt: new Date(Date.now() - 366 * dayMs).toISOString() }],
    [
      ["count", "country", "scannedAt"],
      { qrCodeId: "x", count: 0, country: "x", scannedAt: "2000-01-01T00:00:00Z" },
    ],
  ])("400: %j", async (fields, body) => {
    expectRefusal(await make(body), 400, "validation_failed", fields);
  });

  it("404: another account's, a production, an unknown and a malformed code id", async () => {
    const other = await newKey(await newAccount("pro"), { environment: "sandbox" });
    const foreign = await newShortUrl(other.apiKey);
    for (const qrCodeId of [foreign.id, ofLive.id, newId(), "menu"]) {
      expectRefusal(await make({ qrCodeId }), 404, "not_found");
    }
  });

  it("403: with a production key; without qr:write", async () => {
    expectRefusal(await make({ qrCodeId: ofLive.id }, live), 403, "sandbox_required");
    const weak = await newKey(account, {
      environment: "sandbox",
      permissions: ["qr:read", "analytics:read"],
    });
    expectRefusal(await make({ qrCodeId: ofLive.id }, weak.apiKey), 403, "insufficient_permission");
  });
});
