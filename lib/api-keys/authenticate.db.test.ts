import { beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import { changePlan } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { authenticateKey, deleteKey, flushKeyUses, rotateKey, updateKey } from "./index";
import { newKeyValue } from "./key-value";

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount("developer");
});

const outcome = (authorization: string | undefined) =>
  authenticateKey(authorization).then(
    ({ key }) => key?.id,
    (error) => error.code,
  );

async function lastUseOf(id: string): Promise<Date | null> {
  const { rows } = await sql.query("SELECT last_used_at AS at FROM api_key WHERE id = $1", [id]);
  return rows[0].at;
}

describe("A1: authenticateKey", () => {
  it("returns the key's account, plan, environment and permissions", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { id, apiKey } = await newKey(account, { permissions: ["qr:read"], rateLimit: 7, expiresAt });
    expect(await authenticateKey(`Bearer ${apiKey}`)).toEqual({
      accountId: account.accountId,
      plan: "developer",
      environment: "production",
      key: { id, permissions: ["qr:read"], rateLimit: 7, expiresAt },
    });
    const sandbox = await newKey(account, { environment: "sandbox" });
    expect(await authenticateKey(`Bearer ${sandbox.apiKey}`)).toMatchObject({ environment: "sandbox" });
  });

  it("accepts the scheme in any case and spaces around the key", async () => {
    const { id, apiKey } = await newKey(account);
    for (const header of [
      `bearer ${apiKey}`,
      `BEARER  ${apiKey}`,
      ` Bearer ${apiKey} `,
      `BeArEr ${apiKey}\t`,
    ]) {
      expect(await outcome(header)).toBe(id);
    }
  });

  it("reports a missing header as missing, and malformed ones as invalid", async () => {
    const { apiKey } = await newKey(account);
    for (const header of [undefined, "", "   "]) expect(await outcome(header)).toBe("missing_api_key");
    for (const header of [
      "Bearer",
      "Bearer ",
      apiKey,
      `Basic ${apiKey}`,
      `Bearer${apiKey}`,
      `Bearer:${apiKey}`,
      `Bearer ${apiKey} x`,
      `Bearer ${apiKey}, Bearer ${apiKey}`,
      `Bearer "${apiKey}"`,
      `Bearer ${apiKey.toLowerCase()}`,
      `Bearer ${apiKey.slice(0, -1)}`,
      `Bearer ${apiKey.replace("live", "test")}`,
      `Bearer ${newKeyValue("production")}`,
      `Bearer ${"x".repeat(1_000_000)}`,
      `Bearer ${" ".repeat(100_000)}`,
      "Bearer \u0000",
    ]) {
      expect(await outcome(header), header.slice(0, 80)).toBe("invalid_api_key");
    }
  });

  it("rejects an inactive, expired or deleted key from the next request on", async () => {
    const caller = callerOf(account, "developer");
    const { id, apiKey } = await newKey(account);
    const header = `Bearer ${apiKey}`;
    expect(await outcome(header)).toBe(id);
    await updateKey(caller, id, { isActive: false });
    expect(await outcome(header)).toBe("inactive_api_key");
    await sql.query("UPDATE api_key SET expires_at = now() - interval '1 ms' WHERE id = $1", [id]);
    expect(await outcome(header)).toBe("inactive_api_key");
    await updateKey(caller, id, { isActive: true });
    expect(await outcome(header)).toBe("expired_api_key");
    await sql.query("UPDATE api_key SET expires_at = now() + interval '1 hour' WHERE id = $1", [id]);
    expect(await outcome(header)).toBe(id);
    await deleteKey(caller, id);
    expect(await outcome(header)).toBe("invalid_api_key");
  });

  it("Q8: uses the database's clock for the expiry date", async () => {
    const { id, apiKey } = await newKey(account, { expiresAt: new Date(Date.now() + 60_000) });
    const realNow = Date.now;
    try {
      Date.now = () => realNow() + 3_600_000;
      expect(await outcome(`Bearer ${apiKey}`)).toBe(id);
    } finally {
      Date.now = realNow;
    }
  });

  it("A2: returns the account's current plan on every request", async () => {
    const own = await newAccount("pro");
    const { apiKey } = await newKey(own);
    for (const plan of ["free", "developer", "starter", "pro"] as const) {
      await changePlan(own.accountId, plan);
      expect(await authenticateKey(`Bearer ${apiKey}`)).toMatchObject({ plan });
    }
  });

  it("shares statements between concurrent requests without mixing up their results", async () => {
    const own = await newAccount("developer");
    const keys = await Promise.all(Array.from({ length: 10 }, () => newKey(own)));
    const calls = Array.from({ length: 500 }, (_, i) => keys[i % 11]);
    const statements = vi.spyOn(sql, "query");
    const asked = await Promise.all(
      calls.map((key) => outcome(`Bearer ${key?.apiKey ?? newKeyValue("sandbox")}`)),
    );
    expect(statements.mock.calls.length).toBeLessThan(10);
    statements.mockRestore();
    expect(asked).toEqual(calls.map((key) => key?.id ?? "invalid_api_key"));
  });

  it("rejects a deleted key for every later request, even during other look-ups", async () => {
    const caller = callerOf(account, "developer");
    const { id, apiKey } = await newKey(account);
    let isRevoked = false;
    let admittedLater = 0;
    const asking = Array.from({ length: 20 }, async () => {
      for (let call = 0; call < 50; call += 1) {
        const startedAfter = isRevoked;
        const result = await outcome(`Bearer ${apiKey}`);
        if (startedAfter && result === id) admittedLater += 1;
      }
    });
    await deleteKey(caller, id);
    isRevoked = true;
    await Promise.all(asking);
    expect(admittedLater).toBe(0);
  });
});

