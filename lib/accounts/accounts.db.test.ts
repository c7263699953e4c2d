import { beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import { insertWebhooks } from "@/e2e/support/tenant-webhooks";
import { prismaTransaction, sql } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail";
import { deleteAccount } from "@/lib/users";
import {
  changePlan,
  createAccount,
  describeUsage,
  findAccount,
  listPlanRequests,
  recordAudit,
  requestPlan,
  withdrawPlanRequest,
} from "./index";
import type { Caller } from "./schema";

// Before the settings are read for the first time.
vi.hoisted(() => Object.assign(process.env, { SUPPORT_EMAIL: "operator@example.com" }));

let account: TestAccount;
let caller: Caller;
beforeEach(async () => {
  account = await newAccount("free");
  caller = { ...callerOf(account, "free"), userId: account.userId };
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

async function actionsOf(accountId: string): Promise<string[]> {
  const { rows } = await sql.query(
    "SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY created_at, id",
    [accountId],
  );
  return rows.map(({ action }) => action);
}

async function ownRequests() {
  return (await listPlanRequests()).filter(({ accountId }) => accountId === account.accountId);
}

describe("plan changes and requests", () => {
  it("applies a new plan, settles the open request and records it in the audit log", async () => {
    await requestPlan(caller, { plan: "pro" });
    expect(await changePlan(account.accountId, "developer")).toEqual({
      previousPlan: "free",
      plan: "developer",
    });
    expect(await findAccount(account.accountId)).toMatchObject({ plan: "developer" });
    expect(await ownRequests()).toEqual([]);
    expect(await describeUsage(caller)).toMatchObject({ plan: "developer", openRequest: null });
    expect(await actionsOf(account.accountId)).toEqual([
      "account.created",
      "plan.requested",
      "plan.changed.developer",
    ]);
    expect(await codeOf(changePlan("00000000-0000-7000-8000-000000000000", "pro"))).toBe("not_found");
  });

  it("keeps only the latest request, also when two arrive at once", async () => {
    await requestPlan(caller, { plan: "starter", note: "first" });
    await Promise.all([requestPlan(caller, { plan: "pro" }), requestPlan(caller, { plan: "developer" })]);
    await requestPlan(caller, { plan: "pro", note: "  for the menu  " });
    expect(await ownRequests()).toEqual([
      {
        id: expect.any(String),
        accountId: account.accountId,
        email: account.email,
        plan: "free",
        requestedPlan: "pro",
        note: "for the menu",
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await describeUsage(caller)).openRequest).toMatchObject({ plan: "pro" });
  });

  it("lets the account withdraw its request once, and notifies the operator", async () => {
    const other = await newAccount("free");
    await requestPlan(caller, { plan: "pro" });
    expect(await codeOf(withdrawPlanRequest(callerOf(other, "free")))).toBe("not_found");
    const both = await Promise.allSettled([withdrawPlanRequest(caller), withdrawPlanRequest(caller)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ownRequests()).toEqual([]);
    expect((await describeUsage(caller)).openRequest).toBeNull();
    expect((await actionsOf(account.accountId)).at(-1)).toBe("plan.withdrawn");
    const mail = listKeptMails()?.find(({ subject }) => subject === "Request for Pro withdrawn");
    expect(mail).toMatchObject({ to: "operator@example.com" });
    expect(mail?.text).toContain(account.email);
  });

  it("refuses a request for the current plan, and more than five requests per hour", async () => {
    await expect(requestPlan(caller, { plan: "free" })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "plan" }],
    });
    for (let time = 0; time < 4; time += 1) await requestPlan(caller, { plan: "pro" });
    await expect(requestPlan(caller, { plan: "pro" })).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
  });

  it("emails the operator a command line in which the address is quoted safely", async () => {
    await sql.query("UPDATE app_user SET email = $2 WHERE id = $1", [
      account.userId,
      `a'b&c${account.email}`,
    ]);
    await requestPlan(caller, { plan: "pro", note: "Bcc: x@example.com\nplease" });
    const mail = listKeptMails()?.find(({ text }) => text.includes(account.email));
    expect(mail).toMatchObject({ to: "operator@example.com", subject: "Request for Pro" });
    expect(mail?.text).toContain(`--email 'a'\\''b&c${account.email}' --plan pro`);
    expect(mail?.text).toContain("Bcc: x@example.com\nplease");
  });
});

it("describeUsage counts codes by kind, valid keys and webhooks of both environments, with limits", async () => {
  const { accountId } = account;
  await sql.query(
    "UPDATE account SET code_count = 3, dynamic_code_count = 1, sandbox_code_count = 7 WHERE id = $1",
    [accountId],
  );
  const keys = [];
  for (let i = 0; i < 4; i += 1) keys.push(await newKey(account));
  await sql.query("UPDATE api_key SET is_active = false WHERE id = $1", [keys[0]?.id]);
  await sql.query("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [keys[1]?.id]);
  await insertWebhooks(sql, [
    { accountId, environment: "production" },
    { accountId, environment: "sandbox" },
  ]);
  expect(await describeUsage(caller)).toEqual({
    plan: "free",
    codes: { used: 3, limit: 10 },
    dynamicCodes: { used: 1, limit: 1 },
    keys: { used: 2, limit: 20 },
    webhooks: { used: 2, limit: 10 },
    sandboxCodes: { used: 7, limit: 100 },
    scans: { used: 0, limit: 1_000, capped: 0 },
    domains: { used: 0, limit: 0 },
    sandboxScans: 0,
    openRequest: null,
  });
  await changePlan(accountId, "pro");
  expect(await describeUsage(caller)).toMatchObject({ codes: { limit: 500 }, dynamicCodes: { limit: null } });
});

describe("deleteAccount", () => {
  it("deletes the account and records it in the audit log", async () => {
    await newKey(account);
    await requestPlan(caller, { plan: "pro", note: "gone soon" });
    await deleteAccount(account.accountId, account.userId);
    expect(await findAccount(account.accountId)).toBeNull();
    expect((await actionsOf(account.accountId)).at(-1)).toBe("account.deleted");
    expect(await codeOf(deleteAccount(account.accountId))).toBe("not_found");
    expect(await codeOf(describeUsage(caller))).toBe("not_found");
  });

  it("leaves other accounts unchanged", async () => {
    const other = await newAccount("pro");
    await newKey(other);
    await deleteAccount(account.accountId);
    expect(await describeUsage(callerOf(other, "pro"))).toMatchObject({ keys: { used: 1 } });
  });
});

it("createAccount and its audit entry are rolled back with their transaction", async () => {
  let accountId = "";
  const failing = prismaTransaction(async (tx) => {
    ({ accountId } = await createAccount(tx, { name: "Nobody", plan: "free" }));
    throw new Error("no user");
  });
  await expect(failing).rejects.toThrow("no user");
  expect(await findAccount(accountId)).toBeNull();
  expect(await actionsOf(accountId)).toEqual([]);
  await recordAudit(null, { accountId, action: "user.signed_in" });
  expect(await actionsOf(accountId)).toEqual(["user.signed_in"]);
});
