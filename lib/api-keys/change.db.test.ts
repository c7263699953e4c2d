import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { authenticateKey, createKey, deleteKey, getKey, listKeys, updateKey } from "./index";
import { maxKeys, newApiKeySchema } from "./schema";

let account: TestAccount;
let owner: Caller;
beforeEach(async () => {
  account = await newAccount("developer");
  owner = callerOf(account, "developer");
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

async function keyedCaller(options: Parameters<typeof newKey>[1]): Promise<Caller> {
  return authenticateKey(`Bearer ${(await newKey(account, options)).apiKey}`);
}

describe("listKeys and getKey", () => {
  it("list the newest first, and only sandbox keys for a sandbox key", async () => {
    const made = [];
    for (const environment of ["production", "sandbox", "production"] as const) {
      made.unshift((await newKey(account, { environment })).id);
    }
    expect((await listKeys(owner)).map(({ id }) => id)).toEqual(made);
    const sandbox = { ...owner, environment: "sandbox" as const };
    expect((await listKeys(sandbox)).map(({ id }) => id)).toEqual([made[1]]);
    expect(await codeOf(getKey(sandbox, made[0] ?? ""))).toBe("not_found");
    expect(await getKey(sandbox, made[1] ?? "")).toMatchObject({ environment: "sandbox" });
    expect(await getKey(owner, made[1] ?? "")).toMatchObject({ id: made[1] });
  });

  it("A5: treat another account's key, a deleted one and an invalid id alike", async () => {
    const { id } = await newKey(account);
    const stranger = callerOf(await newAccount("pro"), "pro");
    await deleteKey(owner, (await newKey(account)).id);
    for (const [caller, wanted] of [
      [stranger, id],
      [owner, newId()],
      [owner, "x"],
      [owner, "'; DROP TABLE api_key; --"],
      [owner, id.toUpperCase()],
      [owner, "\u0000"],
    ] as const) {
      const reading = getKey(caller, wanted);
      await expect(reading).rejects.toMatchObject({
        code: "not_found",
        message: "There is no API key with this id",
      });
      expect(await codeOf(updateKey(caller, wanted, { name: "Mine" }))).toBe("not_found");
      expect(await codeOf(deleteKey(caller, wanted))).toBe("not_found");
    }
    expect(await getKey(owner, id)).toMatchObject({ name: "Test key" });
  });
});

describe("updateKey", () => {
  it("changes only the given fields", async () => {
    const { id } = await newKey(account);
    const before = await getKey(owner, id);
    const changed = await updateKey(owner, id, {
      name: "Till",
      description: "Left door",
      permissions: ["qr:read"],
    });
    expect(changed).toEqual({
      ...before,
      name: "Till",
      description: "Left door",
      permissions: ["qr:read"],
      updatedAt: expect.any(String),
    });
    expect(await getKey(owner, id)).toEqual(changed);
    expect(await updateKey(owner, id, { description: null })).toMatchObject({
      name: "Till",
      description: null,
    });
  });

  it("changes nothing for an unchanged record or an empty change", async () => {
    const { id } = await newKey(account, { expiresAt: new Date(Date.now() + 60_000) });
    const before = await getKey(owner, id);
    expect(await updateKey(owner, id, before)).toEqual(before);
    expect(await updateKey(owner, id, {})).toEqual(before);
    const { rows } = await sql.query("SELECT FROM audit_entry WHERE subject_id = $1", [id]);
    expect(rows).toHaveLength(1);
  });

  it("rejects changes of environment and expiry date", async () => {
    const { id } = await newKey(account);
    const change = { environment: "sandbox" as const, expiresAt: "2030-01-01T00:00:00Z", name: "Other" };
    await expect(updateKey(owner, id, change)).rejects.toMatchObject({
      code: "immutable_field",
      details: [
        { field: "environment", code: "immutable_field" },
        { field: "expiresAt", code: "immutable_field" },
      ],
      hint: "Leave the field out or send its present value; make a new key to have another.",
    });
    expect(await getKey(owner, id)).toMatchObject({
      name: "Test key",
      environment: "production",
      expiresAt: null,
    });
    const ending = await newKey(account, { expiresAt: new Date("2030-01-01T00:00:00Z") });
    expect(await codeOf(updateKey(owner, ending.id, { expiresAt: null }))).toBe("immutable_field");
    expect(await codeOf(updateKey(owner, ending.id, { expiresAt: "2030-01-01T01:00:00+01:00" }))).toBe(
      "done",
    );
  });

  it("A4: neither changes a stronger key nor makes a key stronger", async () => {
    const caller = await keyedCaller({ rateLimit: 100 });
    const strong = await newKey(account, { rateLimit: 101 });
    const weak = await newKey(account, { rateLimit: 50, permissions: ["qr:read"] });
    for (const change of [{ name: "x" }, { isActive: false }, { rateLimit: 1 }]) {
      expect(await codeOf(updateKey(caller, strong.id, change))).toBe("insufficient_permission");
    }
    await expect(updateKey(caller, weak.id, { rateLimit: 101 })).rejects.toMatchObject({
      code: "insufficient_permission",
      details: [{ field: "rateLimit", max: 100 }],
    });
    expect(await getKey(owner, weak.id)).toMatchObject({ rateLimit: 50 });
    expect(await updateKey(caller, weak.id, { rateLimit: 100 })).toMatchObject({ rateLimit: 100 });
    const self = caller.key?.id ?? "";
    expect(await codeOf(updateKey(caller, self, { rateLimit: 101 }))).toBe("insufficient_permission");
    expect(await updateKey(caller, self, { rateLimit: 90 })).toMatchObject({ rateLimit: 90 });
  });

  it("deleteKey lets a weaker key delete a stronger one", async () => {
    const caller = await keyedCaller({ rateLimit: 1 });
    const { id } = await newKey(account);
    await deleteKey(caller, id);
    expect(await codeOf(getKey(owner, id))).toBe("not_found");
  });

  it("counts reactivated keys towards the limit, even when concurrent", async () => {
    const off = await Promise.all(Array.from({ length: 5 }, () => newKey(account)));
    for (const { id } of off) await updateKey(owner, id, { isActive: false });
    await Promise.all(Array.from({ length: maxKeys - 2 }, () => newKey(account)));
    const wish = newApiKeySchema.parse({ name: "New", permissions: ["qr:read"] });
    const outcomes = await Promise.all([
      ...off.map(({ id }) => codeOf(updateKey(owner, id, { isActive: true }))),
      codeOf(createKey(owner, wish)),
    ]);
    expect(outcomes.filter((code) => code === "done")).toHaveLength(2);
    expect(outcomes.filter((code) => code === "quota_exceeded")).toHaveLength(4);
    const active = (await listKeys(owner)).filter(({ isActive }) => isActive);
    expect(active).toHaveLength(maxKeys);
    expect(await codeOf(updateKey(owner, active[0]?.id ?? "", { isActive: true, name: "Same" }))).toBe(
      "done",
    );
  });
});

it("records every change in the audit log by ids only", async () => {
  const caller = await keyedCaller({});
  const { id } = await newKey(account);
  await updateKey({ ...owner, userId: account.userId }, id, { name: "Secret plan" });
  await deleteKey(caller, id);
  const { rows } = await sql.query(
    "SELECT * FROM audit_entry WHERE subject_id = $1 ORDER BY created_at, id",
    [id],
  );
  expect(rows.map(({ action, user_id, key_id }) => ({ action, user_id, key_id }))).toEqual([
    { action: "key.created", user_id: null, key_id: null },
    { action: "key.changed", user_id: account.userId, key_id: null },
    { action: "key.deleted", user_id: null, key_id: caller.key?.id },
  ]);
  expect(JSON.stringify(rows)).not.toContain("Secret plan");
});
