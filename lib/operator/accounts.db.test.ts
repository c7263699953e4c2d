import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import { storeCapped, storeScanCounter } from "@/e2e/support/raw-scans";
import { requestPlan } from "@/lib/accounts";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { listKeptMails } from "@/lib/platform/mail";
import { setOperator } from "@/lib/users";
import { findSessionUser, signInWithPassword } from "@/lib/users/sign-in";
import { getAccount, listAccounts, mailResetLink, removeAccount, signOutEverywhere } from "./index";
import type { AccountSort } from "./schema";

const mark = `mark${randomBytes(6).toString("hex")}`;
const operatorId = newId();
let own: TestAccount;
let other: TestAccount;

/** Named so that a search finds them and nobody else's. */
async function newMarked(plan: "free" | "pro", name: string): Promise<TestAccount> {
  const account = await newAccount(plan);
  await sql.query("UPDATE app_user SET name = $2 WHERE id = $1", [account.userId, `${mark} ${name}`]);
  return account;
}

beforeAll(async () => {
  own = await newMarked("pro", "Ada");
  other = await newMarked("free", "Grace 50%");
});

const find = async (q: string, sort: AccountSort = "newest", page = 1) =>
  (await listAccounts({ q, sort, page })).accounts.map(({ accountId }) => accountId);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.details?.[0]?.code ?? error.code,
  );

