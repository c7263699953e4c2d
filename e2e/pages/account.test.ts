import { describe, expect, inject, it } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

describe("the settings", () => {
  it("change the name, which the sidebar then says", async () => {
    const account = await newAccount("free");
    const page = await open("/settings", await signedIn(account));
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill(` ${"x".repeat(101)}`);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect
      .poll(() => page.locator("#name-name-fault").textContent())
      .toBe("A name has at most 100 characters, all in one line.");
    await name.fill("  Ingrid Halden ");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByText("The name is saved.").waitFor();
    await page.getByRole("button", { name: "Ingrid Halden" }).waitFor();
    expect(await name.inputValue()).toBe("Ingrid Halden");
    await name.fill("");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByRole("button", { name: account.email }).waitFor();
  });

  it("A9: a new password ends every other session at once, and this one goes on", async () => {
    const account = await newAccount("free");
    const elsewhere = new BrowserSession(inject("baseUrl"));
    await elsewhere.signIn(account.email, account.password);
    expect(await elsewhere.whoami()).toBe(account.email);
    const page = await open("/settings", await signedIn(account));
    await page.getByLabel("Password now").fill("not the present one");
    await page.getByLabel("New password").fill("quite another password");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect
      .poll(() => page.locator("#password-current-fault").textContent())
      .toBe("This is not your password.");
    await page.getByLabel("Password now").fill(account.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The password is changed. Other devices are signed out.").waitFor();
    expect(await page.getByLabel("New password").inputValue()).toBe("");
    expect(await elsewhere.whoami()).toBe(null);
    await page.reload();
    expect(await page.getByRole("heading", { name: "Account", level: 1 }).isVisible()).toBe(true);
  });

  it("A9: signing out ends every session of the account and leaves nothing of it on the page", async () => {
    const account = await newAccount("free");
    const elsewhere = new BrowserSession(inject("baseUrl"));
    await elsewhere.signIn(account.email, account.password);
    const page = await open("/settings", await signedIn(account));
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect(await elsewhere.whoami()).toBe(null);
    await page.goBack();
    await page.waitForURL("**/sign-in?*");
    expect(await page.getByText(account.email).count()).toBe(0);
  });

  it("A9: are not left to a session that is over: the form leads to sign-in and back, and changes nothing", async () => {
    const account = await newAccount("free");
    const page = await open("/settings", await signedIn(account));
    const elsewhere = new BrowserSession(inject("baseUrl"));
    await elsewhere.signIn(account.email, account.password);
    await elsewhere.signOut();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Too late");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.waitForURL("**/sign-in?callbackUrl=%2Fsettings");
    await page.getByLabel("E-mail").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/settings");
    expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("");
  });

  it("keep the choice of light or dark in this browser", async () => {
    const page = await open("/settings", {
      ...(await signedIn(await newAccount("free"))),
      colorScheme: "light",
    });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.getByRole("radio", { name: "Dark" }).check();
    expect(await theme()).toBe("dark");
    await page.reload();
    expect(await theme()).toBe("dark");
    expect(await page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "As the system" }).check();
    expect(await theme()).toBe("light");
  });

  it("say before the end of an account what becomes of its codes and keys", async () => {
    const account = await newAccount("pro");
    await newKey(account);
    const page = await open("/settings", await signedIn(account));
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this account?" });
    expect(await dialog.textContent()).toContain("It has no codes.");
    expect(await dialog.textContent()).toContain("1 key: refused from the next request on.");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Delete account");
  });
});

describe("the menu of the person", () => {
  it("opens by keyboard, changes light and dark, and signs out", async () => {
    const account = await newAccount("free");
    const page = await open("/plan", { ...(await signedIn(account)), colorScheme: "light" });
    const button = page.getByRole("button", { name: account.email });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Change to dark" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Change to dark" }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await button.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });
});
