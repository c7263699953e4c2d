import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { listKeptMails } from "@/lib/platform/mail";
import {
  changePlan,
  declinePlanRequest,
  findAccount,
  grantPlanRequest,
  listPlanRequests,
  requestPlan,
  withdrawPlanRequest,
} from "./index";
import type { Caller } from "./schema";

const operatorId = newId();
let account: TestAccount;
let caller: Caller;
beforeEach(async () => {
  account = await newAccount("free");
  caller = { ...callerOf(account, "free"), userId: account.userId };
});

const planOf = async () => (await findAccount(account.accountId))?.plan;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );
const mails = () => (listKeptMails() ?? []).filter(({ to }) => to === account.email);

async function ask(plan: "pro" | "starter", note?: string): Promise<string> {
  await requestPlan(caller, { plan, ...(note === undefined ? {} : { note }) });
  const open = (await listPlanRequests()).find(({ accountId }) => accountId === account.accountId);
  return open?.id ?? "";
}

async function lastAction() {
  const { rows } = await sql.query(
    `SELECT action, user_id AS "userId" FROM audit_entry WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
    [account.accountId],
  );
  return rows[0];
}

describe("a plan request", () => {
  it("is granted once, which changes the plan, notifies the user and names the operator in the audit log", async () => {
    const id = await ask("pro");
    expect(await grantPlanRequest(id, operatorId)).toEqual({ previousPlan: "free", plan: "pro" });
    expect(await planOf()).toBe("pro");
    expect(mails()).toMatchObject([{ subject: "Your plan is Pro now" }]);
    expect(await lastAction()).toEqual({ action: "plan.changed.pro", userId: operatorId });
    expect(await codeOf(grantPlanRequest(id, operatorId))).toBe("not_found");
  });

  it("is declined with a note, which is quoted in the email, and leaves the plan unchanged", async () => {
    const id = await ask("pro");
    expect(await codeOf(declinePlanRequest(id, { note: "" }, operatorId))).toBe("validation_failed");
    await declinePlanRequest(id, { note: "Not yet.\nAsk in May." }, operatorId);
    expect(await planOf()).toBe("free");
    expect(mails()[0]?.text).toContain("> Not yet.\n> Ask in May.");
    expect(await lastAction()).toEqual({ action: "plan.declined", userId: operatorId });
    expect(await codeOf(declinePlanRequest(id, { note: "x" }, operatorId))).toBe("not_found");
  });

  it("cannot be granted after it was withdrawn or replaced", async () => {
    const first = await ask("pro");
    const second = await ask("starter");
    expect(await codeOf(grantPlanRequest(first, operatorId))).toBe("not_found");
    await withdrawPlanRequest(caller);
    expect(await codeOf(grantPlanRequest(second, operatorId))).toBe("not_found");
    expect(await planOf()).toBe("free");
    expect(mails()).toEqual([]);
  });

  it("is answered once if two operators answer it at the same time", async () => {
    const id = await ask("pro");
    const outcomes = await Promise.all([
      codeOf(grantPlanRequest(id, operatorId)),
      codeOf(declinePlanRequest(id, { note: "No" }, operatorId)),
    ]);
    expect(outcomes.sort()).toEqual(["done", "not_found"]);
    expect(mails()).toHaveLength(1);
  });
});

it("changePlan notifies the user on request, and only if the plan is different", async () => {
  await changePlan(account.accountId, "starter");
  expect(mails()).toEqual([]);
  await changePlan(account.accountId, "pro", { byUserId: operatorId, isTold: true });
  await changePlan(account.accountId, "pro", { byUserId: operatorId, isTold: true });
  expect(mails()).toHaveLength(1);
  expect(await codeOf(changePlan("' OR 1=1", "pro"))).toBe("not_found");
});
