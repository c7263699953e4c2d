import { describe, expect, it } from "vitest";
import { newAccount } from "../support/accounts";
import { untilStill, withBrowser } from "./browser";

const open = withBrowser();

describe("a form", () => {
  it("checks a field on leaving it and then on each key, and every field on submit", async () => {
    const page = await open("/sign-up");
    const email = page.getByLabel("Email");
    const fault = page.locator("#sign-up-email-fault");
    await email.fill("ada at example");
    expect(await fault.count()).toBe(0);
    await page.getByLabel("Name").focus();
    await expect.poll(() => fault.textContent()).toBe("Enter a full email address, such as ada@example.com.");
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    await email.fill("ada@example.com");
    await expect.poll(() => fault.count()).toBe(0);
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await expect
      .poll(() => page.locator("#sign-up-password-fault").textContent())
      .toBe("A password has 8 to 128 characters. This one has 5.");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("sign-up-password");
  });

  it("shows no error on fields only tabbed through, and focuses the first empty one on submit", async () => {
    const page = await open("/sign-up");
    await page.getByLabel("Email").focus();
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press("Tab");
    await untilStill(page);
    expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("sign-up-email");
  });

  it("shows an error from the server at its field, and keeps the typed values", async () => {
    const page = await open("/sign-up");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("password123");
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await expect
      .poll(() => page.locator("#sign-up-password-fault").textContent())
      .toBe("This password is too common. Try three unrelated words.");
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
  });

  it("reports a lost connection, and can be sent when the connection is back", async () => {
    const account = await newAccount("free");
    const page = await open("/sign-in", { mayLog: /Failed to load|Failed to fetch|ERR_/ });
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect
      .poll(() => alert.textContent())
      .toBe("The connection dropped. Send it again if nothing has changed.");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/codes");
  });

  it("A10: says when to try again after five mails to one email address, known or not", async () => {
    const account = await newAccount("free");
    for (const email of [account.email, `nobody.of.${account.userId}@example.com`]) {
      const page = await open("/forgot-password");
      for (let asked = 1; asked <= 6; asked++) {
        await page.goto("/forgot-password");
        await page.getByLabel("Email of the account").fill(email);
        await page.getByRole("button", { name: "Mail the link" }).click();
        if (asked <= 5) await page.getByRole("heading", { name: "Check your mail" }).waitFor();
      }
      await expect
        .poll(() => page.getByRole("main").getByRole("alert").textContent())
        .toMatch(/^Too many mails were requested\. Try again (?:at|on \d+ \w+,) \d\d:\d\d\.$/);
    }
  });
});
