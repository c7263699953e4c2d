import { describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { type OpenOptions, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

describe("the account page", () => {
  it("saves a name of at most 100 characters, which the sidebar then shows", async () => {
    const account = await newAccount("free");
    const page = await open("/settings", await signedIn(account));
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill(` ${"x".repeat(101)}`);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect
      .poll(() => page.locator("#name-name-fault").textContent())
      .toBe("A name has at most 100 characters, on one line.");
    await name.fill("  Ingrid Halden ");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByText("Name saved.").waitFor();
    await page.getByRole("button", { name: "Ingrid Halden" }).waitFor();
    expect(await name.inputValue()).toBe("Ingrid Halden");
    await name.fill("");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByRole("button", { name: account.email }).waitFor();
  });

  it("A9: ends every other session, but not its own, when the password changes", async () => {
    const account = await newAccount("free");
    const elsewhere = new BrowserSession(inject("baseUrl"));
    await elsewhere.signIn(account.email, account.password);
    expect(await elsewhere.whoami()).toBe(account.email);
    const page = await open("/settings", await signedIn(account));
    await page.getByLabel("Current password").fill("not the present one");
    await page.getByLabel("New password").fill("quite another password");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect
      .poll(() => page.locator("#password-current-fault").textContent())
      .toBe("That's not your password.");
    await page.getByLabel("Current password").fill(account.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed. Other devices are signed out.").waitFor();
    expect(await page.getByLabel("New password").inputValue()).toBe("");
    expect(await elsewhere.whoami()).toBe(null);
    await page.reload();
    await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
  });

  it("A9: signs out every session, and Back then leads to the sign-in page", async () => {
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

  it("A9: sends an ended session through sign-in and back, without saving the form", async () => {
    const account = await newAccount("free");
    const page = await open("/settings", await signedIn(account));
    const elsewhere = new BrowserSession(inject("baseUrl"));
    await elsewhere.signIn(account.email, account.password);
    await elsewhere.signOut();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Too late");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.waitForURL("**/sign-in?callbackUrl=%2Fsettings");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/settings");
    expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("");
  });

  it("keeps the chosen theme after a reload", async () => {
    const page = await open("/settings", {
      ...(await signedIn(await newAccount("free"))),
      colorScheme: "light",
    });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.getByRole("radio", { name: "Dark" }).check();
    expect(await theme()).toBe("dark");
    await page.reload();
    expect(await theme()).toBe("dark");
    // The server does not know the choice: the page shows it once its script runs.
    await page.getByRole("radio", { name: "Dark", checked: true }).waitFor();
    await page.getByRole("radio", { name: "System" }).check();
    expect(await theme()).toBe("light");
  });

  it("says what happens to codes and keys before it deletes the account", async () => {
    const account = await newAccount("pro");
    await newKey(account);
    const page = await open("/settings", await signedIn(account));
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this account?" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it");
    expect(await dialog.textContent()).toContain("It has no codes.");
    expect(await dialog.textContent()).toContain("1 key: refused immediately.");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Delete account");
  });
});

describe("the account menu", () => {
  it("opens by keyboard, changes the theme, and signs out", async () => {
    const account = await newAccount("free");
    const page = await open("/plan", { ...(await signedIn(account)), colorScheme: "light" });
    const button = page.getByRole("button", { name: account.email });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Change to dark" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Change to dark" }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await button.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });
});

describe("a page that fails", () => {
  it("shows an error, keeps the navigation, and loads when Try again succeeds", async () => {
    const account = await newAccount("pro");
    const { id } = await newKey(account);
    // No date can be made of it, so this account's page fails and no other.
    await sql.query("UPDATE api_key SET created_at = 'infinity' WHERE id = $1", [id]);
    const page = await open("/settings", { ...(await signedIn(account)), mayLog: /./ });
    await page.getByRole("link", { name: "Developer" }).click();
    await page.getByRole("heading", { name: "Something went wrong on our side" }).waitFor();
    expect(await page.getByText(/^req_/).count()).toBe(0);
    await page.getByRole("link", { name: "Plan" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Something went wrong on our side" }).waitFor();
    await expect.poll(() => page.getByText(/^req_\w{20}$/).count()).toBe(1);
    await sql.query("DELETE FROM api_key WHERE id = $1", [id]);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Your first key" }).waitFor();
  });
});

describe("a user who signs in with GitHub only", () => {
  /** As if GitHub had vouched for them: no password, one identity. */
  async function withoutPassword(): Promise<{ account: TestAccount; options: OpenOptions }> {
    const account = await newAccount("free");
    const options = await signedIn(account);
    await sql.query("UPDATE app_user SET password_hash = NULL WHERE id = $1", [account.userId]);
    await sql.query(
      "INSERT INTO identity (provider, provider_user_id, user_id) VALUES ('github', $1::text, $1::uuid)",
      [account.userId],
    );
    return { account, options };
  }

  it("sees that there is no password, and requests a link to set one by email", async () => {
    const { account, options } = await withoutPassword();
    const page = await open("/settings", options);
    await page.getByText("You sign in with GitHub and have no password.").waitFor();
    await page.getByText("To change it, set a password first.").waitFor();
    expect(await page.locator("input[type=password]").count()).toBe(0);
    await page.getByRole("button", { name: "Mail a link to set one" }).click();
    await page.getByText(`A link is on its way to ${account.email}.`).waitFor();
  });

  it("deletes the account by typing its email", async () => {
    const { account, options } = await withoutPassword();
    const page = await open("/settings", options);
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this account?" });
    expect(await dialog.getByLabel("Password").count()).toBe(0);
    await dialog.getByLabel(/^Write .* to confirm$/).fill(account.email);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL("**/goodbye");
  });
});