describe("rotation with a grace period", () => {
  it("accepts the previous value until the period ends, and an older one no longer", async () => {
    const caller = callerOf(account, "developer");
    const { id, apiKey: first } = await newKey(account);
    const { apiKey: second, previousKeyExpiresAt } = await rotateKey(caller, id, { graceSeconds: 3_600 });
    expect(Date.parse(previousKeyExpiresAt ?? "") - Date.now()).toBeGreaterThan(3_590_000);
    expect([await outcome(`Bearer ${first}`), await outcome(`Bearer ${second}`)]).toEqual([id, id]);
    await sql.query("UPDATE api_key SET previous_valid_until = now() + interval '200 ms' WHERE id = $1", [
      id,
    ]);
    expect(await outcome(`Bearer ${first}`)).toBe(id);
    // The column rounds to milliseconds: now itself may be stored as half of one from now.
    await sql.query("UPDATE api_key SET previous_valid_until = now() - interval '1 ms' WHERE id = $1", [id]);
    expect([await outcome(`Bearer ${first}`), await outcome(`Bearer ${second}`)]).toEqual([
      "invalid_api_key",
      id,
    ]);

    const { apiKey: third } = await rotateKey(caller, id, { graceSeconds: 60 });
    const { apiKey: fourth } = await rotateKey(caller, id, { graceSeconds: 60 });
    const outcomes = await Promise.all([second, third, fourth].map((value) => outcome(`Bearer ${value}`)));
    expect(outcomes).toEqual(["invalid_api_key", id, id]);
  });

  it("rejects the previous value while the key is inactive or expired", async () => {
    const { id, apiKey } = await newKey(account);
    await rotateKey(callerOf(account, "developer"), id, { graceSeconds: 60 });
    await sql.query("UPDATE api_key SET is_active = false WHERE id = $1", [id]);
    expect(await outcome(`Bearer ${apiKey}`)).toBe("inactive_api_key");
    await sql.query(
      "UPDATE api_key SET is_active = true, expires_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    expect(await outcome(`Bearer ${apiKey}`)).toBe("expired_api_key");
  });
});

describe("last use of a key", () => {
  it("is null before the first use, and updated at most once a minute", async () => {
    const { id, apiKey } = await newKey(account);
    expect(await lastUseOf(id)).toBeNull();
    await outcome(`Bearer ${apiKey}`);
    await flushKeyUses();
    const first = await lastUseOf(id);
    expect(Math.abs((first?.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
    await outcome(`Bearer ${apiKey}`);
    await flushKeyUses();
    expect(await lastUseOf(id)).toEqual(first);
    await sql.query("UPDATE api_key SET last_used_at = now() - interval '61 seconds' WHERE id = $1", [id]);
    await outcome(`Bearer ${apiKey}`);
    await flushKeyUses();
    expect((await lastUseOf(id))?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
  });

  it("is stored within a few seconds", async () => {
    const { id, apiKey } = await newKey(account);
    await outcome(`Bearer ${apiKey}`);
    await expect.poll(() => lastUseOf(id), { timeout: 10_000 }).not.toBeNull();
  });

  it("is not recorded for a rejected key", async () => {
    const { id, apiKey } = await newKey(account);
    await sql.query("UPDATE api_key SET is_active = false WHERE id = $1", [id]);
    await outcome(`Bearer ${apiKey}`);
    await flushKeyUses();
    expect(await lastUseOf(id)).toBeNull();
  });
});
