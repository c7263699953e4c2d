import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { getCode, createCode as storeCode } from "@/lib/codes";
import { generateScans } from "@/lib/scans/generate";
import { callerOf, newAccount } from "../../support/accounts";
import { readCode } from "../../support/public-api";
import { servedUrl } from "../../support/short-urls";
import { readScore, withBrowser } from "../browser";
import { openPalette } from "../furnished";
import { walkTo } from "../inspect";
import {
  codePage,
  createCode,
  devices,
  fillCode,
  follow,
  goTo,
  press,
  pressButton,
  readTotal,
  signIn,
  takeFile,
} from "./walk";

const open = withBrowser();
const site = "https://halden.example";

/** An account with a code that some hundred have scanned this week. */
async function newPro() {
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const code = await storeCode(caller, {
    name: "Menu",
    type: "url",
    content: `${site}/menu`,
    isDynamic: true,
  });
  const until = new Date(Date.now() - 60_000);
  const scans = { accountId: account.accountId, codeIds: [code.id], count: 150, days: 3, seed: 5, until };
  await generateScans(scans, { onProgress: () => {} });
  return { account, caller, code, shortUrl: servedUrl(code) };
}

/** Scans come while the page is open: the feed has them at once, the figures after it, and nothing is loaded again. */
async function watchScans(page: Page, shortUrl: string): Promise<void> {
  await goTo(page, "Analytics");
  const feed = page.getByRole("region", { name: "Last scans" });
  await feed.getByText("Live", { exact: true }).waitFor();
  const before = await readTotal(page);
  expect(await feed.getByRole("listitem").first().textContent()).not.toMatch(/^(now|\d+ s)Menu/);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  expect(await follow(shortUrl)).toBe(`${site}/menu`);
  expect(await follow(shortUrl)).toBe(`${site}/menu`);
  const last = () => feed.getByRole("listitem").first().textContent();
  await expect.poll(last, { timeout: 10_000 }).toMatch(/^(now|\d+ s)Menu.+iOS$/);
  await expect.poll(() => readTotal(page), { timeout: 15_000 }).toBe(before + 2);
  expect(await page.evaluate(() => "isTheSame" in window)).toBe(true);
}

async function openMenu(page: Page): Promise<void> {
  await goTo(page, "Codes");
  await press(page.getByRole("link", { name: "Menu", exact: true }));
  await page.waitForURL(codePage);
}

/** The look of one code is kept, and laid over the next. */
async function keepPreset(page: Page): Promise<string> {
  await openMenu(page);
  await press(page.getByRole("main").getByRole("link", { name: "Edit" }));
  await page.waitForURL(/\/edit$/);
  await page.getByLabel("Colour of the modules, hex").fill("#17472F");
  await pressButton(page, "Save as preset");
  const dialog = page.getByRole("dialog", { name: "Save this style as a preset" });
  await dialog.getByLabel("Name").fill("House");
  await pressButton(dialog, "Save preset");
  await dialog.waitFor({ state: "detached" });
  await pressButton(page, "Save changes");
  await page.waitForURL(codePage);

  await goTo(page, "Codes");
  await press(page.getByRole("link", { name: "New code" }));
  const van = { name: "Van", address: `${site}/van` };
  await fillCode(page, van);
  await pressButton(page.getByRole("list", { name: "Presets" }), "House");
  await readScore(page);
  await createCode(page, van);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** An end, off and on, another target and the earlier one again. */
async function bound(page: Page, shortUrl: string): Promise<void> {
  await openMenu(page);
  const rules = page.getByRole("region", { name: "Schedule and limits" });
  await pressButton(rules, "Set “Ends”");
  await rules.getByLabel("Ends at").fill("2031-12-31T23:59");
  await pressButton(rules, "Save");
  await rules.getByText("31 Dec 2031, 23:59").waitFor();
  const end = page.getByRole("region", { name: "Switch off or delete" });
  await pressButton(end, "Switch off");
  await page.getByText("“Menu” is off.").waitFor();
  expect(await follow(shortUrl)).toBe(410);
  await pressButton(end, "Switch on");
  await page.getByText("“Menu” is on.").waitFor();
  expect(await follow(shortUrl)).toBe(`${site}/menu`);
  const block = page.getByRole("region", { name: "Target" });
  await block.getByLabel("Target address").fill(`${site}/autumn`);
  await pressButton(block, "Change");
  await page.getByText("Target changed.").waitFor();
  expect(await follow(shortUrl)).toBe(`${site}/autumn`);
  await pressButton(block, "Restore /menu");
  await page.getByText("It opens /menu again.").waitFor();
  expect(await follow(shortUrl)).toBe(`${site}/menu`);
}

async function askSupport(page: Page): Promise<void> {
  await goTo(page, "Support");
  await page.getByLabel("Subject").fill("The van's code");
  await page.getByRole("textbox", { name: "Message" }).fill("It is on the rear door.");
  await pressButton(page, "Send message");
  await page.locator("#asked").getByText("Priority", { exact: true }).waitFor();
}

/** A code that a hundred scanned this week goes only after its name was typed. */
async function deleteBusy(page: Page): Promise<void> {
  await openMenu(page);
  await pressButton(page.getByRole("region", { name: "Switch off or delete" }), "Delete for good");
  const dialog = page.getByRole("dialog", { name: "Delete “Menu”?" });
  await dialog.getByText(/It was scanned 1\d\d times this week/).waitFor();
  await pressButton(dialog, "Delete for good");
  await dialog.getByText("Type “Menu” to delete it.").waitFor();
  await dialog.getByLabel("Type its name to delete it").fill("Menu");
  await pressButton(dialog, "Delete for good");
  await page.waitForURL("**/codes");
  await page.getByText("“Menu” is deleted.").first().waitFor();
  await page.getByRole("link", { name: "Menu", exact: true }).waitFor({ state: "detached" });
}

describe.each(devices)("a Pro account on %s", (_, device) => {
  it("signs in, watches live scans, uses presets and rules, and deletes a code", async () => {
    const { account, caller, shortUrl } = await newPro();
    const page = await open("/sign-in", { ...device, timezoneId: "Europe/Oslo" });
    await signIn(page, account);
    await page.waitForURL("**/codes");
    await watchScans(page, shortUrl);
    const van = await keepPreset(page);
    expect((await getCode(caller, van)).settings.color.dark).toBe("#17472F");
    await bound(page, shortUrl);
    await askSupport(page);
    await deleteBusy(page);
  });
});

describe("a Pro account by keyboard", () => {
  it("signs in and downloads a code", async () => {
    const { account, shortUrl } = await newPro();
    const page = await open("/sign-in");
    const type = (text: string) => page.keyboard.type(text);
    const key = (name: string) => page.keyboard.press(name);
    await walkTo(page, "sign-in-email");
    await type(account.email);
    await walkTo(page, "sign-in-password");
    await type(account.password);
    await key("Enter");
    await page.waitForURL("**/codes");
    await openPalette(page);
    await type("menu");
    await page.getByRole("option", { name: /^Menu/, selected: true }).waitFor();
    await key("Enter");
    await page.waitForURL(codePage);
    await page.getByRole("link", { name: /^Download PNG/ }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await walkTo(page, /^Download PNG/);
    const { bytes } = await takeFile(page, () => key("Enter"));
    expect(await readCode(bytes)).toBe(shortUrl);
  });
});
