import type { Locator, Page } from "playwright";
import type { TestAccount } from "../../support/accounts";
import { newClient } from "../../support/public-api";
import { phone } from "../../support/short-urls";
import { contextOf, screens } from "../browser";

/** What stories are walked with. */
export const devices = [
  ["a desktop", contextOf(screens[2])],
  ["a phone", contextOf(screens[0])],
] as const;

const addresses = {
  Codes: "/codes",
  Analytics: "/analytics",
  Keys: "/api-keys",
  Plan: "/plan",
  Account: "/settings",
  Support: "/support",
};

/** The address of a code's page. */
export const codePage = /\/codes\/[0-9a-f-]{36}$/;

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** By the finger on a phone, by the mouse elsewhere. */
export function press(target: Locator): Promise<void> {
  return isPhone(target.page()) ? target.tap() : target.click();
}

export const pressButton = (within: Page | Locator, name: string | RegExp) =>
  press(within.getByRole("button", { name, exact: typeof name === "string" }));

/** Goes to a place by the navigation: at the side, at the foot of a phone, or behind its "Account". */
export async function goTo(page: Page, place: keyof typeof addresses): Promise<void> {
  const links = page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: place });
  const link = links.filter({ visible: true });
  if ((await link.count()) > 0) await press(link);
  else {
    await pressButton(page.getByRole("navigation", { name: "Account" }), "Account");
    await press(page.getByRole("dialog").getByRole("link", { name: place, exact: true }));
  }
  await page.waitForURL(`**${addresses[place]}`);
}

/** Signs in by the form, as a returning user does. */
export async function signIn(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await pressButton(page, "Sign in");
}

export interface CodeToMake {
  name: string;
  address: string;
  kind?: "Dynamic" | "Static";
}

/** Fills the form of a code that leads to an address. */
export async function fillCode(page: Page, { name, address, kind }: CodeToMake): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Address", exact: true }).fill(address);
  if (kind !== undefined) await page.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
}

/** Saves the form of a new code, and waits for the page of what was made. */
export async function createCode(page: Page, { name }: Pick<CodeToMake, "name">): Promise<void> {
  await pressButton(page, "Create code");
  await page.waitForURL(codePage);
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** The short URL that the page of a dynamic code shows. */
export async function readShortUrl(page: Page): Promise<string> {
  return String(await page.getByRole("main").locator('a[href*="/r/"]').first().getAttribute("href"));
}

/** The file that comes of what is done. */
export async function takeFile(
  page: Page,
  act: () => Promise<void>,
): Promise<{ fileName: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { fileName: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** The scans that analytics tells first. */
export async function readTotal(page: Page): Promise<number> {
  const told = await page.getByLabel("Figures").locator("dd").first().locator("span").first().textContent();
  return Number(String(told).replaceAll(",", ""));
}

/** Where a short URL leads a phone that scans it; the status where it leads nowhere. */
export async function follow(shortUrl: string): Promise<string | number> {
  const headers = { "user-agent": phone, "x-forwarded-for": newClient() };
  const { status, headers: answered } = await fetch(shortUrl, { redirect: "manual", headers });
  return answered.get("location") ?? status;
}

/** Ends the code whose page is open, after reading what that means. */
export async function deleteCode(page: Page, name: string, consequence: string): Promise<void> {
  await pressButton(page.getByRole("region", { name: "Switch off or delete" }), "Delete for good");
  const dialog = page.getByRole("dialog", { name: `Delete “${name}”?` });
  await dialog.getByText(consequence).waitFor();
  await pressButton(dialog, "Delete for good");
  await page.waitForURL("**/codes");
}
