import { describe, expect, it } from "vitest";
import { updateCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import type { DrawnCode, NewCode } from "@/lib/codes/schema";
import { callerOf, newAccount } from "../support/accounts";
import { servedUrl } from "../support/short-urls";
import { withBrowser } from "./browser";
import { readSvg } from "./decode";
import { signedIn } from "./signed-in";

const open = withBrowser();

const shelf = (place: number): NewCode => ({
  name: `Shelf ${String(place).padStart(2, "0")}`,
  type: "url",
  content: `https://halden.example/shelf/${place}`,
});

/** An account with codes, the first of them made first. */
async function newOwner(items: readonly NewCode[]) {
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const { created } = items.length === 0 ? { created: [] } : await createCodes(caller, items);
  return { caller, codes: created, context: await signedIn(account) };
}

const urlOf = (code: DrawnCode | undefined) => servedUrl({ shortUrl: code?.shortUrl ?? null });

const mixed: readonly NewCode[] = [
  { name: "Guest Wi-Fi", type: "wifi", content: '{"ssid":"Halden Guest","password":"slow brewed"}' },
  { name: "Menu", type: "url", content: "https://halden.example/menu", isDynamic: true },
  {
    name: "Christmas blend",
    type: "url",
    content: "https://halden.example/blend",
    isDynamic: true,
    settings: { startsAt: "2999-12-01T00:00:00Z" },
  },
];

describe("the codes of an account", () => {
  it("lead to the first code in two clicks", async () => {
    const { context } = await newOwner([]);
    const page = await open("/codes", context);
    await page.getByRole("heading", { name: "What should it open?" }).waitFor();
    expect(await page.getByRole("main").getByRole("listitem").allTextContents()).toEqual([
      "Web address",
      "Wi-Fi",
      "Contact",
      "Email",
      "Text message",
      "Plain text",
    ]);
    await page.getByRole("main").getByRole("link", { name: "Text message" }).click();
    await page.waitForURL("**/codes/new?type=sms");
  });

  it("say what they open, how they stand and how often they were scanned", async () => {
    const { context, codes, caller } = await newOwner(mixed);
    await updateCode(caller, codes[1]?.id ?? "", { settings: { isActive: false } });
    const page = await open("/codes", context);
    const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await card("Guest Wi-Fi").getByText("Halden Guest").waitFor();
    await card("Guest Wi-Fi").getByText("Static, not counted").waitFor();
    await card("Menu").getByText("halden.example/menu").waitFor();
    await card("Menu").getByText("Off", { exact: true }).waitFor();
    await card("Christmas blend").getByText("Scheduled").waitFor();
    await card("Christmas blend").getByText("Starts 1 Dec 2999").waitFor();
    const thumb = card("Menu").getByRole("img", { name: /^QR code for Menu, opens / });
    expect(await thumb.getAttribute("alt")).toContain(`opens ${urlOf(codes[1]).replace("http://", "")}`);
    await page.getByRole("link", { name: "Table" }).click();
    const row = page.getByRole("row", { name: /Menu/ });
    await row.waitFor();
    expect(await row.getByRole("cell").allTextContents()).toEqual(
      expect.arrayContaining(["halden.example/menu", "Dynamic", "0"]),
    );
    await page.getByRole("link", { name: "Guest Wi-Fi" }).click();
    await page.waitForURL(`**/codes/${codes[0]?.id}`);
  });

  it("keep what is being typed when a filter or the other view is chosen", async () => {
    const { context } = await newOwner(mixed);
    const page = await open("/codes", context);
    const search = page.getByRole("searchbox", { name: "Name or target" });
    await search.fill("menu");
    await page.getByRole("combobox", { name: "Type" }).selectOption("url");
    await page.waitForURL(({ searchParams }) => searchParams.get("q") === "menu");
    expect(new URL(page.url()).searchParams.get("type")).toBe("url");
    await page.getByText("1 found", { exact: true }).waitFor();
    await search.fill("men");
    await page.getByRole("link", { name: "Table" }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get("q") === "men");
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: "men",
      type: "url",
      view: "table",
    });
    const kept = page.getByRole("search").locator("input[type=hidden]");
    await expect
      .poll(() => kept.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name)))
      .toEqual(["view", "type"]);
  });

  it("say that the page of one is on its way", async () => {
    const { context, codes } = await newOwner(mixed);
    const page = await open("/codes", context);
    const answers: (() => void)[] = [];
    await page.route(`**/codes/${codes[1]?.id}?*`, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    const card = page.getByRole("listitem").filter({ hasText: "Menu" });
    await card.getByRole("link", { name: "Menu", exact: true }).click();
    await card.locator(".pending").filter({ visible: true }).waitFor();
    for (const answer of answers) answer();
    await page.waitForURL(`**/codes/${codes[1]?.id}`);
  });

  it("are searched, filtered, ordered and turned over, and all of it stands in the address", async () => {
    const { context } = await newOwner([...Array.from({ length: 26 }, (_, at) => shelf(at + 1)), ...mixed]);
    const page = await open("/codes?view=table&sort=name&order=asc", context);
    const names = () => page.getByRole("rowheader").locator("a").allTextContents();
    const search = page.getByRole("searchbox", { name: "Name or target" });
    await page.getByText("1 to 24 of 29").waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/page=2/);
    await page.getByText("25 to 29 of 29").waitFor();
    expect(await names()).toEqual(["Shelf 22", "Shelf 23", "Shelf 24", "Shelf 25", "Shelf 26"]);

    await search.pressSequentially("SHELF 1");
    await page.waitForURL(/q=SHELF\+1&sort=name/);
    expect(new URL(page.url()).searchParams.get("page")).toBeNull();
    await page.getByText("10 total").waitFor();
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
    await page.waitForURL(/order=desc/);
    await expect.poll(async () => (await names())[0]).toBe("Shelf 19");

    await page.getByRole("combobox", { name: "Type" }).selectOption("Wi-Fi");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.getByText("No name or target contains “SHELF 1”.").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Clear", exact: true }).waitFor({ state: "detached" });
    expect(page.url()).not.toMatch(/type=/);
    await page.goto("/codes?dynamic=true&sort=name&order=asc");
    expect(await page.getByRole("combobox", { name: "Kind" }).inputValue()).toBe("true");
    expect(await page.getByRole("combobox", { name: "Order" }).inputValue()).toBe("name-asc");
    await page.getByText("2 found").waitFor();
    await page.goto("/codes?page=9");
    await page.getByRole("link", { name: "To page 2" }).click();
    await page.getByText("25 to 29 of 29").waitFor();
  });
});

