import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import { type Caller, type Permission, permissions } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import {
  authenticateKey,
  createKey,
  deleteKey,
  listKeys,
  rotateKey,
  updateKey,
  validateNewKey,
} from "./index";
import { hashKeyValue } from "./key-value";
import { maxKeys, maxStoredKeys, newApiKeySchema } from "./schema";

let account: TestAccount;
let owner: Caller;
beforeEach(async () => {
  account = await newAccount("pro");
  owner = { ...callerOf(account, "pro"), userId: account.userId };
});

const wish = (more: object = {}) => newApiKeySchema.parse({ name: "Key", permissions: ["qr:read"], ...more });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "made",
    (error) => error.code,
  );

/** The caller behind a new key of the account. */
async function keyedCaller(options: Parameters<typeof newKey>[1]): Promise<Caller> {
  return authenticateKey(`Bearer ${(await newKey(account, options)).apiKey}`);
}

async function rowOf(id: string) {
  return (await sql.query("SELECT * FROM api_key WHERE id = $1", [id])).rows[0];
}

describe("createKey", () => {
  it("W15: returns the value once, and stores only a hash and a preview", async () => {
    const { apiKey, ...key } = await createKey(owner, wish({ description: "Door\nleft", rateLimit: 12 }));
    const row = await rowOf(key.id);
    expect(row.key_hash.equals(hashKeyValue(apiKey))).toBe(true);
    expect(JSON.stringify({ ...row, key_hash: row.key_hash.toString("latin1") })).not.toContain(
      apiKey.slice(8, 40),
    );
    expect(key).toEqual({
      id: row.id,
      name: "Key",
      description: "Door\nleft",
      environment: "production",
      permissions: ["qr:read"],
      rateLimit: 12,
      preview: `qr_live_…${apiKey.slice(-4)}`,
      isActive: true,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.created_at.toISOString(),
    });
    expect(await listKeys(owner)).toEqual([key]);
  });

  it("uses defaults for missing fields, or the calling key's lower limits", async () => {
    expect(await createKey(owner, wish())).toMatchObject({ rateLimit: 5_000, expiresAt: null });
    const expiresAt = new Date(Date.now() + 86_400_000);
    const caller = await keyedCaller({ rateLimit: 300, expiresAt });
    expect(await createKey(caller, wish())).toMatchObject({
      rateLimit: 300,
      expiresAt: expiresAt.toISOString(),
    });
  });

  it("A4: rejects a key stronger than the calling key, with every field that is", async () => {
    const expiresAt = new Date(Date.now() + 86_400_000);
    const caller = await keyedCaller({ permissions: ["qr:read"], rateLimit: 300, expiresAt });
    const before = await listKeys(owner);
    const later = new Date(expiresAt.getTime() + 1).toISOString();
    const asked = wish({ permissions: [...permissions], rateLimit: 301, expiresAt: later });
    await expect(createKey(caller, asked)).rejects.toMatchObject({
      code: "insufficient_permission",
      details: [
        { field: "permissions", requiredPermission: "qr:write" },
        { field: "permissions", requiredPermission: "analytics:read" },
        { field: "permissions", requiredPermission: "webhooks:manage" },
        { field: "rateLimit", max: 300 },
        { field: "expiresAt", latest: expiresAt.toISOString() },
      ],
    });
    expect(await codeOf(createKey(caller, wish({ expiresAt: null })))).toBe("insufficient_permission");
    expect(await listKeys(owner)).toEqual(before);
    const equal = { rateLimit: 300, expiresAt: expiresAt.toISOString() };
    expect(await codeOf(createKey(caller, wish(equal)))).toBe("made");
  });

  it("A4: treats qr:write as including qr:read", async () => {
    const writer = await keyedCaller({ permissions: ["qr:write"] });
    expect(await codeOf(createKey(writer, wish({ permissions: ["qr:read"] })))).toBe("made");
    const reader = await keyedCaller({ permissions: ["qr:read"] });
    const asked = wish({ permissions: ["qr:write"] satisfies Permission[] });
    expect(await codeOf(createKey(reader, asked))).toBe("insufficient_permission");
  });

  it("A4: rejects an expiry date that is past by the database's clock", async () => {
    const realNow = Date.now;
    const soon = new Date(realNow() + 60_000).toISOString();
    try {
      Date.now = () => realNow() + 3_600_000;
      expect(await codeOf(createKey(owner, wish({ expiresAt: soon })))).toBe("made");
    } finally {
      Date.now = realNow;
    }
    const past = wish({ expiresAt: new Date(Date.now() - 1_000).toISOString() });
    await expect(createKey(owner, past)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "expiresAt", code: "not_in_future" }],
    });
  });

  it("reports a past expiry date alongside other errors", () => {
    const now = new Date("2026-06-01T00:00:00Z");
    expect(validateNewKey({ expiresAt: "2026-05-31T23:59:59Z" }, now)).toHaveLength(1);
    for (const expiresAt of ["2026-06-01T00:00:01Z", "yesterday", undefined, null, 5]) {
      expect(validateNewKey({ expiresAt }, now)).toEqual([]);
    }
  });

  it("lets a sandbox key create only sandbox keys", async () => {
    const caller = await keyedCaller({ environment: "sandbox" });
    expect(await codeOf(createKey(caller, wish()))).toBe("sandbox_forbidden");
    const made = await createKey(caller, wish({ environment: "sandbox" }));
    expect(made).toMatchObject({ environment: "sandbox", preview: expect.stringMatching(/^qr_test_…/) });
    const production = await keyedCaller({});
    expect(await codeOf(createKey(production, wish({ environment: "sandbox" })))).toBe("made");
  });

  it("requires a plan with the API, except for the operator", async () => {
    for (const plan of ["free", "starter"] as const) {
      expect(await codeOf(createKey({ ...owner, plan }, wish()))).toBe("plan_required");
      expect(await codeOf(createKey(callerOf(account, plan), wish()))).toBe("made");
    }
  });

  it("allows exactly 20 active keys, even with concurrent requests", async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => codeOf(createKey(owner, wish()))));
    expect(made.filter((code) => code === "made")).toHaveLength(maxKeys);
    expect(made.filter((code) => code === "quota_exceeded")).toHaveLength(50 - maxKeys);
    await expect(createKey(owner, wish({ environment: "sandbox" }))).rejects.toMatchObject({
      code: "quota_exceeded",
      details: [{ field: "keys", code: "quota_exceeded", limit: 20, used: 20 }],
    });
    const [first, second, third] = await listKeys(owner);
    await deleteKey(owner, first?.id ?? "");
    await updateKey(owner, second?.id ?? "", { isActive: false });
    await sql.query("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [third?.id]);
    const again = await Promise.all(Array.from({ length: 10 }, () => codeOf(createKey(owner, wish()))));
    expect(again.filter((code) => code === "made")).toHaveLength(3);
  });

  it("limits the number of stored keys, including inactive ones", async () => {
    await sql.query(
      `INSERT INTO api_key (id, account_id, name, environment, permissions, rate_limit, key_hash, preview, is_active)
       SELECT gen_random_uuid(), $1, 'Old', 'production', '{qr:read}', 1, sha256(uuid_send(gen_random_uuid())), 'x', false
       FROM generate_series(1, $2::int)`,
      [account.accountId, maxStoredKeys - 1],
    );
    expect(await codeOf(createKey(owner, wish()))).toBe("made");
    expect(await codeOf(createKey(owner, wish()))).toBe("quota_exceeded");
  });

  it("rolls back when a step before the commit fails", async () => {
    const refuse = async () => {
      throw new Error("not sealed");
    };
    await expect(createKey(owner, wish(), refuse)).rejects.toThrow("not sealed");
    expect(await listKeys(owner)).toEqual([]);
    const { rows } = await sql.query(
      "SELECT action FROM audit_entry WHERE account_id = $1 AND action LIKE 'key.%'",
      [account.accountId],
    );
    expect(rows).toEqual([]);
  });
});

