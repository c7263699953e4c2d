import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { contextOf, screens, withBrowser } from "./browser";
import { openPalette } from "./furnished";
import { describeFocus, listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

/** An account of a plan with a code of each of these names. */
async function furnish(plan: "free" | "pro", names: readonly string[]): Promise<TestAccount> {
  const account = await newAccount(plan);
  const items = names.map((name, index) => ({
    name,
    type: "url",
    content: `https://halden.example/place-${index}`,
    isDynamic: index === 0,
  }));
  expect((await createCodes(callerOf(account, plan), items)).errors).toEqual([]);
  return account;
}

/** Opens the palette with its keys, types, and waits until what is chosen is called so. */
async function find(page: Page, words: string, chosen: string | RegExp): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await page.getByRole("option", { name: chosen, selected: true }).waitFor();
}

/** Whether a screen reader is told of the very line that is chosen. */
const namesChosen = (page: Page) =>
  page.evaluate(
    () =>
      document.querySelector('[role="combobox"]')?.getAttribute("aria-activedescendant") ===
      document.querySelector('[role="option"][aria-selected="true"]')?.id,
  );

const namesOf = (page: Page) =>
  page.getByRole("navigation", { name: "Account" }).getByRole("link").allTextContents();

describe("the navigation", () => {
  it("shows the pages of the plan, in the sidebar and at the foot of a phone", async () => {
    const pro = await signedIn(await newAccount("pro"));
    const developer = await signedIn(await newAccount("developer"));
    const own = ["Plan", "Account", "Support"];
    const rooms = ["Keys", "Webhooks", "Deliveries", "Usage", "Sandbox", "MCP"];
    expect(await namesOf(await open("/settings", pro))).toEqual([
      "Codes",
      "Analytics",
      "Bulk",
      "Domains",
      "Developer",
      ...own,
    ]);
    const console = await open("/settings", developer);
    expect(await namesOf(console)).toEqual([...rooms, "Domains", ...own]);
    await console.getByText("Developer works through the API.").waitFor();
    await console.setViewportSize({ width: 768, height: 900 });
    await console.getByRole("link", { name: "Why no codes?" }).click();
    await console.getByRole("heading", { name: "Developer creates codes through the API" }).waitFor();

    const phone = await open("/settings", { ...contextOf(screens[0]), ...pro });
    expect(await namesOf(phone)).toEqual(["Codes", "Analytics", "New"]);
    const small = await open("/settings", { ...contextOf(screens[0]), ...developer });
    expect(await namesOf(small)).toEqual(["Keys", "Webhooks", "Deliveries"]);
    await small.getByRole("button", { name: "Account", exact: true }).click();
    await small.getByRole("dialog").getByText("Developer works through the API.").waitFor();
    await phone.getByRole("button", { name: "Account", exact: true }).click();
    const sheet = phone.getByRole("dialog");
    await sheet.waitFor();
    expect(await sheet.getByRole("link").allTextContents()).toEqual([
      "Pro",
      "Bulk",
      "Domains",
      "Developer",
      ...own,
      "Docs",
    ]);
    await sheet.getByRole("link", { name: "Developer" }).click();
    await phone.waitForURL("**/api-keys");
    await sheet.waitFor({ state: "detached" });
  });

  it("shows how much of the plan is used, at three widths", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `Table ${index}`);
    const page = await open("/settings", await signedIn(await furnish("free", names)));
    const side = page.getByRole("complementary", { name: "Sidebar" });
    await side.getByText("9 of 10 codes").first().waitFor();
    await side.getByText("One left").waitFor();
    await side.getByText("0 of 1,000 scans in detail this month").waitFor();
    await page.setViewportSize({ width: 800, height: 900 });
    await side.getByRole("link", { name: "Free 9 of 10 codes" }).waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("link", { name: "Free 9 of 10 codes" }).last().waitFor();
  });

  it("is skipped by the first link, which moves the focus into the page", async () => {
    const page = await open("/settings", await signedIn(await newAccount("free")));
    await page.keyboard.press("Tab");
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Skip to the content", isSeen: true });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });
});

describe("the palette", () => {
  it("loads when it first opens, finds a code by words of its name, and opens it by keyboard", async () => {
    const scripts: string[] = [];
    const account = await furnish("pro", ["Menu, table cards", "Guest pass", "Van, rear door"]);
    const page = await open("/settings", await signedIn(account));
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await find(page, "cards MENU", /^Menu, table cards/);
    expect(scripts.length).toBeGreaterThan(0);
    expect(await page.getByRole("option", { name: /Guest pass/ }).count()).toBe(0);
    expect(await namesChosen(page)).toBe(true);
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("copies the short link of a code, and returns the focus on Escape", async () => {
    const page = await open("/settings", await signedIn(await furnish("pro", ["Menu", "Static"])));
    const field = page.getByRole("textbox", { name: "Name", exact: true });
    await field.focus();
    await find(page, "menu", /^Menu/);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Short link of “Menu” copied.").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/r\/[0-9A-Za-z]{8}$/);
    await find(page, "static", /^Static/);
    expect(await page.getByRole("option", { name: /Copy link/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await describeFocus(page)).id).toBe(await field.getAttribute("id"));
  });

  it("searches targets if no name matches, and says so if no target matches either", async () => {
    const page = await open("/settings", await signedIn(await furnish("pro", ["Menu", "Window"])));
    await find(page, "place-1", "Nothing has that name. Press ↵ to search targets.");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: /^Window/, selected: true }).waitFor();
    expect(await page.getByRole("option", { name: /^Menu/ }).count()).toBe(0);
    await page.getByRole("combobox").fill("no such place");
    await page.getByRole("option", { name: /^Nothing has that name/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    const status = page.getByRole("dialog").getByRole("status");
    await expect.poll(() => status.textContent()).toBe("No target contains that, either.");
    expect(await listFaults(page)).toEqual([]);
  });

  it("shows no codes of another account", async () => {
    await furnish("pro", ["Somebody's secret menu"]);
    const page = await open("/settings", await signedIn(await furnish("pro", ["Own menu"])));
    await find(page, "menu", /^Own menu/);
    expect(await page.getByRole("option", { name: /secret/ }).count()).toBe(0);
  });

  it("changes the theme and opens a page on Developer, where it has no New code", async () => {
    const page = await open("/settings", {
      ...(await signedIn(await newAccount("developer"))),
      colorScheme: "light",
    });
    await find(page, "dark", "Change to dark");
    expect(await page.getByRole("option", { name: /New code/ }).count()).toBe(0);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await find(page, "token", "Keys");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/api-keys");
  });
});

describe("a missing page", () => {
  it("shows the navigation, the request's id and a link to the dashboard", async () => {
    const page = await open("/codes/0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35", {
      ...(await signedIn(await newAccount("pro"))),
      mayLog: /404/,
    });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await page.getByText(/^req_\w{20}$/).waitFor();
    await page.getByRole("navigation", { name: "Account" }).first().waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.waitForURL("**/codes");
  });
});

describe("the visitor's time zone", () => {
  it("is stored in a cookie, and causes no refresh after a reload", async () => {
    const page = await open("/settings", {
      ...(await signedIn(await newAccount("pro"))),
      timezoneId: "Europe/Oslo",
    });
    const told = async () =>
      (await page.context().cookies()).find(({ name }) => name === "quietzone-zone")?.value;
    await expect.poll(told).toBe("Europe%2FOslo");
    await page.waitForLoadState("networkidle");
    const refreshes: string[] = [];
    page.on("request", (request) => {
      if (request.headers().rsc === "1") refreshes.push(request.url());
    });
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(refreshes).toEqual([]);
  });
});
