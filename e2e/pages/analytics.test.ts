import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { updateCode } from "@/lib/codes";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { isLong, itInLongRuns } from "../support/long";
import { scanFrom } from "../support/placed-scans";
import { newScannedCode, openRecorders, type ScannedCode } from "../support/visits";
import { contextOf, type OpenOptions, screens, withBrowser } from "./browser";
import { settle } from "./furnished";
import { describeFocus, listFaults, listSmallTargets } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
const recorder = openRecorders().newRecorder();

let account: TestAccount;
let code: ScannedCode;
let changed: ScannedCode;
let pro: OpenOptions;
beforeAll(async () => {
  account = await newAccount("pro");
  code = await newScannedCode(callerOf(account, "pro"));
  changed = await newScannedCode(callerOf(account, "pro"));
  await updateCode(callerOf(account, "pro"), code.codeId, { tags: ["summer", "window"] });
  await updateCode(callerOf(account, "pro"), changed.codeId, { content: "https://new.example/menu" });
  await scanFrom(recorder, code, [
    {},
    {},
    { city: "Bergen" },
    { os: "Android", browser: "Chrome" },
    { country: "SE", city: "Malmö", device: "Tablet", os: "Android", browser: "Chrome" },
  ]);
  pro = await signedIn(account);
});

const today = () => new Date().toISOString().slice(0, 10);

/** Opens the panel of periods by keys alone, once the page hears them. */
async function openPeriods(page: Page, name: string) {
  await settle(page);
  await page.getByRole("button", { name: `Period, ${name}` }).press("Enter");
  const panel = page.getByRole("dialog", { name: "Period" });
  await panel.waitFor();
  return panel;
}

