import type { Page } from "playwright";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newAccount, type TestAccount } from "../support/accounts";
import { readCode } from "../support/public-api";
import { clearLastCode, codeAt, stepMs, turnOn, wrongCode } from "../support/two-factor";
import { contextOf, screens, withBrowser } from "./browser";
import { findOverflow, listFaultsInBoth, listSmallTargets, walkTo } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
/** A refused code answers 400, which Chromium writes to its console. */
const mayLog = /status of 400/;

/** What an app on a phone reads off the screen. */
async function scanSecret(page: Page): Promise<string> {
  const sheet = page.getByRole("img", { name: /^QR code for your app/ });
  await sheet.waitFor();
  const shot = await sharp(await sheet.screenshot())
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: "#1E2322" })
    .png()
    .toBuffer();
  const uri = new URL((await readCode(shot)) ?? "about:blank");
  expect(`${uri.protocol}//${uri.host}`).toBe("otpauth://totp");
  expect(uri.searchParams.get("issuer")).toBe("Quietzone");
  return uri.searchParams.get("secret") ?? "";
}

async function enterPassword(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.goto("/sign-in?callbackUrl=%2Fsettings");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const signInButton = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Sign in", exact: true });

for (const screen of [screens[0], screens[2]]) {
  it(`two-factor sign-in is set up from the ${screen.name}'s screen, used and turned off`, async () => {
    const account = await newAccount("free");
    const page = await open("/settings", { ...contextOf(screen), ...(await signedIn(account)), mayLog });
    const block = page.getByRole("region", { name: "Two-factor sign-in" });
    await block.getByRole("button", { name: "Turn on" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn on two-factor sign-in" });
    const secret = await scanSecret(page);
    expect((await dialog.locator("[data-secret]").textContent())?.replaceAll(" ", "")).toBe(secret);
    await dialog.getByLabel("Password", { exact: true }).fill(account.password);
    const code = dialog.getByLabel("Code from your app");
    await code.fill(wrongCode(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByText("That code isn't current. Check the app again.").waitFor();
    const first = codeAt(secret, Date.now() - stepMs);
    await code.fill(first);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const recoveryCodes = await keepCodes(page);
    await block.getByText(/^On since/).waitFor();

    await page.context().clearCookies();
    await enterPassword(page, account);
    await page.waitForURL("**/sign-in/code?*");
    const field = page.getByLabel("Code from your app");
    expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(await field.getAttribute("inputmode")).toBe("numeric");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill(wrongCode(secret));
    await signInButton(page).click();
    await page.getByText("That code isn't current. Check the app again.").waitFor();
    await field.fill(first);
    await signInButton(page).click();
    await expect
      .poll(() => page.locator("#code-code-fault").textContent())
      .toMatch(/^This code was already used|^That code isn't current/);
    await field.fill(codeAt(secret).replace(/^.../, "$& "));
    await signInButton(page).click();
    await page.waitForURL("**/settings");

    await page.context().clearCookies();
    await enterPassword(page, account);
    await page.waitForURL("**/sign-in/code?*");
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You are signed in" }).waitFor();
    await page.getByText("9 recovery codes are left.").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/settings");
    await block.getByText("9 recovery codes left.").waitFor();

    await block.getByRole("button", { name: "Turn off" }).click();
    const end = page.getByRole("dialog", { name: "Turn off two-factor sign-in?" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it on");
    await end.getByLabel("Password", { exact: true }).fill(account.password);
    await end.getByRole("button", { name: "Use a recovery code instead" }).click();
    await end.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "");
    await end.getByRole("button", { name: "Turn off" }).click();
    await page.getByText("Two-factor sign-in is off.").first().waitFor();
    await block.getByRole("button", { name: "Turn on" }).waitFor();
    await page.context().clearCookies();
    await enterPassword(page, account);
    await page.waitForURL("**/settings");
  });
}

/** Copies and downloads the recovery codes and puts them away; what is copied and what is downloaded is what is shown. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Keep these recovery codes" });
  await expect.poll(() => dialog.getByRole("listitem").count()).toBe(10);
  const codes = await dialog.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await dialog.getByText("Copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download (.txt)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("quietzone-recovery-codes.txt");
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const written = Buffer.concat(chunks).toString("utf8");
  expect(written).toBe(copied);
  expect(written.split("\n").filter((line) => /^\w{5}-\w{5}$/.test(line))).toEqual(codes);
  await dialog.getByRole("button", { name: "I've stored them" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(codes[0]);
  return codes;
}

describe("two-factor sign-in by keyboard", () => {
  it("is turned on, and used to sign in", async () => {
    const account = await newAccount("free");
    const page = await open("/settings", await signedIn(account));
    const button = page
      .getByRole("region", { name: "Two-factor sign-in" })
      .getByRole("button", { name: "Turn on" });
    await button.focus();
    await page.keyboard.press("Enter");
    const secret = await scanSecret(page);
    await page.keyboard.press("Escape");
    // While the dialog fades, its code is still there to be scanned.
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    const again = await scanSecret(page);
    expect(again).not.toBe(secret);
    const isWithin = () => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
    await expect.poll(isWithin).toBe(true);
    await walkTo(page, "two-factor-on-password");
    await page.keyboard.type(account.password);
    await walkTo(page, "two-factor-on-code");
    await page.keyboard.type(codeAt(again, Date.now() - stepMs));
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Keep these recovery codes" }).waitFor();
    await walkTo(page, /stored them/);
    await page.keyboard.press("Enter");
    await page.getByText(/^On since/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("On since");
    await page.context().clearCookies();
    await enterPassword(page, account);
    await page.waitForURL("**/sign-in/code?*");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("code-code");
    await page.keyboard.type(codeAt(again));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/settings");
  });
});

describe("two-factor sign-in", () => {
  it("warns when 3 recovery codes are left, and creates new codes", async () => {
    const account = await newAccount("free");
    const options = await signedIn(account);
    const { secret, recoveryCodes } = await turnOn(account);
    const page = await open("/settings", { ...options, mayLog });
    const block = page.getByRole("region", { name: "Two-factor sign-in" });
    await block.getByText("10 recovery codes left.").waitFor();
    await block.getByRole("button", { name: "New recovery codes" }).click();
    const dialog = page.getByRole("dialog", { name: "Create new recovery codes?" });
    await dialog.getByLabel("Code from your app").fill(codeAt(secret));
    await dialog.getByRole("button", { name: "Create new codes" }).click();
    const fresh = await keepCodes(page);
    expect(fresh.some((code) => recoveryCodes.includes(code))).toBe(false);
    await sql.query(
      "UPDATE recovery_code SET used_at = now() WHERE ctid IN (SELECT ctid FROM recovery_code WHERE user_id = $1 LIMIT 7)",
      [account.userId],
    );
    await page.reload();
    await block.getByText("3 recovery codes left").waitFor();
    await block.getByText("Without one, a lost phone means a lost account.").waitFor();
  });

  it("requires a code to change the password, and keeps this browser signed in", async () => {
    const account = await newAccount("free");
    const options = await signedIn(account);
    const { secret } = await turnOn(account);
    const page = await open("/settings", options);
    const block = page.getByRole("region", { name: "Password" });
    await block.getByLabel("Current password").fill(account.password);
    await block.getByLabel("New password").fill("quite another password");
    await block.getByRole("button", { name: "Change password" }).click();
    await block.getByText("Enter the code.").waitFor();
    await block.getByLabel("Code from your app").fill(codeAt(secret));
    await block.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed. Other devices are signed out.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
  });

  it("leads an expired sign-in back to its start", async () => {
    const account = await newAccount("free");
    const { secret } = await turnOn(account);
    const page = await open("/sign-in", { mayLog: /status of 401/ });
    await enterPassword(page, account);
    await page.waitForURL("**/sign-in/code?*");
    await page.getByLabel("Code from your app").fill(codeAt(secret));
    await page.context().clearCookies();
    await signInButton(page).click();
    await page.getByText("This sign-in has expired").waitFor();
    await page.getByRole("link", { name: "Start again" }).click();
    await page.waitForURL("**/sign-in?callbackUrl=%2Fsettings");
  });
});

it("two-factor pages have no axe faults, overflow or small targets; dialogs no axe faults", async () => {
  const account = await newAccount("free");
  const options = await signedIn(account);
  const page = await open("/settings", { ...contextOf(screens[0]), ...options });
  const block = page.getByRole("region", { name: "Two-factor sign-in" });
  await block.getByRole("button", { name: "Turn on" }).click();
  await scanSecret(page);
  await page
    .getByRole("dialog")
    .evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)));
  expect(await listFaultsInBoth(page, "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const { secret } = await turnOn(account);
  await page.reload();
  await block.getByText(/^On since/).waitFor();
  expect(await listFaultsInBoth(page)).toEqual([]);
  expect(await listSmallTargets(page)).toEqual([]);
  await block.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").waitFor();
  await page
    .getByRole("dialog")
    .evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)));
  expect(await listFaultsInBoth(page, "[role=dialog]")).toEqual([]);
  await page.context().clearCookies();
  await enterPassword(page, account);
  await page.waitForURL("**/sign-in/code?*");
  await page.getByLabel("Code from your app").waitFor();
  expect(await listFaultsInBoth(page)).toEqual([]);
  expect(await listSmallTargets(page)).toEqual([]);
  expect(await findOverflow(page, [320, 768, 2_560])).toEqual([]);
  await clearLastCode(account);
  await page.getByLabel("Code from your app").fill(codeAt(secret));
  await signInButton(page).click();
  await page.waitForURL("**/settings");
});
