import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { advanceImport, createImport } from "@/lib/imports";
import { callerOf, newAccount } from "../support/accounts";
import { type OpenOptions, untilStill, withBrowser } from "./browser";
import {
  checkFile,
  chooseFile,
  heading,
  untilAwake,
  untilChecked,
  writeCsv,
  writeTables,
} from "./import-page";
import { looks } from "./inspect";
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

describe.each(looks)("$name", ({ context, inspect }) => {
  it("every step of an import has no axe faults, overflow or small targets", async () => {
    const page = await open("/bulk", { ...context, ...pro });
    const look = async () => {
      // What floats in is faint on its way.
      await untilStill(page);
      expect(await inspect(page)).toEqual([]);
    };
    await untilAwake(page);
    await look();
    await chooseFile(page, writeCsv([heading, ["a"], ...faulty]));
    await page.getByText("1 row doesn't have 4 cells").waitFor();
    await look();
    await page.getByRole("button", { name: /^Check/ }).click();
    await untilChecked(page);
    await look();
    await page.getByRole("radio", { name: /^All/ }).check();
    await look();
    await page.getByRole("button", { name: "Start over" }).click();
    await page.goto(made);
    await page.getByRole("heading", { name: "1 code is created" }).waitFor();
    await look();
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByRole("dialog").waitFor();
    await look();
  });
});

/** How much more a key, and a screenful of rows, may cost in ten times as many rows; the same is usual. */
const mostTimes = 3;

/** Milliseconds that the page's thread has worked, by the thread's own clock. */
async function watchWork(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
  return async function workOf(deed: () => Promise<unknown>): Promise<number> {
    const before = await read();
    await deed();
    return (await read()) - before;
  };
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** What a key and a screenful of rows cost on a phone, in a file of so many rows. */
async function measureWork(count: number, steps: number) {
  const options = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true };
  const page = await open("/bulk", { ...options, ...pro });
  await checkFile(page, [...faulty, ...writeTables(count - faulty.length)]);
  await page.getByRole("radio", { name: /^All/ }).check();
  const workOf = await watchWork(page);
  await page.getByLabel("Name, row 3", { exact: true }).focus();
  const keys: number[] = [];
  for (const key of "Anotherlongernameofatable") {
    keys.push(await workOf(() => page.keyboard.press(key)));
    // A typing pace: the page draws each key before the next one.
    await page.waitForTimeout(30);
  }
  const screens: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    screens.push(
      await workOf(async () => {
        await page.mouse.wheel(0, 700);
        // Scrolling takes several frames, and no event marks the last.
        await page.waitForTimeout(100);
      }),
    );
  }
  return { page, key: median(keys), screen: median(screens) };
}

it("typing and scrolling in 500 rows on a phone cost less than 3 times as much as in 50", async () => {
  const few = await measureWork(50, 8);
  const { page, ...many } = await measureWork(500, 60);
  expect(many.key / few.key).toBeLessThan(mostTimes);
  expect(many.screen / few.screen).toBeLessThan(mostTimes);
  // It has come far, and keeps few of the rows that it has shown.
  await page
    .getByLabel(/^Name, row 2\d\d$/)
    .first()
    .waitFor({ state: "attached" });
  expect(await page.getByRole("row").count()).toBeLessThan(60);
});
