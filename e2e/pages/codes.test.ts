import { describe, expect, it } from "vitest";
import { updateCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import type { DrawnCode, NewCode } from "@/lib/codes/schema";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { servedUrl } from "../support/short-urls";
import { withBrowser } from "./browser";
import { readSvg } from "./decode";
import { describeFocus, listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

/** Longer than a search waits for the next key. No event reports that none begins. */
const restMs = 400;

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

describe("the codes page", () => {
  it("offers six types for the first code, and opens the form of the chosen one", async () => {
    const { context } = await newOwner([]);
    const page = await open("/codes", context);
    await page.getByRole("heading", { name: "What should it open?" }).waitFor();
    expect(await page.getByRole("main").getByRole("listitem").allTextContents()).toEqual([
      "Web address",
      "Wi-Fi",
      "Contact",
      "Email",
      "SMS",
      "Text",
    ]);
    await page.getByRole("main").getByRole("link", { name: "SMS" }).click();
    await page.waitForURL("**/codes/new?type=sms");
  });

  it("shows what each code opens, its state and its number of scans", async () => {
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

  itInLongRuns("keeps the typed search when a filter or the other view is chosen", async () => {
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

  itInLongRuns("shows a pending mark while the page of a code loads", async () => {
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

  it("searches, filters, sorts and pages the codes, with all of it in the URL", async () => {
    const { context } = await newOwner([...Array.from({ length: 26 }, (_, at) => shelf(at + 1)), ...mixed]);
    const page = await open("/codes?view=table&sort=name&order=asc", context);
    const names = () => page.getByRole("rowheader").locator("a").allTextContents();
    const search = page.getByRole("searchbox", { name: "Name or target" });
    await page.getByText("1 to 24 of 29").waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/page=2/);
    await page.getByText("25 to 29 of 29").waitFor();
    await expect.poll(names).toEqual(["Shelf 22", "Shelf 23", "Shelf 24", "Shelf 25", "Shelf 26"]);

    await search.pressSequentially("SHELF 1");
    await page.waitForURL(/q=SHELF\+1&sort=name/);
    expect(new URL(page.url()).searchParams.get("page")).toBeNull();
    await page.getByText("10 total").waitFor();
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
    await page.waitForURL(/order=desc/);
    await expect.poll(async () => (await names())[0]).toBe("Shelf 19");

    await page.getByRole("combobox", { name: "Type" }).selectOption("Wi-Fi");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.getByText("No code that contains “SHELF 1” matches the other filters.").waitFor();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await page.getByText("1 to 24 of 29").waitFor();
    expect(page.url()).not.toMatch(/type=|q=/);
    await page.goto("/codes?dynamic=true&sort=name&order=asc");
    expect(await page.getByRole("combobox", { name: "Kind" }).inputValue()).toBe("true");
    expect(await page.getByRole("combobox", { name: "Order" }).inputValue()).toBe("name-asc");
    await page.getByText("2 found").waitFor();
    await page.goto("/codes?page=9");
    await page.getByRole("link", { name: "To page 2" }).click();
    await page.getByText("25 to 29 of 29").waitFor();
  });
});

/** Tagged, off and archived codes; the last one was changed 40 days ago. */
const labelled: readonly NewCode[] = [
  { ...shelf(1), name: "Board", tags: ["menus"] },
  { ...shelf(2), name: "Menu", tags: ["menus", "summer"] },
  { ...shelf(3), name: "Poster", isDynamic: true, tags: ["summer"], settings: { isActive: false } },
  { ...shelf(4), name: "Old flyer", tags: ["menus"], archived: true },
  { ...shelf(5), name: "Summer menu" },
];

async function openLabelled(path: string) {
  const { context, codes } = await newOwner(labelled);
  const old = "UPDATE qr_code SET updated_at = now() - interval '40 days' WHERE id = $1";
  await sql.query(old, [codes[4]?.id]);
  const page = await open(path, context);
  const names = () =>
    page
      .getByRole("rowheader")
      .locator("a[draggable]")
      .evaluateAll((links) =>
        links.filter((link) => !link.hasAttribute("aria-label")).map((link) => link.textContent),
      );
  return { page, names };
}

describe("the filters of the list", () => {
  itInLongRuns("filter by tags, also by keyboard, and are kept in the URL", async () => {
    const { page, names } = await openLabelled("/codes?view=table&sort=name&order=asc");
    await page
      .getByRole("row", { name: /Board/ })
      .getByRole("link", { name: "Filter by the tag menus" })
      .click();
    await page.getByText("2 found", { exact: true }).waitFor();
    await expect.poll(names).toEqual(["Board", "Menu"]);
    await page.getByRole("button", { name: "1 tag", exact: true }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Filter by tags" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")))
      .toBe("checkbox");
    expect(await dialog.getByRole("checkbox", { name: "menus" }).isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByText("3 found", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Tags match" }).selectOption("All of these tags");
    await page.getByText("1 found", { exact: true }).waitFor();
    await page.reload();
    await expect.poll(names).toEqual(["Menu"]);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      ...{ view: "table", sort: "name", order: "asc", tags: "menus,summer", tagMode: "all" },
    });
    await page.getByRole("button", { name: "menus, remove this filter" }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get("tags") === "summer");
    await expect.poll(names).toEqual(["Menu", "Poster"]);
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "State" });
  });

  it("filter by state and by last change, and are cleared with one button", async () => {
    const { page, names } = await openLabelled("/codes?view=table&sort=name&order=asc");
    await page.getByRole("combobox", { name: "State" }).selectOption("Off");
    await page.getByText("1 found", { exact: true }).waitFor();
    await expect.poll(names).toEqual(["Poster"]);
    await page.getByRole("combobox", { name: "State" }).selectOption("Expired");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.getByText("No code matches all of these filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(names).toEqual(["Board", "Menu", "Poster", "Summer menu"]);
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "State" });
    await page.getByRole("combobox", { name: "Changed" }).selectOption("Changed: last 30 days");
    await expect.poll(names).toEqual(["Board", "Menu", "Poster"]);
    expect(new URL(page.url()).searchParams.get("changed")).toBe("30d");
  });

  itInLongRuns("show archived codes in the Archive tab only", async () => {
    const { page, names } = await openLabelled("/codes?view=table");
    await expect.poll(names).toContain("Menu");
    expect(await names()).not.toContain("Old flyer");
    await page.getByRole("link", { name: "Archive", exact: true }).click();
    await page.waitForURL(/archived=true/);
    await expect.poll(names).toEqual(["Old flyer"]);
    await page.getByRole("searchbox").fill("menu");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    expect(new URL(page.url()).searchParams.get("archived")).toBe("true");
  });

  itInLongRuns("open the archive without a search that was typed a moment before", async () => {
    const { page, names } = await openLabelled("/codes?view=table");
    const box = page.getByRole("searchbox");
    await box.fill("menu");
    await page.waitForURL(/q=menu/);
    // In one task, so that no search can begin between the two.
    await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>("input[type=search]");
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      write?.call(input, "summer");
      input?.dispatchEvent(new Event("input", { bubbles: true }));
      [...document.querySelectorAll("a")].find((link) => link.textContent === "Archive")?.click();
    });
    await page.waitForURL(/archived=true/);
    await expect.poll(names).toEqual(["Old flyer"]);
    await page.waitForTimeout(restMs);
    expect([new URL(page.url()).search, await box.inputValue()]).toEqual(["?view=table&archived=true", ""]);
  });

  itInLongRuns("sort a search by best match unless another order is chosen", async () => {
    const { page, names } = await openLabelled("/codes?view=table&q=menu");
    await expect.poll(names).toEqual(["Menu", "Summer menu"]);
    const order = page.getByRole("combobox", { name: "Order" });
    expect(await order.locator("option:checked").textContent()).toBe("Best match");
    await order.selectOption("Name, Z to A");
    await expect.poll(names).toEqual(["Summer menu", "Menu"]);
  });
});

