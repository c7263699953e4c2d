import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { draw, urlOf } from "../support/logos";
import { storeInBulk } from "../support/stored-rows";

const code = { name: "Table 4", type: "url", content: "https://example.com/menu", isDynamic: true };

let account: TestAccount;
let apiKey: string;

beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
});

const post = (path: string, key: string, body: unknown, as = apiKey, query = "") =>
  callV1(as, "POST", path, { body, headers: { "idempotency-key": key }, query });

async function keptBytes(key: string): Promise<number> {
  const text = "SELECT octet_length(answer) AS bytes FROM idempotency_key WHERE key = $1";
  return (await sql.query(text, [key])).rows[0].bytes;
}

describe("Q12: stored responses", () => {
  it("omit the pictures of a bulk create, which are redrawn to the same bytes", async () => {
    const logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
    const items = [
      { ...code, settings: { logo, size: 1024 } },
      { ...code, settings: { modules: { shape: "dots" }, size: 1024 } },
      { name: "Free text", type: "text", content: "ümläut", settings: { frame: { style: "rounded" } } },
      { name: "", type: "text", content: "refused" },
    ];
    const key = randomUUID();
    const first = await post("/qr-codes/bulk", key, { qrCodes: items });
    expect(first.status).toBe(201);
    expect(first.json.summary).toMatchObject({ total: 4, successful: 3 });
    expect(await keptBytes(key)).toBeLessThan(first.text.length - 10_000);
    const again = await post("/qr-codes/bulk", key, { qrCodes: items });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.text).toBe(first.text);
    expect(again.headers.get("content-length")).toBe(first.headers.get("content-length"));
  });

  it("take at most 256 MiB per account; a request that would exceed it changes nothing", async () => {
    const full = await newAccount("pro");
    const { apiKey: own } = await newKey(full);
    await storeInBulk(
      `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, status, answer, expires_at)
       SELECT $1, 'test', n::text, '', gen_random_uuid(), now(), 201, convert_to(repeat('x', 64 * 1024 * 1024), 'UTF8'),
         now() + interval '1 day' FROM generate_series(1, 4) n`,
      [full.accountId],
    );
    const items = Array.from({ length: 100 }, (_, index) => ({
      ...code,
      name: `${index} ${"x".repeat(190)}`,
    }));
    const large = items.map((item) => ({ ...item, content: `https://example.com/${"y".repeat(1_000)}` }));
    const refused = await post("/qr-codes/bulk", randomUUID(), { qrCodes: large }, own);
    expect([refused.status, refused.json.code]).toEqual([403, "quota_exceeded"]);
    const { rows } = await sql.query("SELECT code_count FROM account WHERE id = $1", [full.accountId]);
    expect(rows[0].code_count).toBe(0);
    expect((await callV1(own, "POST", "/qr-codes/bulk", { body: { qrCodes: large } })).status).toBe(201);
    expect((await post("/qr-codes", randomUUID(), code, own)).status).toBe(201);
    // Other tests search every row.
    await sql.query("DELETE FROM idempotency_key WHERE account_id = $1", [full.accountId]);
  });
});

describe("Q12: replays and permissions", () => {
  it("A4: reveal a new key only to a key that could have created it", async () => {
    const weak = await newKey(account, { rateLimit: 100 });
    const body = { name: "till", permissions: ["qr:read"], rateLimit: 5_000 };
    const key = randomUUID();
    const first = await post("/api-keys", key, body);
    expect(first.status).toBe(201);
    expect((await post("/api-keys", key, body)).text).toBe(first.text);
    const other = await post("/api-keys", key, body, weak.apiKey);
    expect([other.status, other.json.code]).toEqual([403, "insufficient_permission"]);
    expect(other.text).not.toContain(first.json.apiKey);
    const rotated = await post(`/api-keys/${first.json.id}/rotate`, key, {});
    const peeped = await post(`/api-keys/${first.json.id}/rotate`, key, {}, weak.apiKey);
    expect([rotated.status, peeped.status]).toEqual([200, 403]);
  });

  it("do not apply to a dry run after the real call", async () => {
    const key = randomUUID();
    expect((await post("/qr-codes", key, code)).status).toBe(201);
    const dry = await post("/qr-codes", key, code, apiKey, "dryRun=true");
    expect([dry.status, dry.json.dryRun, dry.headers.get("idempotent-replayed")]).toEqual([201, true, null]);
  });
});
