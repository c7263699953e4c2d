import { randomBytes } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findAccount, requestPlan } from "@/lib/accounts";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { reportCode } from "@/lib/reports";
import { askSupport } from "@/lib/support";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { newOperator } from "../support/operator";
import { withBrowser } from "./browser";
import { listFaults, looks } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
let operator: TestAccount;
let account: TestAccount;
/** A name that would do harm if it were more than text. */
const hostile = `<img src=x onerror=alert(1)>"'${randomBytes(4).toString("hex")}`;

beforeAll(async () => {
  operator = await newOperator();
});
beforeEach(async () => {
  account = await newAccount("starter");
  await sql.query("UPDATE app_user SET name = $2 WHERE id = $1", [account.userId, hostile]);
});

async function newCode(name = hostile): Promise<{ id: string; shortCode: string; path: string }> {
  const { id, shortUrl } = await createCode(callerOf(account, "starter"), {
    name,
    type: "url",
    content: "https://example.com/menu",
    isDynamic: true,
  });
  const { pathname } = new URL(shortUrl ?? "");
  return { id, shortCode: pathname.slice("/r/".length), path: pathname };
}

/** Without following where it leads. */
const statusOf = async (page: Page, path: string) =>
  (await fetch(new URL(path, page.url()), { redirect: "manual" })).status;

const lookUp = async (page: Page, text: string) => {
  await page.getByRole("searchbox").fill(text);
  await page.getByRole("searchbox").press("Enter");
};

describe("the operator", () => {
  it("finds an account and changes its plan, after a warning of what the owner loses", async () => {
    await newKey(account);
    const page = await open("/admin/accounts", await signedIn(operator));
    await lookUp(page, hostile.slice(-8));
    await page.waitForURL(/\?q=/);
    await page.getByRole("link", { name: account.email }).click();
    await page.getByRole("heading", { level: 1, name: account.email }).waitFor();
    const main = page.getByRole("main");
    await main.getByText(hostile, { exact: true }).waitFor();
    expect(await page.locator("img[src=x]").count()).toBe(0);
    const choice = page.getByLabel("Another plan");
    await choice.selectOption("developer");
    await main.getByText("Its owner loses the pages for codes and charts.").waitFor();
    await choice.selectOption("pro");
    await page.getByRole("button", { name: "Change plan" }).click();
    await page.getByText("The plan is Pro, and its owner is notified.").waitFor();
    await expect.poll(async () => (await findAccount(account.accountId))?.plan).toBe("pro");
    await main.getByText("plan.changed.pro").waitFor();
  });

  it("signs a user out everywhere, mails a reset link, and deletes the account by its email", async () => {
    const theirs = await open("/support", await signedIn(account));
    const page = await open(`/admin/accounts/${account.accountId}`, await signedIn(operator));
    await page.getByText("1 browser is signed in.").waitFor();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("No browser is signed in.").waitFor();
    await theirs.reload();
    await theirs.waitForURL(/\/sign-in/);
    await page.getByRole("button", { name: "Send a password reset" }).click();
    await page.getByText("a link to set a new password").waitFor();
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it");
    await dialog.getByLabel(/to confirm/).fill("somebody@example.com");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText("Enter the account's address exactly as shown above.").waitFor();
    expect(await findAccount(account.accountId)).not.toBeNull();
    await dialog.getByLabel(/to confirm/).fill(account.email);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL(/\/admin\/accounts$/);
    expect(await findAccount(account.accountId)).toBeNull();
  });
});

describe("plan requests", () => {
  it("leave the list when the operator grants one and declines another with a note", async () => {
    const other = await newAccount("free");
    await requestPlan(callerOf(account, "starter"), { plan: "pro", note: `<b>${hostile}</b>` });
    await requestPlan(callerOf(other, "free"), { plan: "starter" });
    await askSupport(
      { ...account, plan: "starter" },
      { subject: hostile, message: `Does it scan on glass, asks ${account.email}?` },
    );
    const page = await open("/admin/requests", await signedIn(operator));
    await page.getByText(`<b>${hostile}</b>`, { exact: true }).waitFor();
    await page.getByText(`Does it scan on glass, asks ${account.email}?`).waitFor();
    const rowOf = ({ email }: TestAccount) => page.getByRole("listitem").filter({ hasText: `${email} has` });
    await rowOf(account).getByRole("button", { name: "Grant Pro" }).click();
    await page.getByText(`${account.email} has Pro now, and is notified.`).waitFor();
    await expect.poll(() => rowOf(account).count()).toBe(0);
    expect((await findAccount(account.accountId))?.plan).toBe("pro");
    await rowOf(other).getByRole("button", { name: "Decline" }).click();
    const dialog = page.getByRole("dialog", { name: "Decline Starter?" });
    await dialog.getByRole("button", { name: "Decline and mail" }).click();
    await dialog.getByText("Say why: it is mailed to the user who asked.").waitFor();
    await dialog.getByLabel("Note").fill("Not this month.");
    await dialog.getByRole("button", { name: "Decline and mail" }).click();
    await expect.poll(() => rowOf(other).count()).toBe(0);
    expect((await findAccount(other.accountId))?.plan).toBe("free");
  });
});

