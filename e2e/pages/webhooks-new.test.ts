import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { createWebhook, listWebhooks } from "@/lib/webhooks";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { act } from "../support/server-actions";
import { type Receiver, startReceiver } from "../support/webhooks/receiver";
import { envelopeOf, expectSigned } from "../support/webhooks/subscriber";
import { withBrowser } from "./browser";
import { listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const wish = { name: "Order desk", url: "https://1.1.1.1/hooks", events: ["scan.created" as const] };

async function fill(page: Page, name: string, url: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Address").fill(url);
}

async function countWebhooks({ accountId }: TestAccount): Promise<number> {
  const { rows } = await sql.query("SELECT FROM webhook WHERE account_id = $1", [accountId]);
  return rows.length;
}

describe("a new webhook", () => {
  it("shows its secret once, receivers in three languages, and the result of a test", async () => {
    const account = await newAccount("developer");
    const page = await open("/webhooks", await signedIn(account));
    await page.getByRole("heading", { name: "Your first webhook" }).waitFor();
    await fill(page, "Order desk", receiver.url);
    await page.getByLabel("qr.created").check();
    await page.getByLabel("Only codes with a tag").fill("summer, Menus");
    await page.getByLabel("Headers").fill("Authorization: Bearer a b");
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the secret now" });
    const field = dialog.getByLabel("Secret of Order desk");
    const secret = await field.inputValue();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(secret);
    await page.mouse.click(5, 5);
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    for (const [language, word] of [
      ["Python", "ThreadingHTTPServer"],
      ["Go", "package main"],
      ["PHP", "<?php"],
    ] as const) {
      await dialog.getByRole("radio", { name: language }).check();
      await expect.poll(() => dialog.getByRole("region", { name: "Program" }).textContent()).toContain(word);
    }
    expect(await listFaults(page, "[role=dialog]")).toEqual([]);
    await dialog.getByRole("button", { name: "Send a test" }).click();
    await dialog.getByText("Delivered").waitFor({ timeout: 20_000 });
    const received = receiver.requests.at(-1)!;
    expect(envelopeOf(received)).toMatchObject({ type: "scan.created", test: true });
    expectSigned(received, secret);
    expect(received.headers.authorization).toBe("Bearer a b");
    await dialog.getByRole("button", { name: "I've stored it" }).click();
    await page.getByRole("row", { name: /Order desk.*Active/ }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("New webhook");
    await page.reload();
    expect((await page.content()).includes(secret)).toBe(false);
    expect(await page.content()).not.toContain("Bearer a b");
    const [stored] = await listWebhooks(callerOf(account, "developer"));
    expect(stored?.filter).toEqual({ tags: ["menus", "summer"] });
    const { rows } = await sql.query("SELECT answer FROM idempotency_key WHERE account_id = $1", [
      account.accountId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { answer } of rows) expect((answer as Buffer).includes(secret)).toBe(false);
  });

  it("S1: is not created with errors, which are shown at their fields", async () => {
    const account = await newAccount("developer");
    const page = await open("/webhooks", await signedIn(account));
    const fault = (field: string) => page.locator(`#first-webhook-${field}-fault`).textContent();
    await page.getByLabel("scan.created").uncheck();
    await page.getByLabel("Headers").fill("Host: shop.example");
    await page.getByLabel("Only codes with a tag").fill("a/b");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect.poll(() => fault("name")).toBe("Give it a name, on one line.");
    expect(await fault("url")).toBe("Enter the address to send events to.");
    expect(await fault("events")).toBe("Choose at least one event type.");
    expect(await fault("headers")).toMatch(/^(?:Enter one header per line|One of these headers)/);
    expect(await fault("filter\\.tags")).toMatch(/^Enter at most 20 tags/);
    await page.getByLabel("Headers").fill("");
    await page.getByLabel("Only codes with a tag").fill("");
    await page.getByLabel("Only these codes").fill("00000000-0000-7000-8000-000000000000");
    await fill(page, "Order desk", receiver.url);
    await page.getByLabel("scan.created").check();
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect.poll(() => fault("filter\\.qrCodeIds")).toMatch(/^Enter ids of your codes/);
    for (const [url, words] of [
      ["http://hooks.example.com/", /^Start with https:\/\//],
      ["https://me:pass@hooks.example.test/", /^Leave out the user name/],
      ["https://10.0.0.1/", /^This isn't reachable from the internet/],
      ["https://no-such-name.invalid/", /^This isn't reachable from the internet/],
      [
        `${inject("baseUrl").replace("http:", "https:")}/`,
        /^(?:This is our own address|This isn't reachable)/,
      ],
    ] as const) {
      await fill(page, "Order desk", url);
      await page.getByRole("button", { name: "Create webhook" }).click();
      await expect.poll(() => fault("url"), { message: url, timeout: 15_000 }).toMatch(words);
    }
    expect(await countWebhooks(account)).toBe(0);
  });

  it("is created once when its form is sent twice", async () => {
    const account = await newAccount("developer");
    const browser = new BrowserSession(inject("baseUrl"));
    await browser.signIn(account.email, account.password);
    const fields = { ...wish, events: "scan.created", environment: "production", key: "twice-the-same-key" };
    const answers = [
      await act(browser, "/webhooks", "makeWebhook", fields),
      await act(browser, "/webhooks", "makeWebhook", fields),
    ];
    const secrets = answers.map(({ text }) => /"secret":"([0-9a-f]{64})"/.exec(text)?.[1]);
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets[1]).toBe(secrets[0]);
    expect(await countWebhooks(account)).toBe(1);
  });

  it("is not offered when both environments together have ten webhooks", async () => {
    const account = await newAccount("pro");
    for (let made = 0; made < 10; made++) {
      const environment = made < 5 ? ("production" as const) : ("sandbox" as const);
      await createWebhook({ ...callerOf(account, "pro"), environment }, wish);
    }
    const page = await open("/webhooks", await signedIn(account));
    await page.getByText("All 10 webhooks are used").waitFor();
    expect(await page.getByRole("button", { name: "New webhook" }).count()).toBe(0);
    await page.getByRole("navigation", { name: "Data" }).getByRole("link", { name: "Sandbox" }).click();
    await page.getByRole("heading", { level: 1, name: /Sandbox/ }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(6);
  });
});
