import Papa from "papaparse";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { generateScans } from "@/lib/scans/generate";
import { callerOf, newAccount, type TestAccount } from "../../support/accounts";
import { withBrowser } from "../browser";
import { devices, fillCode, goTo, press, pressButton, readTotal, signIn, takeFile } from "./walk";

const open = withBrowser();
/** A page that is asked for again may take its time. */
const patience = { timeout: 10_000 };
const site = "https://halden.example";

/** An account that is full, the first of its codes with a month of scans. */
async function newStarter(): Promise<TestAccount> {
  const account = await newAccount("starter");
  const items = Array.from({ length: 100 }, (_, at) => ({
    name: `Table ${at + 1}`,
    type: "url" as const,
    content: `${site}/table/${at + 1}`,
    isDynamic: true,
  }));
  const { created } = await createCodes(callerOf(account, "starter"), items);
  const codeIds = created.slice(0, 1).map(({ id }) => id);
  const until = new Date(Date.now() - 60_000);
  const scans = { accountId: account.accountId, codeIds, count: 1_000, days: 20, seed: 11, until };
  await generateScans(scans, { onProgress: () => {} });
  return account;
}

/** A bar's count, as it is read out. */
async function readBar(page: Page, block: string, label: string): Promise<number> {
  const bar = page
    .getByRole("region", { name: block })
    .getByRole("button", { name: new RegExp(`^${label}, `) });
  const told = /, ([\d,]+) scans/.exec(String(await bar.getAttribute("aria-label")))?.[1];
  return Number(String(told).replaceAll(",", ""));
}

/** A bar narrows every figure, and its chip takes that back. */
async function filterByBar(page: Page): Promise<number> {
  const total = await readTotal(page);
  const mobile = await readBar(page, "Devices", "Mobile");
  expect(total).toBeGreaterThan(mobile);
  await pressButton(page.getByRole("region", { name: "Devices" }), /^Mobile, /);
  const chip = page.getByRole("button", { name: "Device is Mobile, remove this filter" });
  await chip.waitFor();
  await expect.poll(() => readTotal(page), patience).toBe(mobile);
  await press(chip);
  await expect.poll(() => readTotal(page), patience).toBe(total);
  await pressButton(page.getByRole("region", { name: "Devices" }), /^Mobile, /);
  await expect.poll(() => readTotal(page), patience).toBe(mobile);
  return mobile;
}

/** The table that is taken along, read by a parser that is not ours, says what the page says. */
async function takeTable(page: Page, mobile: number): Promise<void> {
  await pressButton(page, "CSV");
  const { fileName, bytes } = await takeFile(page, () =>
    press(page.getByRole("menuitem", { name: "Places and devices" })),
  );
  expect(fileName).toMatch(/\.csv$/);
  const { data, errors } = Papa.parse<Record<string, string>>(bytes.toString().replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  const countOf = (breakdown: string, label: string) =>
    Number(data.find((line) => line.Breakdown === breakdown && line.Label === label)?.Scans);
  expect(countOf("Device", "Mobile")).toBe(mobile);
  const hours = data.filter(({ Breakdown }) => Breakdown === "Hour");
  expect(hours.reduce((sum, { Scans }) => sum + Number(Scans), 0)).toBe(mobile);
}

/** The hundred and first code is refused with why and what holds more, the form as it was. */
async function reachQuota(page: Page): Promise<void> {
  const code = { name: "Garden", address: `${site}/garden` };
  await goTo(page, "Codes");
  await press(page.getByRole("link", { name: "New code" }));
  await page.getByText("All 100 codes of Starter are used.").waitFor();
  await fillCode(page, code);
  await pressButton(page, "Create code");
  await page
    .getByText("All 100 codes of Starter are used. They go on working. Developer and Pro hold 500.")
    .waitFor();
  expect(await page.getByRole("textbox", { name: "Address", exact: true }).inputValue()).toBe(code.address);
  await press(page.getByRole("link", { name: "Compare the plans" }));
  await pressButton(page.getByRole("dialog", { name: "Leave without saving?" }), "Leave");
  await page.waitForURL("**/plan");
}

async function askForPro(page: Page): Promise<void> {
  await pressButton(page, "Request Pro");
  const dialog = page.getByRole("dialog", { name: "Request Pro?" });
  await dialog.getByLabel("Note").fill("From Monday on.");
  await pressButton(dialog, "Request Pro");
  await page.getByText(/You requested Pro on/).waitFor();
}

describe.each(devices)("a Starter account on %s", (_, device) => {
  it("signs in, filters analytics, exports a table, reaches the quota, and requests Pro", async () => {
    const page = await open("/sign-in", device);
    await signIn(page, await newStarter());
    await page.waitForURL("**/codes");
    await goTo(page, "Analytics");
    await press(page.getByRole("button", { name: "Period, Last 30 days" }));
    await press(page.getByRole("dialog", { name: "Period" }).getByRole("button", { name: "Last 7 days" }));
    await page.waitForURL(/range=7d/);
    for (const block of ["Places", "Devices", "Systems", "Browsers"]) {
      await page.getByRole("region", { name: block }).getByRole("button").first().waitFor();
    }
    await takeTable(page, await filterByBar(page));
    await reachQuota(page);
    await askForPro(page);
  });
});