/** What a reading of the page says. */
const figure = (page: Page, label: string) =>
  page.locator(".stat", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
const scans = (page: Page) => figure(page, "Scans").locator("dd").first().locator("span").first();
const bar = (page: Page, name: RegExp) => page.getByRole("button", { name });

describe("analytics", () => {
  it("filters every figure when a bar is clicked, and keeps the filters in the URL", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", pro);
    await expect.poll(() => scans(page).textContent()).toBe("5");
    const updated = page.getByRole("status").filter({ hasText: "Figures updated." });
    expect(await updated.count()).toBe(0);
    await bar(page, /^Norway, 4 scans, 80\.0%$/).click();
    await page.waitForURL(/country=NO/);
    await updated.waitFor({ state: "attached" });
    await expect.poll(() => scans(page).textContent()).toBe("4");
    // A list obeys every filter but its own.
    expect(await bar(page, /^Sweden, 1 scan,/).count()).toBe(1);
    expect(await bar(page, /^Norway/).getAttribute("aria-pressed")).toBe("true");
    await bar(page, /^Android, 1 scan,/).click();
    await page.waitForURL(/os=Android/);
    await expect.poll(() => scans(page).textContent()).toBe("1");
    await page.reload();
    await expect.poll(() => scans(page).textContent()).toBe("1");
    await page.getByRole("button", { name: "Country is Norway, remove this filter" }).press("Enter");
    await expect.poll(() => scans(page).textContent()).toBe("2");
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Codes, All codes" });
    await page.goBack();
    await expect.poll(() => scans(page).textContent()).toBe("1");
    await page.getByRole("button", { name: "Cities" }).click();
    expect(await bar(page, /^Oslo, 1 scan,/).count()).toBe(1);
  });

  itInLongRuns("filters by a code picked from a list and a time zone found by typing", async () => {
    const page = await open("/analytics?zone=UTC", pro);
    await expect.poll(() => figure(page, "Scans per code").textContent()).toContain("2.5");
    await page.getByRole("combobox", { name: /^Codes, All codes/ }).click();
    await page.getByRole("option").nth(1).waitFor();
    await page.getByRole("option").nth(1).click();
    await page.waitForURL(/code=/);
    await figure(page, "Scans per day").waitFor();
    await page.getByRole("combobox", { name: /^Time zone, UTC/ }).click();
    await page.getByRole("option").first().waitFor();
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await page.keyboard.type("kolk");
    await expect
      .poll(() => page.getByRole("option").allTextContents())
      .toEqual(["Asia/Kolkata (Calcutta)+05:30"]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/zone=Asia/);
    await page
      .getByRole("combobox", { name: /^Time zone, (Kolkata|Calcutta)/ })
      .first()
      .waitFor();
  });

  it("shows a named period or the days between two typed dates", async () => {
    const page = await open("/analytics?zone=UTC", pro);
    const panel = await openPeriods(page, "Last 30 days");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Time zone, UTC" });
    await openPeriods(page, "Last 30 days");
    await panel.getByRole("button", { name: "Last month" }).press("Enter");
    await page.waitForURL(/range=last-month/);
    await page.getByRole("status").filter({ hasText: "Figures updated." }).waitFor({ state: "attached" });
    await expect.poll(() => scans(page).textContent()).toBe("0");
    await openPeriods(page, "Last month");
    const [from, to] = ["From", "To"].map((label) => panel.getByLabel(label)) as [Locator, Locator];
    await from.fill("2026-01-02");
    await to.fill("2026-01-01");
    await to.press("Enter");
    await panel.getByText("Choose 2 Jan 2026 or a later day.").waitFor();
    await expect.poll(() => to.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await listFaults(page, "[role=dialog]")).toEqual([]);
    await from.fill(today());
    await to.fill(today());
    await to.press("Enter");
    await page.waitForURL(new RegExp(`from=${today()}&to=${today()}&zone=UTC`));
    await expect.poll(() => scans(page).textContent()).toBe("5");
    await page.getByRole("region", { name: "Scans per hour", exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => scans(page).textContent()).toBe("5");
  });

  itInLongRuns("has no axe faults or small buttons in its periods on a dark phone", async () => {
    const page = await open("/analytics?zone=UTC", { ...contextOf(screens[0]), colorScheme: "dark", ...pro });
    await openPeriods(page, "Last 30 days");
    expect(await listFaults(page, "[role=dialog]")).toEqual([]);
    expect((await listSmallTargets(page)).filter((target) => target.includes("button"))).toEqual([]);
  });

  itInLongRuns("marks a target change on the chart, and Enter on a day shows its hours", async () => {
    const page = await open(`/analytics?range=7d&zone=UTC&code=${changed.codeId}`, pro);
    const line = page.getByRole("region", { name: "Scans per day", exact: true });
    await line.locator(".line-mark").waitFor();
    const row = line.getByRole("table").getByRole("row").last();
    const words = /\d\d:\d\d, \S+ → new\.example$/;
    expect(await row.getByRole("cell").last().textContent()).toMatch(words);
    const plot = page.locator(".line-plot [role=application]");
    await plot.focus();
    for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".line-plot [role=status]").textContent()).toMatch(words);
    await page.keyboard.press("Enter");
    await page.waitForURL(/from=(?<day>[0-9-]+)&to=\k<day>&zone=UTC&code=/);
    await page.getByRole("region", { name: "Scans per hour", exact: true }).locator(".line-mark").waitFor();
  });

  itInLongRuns(
    "filters by a day clicked on the chart or in its table, and by a tag clicked on its bar",
    async () => {
      const page = await open("/analytics?range=7d&zone=UTC", pro);
      await bar(page, /^summer, 5 scans,/).click();
      await page.waitForURL(/tag=summer/);
      await expect.poll(() => figure(page, "Scans per code").textContent()).toContain("1 code");
      const line = page.getByRole("region", { name: "Scans per day", exact: true });
      const surface = line.locator(".recharts-surface").first();
      await surface.scrollIntoViewIfNeeded();
      const plot = await surface.boundingBox();
      if (plot === null) throw new Error("No plot is drawn");
      await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
      await line.locator(".line-plot [role=status]").waitFor();
      await page.mouse.click(plot.x + plot.width / 2, plot.y + plot.height / 2);
      await page.waitForURL(/from=[0-9-]+&to=[0-9-]+&zone=UTC&tag=summer/);
      await expect.poll(() => scans(page).textContent()).toBe("0");
      await page.goBack();
      await line.getByRole("button", { name: "Show as table" }).click();
      await line.getByRole("row").last().getByRole("button").click();
      await page.waitForURL(/from=/);
      await expect.poll(() => scans(page).textContent()).toBe("5");
      await page.getByRole("button", { name: "Tag is summer, remove this filter" }).click();
      await page.waitForURL((url) => !url.searchParams.has("tag"));
    },
  );

  itInLongRuns("saves its filters as a view that the list of codes does not show", async () => {
    const page = await open("/analytics?range=7d&device=Mobile", pro);
    await page.getByRole("button", { name: "Saved views" }).click();
    const dialog = page.getByRole("dialog", { name: "Saved views" });
    await dialog.getByLabel("Save the current filters as").fill("Phones this week");
    await page.keyboard.press("Enter");
    const line = dialog.getByRole("list", { name: "Saved views" }).getByRole("link");
    await expect.poll(() => line.allTextContents()).toEqual(["Phones this week"]);
    await page.goto("/analytics");
    await page.getByRole("button", { name: "Saved views" }).click();
    await line.click();
    await page.waitForURL("**/analytics?range=7d&device=Mobile");
    await page.getByText("Device is Mobile").waitFor();
    await page.goto("/codes");
    await page.getByRole("button", { name: "Saved views" }).click();
    await dialog.getByText("No saved views yet.").waitFor();
  });

  itInLongRuns("shows the line chart and the heat map as tables in their place", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", pro);
    const line = page.getByRole("region", { name: "Scans per day", exact: true });
    await line.waitFor();
    const heard = line.getByRole("table", { name: "Scans per day" });
    expect(await heard.getByRole("row").count()).toBe(8);
    expect(await heard.getByRole("row").last().getByRole("cell").first().textContent()).toBe("5");
    const before = await line.boundingBox();
    await line.getByRole("button", { name: "Show as table" }).click();
    await line.getByRole("region", { name: "Scans per day, as a table" }).waitFor();
    expect(await line.boundingBox()).toEqual(before);
    const heat = page.getByRole("region", { name: "Hour and weekday", exact: true });
    const cells = await heat.getByRole("table").getByRole("cell").allTextContents();
    expect(cells.length).toBe(24 * 7);
    expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(5);
    await heat.getByRole("button", { name: "Show as table" }).click();
    await heat.getByRole("region", { name: "Hour and weekday, as a table" }).waitFor();
  });

  itInLongRuns("reads out the line chart and the heat map with the arrow keys", async () => {
    const page = await open("/analytics?range=7d&zone=UTC", pro);
    const plot = page.locator(".line-plot [role=application]");
    await plot.focus();
    for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
    const note = page.locator(".line-plot [role=status]");
    await expect.poll(() => note.textContent()).toMatch(/7 days5/);
    const inside = await note.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const plotBox = (element.closest(".line-plot") as Element).getBoundingClientRect();
      return box.left >= plotBox.left && box.right <= plotBox.right && box.bottom <= plotBox.bottom + 1;
    });
    expect(inside).toBe(true);
    const map = page.getByRole("application", { name: /^Hour and weekday/ });
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await map.getByRole("status").textContent()).toMatch(/^Tuesday 01:00\d+ scans?$/);
    await page.keyboard.press("End");
    expect(await map.getByRole("status").textContent()).toMatch(/^Tuesday 23:00/);
    await page.keyboard.press("Escape");
    await map.locator(".heat-note").waitFor({ state: "detached" });
  });

  itInLongRuns("turns the heat map and its arrow keys on a phone", async () => {
    const page = await open("/analytics?zone=UTC", { ...contextOf(screens[0]), ...pro });
    const map = page.getByRole("application", { name: /^Hour and weekday/ });
    await map.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    expect(await map.getByRole("status").textContent()).toMatch(/^Tuesday 00:00/);
    await page.keyboard.press("ArrowDown");
    expect(await map.getByRole("status").textContent()).toMatch(/^Tuesday 01:00/);
  });

  it("exports the filtered scans as CSV", async () => {
    const page = await open("/analytics?range=7d&zone=UTC&country=NO", pro);
    await page.getByRole("button", { name: "CSV" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Every scan" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("quietzone-every-scan-7d.csv");
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
    expect(lines.length).toBe(5);
    expect(page.url()).toContain("/analytics?");
  });
});

