import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { scanFrom } from "../support/placed-scans";
import { newScannedCode, openRecorders, type ScannedCode } from "../support/visits";
import { type OpenOptions, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();
const recorder = openRecorders().newRecorder();

let account: TestAccount;
let code: ScannedCode;
let pro: OpenOptions;
let total = 0;
beforeAll(async () => {
  account = await newAccount("pro");
  code = await newScannedCode(callerOf(account, "pro"));
  pro = await signedIn(account);
});

const scan = async (...places: Parameters<typeof scanFrom>[2]) => {
  await scanFrom(recorder, code, places);
  total += places.length;
};
const scans = (page: Page) => page.locator(".stat dd span").first();
const feed = (page: Page) => page.getByRole("region", { name: "Last scans" });
const live = (page: Page) => page.getByRole("heading", { level: 1, name: /Live/ });
const expectScans = (page: Page, count: number) =>
  expect.poll(() => scans(page).textContent(), { timeout: 20_000 }).toBe(String(count));

describe("a live scan", () => {
  beforeEach(() => scan({}));

  it("updates the total, the chart's table and the feed without a reload", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", pro);
    await live(page).waitFor();
    await expectScans(page, total);
    await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
    await scan({ city: "Tromsø", os: "Android" });
    await feed(page).getByRole("listitem").first().getByText("Tromsø").waitFor();
    await expectScans(page, total);
    const table = page.getByRole("table", { name: "Scans per day" });
    expect(await table.getByRole("row").last().getByRole("cell").first().textContent()).toBe(String(total));
    await page.getByText(/^\d+ new scans?$/).waitFor({ state: "attached" });
    expect(await page.locator("body[data-same-page]").count()).toBe(1);
  });

  it("outside the page's filter causes no refresh", async () => {
    const page = await open("/analytics?range=7d&zone=UTC&country=SE", pro);
    await live(page).waitFor();
    const before = await scans(page).textContent();
    await scan({ country: "SE", city: "Malmö" });
    await feed(page).getByText("Malmö").first().waitFor();
    await expectScans(page, Number(before) + 1);
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.headers().rsc !== undefined && request.url().includes("country=SE")) refreshes += 1;
    });
    // Beside it a page of all scans, which has told and counted the scan when this one has heard of it, too.
    const all = await open("/analytics?range=7d&zone=UTC", pro);
    await live(all).waitFor();
    await expectScans(all, total);
    await scan({ city: "Bodø" });
    await feed(all).getByText("Bodø").waitFor();
    await expectScans(all, total);
    expect(refreshes).toBe(0);
    await scan({ country: "SE", city: "Umeå" });
    await feed(page).getByText("Umeå").waitFor();
    await expectScans(page, Number(before) + 2);
    expect(refreshes).toBeGreaterThan(0);
    expect(await feed(page).getByText("Bodø").count()).toBe(0);
  });

  it("is held back while the page is paused, and appears on Resume", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", pro);
    await live(page).waitFor();
    await expectScans(page, total);
    const before = total;
    await feed(page).getByRole("button", { name: "Pause" }).click();
    await page.getByRole("heading", { level: 1, name: /Paused/ }).waitFor();
    const other = await open("/analytics?range=7d&zone=UTC", pro);
    await live(other).waitFor();
    await scan({ city: "Hamar" }, {});
    // A page that is not paused shows it; this one must not.
    await feed(other).getByText("Hamar").waitFor();
    await expectScans(other, total);
    expect(await scans(page).textContent()).toBe(String(before));
    expect(await feed(page).getByText("Hamar").count()).toBe(0);
    await feed(page).getByRole("button", { name: "Resume" }).click();
    await feed(page).getByText("Hamar").waitFor();
    await expectScans(page, total);
  });

  it("while the tab is hidden appears once the tab is visible again", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", pro);
    await live(page).waitFor();
    await expectScans(page, total);
    const show = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await show("hidden");
    await page.getByRole("heading", { level: 1, name: /Paused/ }).waitFor();
    await scan({ city: "Lillehammer" });
    await show("visible");
    await feed(page).getByText("Lillehammer").waitFor();
    await expectScans(page, total);
  });

  it("during a lost connection appears once the page has reconnected", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", { ...pro, mayLog: /live\/scans|ERR_/ });
    await live(page).waitFor();
    await page.route("**/live/scans*", (route) => route.abort());
    // What is open stays open: a paused and resumed page asks again.
    await feed(page).getByRole("button", { name: "Pause" }).click();
    await feed(page).getByRole("button", { name: "Resume" }).click();
    await page.getByRole("heading", { level: 1, name: /Reconnecting/ }).waitFor();
    await scan({ city: "Narvik" });
    await page.unroute("**/live/scans*");
    await feed(page).getByText("Narvik").waitFor({ timeout: 30_000 });
    await live(page).waitFor();
    await expectScans(page, total);
  });
});
