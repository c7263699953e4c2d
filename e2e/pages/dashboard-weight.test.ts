import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "../support/accounts";
import { contextOf, type OpenOptions, screens, withBrowser } from "./browser";
import { type Furnished, furnish, inspectPages, pagesOf, settle } from "./furnished";
import { signedIn } from "./signed-in";

// `withBrowser` fails each of these for a request to another origin, a violation of the policy, an error in the console.
const open = withBrowser();

/** The most that scripts of the codes page may weigh before anybody touches it, compressed. */
const mostBytes = 200_000;

/** How long a page must stay still to count as loaded. No event reports the absence of a shift. */
const restMs = 300;

/** A grade that is read back changes its own digits by less; a line of text that moves is many times as much. */
const leastShift = 0.0003;

const timezoneId = "Asia/Tokyo";

let house: Furnished;
let options: OpenOptions;
beforeAll(async () => {
  house = await furnish();
  options = { ...(await signedIn(house.account)), timezoneId };
});

/** Loads a page into an empty cache; gives back its scripts. */
async function loadScripts(path: string): Promise<{ url: string; text: string; bytes: number }[]> {
  const page = await open("/docs", options);
  const scripts: Response[] = [];
  const fresh = await page.context().newPage();
  fresh.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await fresh.goto(path, { waitUntil: "load" });
  await settle(fresh);
  await fresh.waitForLoadState("networkidle");
  return Promise.all(
    scripts.map(async (response) => {
      const body = await response.body();
      return { url: response.url(), text: body.toString(), bytes: gzipSync(body).length };
    }),
  );
}

/** A page of somebody whose browser has told the zone of its clocks, as it does where one signs in. */
async function openTold(who: OpenOptions): Promise<Page> {
  const page = await open("/settings", who);
  const isTold = async () => (await page.context().cookies()).some(({ name }) => name === "quietzone-zone");
  await expect.poll(isTold).toBe(true);
  return page;
}

/** What has moved on a page since it was first seen, without anybody touching it. */
async function listShifts(page: Page): Promise<string[]> {
  await page.waitForTimeout(restMs);
  return page.evaluate(
    (leastShift) =>
      new Promise<string[]>((resolve) => {
        interface Shift extends PerformanceEntry {
          value: number;
          hadRecentInput: boolean;
          sources: Source[];
        }
        interface Source {
          node: Node | null;
          previousRect: DOMRectReadOnly;
          currentRect: DOMRectReadOnly;
        }
        const describe = ({ node, previousRect: from, currentRect: to }: Source) =>
          `${from.x},${from.y} → ${to.x},${to.y} ${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent}`;
        // Text painted before the document is parsed grows in place as the rest of it arrives.
        const [{ domInteractive } = { domInteractive: 0 }] = performance.getEntriesByType(
          "navigation",
        ) as PerformanceNavigationTiming[];
        const hasGrown = ({ previousRect: from, currentRect: to }: Source) =>
          from.y === to.y && from.height === to.height && from.left >= to.left && from.right <= to.right;
        const isParsing = ({ startTime, sources }: Shift) =>
          startTime < domInteractive && sources.every(hasGrown);
        new PerformanceObserver((list) => {
          const shifts = (list.getEntries() as Shift[]).filter(
            (shift) => !shift.hadRecentInput && shift.value >= leastShift && !isParsing(shift),
          );
          resolve(
            shifts.map(({ value, sources }) => `${value.toFixed(4)}: ${sources.map(describe).join(" | ")}`),
          );
        }).observe({ type: "layout-shift", buffered: true });
        // Without an entry the observer is never called.
        setTimeout(() => resolve([]), 100);
      }),
    leastShift,
  );
}

describe("the first load of /codes", () => {
  it("is at most 200 kB of scripts, compressed, without the charts and the palette", async () => {
    const scripts = await loadScripts("/codes");
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    const heaviest = scripts.sort((a, b) => b.bytes - a.bytes).map(({ url, bytes }) => `${bytes} ${url}`);
    expect(total, heaviest.join("\n")).toBeGreaterThan(50_000);
    expect(total, heaviest.join("\n")).toBeLessThanOrEqual(mostBytes);
    const holds = (all: typeof scripts, text: string) => all.some((script) => script.text.includes(text));
    expect(holds(scripts, "recharts-")).toBe(false);
    expect(holds(scripts, "cmdk-item")).toBe(false);
    expect(holds(await loadScripts("/analytics"), "recharts-")).toBe(true);
  });
});

describe.each([screens[0], screens[2]])("on a $name", (screen) => {
  it("nothing moves while a page with data comes", async () => {
    const page = await openTold({ ...options, ...contextOf(screen) });
    const paths = [...pagesOf(house), "/api-keys", "/plan", "/settings"];
    expect(await inspectPages(page, paths, listShifts)).toEqual({});
  });

  it("nothing moves on an empty account's pages, whatever its plan", async () => {
    for (const [plan, paths] of [
      ["free", ["/codes", "/analytics", "/support"]],
      ["developer", ["/codes", "/api-keys"]],
    ] as const) {
      const page = await openTold({
        ...(await signedIn(await newAccount(plan))),
        timezoneId,
        ...contextOf(screen),
      });
      expect(await inspectPages(page, paths, listShifts), plan).toEqual({});
    }
  });
});