async function actionsOf({ accountId }: TestAccount) {
  const { rows } = await sql.query(
    `SELECT action, user_id AS "userId" FROM audit_entry WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

describe("listAccounts", () => {
  it("finds accounts by part of a name or email in any case, by ids and by their codes", async () => {
    const { id, shortUrl } = await createCode(callerOf(own, "pro"), {
      name: "Menu",
      type: "url",
      content: "https://example.com/",
      isDynamic: true,
    });
    expect(await find(mark)).toEqual([other.accountId, own.accountId]);
    expect(await find(`${mark.toUpperCase()} AD`)).toEqual([own.accountId]);
    for (const q of [own.email, own.email.slice(3), own.accountId, own.userId, id, shortUrl ?? ""]) {
      expect(await find(q), q).toEqual([own.accountId]);
    }
    expect(await find(`${shortUrl}+`.replace(/^https?:\/\/[^/]+/, "https://old.example"))).toEqual([
      own.accountId,
    ]);
  });

  it("searches for literal text, without patterns", async () => {
    expect(await find(`${mark} Grace 50%`)).toEqual([other.accountId]);
    expect(await find(`${mark}%Ada`)).toEqual([]);
    expect(await find(`${mark}_Ada`)).toEqual([]);
    expect(await find("' OR 1=1 --")).toEqual([]);
    expect(await find("\\")).toEqual([]);
  });

  it("finds accounts by the first two letters of an email", async () => {
    const [first] = own.email;
    const { total, accounts } = await listAccounts({ q: `${first}e`, sort: "newest", page: 1 });
    expect(total).toBeGreaterThan(0);
    for (const { email } of accounts) expect(email?.startsWith(`${first}e`)).toBe(true);
    expect(await find("zz")).toEqual([]);
  });

  it("sorts by codes and by this month's scans, including those beyond the plan", async () => {
    const now = new Date();
    await sql.query("UPDATE account SET code_count = 7 WHERE id = $1", [other.accountId]);
    await storeScanCounter({ accountId: own.accountId, isSandbox: false }, 1, now);
    await storeScanCounter({ accountId: other.accountId, isSandbox: false }, 1, now);
    const detailed = "UPDATE scan_counter SET detailed = $2 WHERE account_id = $1";
    await sql.query(detailed, [own.accountId, 1_200]);
    await sql.query(detailed, [other.accountId, 1_000]);
    const capped = { codeId: newId(), minute: now, count: 500 };
    await storeCapped({ accountId: other.accountId, isSandbox: false }, capped);
    expect(await find(mark, "codes")).toEqual([other.accountId, own.accountId]);
    expect(await find(mark, "scans")).toEqual([other.accountId, own.accountId]);
    const { accounts } = await listAccounts({ q: mark, sort: "scans", page: 1 });
    expect(accounts.map(({ scans }) => scans)).toEqual([1_500, 1_200]);
    expect((await listAccounts({ q: mark, sort: "newest", page: 2 })).accounts).toEqual([]);
  });
});

describe("account view and actions", () => {
  it("shows the user, usage and resources without secrets", async () => {
    const caller = callerOf(own, "pro");
    const { apiKey } = await newKey(own);
    await requestPlan(caller, { plan: "developer", note: "for the till" });
    await createCode(caller, {
      name: "Guests",
      type: "wifi",
      content: '{"ssid":"Cafe","security":"WPA","password":"a secret of theirs"}',
    });
    const view = await getAccount(own.accountId);
    expect(view).toMatchObject({
      plan: "pro",
      person: { email: own.email, hasPassword: true, isOperator: false, twoFactorSince: null, sessions: 0 },
      requests: [{ plan: "developer", note: "for the till", resolvedAt: null }],
    });
    expect(view.codes.find(({ name }) => name === "Guests")).toMatchObject({ type: "wifi", target: null });
    const text = JSON.stringify(view);
    expect(text).not.toContain("a secret of theirs");
    expect(text).not.toContain(apiKey.slice(8, 40));
    expect(text).not.toMatch(/password_?hash|\$argon/i);
    expect(await codeOf(getAccount(newId()))).toBe("not_found");
    expect(await codeOf(getAccount("' OR 1=1"))).toBe("not_found");
  });

  it("signs the user out everywhere, with the operator in the audit log", async () => {
    const signedIn = await signInWithPassword(own, { client: "client" });
    if (signedIn === null || !("sessionId" in signedIn)) throw new Error("nobody was let in");
    expect(await findSessionUser(signedIn)).not.toBeNull();
    await signOutEverywhere(own.accountId, operatorId);
    expect(await findSessionUser(signedIn)).toBeNull();
    expect((await actionsOf(own)).at(-1)).toEqual({ action: "user.signed_out", userId: operatorId });
  });

  it("emails a link for a new password, with the operator in the audit log", async () => {
    await mailResetLink(own.accountId, operatorId);
    const [mail] = (listKeptMails() ?? []).filter(({ to }) => to === own.email);
    expect(mail?.text).toContain("/reset-password?token=");
    expect((await actionsOf(own)).at(-1)).toEqual({ action: "user.reset_mailed", userId: operatorId });
  });

  it("deletes an account once its email is typed, but never the operator's own", async () => {
    const account = await newAccount("free");
    const remove = (email: string, by = operatorId) => removeAccount(account.accountId, { email }, by);
    expect(await codeOf(remove("somebody@example.com"))).toBe("wrong_address");
    expect(await codeOf(remove(account.email, account.userId))).toBe("own_account");
    expect(await find(account.email)).toEqual([account.accountId]);
    await remove(` ${account.email.toUpperCase()}`);
    expect(await find(account.email)).toEqual([]);
    expect((await actionsOf(account)).at(-1)).toEqual({ action: "account.deleted", userId: operatorId });
    expect(
      (listKeptMails() ?? []).some(({ to, subject }) => to === account.email && /deleted/.test(subject)),
    ).toBe(true);
  });

  it("grants and withdraws operator rights, with one audit entry each", async () => {
    const account = await newAccount("free");
    expect(await setOperator(account.userId, true)).toBe(true);
    expect(await setOperator(account.userId, true)).toBe(false);
    expect((await getAccount(account.accountId)).person?.isOperator).toBe(true);
    expect(await setOperator(account.userId, false)).toBe(true);
    const actions = (await actionsOf(account)).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(["user.operator_granted", "user.operator_withdrawn"]);
  });
});