describe("what is done with a code", () => {
  it("is one menu, by button and by right click: files, copies, switching, a duplicate", async () => {
    const { context, codes } = await newOwner(mixed.slice(0, 2));
    const page = await open("/codes?view=table", context);
    const shortUrl = urlOf(codes[1]);
    await page.getByRole("row", { name: /Menu/ }).click({ button: "right", position: { x: 300, y: 20 } });
    await page.getByRole("menu", { name: "Actions for the code" }).waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    expect(items).toEqual([
      "Open",
      "Edit",
      "Select",
      "Download PNG, 1,024 px",
      "Download SVG",
      "Download PDF, 40 mm",
      "Copy short link",
      "Copy picture",
      "Duplicate",
      "Switch off",
      "Delete",
    ]);
    await page.keyboard.press("Escape");
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "Actions for Menu", exact: true }).click();
      await page
        .getByRole("menu", { name: "Actions for Menu" })
        .getByRole("menuitem", { name: item })
        .click();
    };
    await choose("Copy short link");
    await page.getByText("Short link of “Menu” copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortUrl);
    await choose("Copy picture");
    await page.getByText("Picture of “Menu” copied.").waitFor();

    const [file] = await Promise.all([page.waitForEvent("download"), choose("Download SVG")]);
    expect(file.suggestedFilename()).toBe("Menu.svg");
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(await readSvg(Buffer.concat(chunks))).toBe(shortUrl);

    await choose("Switch off");
    await page.getByText("“Menu” is off.").waitFor();
    await page.getByRole("row", { name: /Menu Off/ }).waitFor();
    expect((await fetch(shortUrl, { redirect: "manual" })).status).toBe(410);
    await choose("Switch on");
    await page.getByText("“Menu” is on.").waitFor();
    await choose("Duplicate");
    await page.waitForURL(/\/codes\/[^/]+\/edit/);
    expect(page.url()).not.toContain(codes[1]?.id);
    await page.goto("/codes");
    await page.getByRole("link", { name: "Menu, copy", exact: true }).waitFor();
  });

  it("is at hand on the card, by keyboard too", async () => {
    const { context, codes } = await newOwner(mixed.slice(1, 2));
    const page = await open("/codes", context);
    await page.getByRole("link", { name: "Menu", exact: true }).focus();
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await focused()).toBe("Download Menu, PNG, 1,024 px");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Copy short link of Menu");
    await page.keyboard.press("Enter");
    await page.getByText("Short link of “Menu” copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(urlOf(codes[0]));
  });
});
