import { beforeAll, describe, expect, inject, it } from "vitest";
import { findAccount, requestPlan } from "@/lib/accounts";
import { plans } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { setOperator } from "@/lib/users";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { type BrowserAnswer, BrowserSession } from "../support/browser-session";
import { newTenant, snapshotOf, type Tenant } from "../support/dashboard";
import { isLong, itInLongRuns } from "../support/long";
import { listOperatorActions, listOperatorAddresses, newOperator } from "../support/operator";
import { act, callAction } from "../support/server-actions";

let tenant: Tenant;
let shortCode: string;
let requestId: string;
let operator: TestAccount;

beforeAll(async () => {
  [tenant, operator] = [await newTenant(), await newOperator()];
  await requestPlan(callerOf(tenant, "pro"), { plan: "developer" });
  const { rows } = await sql.query<{ shortCode: string; requestId: string }>(
    `SELECT short_code AS "shortCode", r.id AS "requestId" FROM qr_code q JOIN plan_request r USING (account_id)
     WHERE q.id = $1`,
    [tenant.codeId],
  );
  ({ shortCode, requestId } = rows[0]!);
});

async function signedIn({ email, password }: TestAccount): Promise<BrowserSession> {
  const browser = new BrowserSession(inject("baseUrl"));
  await browser.signIn(email, password);
  return browser;
}

const addresses = () => [
  ...listOperatorAddresses(tenant.accountId),
  `/admin/accounts?q=${tenant.accountId}`,
  `/admin/codes?q=${shortCode}`,
  "/admin/reports?show=dismissed&page=2",
];

/** What each action of the operator is about, as its form sends it. */
const fields = () => ({
  ...{ email: tenant.email, plan: "free", note: "No", reason: "Phishing", code: shortCode },
});

/** Each action, about the tenant's things, as forms and as calls send it. */
async function tryActions(browser: BrowserSession): Promise<[string, BrowserAnswer][]> {
  const answers: [string, BrowserAnswer][] = [];
  for (const name of listOperatorActions()) {
    for (const id of [tenant.accountId, requestId, "nothing"]) {
      answers.push([name, await act(browser, "/codes", name, { ...fields(), id })]);
    }
    answers.push([name, await act(browser, "/admin", name, {})]);
    answers.push([name, await callAction(browser, "/settings", name, [null, { id: tenant.accountId }])]);
    answers.push([name, await callAction(browser, "/", name, [])]);
  }
  return answers;
}

/** A page as it is seen: without what is new each time, and without what the browser's router is told. */
function bare({ text }: BrowserAnswer): string {
  return text
    .replaceAll(/<script[\s\S]*?<\/script>/g, "")
    .replaceAll(/req_\w+|nonce="[^"]*"|<link [^>]*>|<meta name="next-[^>]*>/g, "");
}

const refused = "NEXT_HTTP_ERROR_FALLBACK;404";

/** What the browser's router asks for; first it is led to the address that names what it has already. */
async function readData(browser: BrowserSession, address: string): Promise<BrowserAnswer> {
  const headers = { rsc: "1" };
  const first = await browser.send(address, { headers });
  const way = first.headers.get("location");
  const answer = first.status === 307 && way !== null ? await browser.send(way, { headers }) : first;
  expect(answer.text, address).toContain(refused);
  return answer;
}

function expectNothingTold({ text }: BrowserAnswer, why: string): void {
  for (const word of [
    tenant.mark,
    tenant.email,
    operator.email,
    "Suspend",
    "Look up",
    "waiting",
    "embedded",
  ]) {
    expect(text.includes(word), `${why} tells ${word}`).toBe(false);
  }
}

/** That all of it is for nobody who is signed in as this one. */
async function expectNoPages(browser: BrowserSession): Promise<void> {
  const before = await snapshotOf(tenant);
  expect((await browser.send("/no-such-page")).status).toBe(404);
  // Nothing stands there for anybody.
  const unknown = await browser.send("/admin/nothing/at/all");
  for (const address of addresses()) {
    const answer = await browser.send(address);
    expect(answer.status, address).toBe(404);
    expect(bare(answer), address).toBe(bare(unknown));
    expect(answer.headers.get("cache-control"), address).toBe(unknown.headers.get("cache-control"));
    expectNothingTold(answer, address);
    expect((await browser.send(address, { method: "HEAD" })).status, address).toBe(404);
    expectNothingTold(await readData(browser, address), address);
  }
  for (const [name, answer] of await tryActions(browser)) {
    // Next answers a call of its own script 200 and tells the script that it is 404.
    expect(answer.text, name).toContain(refused);
    expect(answer.text, name).not.toContain('"done"');
    expectNothingTold(answer, name);
  }
  expect(await snapshotOf(tenant)).toBe(before);
}

