import { describe, expect, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { untilStill, withBrowser } from "./browser";
import { walkTo } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

describe("a new key", () => {
  it("shows its whole value once, selected for copying", async () => {
    const account = await newAccount("developer");
    const page = await open("/api-keys", await signedIn(account));
    expect(await page.getByLabel("The first call").textContent()).toContain("/api/v1/qr-codes");
    expect(await page.getByRole("navigation", { name: "Data" }).count()).toBe(0);
    await page.getByLabel("Name").fill("Till system");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the key now" });
    const field = dialog.getByLabel("Till system");
    const value = await field.inputValue();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(value);
    expect(await field.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.mouse.click(5, 5);
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await dialog.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    expect((await callV1(value, "GET", "/qr-codes")).status).toBe(200);
    await dialog.getByRole("button", { name: "I've stored it" }).click();
    const row = page.getByRole("row", { name: /Till system/ });
    await row.waitFor();
    expect(await row.textContent()).toContain(`qr_live_…${value.slice(-4)}`);
    await dialog.waitFor({ state: "detached" });
    expect((await page.content()).includes(value)).toBe(false);
    await page.reload();
    expect((await page.content()).includes(value)).toBe(false);
  });

  it("has the permissions, limit, expiry, environment and note from the form", async () => {
    const account = await newAccount("pro");
    await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("Nightly report");
    await page.getByRole("radiogroup", { name: "Data" }).getByRole("radio", { name: "Sandbox" }).check();
    await page.getByLabel("qr:write").uncheck();
    await page.getByLabel("analytics:read").check();
    await page.getByLabel("Limit").fill("500");
    await page.getByLabel("Expires").selectOption("On a day");
    await page.getByLabel("Last day").fill("2099-12-31");
    await page.getByLabel("Note").fill("two\nlines");
    await page.getByRole("button", { name: "Create key" }).click();
    const value = await page.getByRole("dialog").getByLabel("Nightly report").inputValue();
    expect(value).toMatch(/^qr_test_/);
    const { json } = await callV1(value, "GET", "/api-keys");
    expect(json.data).toMatchObject([
      {
        name: "Nightly report",
        description: "two\nlines",
        environment: "sandbox",
        permissions: ["qr:read", "analytics:read"],
        rateLimit: 500,
        expiresAt: "2099-12-31T23:59:59.999Z",
      },
    ]);
    await page.getByRole("button", { name: "I've stored it" }).click();
    expect(await page.getByRole("row", { name: /Nightly report/ }).count()).toBe(0);
    await page.getByRole("navigation", { name: "Data" }).getByRole("link", { name: "Sandbox" }).click();
    await page.getByRole("row", { name: /Nightly report.*31 Dec 2099/ }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("KeysSandbox");
  });

  it("A4: is not created with errors, which are shown at their fields", async () => {
    const account = await newAccount("pro");
    await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    await page.getByRole("button", { name: "New key" }).click();
    const fault = (field: string) => page.locator(`#new-key-${field}-fault`).textContent();
    for (const permission of ["qr:read", "qr:write"]) await page.getByLabel(permission).uncheck();
    await page.getByLabel("Limit").fill("5001");
    await page.getByLabel("Expires").selectOption("On a day");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => fault("name")).toBe("Give it a name, on one line.");
    expect(await fault("permissions")).toBe("Choose at least one permission.");
    expect(await fault("rateLimit")).toBe("A limit is a whole number from 1 to 5,000.");
    expect(await fault("expiresAt")).toBe("Choose a future day.");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("new-key-name");
    await page.getByLabel("Name").fill("Late");
    await page.getByLabel("qr:read").check();
    await page.getByLabel("Limit").fill("5000");
    // Only the server knows what day it is.
    await page.getByLabel("Last day").fill("2020-01-01");
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.getByRole("button", { name: "Create key" }).click(),
    ]);
    await untilStill(page);
    expect(await fault("expiresAt")).toBe("Choose a future day.");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    const table = page.getByRole("table", { name: /^Keys/ });
    expect(await table.getByRole("row").count()).toBe(2);
  });

  itInLongRuns("is refused when 20 keys are active, with a message that says what to do", async () => {
    const account = await newAccount("pro");
    for (let made = 0; made < 20; made++) await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("One too many");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect
      .poll(() => page.getByRole("dialog").getByRole("alert").textContent())
      .toBe("All 20 active keys are used. Delete one that is no longer needed, or switch it off.");
    expect(await page.getByLabel("Name").inputValue()).toBe("One too many");
  });

  itInLongRuns("is created by keyboard, with the focus always visible", async () => {
    const account = await newAccount("developer");
    const page = await open("/sign-in");
    await walkTo(page, "sign-in-email");
    await page.keyboard.type(account.email);
    await walkTo(page, "sign-in-password");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/api-keys");
    await page.getByRole("heading", { name: "Your first key" }).waitFor();
    await walkTo(page, "first-key-name");
    await page.keyboard.type("Made by keys");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Copy the key now" });
    const value = await dialog.getByLabel("Made by keys").inputValue();
    await walkTo(page, /^Copy$/);
    await page.keyboard.press("Enter");
    await dialog.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    await walkTo(page, /stored it/);
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /Made by keys/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("New key");
    await walkTo(page, /^Actions for/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Rotate" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  });
});