describe("an analytics URL", () => {
  const faults: [string, RegExp][] = [
    ["range=5y", /“5y” is not a range/],
    ["zone=Mars%2FBase", /“Mars\/Base” is not a time zone/],
    ["code=0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35", /There is no such code/],
    ["device=Fridge", /“Fridge” is not a/],
    ["from=2026-01-01", /to: Enter the last day\./],
    [
      "from=2026-01-01&to=2999-01-01",
      /1 Jan 2999 is in the future\. Choose \d+ \w+ \d{4} or an earlier day\./,
    ],
    ["tag=winter", /No code has this tag/],
  ];

  it.each(isLong ? faults : faults.slice(0, 2))(
    "with %s shows an error and a link to the last 30 days",
    async (query, words) => {
      const page = await open(`/analytics?${query}`, pro);
      expect(await page.getByRole("main").getByRole("alert").textContent()).toMatch(words);
      expect(await page.locator(".stat").count()).toBe(0);
      await page.getByRole("link", { name: "Show the last 30 days" }).click();
      await scans(page).waitFor();
    },
  );

  it("with another account's code says that there is no such code", async () => {
    const stranger = await signedIn(await newAccount("pro"));
    const page = await open(`/analytics?code=${code.codeId}`, stranger);
    expect(await page.getByRole("main").getByRole("alert").textContent()).toMatch(/There is no such code/);
  });
});