describe("A7: operator pages", () => {
  it("finds every page by its folder and shows it to the operator", async () => {
    const browser = await signedIn(operator);
    const listed = listOperatorAddresses(tenant.accountId);
    expect(listed).toEqual(
      expect.arrayContaining([
        "/admin",
        "/admin/accounts",
        "/admin/codes",
        "/admin/reports",
        "/admin/requests",
      ]),
    );
    expect(listOperatorActions().length).toBeGreaterThanOrEqual(9);
    for (const address of addresses()) {
      expect((await browser.send(address)).status, address).toBe(address === "/admin/nothing" ? 404 : 200);
    }
    expect((await browser.send(`/admin/accounts/${tenant.accountId}`)).text).toContain(tenant.mark);
  });

  itInLongRuns(
    "redirects signed-out visitors to sign-in from every address and runs no action for them",
    async () => {
      const before = await snapshotOf(tenant);
      for (const address of [...addresses(), "/admin/accounts/nothing", "/admin/a/b/c"]) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await new BrowserSession(inject("baseUrl")).send(address, { method });
          expect(answer.status, address).toBe(307);
          expect(answer.headers.get("location")).toBe(`/sign-in?callbackUrl=${encodeURIComponent(address)}`);
          expectNothingTold(answer, address);
        }
      }
      for (const [name, { status, text, headers }] of await tryActions(
        new BrowserSession(inject("baseUrl")),
      )) {
        expect(headers.get("x-action-redirect"), name).toMatch(/^\/sign-in\b/);
        expect(status, name).toBeLessThan(500);
        expect(text, name).not.toContain('"done"');
      }
      expect(await snapshotOf(tenant)).toBe(before);
    },
  );

  it.each(isLong ? plans : plans.slice(0, 1))(
    "A7: returns the 404 of an unknown address to an account on %s, for every page and action",
    async (plan) => {
      await expectNoPages(await signedIn(await newAccount(plan)));
    },
  );

  itInLongRuns(
    "A9: returns 404 as soon as operator rights are withdrawn, and opens again when they are restored",
    async () => {
      const account = await newOperator();
      const browser = await signedIn(account);
      expect((await browser.send("/admin")).status).toBe(200);
      await setOperator(account.userId, false);
      await expectNoPages(browser);
      await setOperator(account.userId, true);
      expect((await browser.send("/admin")).status).toBe(200);
    },
  );

  it("changes an account's plan and names the operator in the account's audit", async () => {
    const browser = await signedIn(operator);
    const other = await newAccount("free");
    const { text } = await act(browser, "/admin/accounts", "setPlanOf", { id: other.accountId, plan: "pro" });
    expect(text).toContain('"done":null');
    expect((await findAccount(other.accountId))?.plan).toBe("pro");
    const { rows } = await sql.query(
      `SELECT user_id AS "userId" FROM audit_entry WHERE account_id = $1 AND action = 'plan.changed.pro'`,
      [other.accountId],
    );
    expect(rows).toEqual([{ userId: operator.userId }]);
  });

  it.each([
    ["setPlanOf", { id: "' OR 1=1 --", plan: "pro" }],
    ["setPlanOf", { id: "", plan: "gold" }],
    ["grantRequest", { id: "nothing" }],
    ["declineRequest", { id: "0199aa00-0000-7000-8000-000000000000", note: "x".repeat(501) }],
    ["suspendForOperator", { code: "00000000", reason: "x" }],
    ["suspendForOperator", { code: "00000000", reason: "" }],
    ["resumeForOperator", { code: "\u0000" }],
    ["deletePersonsAccount", { id: "nothing", email: "x" }],
    ["sendResetLink", { id: "nothing" }],
    ["signOutPerson", { id: "nothing" }],
  ])("refuses %s with %j and gives a reason", async (name, sent) => {
    const { status, text } = await act(await signedIn(operator), "/admin", name, sent);
    expect(status).toBe(200);
    expect(text).toContain('"refusal"');
    expect(text).not.toContain("on our side");
  });
});
