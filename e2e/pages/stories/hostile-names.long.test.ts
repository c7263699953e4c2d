import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { createPreset } from "@/lib/presets";
import { maxPresets } from "@/lib/presets/schema";
import { askSupport } from "@/lib/support";
import { callerOf, newAccount, type TestAccount } from "../../support/accounts";
import { storeRawScans, storeScanCounter } from "../../support/raw-scans";
import { withBrowser } from "../browser";
import { openPalette, settle } from "../furnished";
import { signedIn } from "../signed-in";
import { hostileTexts, packTexts, wholeTexts } from "./hostile-texts";

const open = withBrowser();

// As many texts as fit beside each other into a name, a content, a city, a message: each page shows many of them at once.
const names = packTexts(200);
const contents = packTexts(2_400);
const cities = packTexts(100);
const messages = packTexts(3_900);
const presetNames = packTexts(60).slice(0, maxPresets);
/** What a system and a browser may be called; one a scan, as the cities. */
const shortTexts = hostileTexts.filter(({ length }) => length <= 32).slice(0, cities.length);
const contentOf = (at: number) => contents[at % contents.length] ?? "";
let account: TestAccount;
let ids: string[];

beforeAll(async () => {
  account = await newAccount("pro");
  const caller = { ...callerOf(account, "pro"), userId: account.userId };
  const single = wholeTexts.map((text) => ({ name: text, type: "text", content: text }));
  const packed = names.map((name, at) => ({ name, type: "text", content: contentOf(at), isDynamic: true }));
  const { created, errors } = await createCodes(caller, [...single, ...packed]);
  expect(errors).toEqual([]);
  ids = created.slice(single.length).map(({ id }) => id);
  for (const name of presetNames)
    await createPreset(caller, { name, settings: { modules: { shape: "dots" } } });
  for (const [at, message] of messages.entries()) {
    await askSupport({ ...account, plan: "pro" }, { subject: packTexts(120)[at] ?? "", message });
  }
  const at = new Date(Date.now() - 3_600_000);
  const scans = cities.map((city, place) => {
    const short = shortTexts[place % shortTexts.length] ?? "";
    const codeId = ids[place % ids.length] ?? "";
    return { codeId, at: new Date(at.getTime() + place), os: short, browser: short, city };
  });
  const data = { accountId: account.accountId, isSandbox: false };
  await storeRawScans(data, scans);
  await storeScanCounter(data, scans.length, at);
});

/** What the texts have become on a page besides text; empty: nothing. */
async function findPlanted(page: Page): Promise<string[]> {
  await settle(page);
  return page.evaluate(() => {
    const planted = "img[src='x'], iframe, object, embed, base, math, meta[http-equiv], #harmed, marquee";
    const leadsOut = (element: Element) =>
      ["src", "href", "action", "formaction"].some((name) => {
        const value = element.getAttribute(name);
        if (value === null || !URL.canParse(value, location.href)) return false;
        const { protocol, host } = new URL(value, location.href);
        // React's own forms have a script for an address that throws.
        return host === "evil.example" || (protocol === "javascript:" && value.includes("harmed"));
      });
    const found = [...document.querySelectorAll("*")].filter(
      (element) =>
        element.matches(planted) ||
        leadsOut(element) ||
        element.getAttributeNames().some((name) => /^on[a-z]/.test(name)),
    );
    const said = found.map((element) => element.outerHTML.slice(0, 200));
    return "harmed" in window ? [...said, "a script has run"] : said;
  });
}

/** Opens a page, and returns what it says. */
async function readPage(page: Page, path: string): Promise<string> {
  await page.goto(path);
  expect(await findPlanted(page), path).toEqual([]);
  return String(await page.getByRole("main").textContent());
}

