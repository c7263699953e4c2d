import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { createCode, getCode, updateCode } from "@/lib/codes";
import type { NewCode } from "@/lib/codes/schema";
import { recordGoal } from "@/lib/goals";
import type { Plan } from "@/lib/plans";
import type { Route } from "@/lib/routes";
import { callerOf, newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { storeGoalScans } from "../support/raw-scans";
import { contextOf, screens, withBrowser } from "./browser";
import { settle } from "./furnished";
import { findOverflow, listFaultsInBoth, listSmallTargets } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

const target = "https://halden.example/menu";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

interface Opened {
  plan?: Plan;
  settings?: NewCode["settings"];
  screen?: (typeof screens)[number];
}

/** A dynamic code of an address in the editor, in a browser with its clocks in Berlin. */
async function openEditor({ plan = "pro", settings, screen }: Opened = {}) {
  const owner = await newAccount(plan);
  const caller = callerOf(owner, plan);
  const code: NewCode = { name: "Menu", type: "url", content: target, isDynamic: true };
  const { id } = await createCode(callerOf(owner, "pro"), { ...code, ...(settings && { settings }) });
  const page = await open(`/codes/${id}/edit`, {
    ...(await signedIn(owner)),
    ...(screen && contextOf(screen)),
    timezoneId: "Europe/Berlin",
  });
  await settle(page);
  return { page, id, caller, read: () => getCode(caller, id) };
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("heading", { name: "Rules", exact: true }).waitFor();
  await settle(page);
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
}

/** The card of a rule; only one is open at a time, unless something is wrong in another. */
const card = (page: Page, number: number) =>
  page
    .getByRole("list", { name: "Rules", exact: true })
    .locator(":scope > li")
    .nth(number - 1);

const addressOf = (page: Page, number: number, label = "Address") =>
  card(page, number).getByRole("textbox", { name: label, exact: true });

const rule = (id: string, os: string): Route => ({
  id,
  when: { os: [os] },
  to: `https://halden.example/${id}`,
});
const three = [rule("a", "iOS"), rule("b", "Android"), rule("c", "Windows")];

const newId = expect.stringMatching(/^[0-9A-Za-z]{8}$/);

describe("a template", () => {
  itInLongRuns("App stores redirects iPhones to their store, and Windows to the code's target", async () => {
    const { page, read } = await openEditor();
    await setUp(page);
    await page.getByRole("button", { name: /^App stores/ }).click();
    await page.getByRole("status").filter({ hasText: "2 rules of the template App stores added" }).waitFor();
    await addressOf(page, 1).fill("https://apps.example/ios");
    await page.getByRole("button", { name: "Edit rule 2" }).click();
    await addressOf(page, 2).fill("https://apps.example/android");
    await save(page);
    const { settings, shortUrl } = await read();
    expect(settings.routes).toEqual([
      { id: newId, name: "App Store", when: { os: ["iOS"] }, to: "https://apps.example/ios" },
      { id: newId, name: "Google Play", when: { os: ["Android"] }, to: "https://apps.example/android" },
    ]);
    const leads = async (agent: string) => {
      const url = new URL(new URL(String(shortUrl)).pathname, inject("baseUrl"));
      return (await fetch(url, { redirect: "manual", headers: { "user-agent": agent } })).headers.get(
        "location",
      );
    };
    expect([await leads(iphone), await leads(windows)]).toEqual(["https://apps.example/ios", target]);
    // The code's page says what it does.
    const rules = page.getByRole("list", { name: "Rules" });
    await rules.getByText("On iOS", { exact: true }).waitFor();
    await page.getByText("2 rules added").first().waitFor();
  });

  it("Languages has rules for one or more languages each", async () => {
    const { page, read } = await openEditor();
    await setUp(page);
    await page.getByRole("button", { name: /^Languages/ }).click();
    await addressOf(page, 1).fill("https://halden.example/de");
    // Another language is searched by its name.
    const languages = card(page, 1).getByRole("combobox", { name: "Languages" });
    await languages.fill("norw");
    await page.getByRole("option", { name: "Norwegian Bokmål" }).click();
    await page.getByRole("button", { name: "Edit rule 2" }).click();
    await addressOf(page, 2).fill("https://halden.example/fr");
    await save(page);
    expect((await read()).settings.routes).toMatchObject([
      { when: { languages: ["de", "nb"] }, to: "https://halden.example/de" },
      { when: { languages: ["fr"] }, to: "https://halden.example/fr" },
    ]);
  });

  itInLongRuns("Opening hours uses the browser's time zone", async () => {
    const { page, read } = await openEditor();
    await setUp(page);
    await page.getByRole("button", { name: /^Opening hours/ }).click();
    await addressOf(page, 1).fill("https://halden.example/order");
    await card(page, 1).getByLabel("Hours until").fill("17:30");
    await card(page, 1).getByLabel("Sat", { exact: true }).check();
    await card(page, 1).getByText("from 09:00 to 17:30, Berlin time").waitFor();
    await save(page);
    const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const hours = { from: "09:00", until: "17:30" };
    expect((await read()).settings.routes).toEqual([
      {
        id: newId,
        name: "Open",
        when: { days, hours, timezone: "Europe/Berlin" },
        to: "https://halden.example/order",
      },
    ]);
  });

  itInLongRuns("A/B test splits scans between the code's target and another one", async () => {
    const { page, read } = await openEditor();
    await setUp(page);
    await page.getByRole("button", { name: /^A\/B test/ }).click();
    await addressOf(page, 1, "Address 2").fill("https://halden.example/b");
    await card(page, 1).getByLabel("Weight 2").fill("25");
    await card(page, 1).getByText("33.3% B: https://halden.example/b").waitFor();
    await save(page);
    expect((await read()).settings.routes).toEqual([
      {
        id: newId,
        name: "A/B test",
        split: [
          { name: "A", to: target, weight: 50 },
          { name: "B", to: "https://halden.example/b", weight: 25 },
        ],
      },
    ]);
  });
});

describe("rules", () => {
  it("are reordered by keyboard, with an announcement, and keep their ids", async () => {
    const { page, read } = await openEditor({ settings: { routes: three } });
    const up = page.getByRole("button", { name: "Move rule 2 up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Rule 2 moved to place 1 of 3" }).waitFor();
    // The focus goes with the rule, to the end of its way.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toBe("Move rule 1 up");
    await page.getByRole("button", { name: "Move rule 2 down" }).press("Space");
    await page.getByRole("status").filter({ hasText: "Rule 2 moved to place 3 of 3" }).waitFor();
    await save(page);
    expect((await read()).settings.routes).toEqual([three[1], three[2], three[0]]);
  });

  itInLongRuns("are reordered by dragging", async () => {
    const { page, read } = await openEditor({ settings: { routes: three } });
    await card(page, 1).scrollIntoViewIfNeeded();
    await card(page, 3).scrollIntoViewIfNeeded();
    const grip = await card(page, 3).locator("[title='Drag to reorder']").boundingBox();
    const first = await card(page, 1).boundingBox();
    if (grip === null || first === null) throw new Error("The rules are not on the page.");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width / 2, first.y + 4, { steps: 20 });
    await page.mouse.up();
    await page.getByRole("status").filter({ hasText: "Rule 3 moved to place 1 of 3" }).waitFor();
    await save(page);
    expect((await read()).settings.routes).toEqual([three[2], three[0], three[1]]);
  });

  itInLongRuns("can be removed, and one that never applies is marked", async () => {
    const routes = [rule("a", "iOS"), { ...rule("b", "iOS"), name: "Again" }];
    const { page, read } = await openEditor({ settings: { routes } });
    await card(page, 2)
      .getByText("It never applies: rule 1 comes first and takes all its visitors.")
      .waitFor();
    await page.getByRole("button", { name: "Remove rule 1" }).click();
    await page.getByRole("status").filter({ hasText: "Rule 1 removed, 1 left" }).waitFor();
    expect(await page.getByText(/It never applies/).count()).toBe(0);
    await save(page);
    expect((await read()).settings.routes).toEqual([routes[1]]);
  });

  it("show errors at their fields, before and after they are sent", async () => {
    const { page } = await openEditor();
    await setUp(page);
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(() => addressOf(page, 1).getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("field-routes.0.to");
    await card(page, 1).getByText("Choose at least one condition.").waitFor();
    await card(page, 1).getByLabel("Phone", { exact: true }).check();
    await addressOf(page, 1).fill(`${inject("baseUrl")}/r/abcdefgh`);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    // What only the server knows opens the card again.
    await card(page, 1)
      .getByText(/short URL of this service/)
      .waitFor();
    expect(await addressOf(page, 1).getAttribute("aria-invalid")).toBe("true");
  });

  it("are tried with unsaved edits, and show which rule applies and why earlier ones don't", async () => {
    const { page } = await openEditor({ settings: { routes: three, utm: { source: "poster" } } });
    await page.getByRole("button", { name: "Try as" }).click();
    const outcome = page.getByRole("region", { name: "Try the rules" }).getByRole("status");
    await outcome.getByText("Rule 1 applies").waitFor();
    await page.getByLabel("Device", { exact: true }).selectOption("Windows computer");
    await outcome.getByText("Rule 3 applies").waitFor();
    await outcome.getByText("https://halden.example/c?utm_source=poster").waitFor();
    await outcome.getByText("Rule 2 doesn't apply: another system.").waitFor();
    await page.getByRole("button", { name: "Remove rule 3" }).click();
    await outcome.getByText("No rule applies: the code's own address").waitFor();
  });
});

describe("campaign parameters", () => {
  itInLongRuns("are saved as a preset, used on another code, renamed and deleted", async () => {
    const { page, read, caller } = await openEditor();
    const other = await createCode(caller, { name: "Door", type: "url", content: target, isDynamic: true });
    await setUp(page);
    await page.getByLabel("Source", { exact: true }).fill("poster");
    await page.getByLabel("Campaign", { exact: true }).fill("summer 26");
    await page.getByText(`${target}?utm_source=poster&utm_campaign=summer%2026`).waitFor();
    await page.getByRole("button", { name: "Presets", exact: true }).click();
    await page.getByLabel("Name of the new preset").fill("Posters");
    await page.getByRole("button", { name: "Save campaign preset" }).click();
    await page
      .getByRole("list", { name: "Campaign presets" })
      .getByText("source poster · campaign summer 26")
      .waitFor();
    await page.getByLabel("Name of the new preset").fill("POSTERS");
    await page.getByLabel("Name of the new preset").press("Enter");
    await page.getByText("Another preset has this name. Choose another one.").waitFor();
    await page.getByLabel("Pass the query of the short link on").check();
    await page.getByLabel("Measure goals").check();
    await save(page);
    const utm = { source: "poster", campaign: "summer 26" };
    expect((await read()).settings).toMatchObject({ utm, passQuery: true, appendScanId: true });

    await page.goto(`/codes/${other.id}/edit`);
    await settle(page);
    await setUp(page);
    await page.getByRole("button", { name: "Presets", exact: true }).click();
    await page.getByRole("button", { name: "Use Posters" }).click();
    await page.getByRole("button", { name: "Rename Posters" }).click();
    await page.getByLabel("New name").fill("Windows");
    await page.getByLabel("New name").press("Enter");
    await page.getByRole("button", { name: "Delete Windows" }).click();
    await page.getByText("No presets yet.").waitFor();
    await save(page);
    expect((await getCode(caller, other.id)).settings.utm).toEqual(utm);
  });

  itInLongRuns("are removed one by one, without changing other settings", async () => {
    const settings = { routes: three, utm: { source: "poster", medium: "qr" }, passQuery: true };
    const { page, read } = await openEditor({ settings });
    await page.getByLabel("Medium", { exact: true }).fill("");
    await page.getByLabel("Pass the query of the short link on").uncheck();
    await save(page);
    const { settings: after } = await read();
    expect(after.utm).toEqual({ source: "poster" });
    expect(after.passQuery).toBeUndefined();
    expect(after.routes).toEqual(three);
  });
});

describe("a plan", () => {
  itInLongRuns("without rules says what Starter includes, and saves campaign parameters", async () => {
    const { page, read } = await openEditor({ plan: "free" });
    await setUp(page);
    await page
      .getByText("Rules are part of Starter: 3 rules per code, and 20 with Developer and Pro.")
      .waitFor();
    await page.getByText("Measuring goals is part of Starter.").waitFor();
    expect(await page.getByRole("button", { name: "Add a rule" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^App stores/ }).count()).toBe(0);
    expect(await page.getByLabel("Measure goals").count()).toBe(0);
    await page.getByLabel("Source", { exact: true }).fill("poster");
    await save(page);
    expect((await read()).settings.utm).toEqual({ source: "poster" });
  });

  itInLongRuns("with room for one more rule offers templates that fit, and no rule when full", async () => {
    const { page } = await openEditor({ plan: "starter", settings: { routes: three.slice(0, 2) } });
    expect(await page.getByRole("button", { name: /^App stores/ }).count()).toBe(0);
    await page.getByRole("button", { name: /^Opening hours/ }).click();
    await page.getByText("Starter has 3 rules per code. Developer and Pro have 20.").waitFor();
    expect(await page.getByRole("button", { name: "Add a rule" }).count()).toBe(0);
  });

  itInLongRuns("without rules keeps existing rules, which can be edited", async () => {
    const { page, read } = await openEditor({ plan: "free", settings: { routes: three } });
    await page.getByRole("button", { name: "Edit rule 2" }).click();
    await addressOf(page, 2).fill("https://halden.example/new");
    await save(page);
    expect((await read()).settings.routes).toEqual([
      three[0],
      { ...three[1], to: "https://halden.example/new" },
      three[2],
    ]);
  });
});

describe("an earlier target", () => {
  itInLongRuns("is restored with its rules", async () => {
    const { page, id, caller, read } = await openEditor({ settings: { routes: three } });
    await updateCode(caller, id, { settings: { routes: three.slice(1) } });
    await page.goto(`/codes/${id}`);
    await settle(page);
    await page.getByText("2 rules, changed").first().waitFor();
    await page.getByRole("button", { name: /^Restore/ }).click();
    await expect.poll(async () => (await read()).settings.routes).toEqual(three);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(async () => (await read()).settings.routes).toEqual(three.slice(1));
  });
});

const split: Route = {
  id: "d",
  name: "Test",
  split: [
    { name: "A", to: "https://halden.example/a", weight: 1 },
    { name: "B", to: "https://halden.example/b", weight: 1 },
  ],
};

/** Two scans of each entry of the split and four of a rule, and a goal of one. */
async function storeFigures({ accountId }: { accountId: string }, codeId: string): Promise<void> {
  const labels = ["A", "B", "A", "B", null, null, null, null];
  const scans = labels.map((variant, nth) => ({
    ...(variant === null ? { codeId, route: "a" } : { codeId, route: "d", variant }),
    at: new Date(Date.now() - 60_000 * (nth + 1)),
  }));
  const [scanId] = await storeGoalScans({ accountId, isSandbox: false }, scans);
  await recordGoal({ scanId: String(scanId), name: "order", value: 12.5, currency: "EUR" }, null);
}

describe.each([screens[0], screens[2], screens[3]])("on a $name", (screen) => {
  itInLongRuns("the editor and the code's page have no axe faults, overflow or small targets", async () => {
    const routes = [
      { ...three[0], when: { os: ["iOS"], days: ["Monday"], timezone: "Europe/Berlin" } } as Route,
      split,
    ];
    const settings = { routes, utm: { source: "poster" }, appendScanId: true };
    const { page, id, caller } = await openEditor({ settings, screen });
    await storeFigures(caller, id);
    await page.reload();
    await settle(page);
    await card(page, 2).getByText("50% of scans").waitFor();
    await page.getByRole("button", { name: "Edit rule 1" }).click();
    await page.getByRole("button", { name: "Try as" }).click();
    await page.getByRole("button", { name: "Presets", exact: true }).click();
    await page.getByText("No presets yet.").waitFor();
    const faults = async () => {
      const found = await listFaultsInBoth(page);
      if (screen.name === "phone") found.push(...(await listSmallTargets(page)));
      return [...found, ...(await findOverflow(page, [screen.width]))];
    };
    expect(await faults()).toEqual([]);
    await page.getByRole("button", { name: "Edit rule 2" }).click();
    expect(await faults()).toEqual([]);
    await page.goto(`/codes/${id}`);
    await settle(page);
    expect(await faults()).toEqual([]);
  });
});