describe("rotateKey", () => {
  it("creates a new value and keeps all other fields", async () => {
    const { apiKey, ...key } = await createKey(owner, wish({ rateLimit: 5 }));
    const { apiKey: next, ...rotated } = await rotateKey(owner, key.id, { graceSeconds: 0 });
    expect(next).not.toBe(apiKey);
    expect(rotated).toEqual({
      ...key,
      preview: `qr_live_…${next.slice(-4)}`,
      updatedAt: expect.any(String),
    });
    expect(await rowOf(key.id)).toMatchObject({ previous_key_hash: null, previous_valid_until: null });
  });

  it("reports until when the previous value works, as long as it does", async () => {
    const { id } = await createKey(owner, wish());
    const { previousKeyExpiresAt } = await rotateKey(owner, id, { graceSeconds: 60 });
    expect(Number.isNaN(Date.parse(previousKeyExpiresAt ?? ""))).toBe(false);
    expect(await listKeys(owner)).toMatchObject([{ previousKeyExpiresAt }]);
    await sql.query("UPDATE api_key SET previous_valid_until = now() - interval '1 ms' WHERE id = $1", [id]);
    expect((await listKeys(owner))[0]).not.toHaveProperty("previousKeyExpiresAt");
  });

  it("A4: rejects a key stronger than the caller's", async () => {
    const day = new Date(Date.now() + 86_400_000);
    const caller = await keyedCaller({ rateLimit: 100, expiresAt: day });
    const own = await keyedCaller({ permissions: ["qr:read"], rateLimit: 100, expiresAt: day });
    const stronger = [
      await newKey(account, { rateLimit: 101, expiresAt: day }),
      await newKey(account, { rateLimit: 100 }),
      await newKey(account, { rateLimit: 100, expiresAt: new Date(day.getTime() + 1) }),
    ];
    for (const { id, apiKey } of stronger) {
      expect(await codeOf(rotateKey(caller, id, { graceSeconds: 0 }))).toBe("insufficient_permission");
      expect(await authenticateKey(`Bearer ${apiKey}`)).toMatchObject({ key: { id } });
    }
    const weaker = await newKey(account, { rateLimit: 100, expiresAt: day });
    expect(await codeOf(rotateKey(own, weaker.id, { graceSeconds: 0 }))).toBe("insufficient_permission");
    expect(await codeOf(rotateKey(caller, weaker.id, { graceSeconds: 0 }))).toBe("made");
    expect(await codeOf(rotateKey(caller, caller.key?.id ?? "", { graceSeconds: 0 }))).toBe("made");
  });

  it("rejects an expired key and one that does not exist", async () => {
    const { id } = await createKey(owner, wish());
    await sql.query("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect(await codeOf(rotateKey(owner, id, { graceSeconds: 0 }))).toBe("validation_failed");
    expect(await codeOf(rotateKey(owner, "no-id", { graceSeconds: 0 }))).toBe("not_found");
    const other = callerOf(await newAccount("pro"), "pro");
    expect(await codeOf(rotateKey(other, id, { graceSeconds: 0 }))).toBe("not_found");
  });
});
