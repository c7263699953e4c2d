import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import type { Answer } from "../support/public-api";

const code = { name: "Table 4", type: "url", content: "https://example.com/menu", isDynamic: true };

let account: TestAccount;
let apiKey: string;

beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
});

const post = (path: string, key: string, body: unknown, options: { as?: string; query?: string } = {}) =>
  callV1(options.as ?? apiKey, "POST", path, {
    body,
    headers: { "idempotency-key": key },
    ...(options.query !== undefined && { query: options.query }),
  });

async function countCodes({ accountId }: { accountId: string } = account): Promise<number> {
  const { rows } = await sql.query("SELECT count(*)::int AS n FROM qr_code WHERE account_id = $1", [
    accountId,
  ]);
  return rows[0].n;
}

/** What a client reads of an answer, but for what is each request's own. */
const read = ({ status, text, headers }: Answer) => ({
  status,
  text,
  location: headers.get("location"),
  type: headers.get("content-type"),
  length: headers.get("content-length"),
});

function expectReplay(again: Answer, first: Answer): void {
  expect(read(again)).toEqual(read(first));
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
}

describe("Q12: replays of an idempotent request", () => {
  it("return the first status, body and Location, change nothing and count towards the rate limit", async () => {
    const before = await countCodes();
    const key = randomUUID();
    const first = await post("/qr-codes", key, code);
    expect([first.status, first.headers.get("location")]).toEqual([
      201,
      expect.stringContaining(first.json.id as never),
    ]);
    for (let again = 0; again < 3; again += 1) {
      const answer = await post("/qr-codes", key, code);
      expectReplay(answer, first);
      expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBeLessThan(
        Number(first.headers.get("x-ratelimit-remaining")),
      );
    }
    expect(await countCodes()).toBe(before + 1);
  });

  it("stay the same after the code was changed or deleted", async () => {
    const key = randomUUID();
    const first = await post("/qr-codes", key, code);
    const path = `/qr-codes/${first.json.id}`;
    expect((await callV1(apiKey, "PUT", path, { body: { name: "Other" } })).status).toBe(200);
    expectReplay(await post("/qr-codes", key, code), first);
    expect((await callV1(apiKey, "DELETE", path)).status).toBe(204);
    expectReplay(await post("/qr-codes", key, code), first);
    expect((await callV1(apiKey, "GET", path)).status).toBe(404);
  });

  it("cover bulk creates, new keys and rotations", async () => {
    const doomed = await newKey(account, { permissions: ["qr:read"] });
    for (const [path, body] of [
      ["/qr-codes/bulk", { qrCodes: [code, { ...code, type: "nope" }, code] }],
      ["/qr-codes/bulk", { qrCodes: [{ ...code, type: "nope" }] }],
      ["/api-keys", { name: "Key", permissions: ["qr:read"] }],
      [`/api-keys/${doomed.id}/rotate`, { graceSeconds: 60 }],
    ] as const) {
      const key = randomUUID();
      const first = await post(path, key, body);
      expect(first.status, first.text).toBeLessThan(300);
      expectReplay(await post(path, key, body), first);
    }
    const key = randomUUID();
    const rotated = await callV1(apiKey, "POST", `/api-keys/${doomed.id}/rotate`, {
      headers: { "idempotency-key": key },
    });
    expect(rotated.status).toBe(200);
    const again = await callV1(apiKey, "POST", `/api-keys/${doomed.id}/rotate`, {
      headers: { "idempotency-key": key },
    });
    expect(again.json.apiKey).toBe(rotated.json.apiKey);
  });

  it("work for any key of the account and environment with permission, and for no other", async () => {
    const key = randomUUID();
    const first = await post("/qr-codes", key, code);
    const sibling = await newKey(account, { permissions: ["qr:write"] });
    expectReplay(await post("/qr-codes", key, code, { as: sibling.apiKey }), first);
    const reader = await newKey(account, { permissions: ["qr:read"] });
    expect((await post("/qr-codes", key, code, { as: reader.apiKey })).status).toBe(403);
    const stranger = await newAccount("developer");
    for (const other of [
      await newKey(account, { environment: "sandbox" }),
      await newKey(stranger),
      await newKey(stranger, { environment: "sandbox" }),
    ]) {
      const answer = await post("/qr-codes", key, code, { as: other.apiKey });
      expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([201, null]);
      expect(answer.json.id).not.toBe(first.json.id);
    }
  });

  it("treat another path as a new request", async () => {
    const key = randomUUID();
    const body = { qrCodes: [code] };
    expect((await post("/qr-codes/bulk", key, body)).status).toBe(201);
    const single = await post("/qr-codes", key, code);
    expect([single.status, single.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });
});

describe("Q12: a different body with the same key", () => {
  it("422: is rejected for any difference, even a trailing space", async () => {
    const before = await countCodes();
    const key = randomUUID();
    expect((await post("/qr-codes", key, code)).status).toBe(201);
    for (const body of [{ ...code, name: "Table 5" }, `${JSON.stringify(code)} `]) {
      const answer = await post("/qr-codes", key, body);
      expect([answer.status, answer.json.code]).toEqual([422, "idempotency_key_reused"]);
      expect(answer.headers.get("idempotent-replayed")).toBeNull();
    }
    expect(await countCodes()).toBe(before + 1);
  });
});

describe("Q12: concurrent identical requests", () => {
  it("create one code: one succeeds, the others get 409 or its response", async () => {
    const before = await countCodes();
    const key = randomUUID();
    const twins = await Promise.all(Array.from({ length: 20 }, () => post("/qr-codes", key, code)));
    const first = twins.find(({ status, headers }) => status === 201 && !headers.has("idempotent-replayed"));
    expect(first).toBeDefined();
    for (const twin of twins.filter((one) => one !== first)) {
      if (twin.status === 201) expectReplay(twin, first as Answer);
      else {
        expect([twin.status, twin.json.code]).toEqual([409, "idempotency_in_progress"]);
        expect(twin.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      }
    }
    expect(await countCodes()).toBe(before + 1);
    expectReplay(await post("/qr-codes", key, code), first as Answer);
  });

  it("409: while the first is still running", async () => {
    const key = randomUUID();
    const lock = await sql.connect();
    try {
      await lock.query("BEGIN");
      await lock.query("SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE", [account.accountId]);
      const first = post("/qr-codes", key, code);
      const isClaimed = async () =>
        (await sql.query("SELECT 1 FROM idempotency_key WHERE key = $1", [key])).rows.length > 0;
      while (!(await isClaimed())) await sleep(1);
      const other = await post("/qr-codes", key, { ...code, name: "never stored" });
      expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
      const twin = await post("/qr-codes", key, code);
      expect([twin.status, twin.json.code]).toEqual([409, "idempotency_in_progress"]);
      await lock.query("COMMIT");
      const done = await first;
      expect(done.status).toBe(201);
      expectReplay(await post("/qr-codes", key, code), done);
    } finally {
      await lock.query("ROLLBACK");
      lock.release();
    }
  });
});

describe("Q12: responses that are not stored", () => {
  it("a quota refusal: the same key works once there is room", async () => {
    const key = randomUUID();
    const free = await newAccount("pro");
    const own = await newKey(free, { environment: "sandbox" });
    await sql.query("UPDATE account SET sandbox_code_count = 100 WHERE id = $1", [free.accountId]);
    const full = await post("/qr-codes", key, code, { as: own.apiKey });
    expect([full.status, full.json.code]).toEqual([403, "quota_exceeded"]);
    await sql.query("UPDATE account SET sandbox_code_count = 0 WHERE id = $1", [free.accountId]);
    const made = await post("/qr-codes", key, code, { as: own.apiKey });
    expect([made.status, made.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  it("a 400: the same key works with a corrected body", async () => {
    const key = randomUUID();
    expect((await post("/qr-codes", key, { ...code, content: "no address" })).status).toBe(400);
    const { status, headers } = await post("/qr-codes", key, code);
    expect([status, headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  it("a dry run: the real call still runs", async () => {
    const before = await countCodes();
    const key = randomUUID();
    for (let again = 0; again < 2; again += 1) {
      const dry = await post("/qr-codes", key, code, { query: "?dryRun=true" });
      expect([dry.status, dry.headers.get("idempotent-replayed")]).toEqual([201, null]);
      expect(dry.json.dryRun).toBe(true);
    }
    expect(await countCodes()).toBe(before);
    const real = await post("/qr-codes", key, code);
    expect([real.status, real.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(await countCodes()).toBe(before + 1);
  });

  it("any response after 24 hours", async () => {
    const key = randomUUID();
    const first = await post("/qr-codes", key, code);
    const age = (interval: string) =>
      sql.query("UPDATE idempotency_key SET expires_at = expires_at - $2::interval WHERE key = $1", [
        key,
        interval,
      ]);
    await age("23:59:00");
    expectReplay(await post("/qr-codes", key, code), first);
    await age("00:01:01");
    const later = await post("/qr-codes", key, { ...code, name: "Another" });
    expect([later.status, later.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  it("responses to other methods, which ignore the header", async () => {
    const { json } = await post("/qr-codes", randomUUID(), code);
    const key = randomUUID();
    const headers = { "idempotency-key": key };
    for (const name of ["One", "Two"]) {
      const answer = await callV1(apiKey, "PUT", `/qr-codes/${json.id}`, { body: { name }, headers });
      expect([answer.status, answer.json.name]).toEqual([200, name]);
    }
    const long = { "idempotency-key": "x".repeat(300) };
    expect((await callV1(apiKey, "GET", `/qr-codes/${json.id}`, { headers: long })).status).toBe(200);
    const { rows } = await sql.query("SELECT 1 FROM idempotency_key WHERE key = $1", [key]);
    expect(rows).toEqual([]);
  });
});

describe("Q12: Idempotency-Key header", () => {
  it.each(["x", "x".repeat(255), " ~!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|} inside".trim()])(
    "accepts %j",
    async (key) => {
      const first = await post("/qr-codes", key, code);
      expect(first.status).toBe(201);
      expectReplay(await post("/qr-codes", key, code), first);
    },
  );

  it.each([
    ["", "too_short"],
    ["x".repeat(256), "too_long"],
    ["x".repeat(3_000), "too_long"],
    ["clé", "invalid_format"],
    ["a\tb", "invalid_format"],
  ])("400: rejects %j", async (key, fault) => {
    const before = await countCodes();
    const { status, json } = await post("/qr-codes", key, code);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.details).toMatchObject([{ field: "Idempotency-Key", code: fault }]);
    expect(await countCodes()).toBe(before);
  });

  it("400: is reported together with problems in the body", async () => {
    const { json } = await post("/qr-codes", "", { type: "url", content: "https://example.com" });
    const details = json.details as unknown as { field: string }[];
    expect(details.map(({ field }) => field).sort()).toEqual(["Idempotency-Key", "name"]);
  });
});
