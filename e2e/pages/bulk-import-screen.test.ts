import { beforeAll, describe, expect, it } from "vitest";
import { advanceImport, createImport } from "@/lib/imports";
import { callerOf, newAccount } from "../support/accounts";
import { contextOf, type OpenOptions, screens, themes, withBrowser } from "./browser";
import {
  checkFile,
  chooseFile,
  heading,
  untilAwake,
  untilChecked,
  writeCsv,
  writeTables,
} from "./import-page";
import { findOverflow, listFaults, listSmallTargets } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

const faulty = [
  [
    "",
    "Address",
    "halden.example/a-name-that-is-rather-long-and-has-no-place-to-break-in-it-at-all",
    "Dynamic",
  ],
  ["Guests", "Wi-Fi", '{"ssid":"Halden","password":"short"}', "Static"],
  ["Two\nlines", "Link", "Monday\nto Friday", "Dyn"],
  ["Hours", "Text", "Monday to Friday\n7:30 to 18:00", "Dynamic"],
];

let pro: OpenOptions;
let made: string;
beforeAll(async () => {
  const account = await newAccount("pro");
  pro = await signedIn(account);
  const caller = { ...callerOf(account, "pro"), userId: account.userId };
  const row = { row: 2, name: "Table", type: "url", content: "https://halden.example/", isDynamic: true };
  const rows = [row, { ...row, row: 3, content: "halden.example" }];
  const { id } = await createImport(caller, { name: "tables.csv", presetId: null, rows, leftOut: [] });
  await advanceImport(caller, id);
  made = `/bulk/${id}`;
});

describe.each(themes)("in %s", (colorScheme) => {
  it.each([screens[0], screens[2]])("axe finds nothing in any step: $name", async (screen) => {
    const page = await open("/bulk", { ...contextOf(screen), ...pro, colorScheme });
    const isTouch = screen === screens[0];
    const look = async () => {
      // What floats in is faint on its way.
      await page.waitForTimeout(300);
      expect(await listFaults(page)).toEqual([]);
      if (isTouch) expect(await listSmallTargets(page)).toEqual([]);
    };
    await untilAwake(page);
    await look();
    await chooseFile(page, writeCsv([heading, ["a"], ...faulty]));
    await page.getByText("1 row has not 4 cells").waitFor();
    await look();
    await page.getByRole("button", { name: /^Check/ }).click();
    await untilChecked(page);
    await look();
    await page.getByRole("radio", { name: /^All/ }).check();
    await look();
    await page.getByRole("button", { name: "Start over" }).click();
    await page.goto(made);
    await page.getByRole("heading", { name: "1 code is made" }).waitFor();
    await look();
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByRole("dialog").waitFor();
    await look();
  });
});

it("nothing scrolls sideways from 320 to 2,560 pixels, in any step", async () => {
  const page = await open("/bulk", pro);
  const widths = [320, 360, 768, 1024, 1280, 1920, 2560];
  expect(await findOverflow(page, widths)).toEqual([]);
  await chooseFile(page, writeCsv([heading, ...faulty]));
  await page.getByRole("button", { name: /^Check/ }).waitFor();
  expect(await findOverflow(page, widths)).toEqual([]);
  await page.getByRole("button", { name: /^Check/ }).click();
  await untilChecked(page);
  expect(await findOverflow(page, widths)).toEqual([]);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.goto(made);
  await page.getByRole("heading", { name: "1 code is made" }).waitFor();
  expect(await findOverflow(page, widths)).toEqual([]);
});

/** A task that long is felt: a key or a finger would wait for it. Of a phone that is six times as slow as this machine. */
const mostMs = 250;
const slowness = 6;

it("500 rows stay fluent on a slow phone: no task holds up typing and scrolling", async () => {
  const options = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true };
  const page = await open("/bulk", { ...options, ...pro });
  await checkFile(page, [...faulty, ...writeTables(496)]);
  await page.getByRole("radio", { name: /^All/ }).check();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  await page.evaluate(() => {
    const seen: { long: number[]; events: number[] } = { long: [], events: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) =>
      seen.long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      entryTypes: ["longtask"],
    });
    new PerformanceObserver((list) =>
      seen.events.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: "event",
      durationThreshold: 104,
    } as PerformanceObserverInit);
  });
  const readSeen = () =>
    page.evaluate(() => (window as unknown as { seen: { long: number[]; events: number[] } }).seen);

  const field = page.getByLabel("Name, row 9", { exact: true });
  await field.focus();
  for (const key of "A longer name for a table") await page.keyboard.press(key === " " ? "Space" : key);
  // A key redraws nothing.
  expect((await readSeen()).long.filter((ms) => ms > 100)).toEqual([]);
  await field.blur();
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(60);
  }
  const { long, events } = await readSeen();
  expect(long.filter((ms) => ms > mostMs)).toEqual([]);
  expect(events.filter((ms) => ms > mostMs)).toEqual([]);
  // It has come far, over rows that were drawn on the way.
  const drawn = await page.getByRole("row").count();
  expect(drawn).toBeGreaterThan(100);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await untilChecked(page);
});
