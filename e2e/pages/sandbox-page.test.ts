import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { callerOf, callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { withBrowser } from "./browser";
import { listFaults, looks } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

async function newSandbox(plan: "developer" | "pro", names: readonly string[]) {
  const account = await newAccount(plan);
  const caller: Caller = { ...callerOf(account, plan), environment: "sandbox" };
  const ids: string[] = [];
  for (const name of names) {
    const content = "https://example.com/menu";
    ids.push((await createCode(caller, { name, type: "url", content, isDynamic: true })).id);
  }
  return { account, caller, ids };
}

async function countScans({ accountId }: TestAccount) {
  const { rows } = await sql.query(
    `SELECT country, os, is_sandbox AS "isSandbox", count(*)::int AS count FROM scan WHERE account_id = $1
     GROUP BY 1, 2, 3 ORDER BY 1, 2`,
    [accountId],
  );
  return rows;
}

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

describe("the sandbox page", () => {
  it("shows a command whose body creates the first code", async () => {
    const { account } = await newSandbox("developer", []);
    const page = await open("/sandbox", await signedIn(account));
    await page.getByText("0 of 100 codes").waitFor();
    await page.getByText("0 of 1,000 requests this hour").waitFor();
    const command = String(await page.locator("figure pre").textContent());
    const body = JSON.parse(/-d '([^']*)'/.exec(command)?.[1] ?? "");
    const { apiKey } = await newKey(account, { environment: "sandbox" });
    expect((await callV1(apiKey, "POST", "/qr-codes", { body })).status).toBe(201);
    await page.reload();
    await row(page, "First try").waitFor();
    await page.getByText("1 of 100 codes").waitFor();
    await page.getByText("1 of 1,000 requests this hour").waitFor();
  });

  it("shows sandbox codes with their pictures, and no production codes", async () => {
    const { account, caller } = await newSandbox("pro", ["Test menu"]);
    const production = { ...caller, environment: "production" } as const;
    await createCode(production, { name: "Real menu", type: "url", content: "https://example.com/" });
    const page = await open("/sandbox", await signedIn(account));
    await row(page, "Test menu").waitFor();
    expect(await page.getByText("Real menu").count()).toBe(0);
    const picture = page.locator("table img").first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
    const inThirtyDays = new Date(Date.now() + 30 * 86_400_000);
    const day = inThirtyDays.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
    expect(await row(page, "Test menu").textContent()).toContain(day.replace("Sept", "Sep"));
  });

  it("creates counted scans with the chosen code, country and browser", async () => {
    const { account } = await newSandbox("developer", ["One", "Two"]);
    const page = await open("/sandbox", await signedIn(account));
    await page.getByLabel("Code", { exact: true }).selectOption({ label: await labelOf(page, "One") });
    const count = page.getByLabel("How many");
    await count.fill("101");
    await page.getByRole("button", { name: "Create scans" }).click();
    await expect
      .poll(() => page.locator("#scans-form-count-fault").textContent())
      .toBe("1 to 100 scans at a time.");
    await count.fill("12");
    await page.getByLabel("Visitor").selectOption("android");
    await page.getByLabel("Country").selectOption({ label: "Portugal" });
    await page.getByRole("button", { name: "Create scans" }).click();
    await page.getByText("12 scans created.").waitFor();
    await expect.poll(() => row(page, "One").textContent()).toContain("12");
    expect(await countScans(account)).toEqual([{ country: "PT", os: "Android", isSandbox: true, count: 12 }]);
    await page.getByLabel("Visitor").selectOption("bot");
    await page.getByRole("button", { name: "Create scans" }).click();
    await page.getByText("12 visits not counted: from a bot, or beyond the code's scan limit.").waitFor();
    await page.getByLabel("Visitor").selectOption("mac");
    await page.getByLabel("When").selectOption("week");
    await page.getByRole("button", { name: "Create scans" }).click();
    await expect.poll(async () => (await countScans(account)).length).toBe(2);
  });

  it("restores a deleted code on Undo, and deletes all codes after a confirmation", async () => {
    const { account, ids } = await newSandbox("developer", ["One", "Two", "Three"]);
    const page = await open("/sandbox", await signedIn(account));
    await page.getByRole("button", { name: "Delete “Two”" }).click();
    await row(page, "Two").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).first().click();
    await row(page, "Two").waitFor();
    await page.getByRole("button", { name: "Empty the sandbox" }).click();
    const dialog = page.getByRole("dialog", { name: "Empty the sandbox?" });
    await dialog.getByText("All 3 codes are deleted for good").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep them");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "No codes in the sandbox" }).waitFor();
    const { rows } = await sql.query("SELECT FROM qr_code WHERE id = ANY($1)", [ids]);
    expect(rows).toEqual([]);
  });

  it("A2: says on Starter that the sandbox comes with the API", async () => {
    const page = await open("/sandbox", await signedIn(await newAccount("starter")));
    await page.getByRole("heading", { name: "The sandbox comes with the API" }).waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    expect(await listFaults(page)).toEqual([]);
  });
});

async function labelOf(page: Page, name: string): Promise<string> {
  const labels = await page.getByLabel("Code", { exact: true }).locator("option").allTextContents();
  return labels.find((label) => label.startsWith(name)) ?? "";
}

describe.each(looks)("$name", ({ context, inspect }) => {
  it("the sandbox page, full or empty, has no axe faults, overflow or small targets", async () => {
    const { account } = await newSandbox("pro", ["W".repeat(200), "Menu"]);
    const page = await open("/sandbox", { ...(await signedIn(account)), ...context });
    await row(page, "Menu").waitFor();
    expect(await inspect(page)).toEqual([]);
    const empty = await open("/sandbox", { ...(await signedIn(await newAccount("developer"))), ...context });
    await empty.getByRole("heading", { name: "No codes in the sandbox" }).waitFor();
    expect(await inspect(empty)).toEqual([]);
  });
});