describe("saved views", () => {
  itInLongRuns("are saved, opened, renamed, replaced and deleted", async () => {
    const { page, names } = await openLabelled("/codes?view=table&tags=summer&sort=name&order=asc");
    await page.getByRole("button", { name: "Saved views" }).click();
    const dialog = page.getByRole("dialog", { name: "Saved views" });
    await dialog.getByText("No saved views yet.").waitFor();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("Enter a name.").waitFor();
    await dialog.getByLabel("Save the current filters as").fill("Summer codes");
    await page.keyboard.press("Enter");
    const lines = dialog.getByRole("list", { name: "Saved views" }).getByRole("link");
    await expect.poll(() => lines.allTextContents()).toEqual(["Summer codes"]);
    expect(await lines.getAttribute("href")).toBe("/codes?view=table&tags=summer&sort=name&order=asc");

    await page.goto("/codes?view=table&state=off");
    await page.getByRole("button", { name: "Saved views" }).click();
    await lines.click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("2 found", { exact: true }).waitFor();
    await expect.poll(names).toEqual(["Menu", "Poster"]);

    await page.goto("/codes?view=table&state=off");
    await page.getByRole("button", { name: "Saved views" }).click();
    const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
    await press("Replace Summer codes with the current filters");
    await expect.poll(() => lines.getAttribute("href")).toBe("/codes?view=table&state=off");
    await press("Rename Summer codes");
    await dialog.getByLabel("Name", { exact: true }).fill("Switched off");
    await page.keyboard.press("Enter");
    await expect.poll(() => lines.allTextContents()).toEqual(["Switched off"]);
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Rename Switched off" });
    expect(await listFaults(page, "[role=dialog]")).toEqual([]);
    await press("Delete Switched off");
    await press("Delete");
    await dialog.getByText("No saved views yet.").waitFor();
  });
});

describe("the actions of a code", () => {
  it("are one menu, by button and right click: download, copy, switch off, duplicate", async () => {
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

  itInLongRuns("include download and copy on its card, also by keyboard", async () => {
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