describe("P3: a reported code", () => {
  it("is suspended by the operator, returns 410 within 3 seconds, and is resumed", async () => {
    const code = await newCode();
    const visitor = await open(`${code.path}+`, { mayLog: /410/ });
    await visitor.getByRole("link", { name: "Report this code" }).click();
    await visitor.getByRole("radio", { name: /Phishing or fraud/ }).check();
    await visitor.getByLabel("Note (optional)").fill("It asks for my PIN.");
    await visitor.getByRole("button", { name: "Send report" }).click();
    await visitor.getByRole("heading", { name: "Report received" }).waitFor();

    const page = await open("/admin/reports", await signedIn(operator));
    const report = page.getByRole("listitem").filter({ hasText: hostile });
    expect(await report.textContent()).toContain("1 report");
    expect(await report.textContent()).toContain("It asks for my PIN.");
    await report.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Phishing for a bank");
    await dialog.getByRole("button", { name: "Suspend code" }).click();
    await expect.poll(() => report.count()).toBe(0);
    await expect.poll(() => statusOf(visitor, code.path), { timeout: 3_000, interval: 100 }).toBe(410);
    await visitor.goto(code.path);
    await visitor.getByRole("heading", { name: "This code is suspended" }).waitFor();
    await visitor.getByRole("link", { name: "Report this code" }).waitFor();
    const owner = await open(`/codes/${code.id}`, await signedIn(account));
    await owner.getByText(/Suspended on .*: Phishing for a bank/).waitFor();

    await page.goto("/admin/codes");
    await lookUp(page, `https://any.example${code.path}+`);
    const found = page.getByRole("region", { name: hostile });
    await found.getByRole("button", { name: "Resume" }).click();
    await found.getByRole("button", { name: "Suspend" }).waitFor();
    await expect.poll(() => statusOf(visitor, code.path)).toBe(302);
  }, 60_000);

  it("moves to the dismissed reports on Dismiss; a search for an unknown code finds nothing", async () => {
    const code = await newCode();
    await reportCode(code.shortCode, { reason: "spam" }, randomBytes(6).toString("hex"));
    const page = await open("/admin/reports", await signedIn(operator));
    const report = page.getByRole("listitem").filter({ hasText: code.shortCode });
    await report.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => report.count()).toBe(0);
    await page.getByRole("link", { name: "Dismissed" }).click();
    await page.waitForURL(/show=dismissed/);
    await expect.poll(() => report.getByRole("button", { name: "Suspend" }).count()).toBe(1);
    await page.goto("/admin/codes?q=nonsense");
    await page.getByText("Code not found").waitFor();
  });
});

const paths = () => [
  "/admin",
  "/admin/accounts",
  `/admin/accounts/${account.accountId}`,
  "/admin/requests",
  "/admin/reports",
  "/admin/codes",
];

describe.each(looks)("$name", ({ context, inspect }) => {
  it("admin pages have no axe faults, overflow or small targets, their dialog no axe faults", async () => {
    const code = await newCode("x".repeat(200));
    await reportCode(code.shortCode, { reason: "spam", note: hostile }, randomBytes(6).toString("hex"));
    await requestPlan(callerOf(account, "starter"), { plan: "pro", note: "x" });
    const page = await open("/admin", { ...(await signedIn(operator)), ...context });
    for (const path of [...paths(), `/admin/codes?q=${code.shortCode}`]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await inspect(page), path).toEqual([]);
    }
    await page.getByRole("button", { name: "Suspend" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await listFaults(page, "[role=dialog]")).toEqual([]);
  });
});

describe("the operator's pages", () => {
  it("are in the navigation of the operator only", async () => {
    const page = await open("/settings", await signedIn(operator));
    await page.getByRole("link", { name: "Admin" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
    const other = await open("/settings", await signedIn(account));
    await other.getByRole("heading", { level: 1 }).waitFor();
    expect(await other.getByRole("link", { name: "Admin" }).count()).toBe(0);
  });

  it("A7: return the same 404 page as an unknown URL to every other account", async () => {
    const page = await open("/settings", { ...(await signedIn(account)), mayLog: /404/ });
    const read = async (path: string) => {
      expect((await page.goto(path))?.status()).toBe(404);
      await page.getByRole("heading", { level: 1, name: "There is nothing here" }).waitFor();
      const text = (await page.getByRole("main").textContent())?.replace(/req_\w+/, "");
      return { title: await page.title(), text };
    };
    const unknown = await read("/no-such-page");
    for (const path of paths()) expect(await read(path), path).toEqual(unknown);
  });
});
