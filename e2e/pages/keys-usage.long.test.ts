import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { flushUses, noteUse } from "@/lib/api-uses";
import { sql } from "@/lib/platform/db";
import { callerOf, callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { withBrowser } from "./browser";
import { looks } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
const run = promisify(execFile);

/** Requests of a key as the service would have counted them. */
async function countFor(account: TestAccount, keyId: string, statuses: readonly number[], hoursAgo = 0) {
  const key = { id: keyId, permissions: [], rateLimit: 5_000, expiresAt: null };
  for (const status of statuses) {
    noteUse({ ...callerOf(account, "developer"), key }, status, Date.now() - hoursAgo * 3_600_000);
  }
  await flushUses();
}

/** An account with two keys, of which one is busy, and one that is gone. */
async function busyAccount(): Promise<TestAccount> {
  const account = await newAccount("developer");
  const [till, printer, gone] = [await newKey(account), await newKey(account), await newKey(account)];
  await sql.query("UPDATE api_key SET name = 'Till system' WHERE id = $1", [till.id]);
  await sql.query("UPDATE api_key SET name = 'Label printer' WHERE id = $1", [printer.id]);
  await sql.query("DELETE FROM api_key WHERE id = $1", [gone.id]);
  await countFor(account, till.id, [200, 200, 201, 404, 429, 500]);
  await countFor(account, printer.id, [200, 200], 3);
  await countFor(account, gone.id, [200], 50);
  return account;
}

const sumOf = (page: Page, label: string) =>
  page.locator(".stat", { hasText: label }).locator(".text-reading").first().textContent();

describe("keys and usage", () => {
  it("the command of a new key runs unchanged, and its request is in the usage within 15 s", async () => {
    const account = await newAccount("developer");
    const session = await signedIn(account);
    const page = await open("/usage", session);
    await page.getByRole("heading", { name: "No requests yet" }).waitFor();
    await page.getByRole("link", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Warehouse scanner");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the key now" });
    await dialog.getByRole("button", { name: "Copy Try it" }).click();
    await dialog.getByText("Copied").waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await run("sh", ["-c", `${command} -s -w '%{http_code}'`]);
    expect(stdout.slice(-3)).toBe("200");
    await dialog.getByRole("button", { name: "I've stored it" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(
        async () => {
          await page.goto("/usage");
          return page.getByRole("button", { name: "Warehouse scanner, 1 request, 100%" }).count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await page.getByText("1 of 5,000 requests", { exact: true }).first().waitFor();
    await page.getByText(/^Resets at \d\d:\d\d\.$/).waitFor();
    await page.goto("/api-keys");
    await page.getByText(/^1 of 5,000 this hour\. Resets at \d\d:\d\d\.$/).waitFor();
    const side = page.getByRole("complementary", { name: "Sidebar" });
    await side.getByText("1 of 5,000 requests this hour").waitFor();
    expect(await page.getByRole("row", { name: /Warehouse scanner/ }).textContent()).toContain("1 used");
  });

  it("a form that is sent again after a lost response creates one key and shows it", async () => {
    const account = await newAccount("developer");
    const page = await open("/api-keys", {
      ...(await signedIn(account)),
      mayLog: /ERR_FAILED|Failed to fetch/,
    });
    await page.getByLabel("Name").fill("Once");
    await page.getByLabel("Expires").selectOption("In 30 days");
    let lost = 0;
    await page.route("**/api-keys", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Send it again: it's only done once.").waitFor();
    await page.getByRole("button", { name: "Create key" }).click();
    const value = await page.getByRole("dialog").getByLabel("Once").inputValue();
    expect((await callV1(value, "GET", "/api-keys")).json.data).toHaveLength(1);
    const { rows } = await sql.query("SELECT answer FROM idempotency_key WHERE account_id = $1", [
      account.accountId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].answer.toString("latin1")).not.toContain(value.slice(8));
  });

  it("the usage page shows outcomes, filters by key, and lists a deleted key in 7 days", async () => {
    const account = await busyAccount();
    const page = await open("/usage", await signedIn(account));
    // Figures come after the page, whose skeleton has none.
    await expect.poll(() => sumOf(page, "Requests")).toBe("8");
    expect(await sumOf(page, "Refused")).toBe("1");
    expect([await sumOf(page, "Over the limit"), await sumOf(page, "Failed")]).toEqual(["1", "1"]);
    const table = page.getByRole("table", { name: "Requests by hour" });
    expect((await table.getByRole("row").last().textContent())?.endsWith("63111")).toBe(true);
    await page.getByRole("button", { name: /^Label printer, 2 requests/ }).click();
    await page.waitForURL(/key=/);
    await page.getByRole("heading", { name: "Requests by hour, Label printer" }).waitFor();
    await expect.poll(() => sumOf(page, "Requests")).toBe("2");
    await page.getByRole("button", { name: "Label printer, remove this filter" }).click();
    await expect.poll(() => sumOf(page, "Requests")).toBe("8");
    await page.getByRole("navigation", { name: "Range" }).getByRole("link", { name: "7 days" }).click();
    await page.waitForURL("**/usage?range=7d");
    await page.getByRole("button", { name: /^Deleted key …[\da-f]{4}, 1 request/ }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    expect((await download).suggestedFilename()).toBe("quietzone-requests-7d.csv");
    await page.getByRole("navigation", { name: "Data" }).getByRole("link", { name: "Sandbox" }).click();
    await page.getByRole("heading", { name: "No requests yet" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("UsageSandbox");
  });

  it("an invalid URL of the usage page shows an error, also for another account's key", async () => {
    const [account, other] = [await newAccount("developer"), await newAccount("developer")];
    const { id } = await newKey(other);
    await countFor(other, id, [200]);
    const session = await signedIn(account);
    for (const query of ["range=1y", "key=nonsense", `key=${id}`, "environment=staging"]) {
      const page = await open(`/usage?${query}`, session);
      await page.getByRole("heading", { name: "This page can't be shown" }).waitFor();
    }
  });

  it("the usage page on Starter links to the plans", async () => {
    const page = await open("/usage", await signedIn(await newAccount("starter")));
    await page.getByRole("heading", { name: "Usage comes with the API" }).waitFor();
    expect(await page.getByRole("link", { name: "See the plans" }).first().getAttribute("href")).toBe(
      "/plan",
    );
  });

  it("the keys page marks a key that has expired and one with 5 days left", async () => {
    const account = await newAccount("developer");
    const soon = await newKey(account, { expiresAt: new Date(Date.now() + 5.2 * 86_400_000) });
    const ended = await newKey(account, { expiresAt: new Date(Date.now() + 86_400_000) });
    await sql.query("UPDATE api_key SET name = 'Soon' WHERE id = $1", [soon.id]);
    await sql.query(
      "UPDATE api_key SET name = 'Ended', expires_at = now() - interval '1 day' WHERE id = $1",
      [ended.id],
    );
    const page = await open("/api-keys", await signedIn(account));
    await page.getByRole("row", { name: /Soon.*5 days left/ }).waitFor();
    await page.getByRole("row", { name: /Ended.*Expired/ }).waitFor();
    expect((await callV1(ended.apiKey, "GET", "/api-keys")).json.code).toBe("expired_api_key");
  });
});

describe.each(looks)("$name", ({ context, inspect }) => {
  it("usage, its tables and keys have no axe faults, overflow or small targets", async () => {
    const [busy, fresh] = [
      await signedIn(await busyAccount()),
      await signedIn(await newAccount("developer")),
    ];
    for (const [session, path] of [
      [busy, "/usage"],
      [busy, "/usage?range=30d"],
      [busy, "/api-keys"],
      [fresh, "/usage?environment=sandbox"],
    ] as const) {
      const page = await open(path, { ...session, ...context });
      expect(await inspect(page), path).toEqual([]);
      const toggle = page.getByRole("button", { name: "Show as table" });
      if ((await toggle.count()) === 0) continue;
      await toggle.click();
      await page.getByRole("button", { name: "Show as chart" }).waitFor();
      expect(await inspect(page), `${path} as a table`).toEqual([]);
    }
  });
});
