import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MailReceiver } from "../../support/mail-receiver";
import { openServices } from "../../support/process/services";
import { readCode } from "../../support/public-api";
import { withBrowser } from "../browser";
import {
  createCode,
  deleteCode,
  devices,
  fillCode,
  follow,
  goTo,
  press,
  pressButton,
  readShortUrl,
  takeFile,
} from "./walk";

const open = withBrowser();
const services = openServices();
const receiver = new MailReceiver();
let baseUrl: string;

const site = "https://halden.example";
const menu = { name: "Menu", address: `${site}/menu` };
const window = { name: "Window", address: `${site}/window` };
const password = "notes on the engine";

beforeAll(async () => {
  await receiver.open();
  const service = await services.start({
    DATA_DIR: services.newFolder(),
    SMTP_URL: receiver.smtpUrl,
    MAIL_FROM: "Quietzone <mail@example.com>",
  });
  baseUrl = service.baseUrl;
});
afterAll(() => receiver.close());

/** The form, the mail, and the form behind its link. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await pressButton(page, "Create account");
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  const { text } = await receiver.waitFor(email, /Confirm your address/);
  await page.goto(text.split("\n").find((line) => line.startsWith(baseUrl)) ?? "no link");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await pressButton(page, "Confirm and sign in");
  await page.waitForURL("**/codes");
}

/** One click chooses what it opens, one makes it. */
async function makeFirst(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "What should it open?" }).waitFor();
  await press(page.getByRole("main").getByRole("link", { name: "Web address" }));
  await page.getByText("This will be code 1 of 10").waitFor();
  await fillCode(page, menu);
  await createCode(page, menu);
  return readShortUrl(page);
}

async function changeTarget(page: Page, shortUrl: string): Promise<void> {
  expect(await follow(shortUrl)).toBe(menu.address);
  const block = page.getByRole("region", { name: "Target" });
  await block.getByLabel("Target address").fill(`${site}/autumn`);
  await pressButton(block, "Change");
  await page.getByText("Target changed.").waitFor();
  expect(await follow(shortUrl)).toBe(`${site}/autumn`);
}

/** A second dynamic code is refused, the form as it was; a static one is made. */
async function reachDynamicQuota(page: Page): Promise<void> {
  await goTo(page, "Codes");
  await press(page.getByRole("link", { name: "New code" }));
  await fillCode(page, { ...window, kind: "Dynamic" });
  await pressButton(page, "Create code");
  await page
    .getByText("The dynamic code of Free is used. It goes on working. On Starter every code may be dynamic.")
    .waitFor();
  await expectKept(page);
  await page.getByRole("radio", { name: /^Static/ }).check();
  await createCode(page, window);
}

/** What was typed stands there, beside the way to more. */
async function expectKept(page: Page): Promise<void> {
  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe(window.name);
  expect(await page.getByRole("textbox", { name: "Address", exact: true }).inputValue()).toBe(window.address);
  await page.getByRole("link", { name: "Compare the plans" }).waitFor();
}

/** Copies fill the plan; the eleventh code is refused with why and what holds more, the form as it was. */
async function reachQuota(page: Page): Promise<void> {
  let name = window.name;
  for (let count = 3; count <= 10; count += 1) {
    await pressButton(page, `More for ${name}`);
    await press(page.getByRole("menuitem", { name: "Duplicate" }));
    name = `${name}, copy`;
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${name}(?!,)`) }).waitFor();
  }
  await goTo(page, "Codes");
  await press(page.getByRole("link", { name: "New code" }));
  await page.getByText("All 10 codes of Free are used.").waitFor();
  await fillCode(page, window);
  await pressButton(page, "Create code");
  await page.getByText("All 10 codes of Free are used. They go on working. Starter holds 100.").waitFor();
  await expectKept(page);
  await press(page.getByRole("link", { name: "Compare the plans" }));
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await pressButton(leaving, "Leave");
  await page.waitForURL("**/plan");
  await page.getByText("10 of 10 codes").filter({ visible: true }).first().waitFor();
}

/** Undo brings it back; without Undo the short URL goes on, and its place is held, for the ten seconds of a question to support. */
async function deleteDynamic(page: Page, shortUrl: string): Promise<void> {
  const openMenu = async () => {
    await goTo(page, "Codes");
    await press(page.getByRole("link", { name: menu.name, exact: true }));
    await page.getByRole("heading", { level: 1, name: menu.name }).waitFor();
  };
  const means = "Every printed copy will open a page that says the code is gone.";
  await openMenu();
  await deleteCode(page, menu.name, `It was scanned 2 times this week. ${means}`);
  // The newest stands first: a change of the target may be taken back below it.
  await press(page.getByRole("button", { name: /^Undo/ }).first());
  await page.getByText(`“${menu.name}” is restored.`).waitFor();
  expect(await follow(shortUrl)).toBe(`${site}/autumn`);

  await openMenu();
  await deleteCode(page, menu.name, "It was scanned 3 times this week.");
  expect(await follow(shortUrl)).toBe(`${site}/autumn`);
  await press(page.getByRole("link", { name: "New code" }));
  await page.getByText("All 10 codes of Free are used.").waitFor();
  await askSupport(page);
  await expect.poll(() => follow(shortUrl), { timeout: 20_000 }).toBe(404);
  await goTo(page, "Codes");
  await press(page.getByRole("link", { name: "New code" }));
  await page.getByText("This will be code 10 of 10").waitFor();
}

/** Nobody is mailed by this service, and its page says so. */
async function askSupport(page: Page): Promise<void> {
  await goTo(page, "Support");
  await page.getByText("The operator isn't emailed: they see your message when they check.").waitFor();
  await page.getByLabel("Subject").fill("The window");
  await page.getByRole("textbox", { name: "Message" }).fill("May it be larger?");
  await pressButton(page, "Send message");
  await page.getByText("Message saved.").waitFor();
  await page.locator("#asked").getByText("The window", { exact: true }).waitFor();
}

async function deleteAccount(page: Page, email: string): Promise<void> {
  await goTo(page, "Account");
  await pressButton(page, "Delete account");
  const dialog = page.getByRole("dialog", { name: "Delete this account?" });
  expect(await dialog.textContent()).toContain("9 codes");
  await dialog.getByLabel(`Write ${email} to confirm`).fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await pressButton(dialog, "Delete for good");
  await page.waitForURL("**/goodbye");
  await page.goto("/codes");
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await receiver.waitFor(email, /deleted/i);
}

describe.each(devices)("a Free account on %s", (what, device) => {
  it("signs up, creates a code, changes its target, reaches the quota, and is deleted", async () => {
    const email = `ada-${what.replace(/\W/g, "-")}@example.com`;
    const page = await open("/sign-up", { ...device, baseURL: baseUrl });
    await signUp(page, email);
    const shortUrl = await makeFirst(page);
    const png = await takeFile(page, () =>
      press(page.getByRole("link", { name: /^Download PNG, 1,024 by 1,024/ })),
    );
    expect(png.fileName).toBe("Menu.png");
    expect(await readCode(png.bytes)).toBe(shortUrl);
    await changeTarget(page, shortUrl);
    await reachDynamicQuota(page);
    await reachQuota(page);
    await deleteDynamic(page, shortUrl);
    await deleteAccount(page, email);
  });
});
