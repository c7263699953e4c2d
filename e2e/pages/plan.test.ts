import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { changePlan, describeUsage, requestPlan } from "@/lib/accounts";
import { plans } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

/** As if the account had made so many codes. */
async function setCounts({ accountId }: TestAccount, codes: number, dynamicCodes: number): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  await client.query("UPDATE account SET code_count = $2, dynamic_code_count = $3 WHERE id = $1", [
    accountId,
    codes,
    dynamicCodes,
  ]);
  await client.end();
}

/** As if so many of the month's scans were kept in detail. */
async function setScans({ accountId }: TestAccount, scans: number): Promise<void> {
  await sql.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     VALUES ($1, false, now(), date_trunc('month', now() AT TIME ZONE 'UTC'), $2, 0)`,
    [accountId, scans],
  );
}

describe("the plan page", () => {
  it.each(plans)(
    "shows all four plans with the codes used of each limit, and marks %s as current",
    async (plan) => {
      const account = await newAccount(plan);
      await setCounts(account, 9, 1);
      const page = await open("/plan", await signedIn(account));
      const columns = page.getByRole("main").getByRole("listitem");
      const names = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
      expect(names.map((name) => name.replace("Your plan", ""))).toEqual([
        "Free",
        "Starter",
        "Developer",
        "Pro",
      ]);
      const own = page.locator('li[aria-current="true"]');
      expect(await own.getByRole("heading").textContent()).toBe(`${names[plans.indexOf(plan)]}`);
      await own.getByText("Your plan").waitFor();
      expect(await own.getByRole("button").count()).toBe(0);
      const texts = await columns.allTextContents();
      for (const [index, limit] of [10, 100, 500, 500].entries()) {
        expect(texts[index]).toContain(`9 of ${limit} codes`);
      }
      expect(texts[0]).toContain("One left");
      expect(texts[0]).toContain("1 of 1 dynamic code");
      expect(texts[1]).toContain("Every code can change its target.");
    },
  );

  it("Q2: says before a request for Free that codes keep working and keys are refused", async () => {
    const account = await newAccount("pro");
    await setCounts(account, 212, 190);
    await newKey(account);
    const page = await open("/plan", await signedIn(account));
    expect(await page.getByRole("main").getByRole("listitem").first().textContent()).toContain(
      "Full. Your codes keep working.",
    );
    await page.getByRole("button", { name: "Request Free" }).click();
    const dialog = page.getByRole("dialog", { name: "Request Free?" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    const words = await dialog.textContent();
    expect(words).toContain("You have 212 codes, and Free allows 10. All of them keep working");
    expect(words).toContain("Your dynamic codes stay dynamic. New ones are static.");
    expect(words).toContain("your keys are kept, but refused while you're on it");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  itInLongRuns("shows the open request, which another request replaces", async () => {
    const account = await newAccount("free");
    const page = await open("/plan", await signedIn(account));
    for (const plan of ["Starter", "Pro"]) {
      await page.getByRole("button", { name: `Request ${plan}` }).click();
      const dialog = page.getByRole("dialog", { name: `Request ${plan}?` });
      if (plan === "Pro") {
        expect(await dialog.textContent()).toContain("It replaces your request for Starter.");
      }
      await dialog.getByRole("button", { name: `Request ${plan}` }).click();
      await page.getByText(`You requested ${plan} on`).waitFor();
      await page.getByText(`${plan} requested.`).waitFor();
    }
    expect(await page.getByText("Requested", { exact: true }).count()).toBe(1);
    await page.reload();
    await page.getByText("You requested Pro on").waitFor();
    expect(await page.getByText("You requested Starter").count()).toBe(0);
  });

  itInLongRuns(
    "Q2: shows this month's scans, and says that Free only counts those beyond its limit",
    async () => {
      const account = await newAccount("pro");
      await setScans(account, 1_204);
      const page = await open("/plan", await signedIn(account));
      const columns = page.getByRole("main").getByRole("listitem");
      expect(await columns.first().textContent()).toContain("1,000 of 1,000 scans in detail this month");
      expect(await columns.first().textContent()).toContain("204 more were only counted");
      expect(await columns.nth(3).textContent()).toContain("1,204 scans this month");
      await page.getByRole("button", { name: "Request Free" }).click();
      const dialog = page.getByRole("dialog", { name: "Request Free?" });
      expect(await dialog.textContent()).toContain(
        "Further scans are only counted. Every redirect keeps working.",
      );
      const row = dialog.getByRole("row", { name: "Codes kept 500 10" });
      await row.waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Request Developer" }).click();
      expect(await page.getByRole("dialog").textContent()).toContain("has no pages for codes and charts");
    },
  );

  itInLongRuns("withdraws the open request, also if the operator has already granted it", async () => {
    const account = await newAccount("free");
    await requestPlan(callerOf(account, "free"), { plan: "pro" });
    const page = await open("/plan", await signedIn(account));
    await page.getByRole("button", { name: "Withdraw request" }).click();
    await page.getByText("The request for Pro is withdrawn.").waitFor();
    await expect.poll(() => page.getByText("You requested Pro on").count()).toBe(0);
    expect((await describeUsage(callerOf(account, "free"))).openRequest).toBeNull();
    await requestPlan(callerOf(account, "free"), { plan: "starter" });
    await page.reload();
    await changePlan(account.accountId, "starter");
    await page.getByRole("button", { name: "Withdraw request" }).click();
    await expect.poll(() => page.getByText("You requested Starter on").count()).toBe(0);
    await page.locator('li[aria-current="true"]').getByRole("heading", { name: "Starter" }).waitFor();
  });

  itInLongRuns("shows the length of a note that is too long", async () => {
    const page = await open("/plan", await signedIn(await newAccount("free")));
    await page.getByRole("button", { name: "Request Pro" }).click();
    const note = page.getByLabel("Note");
    await note.fill("x\n".repeat(251));
    await page
      .getByRole("dialog", { name: "Request Pro?" })
      .getByRole("button", { name: "Request Pro" })
      .click();
    await expect
      .poll(() => page.locator("#ask-pro-note-fault").textContent())
      .toBe("A note has at most 500 characters. This one has 502.");
    await note.fill("x\n".repeat(250));
    await page
      .getByRole("dialog", { name: "Request Pro?" })
      .getByRole("button", { name: "Request Pro" })
      .click();
    await page.getByText("You requested Pro on").waitFor();
  });

  itInLongRuns("refuses a sixth request within an hour, with the time to try again", async () => {
    const account = await newAccount("free");
    for (const plan of ["pro", "starter", "developer", "starter"] as const) {
      await requestPlan(callerOf(account, "free"), { plan });
    }
    const page = await open("/plan", await signedIn(account));
    const ask = async (plan: string) => {
      await page.getByRole("button", { name: `Request ${plan}` }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `Request ${plan}` })
        .click();
    };
    for (const plan of ["Pro", "Developer", "Pro", "Developer", "Pro"]) {
      await ask(plan);
      await page.getByText(`You requested ${plan} on`).waitFor();
    }
    await ask("Developer");
    await expect
      .poll(() => page.getByRole("dialog", { name: "Request Developer?" }).getByRole("alert").textContent())
      .toMatch(/^You have asked 5 times in an hour\. Try again (?:at|on \d+ \w+,) \d\d:\d\d\.$/);
  });
});

describe("the home page", () => {
  it("links from the plans to sign-up, and for a signed-in user to their plan", async () => {
    const page = await open("/");
    expect(
      await page.locator("#plans").getByRole("link", { name: "Create account" }).getAttribute("href"),
    ).toBe("/sign-up");
    const own = await open("/", await signedIn(await newAccount("free")));
    expect(
      await own.locator("#plans").getByRole("link", { name: "See your plan" }).getAttribute("href"),
    ).toBe("/plan");
  });
});