describe("I3: names and contents with markup and script", () => {
  it("number at least 200, and all are in the names, contents, cities and messages", () => {
    expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(200);
    for (const list of [names, contents, cities, messages]) {
      for (const text of hostileTexts)
        expect(
          list.some((pack) => pack.includes(text)),
          text,
        ).toBe(true);
    }
    // As many cities as a report lists.
    expect(cities.length).toBeLessThanOrEqual(100);
  });

  it("are shown as text in the gallery, the table, an empty search and the palette", async () => {
    const page = await open("/codes", await signedIn(account));
    const list = async (path: string, links: string) => {
      const told: string[] = [];
      for (const number of [1, 2, 3]) {
        await readPage(page, `${path}page=${number}`);
        await page.locator(links).first().waitFor();
        told.push(...(await page.locator(links).allTextContents()));
      }
      return told.sort();
    };
    const all = [...wholeTexts, ...names].sort();
    expect(await list("/codes?", ".code-gallery a .truncate")).toEqual(all);
    expect(await list("/codes?view=table&", "tbody th a")).toEqual(all);
    for (const name of names.slice(0, 2)) {
      const words = `${name.slice(0, 80)} nowhere`;
      expect(await readPage(page, `/codes?q=${encodeURIComponent(words)}`)).toContain(words);
    }
    await openPalette(page);
    for (const name of [...names.slice(0, 3), "$undefined", "__proto__"]) {
      await page.getByRole("combobox", { name: "Find anything" }).fill(name);
      await page.getByRole("option").filter({ hasText: name }).first().waitFor();
    }
    expect(await findPlanted(page)).toEqual([]);
  });

  it("are shown as text on the page of a code, in its dialog and toasts, and in the editor", async () => {
    const page = await open("/codes", await signedIn(account));
    for (const [place, id] of ids.slice(0, 6).entries()) {
      const name = names[place] ?? "";
      expect(await readPage(page, `/codes/${id}`)).toContain(name);
      expect(await page.title()).toContain(name);
      const end = page.getByRole("region", { name: "Switch off or delete" });
      await end.getByRole("button", { name: "Switch off" }).click();
      await page.getByText(`“${name}” is off.`, { exact: true }).first().waitFor();
      // By its key: a toast of such a name may lie over it for as long as the mouse is there.
      await end.getByRole("button", { name: "Delete for good" }).press("Enter");
      await page.getByRole("dialog", { name: `Delete “${name}”?`, exact: true }).waitFor();
      expect(await findPlanted(page)).toEqual([]);
    }
    for (const [place, id] of ids.slice(0, contents.length).entries()) {
      await readPage(page, `/codes/${id}/edit`);
      const read = (field: string) => page.getByRole("textbox", { name: field, exact: true }).inputValue();
      expect(await read("Name")).toBe(names[place]);
      expect(await read("Text")).toBe(contentOf(place));
    }
    const presets = page.getByRole("list", { name: "Presets" }).getByRole("button");
    expect(await presets.allTextContents()).toEqual(expect.arrayContaining([...presetNames]));
  });

  it("are shown as text in analytics, its filters and its error messages, and in support", async () => {
    const page = await open("/codes", await signedIn(account));
    await readPage(page, "/analytics?range=7d");
    expect(await page.getByRole("region", { name: "Top codes" }).textContent()).toContain(names[0]);
    await page.getByRole("button", { name: "Cities", exact: true }).click();
    for (const block of ["Places", "Systems", "Browsers"]) {
      const bars = page.getByRole("region", { name: block });
      await bars.getByRole("button", { name: /^All \d+$/ }).click();
      const labels = String(await bars.getByRole("list").textContent());
      for (const text of block === "Places" ? cities : shortTexts) expect(labels, block).toContain(text);
    }
    expect(await findPlanted(page)).toEqual([]);
    for (const city of cities.slice(0, 4)) {
      await readPage(page, `/analytics?range=7d&city=DE/${encodeURIComponent(city)}`);
      await page.getByRole("button", { name: `City is ${city}, remove this filter`, exact: true }).waitFor();
    }
    for (const content of contents) {
      const words = encodeURIComponent(content);
      for (const member of ["range", "zone", "device"]) {
        expect(await readPage(page, `/analytics?${member}=${words}`)).toContain(content);
      }
    }
    const support = await readPage(page, "/support");
    // A message is kept with plain ends of lines.
    for (const message of messages) expect(support).toContain(message.replaceAll("\u2028", "\n"));
  });
});