describe("analytics by plan", () => {
  it("on Free shows totals, the daily line and one line about Starter, without filters", async () => {
    const free = await newAccount("free");
    const own = await newScannedCode(callerOf(free, "free"));
    await scanFrom(recorder, own, [{}, {}]);
    const page = await open("/analytics?range=7d&zone=UTC", await signedIn(free));
    await expect.poll(() => scans(page).textContent()).toBe("2");
    await page.getByRole("region", { name: "Scans per day", exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "Devices" }).count()).toBe(0);
    expect(await page.getByText("Last scans").count()).toBe(0);
    expect(await page.getByText("come with Starter").count()).toBe(1);
    await page.getByRole("button", { name: "CSV" }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Scans over time", "Codes by scans"]);
    const panel = await openPeriods(page, "Last 7 days");
    expect(await panel.getByRole("button", { name: /day$|hour/ }).allTextContents()).toEqual([]);
    await page.goto("/analytics?country=NO");
    await page.getByText("Your plan shows totals only").waitFor();
  });

  it("on Starter shows places and the last scans, without live updates", async () => {
    const starter = await newAccount("starter");
    await scanFrom(recorder, await newScannedCode(callerOf(starter, "starter")), [{}]);
    const page = await open("/analytics", await signedIn(starter));
    await bar(page, /^Norway/).waitFor();
    const scans = page.getByRole("region", { name: "Last scans" }).getByRole("listitem");
    await expect.poll(() => scans.count()).toBe(1);
    expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  });

  it("on Pro without scans shows the axes and says that the range is empty", async () => {
    const page = await open("/analytics?range=90d", await signedIn(await newAccount("pro")));
    const line = page.getByRole("region", { name: "Scans per day", exact: true });
    await line.getByText("No scans in these 90 days.").waitFor();
    await expect
      .poll(() => line.locator(".recharts-yAxis-tick-labels text").allTextContents())
      .toEqual(["0", "1", "2", "3", "4"]);
  });
});
