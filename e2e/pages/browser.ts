import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterEach, beforeAll, expect, inject } from "vitest";
import { launchChromium } from "../support/chromium";
import { newClient } from "../support/public-api";

/** What a page did that it must never do. */
interface Watch {
  outside: string[];
  violations: string[];
  faults: string[];
  /** Documents, data and actions that it asked for, with status and time: printed when the test fails. */
  trail: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Console errors that belong to the case, such as a refused request. */
  mayLog?: RegExp;
  /** Addresses of other origins that the case is about; the test answers them itself. */
  mayAsk?: RegExp;
}

/** Files of tests that share a process share its browser, which ends with the process. */
const kept = globalThis as { quietzoneTestBrowser?: Promise<Browser> };

/** Each process has a browser to itself: pages of one browser share its clipboard. */
async function launchOnce(): Promise<Browser> {
  const running = await kept.quietzoneTestBrowser?.catch(() => undefined);
  if (running?.isConnected()) return running;
  kept.quietzoneTestBrowser = launchChromium();
  return kept.quietzoneTestBrowser;
}

/**
 * Gives the tests of a file the browser of their process. Every page they open is watched: a request to another origin, a
 * violation of the page's policy, an uncaught error or an error in the console fails the test that opened it.
 */
export function withBrowser() {
  let browser: Browser;
  const opened: { page: Page; watch: Watch; mayLog: RegExp | undefined; mayAsk: RegExp | undefined }[] = [];
  beforeAll(async () => {
    browser = await launchOnce();
  });
  afterEach(async ({ task }) => {
    const all = opened.splice(0);
    if (task.result?.state === "fail") {
      for (const { watch } of all)
        console.error(`${task.name}: the page asked for\n${watch.trail.join("\n")}`);
    }
    await Promise.all(all.map(({ page }) => page.context().close()));
    for (const { watch, mayLog, mayAsk } of all) {
      expect(watch.outside.filter((address) => !mayAsk?.test(address))).toEqual([]);
      expect(watch.violations).toEqual([]);
      expect(watch.faults.filter((fault) => !mayLog?.test(fault))).toEqual([]);
    }
  });

  /** Opens a path in a context of its own, as a client that nobody else is. */
  return async function open(path: string, { mayLog, mayAsk, ...options }: OpenOptions = {}): Promise<Page> {
    const baseURL = options.baseURL ?? inject("baseUrl");
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1280, height: 800 },
      extraHTTPHeaders: { "x-forwarded-for": newClient() },
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    const page = await context.newPage();
    const watch: Watch = { outside: [], violations: [], faults: [], trail: [] };
    opened.push({ page, watch, mayLog, mayAsk });
    await watchPage(page, new URL(baseURL).origin, watch);
    await page.goto(path, { waitUntil: "load" });
    return page;
  };
}

async function watchPage(page: Page, origin: string, watch: Watch): Promise<void> {
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) watch.outside.push(url.href);
  });
  const startedAt = performance.now();
  const note = (text: string) => watch.trail.push(`${Math.round(performance.now() - startedAt)} ms: ${text}`);
  page.on("response", (response) => {
    const request = response.request();
    if (request.resourceType() !== "document" && request.resourceType() !== "fetch") return;
    const kind = request.headers()["next-action"] ? "action" : request.resourceType();
    note(`${request.method()} ${kind} ${request.url()} ${response.status()}`);
  });
  page.on("requestfailed", (request) => note(`${request.url()} ${request.failure()?.errorText}`));
  page.on("pageerror", (error) => watch.faults.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    if (/content security policy/i.test(text)) watch.violations.push(text);
    else if (message.type() === "error") watch.faults.push(`${text} (${message.location().url})`);
  });
  await page.exposeFunction("reportViolation", (text: string) => watch.violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** Waits until the grade on the page is that of the code on the sheet, and reads it. */
export async function readScore(page: Page): Promise<number> {
  await page.waitForFunction(() => {
    const meter = document.querySelector('[role="meter"]');
    const isStale = meter?.closest("[data-stale]")?.getAttribute("data-stale") !== "false";
    return meter?.getAttribute("aria-valuetext")?.includes("of 100") && !isStale;
  });
  return Number(await page.getByRole("meter", { name: "Scannability" }).getAttribute("aria-valuenow"));
}

/** Chromium drops an eleventh download of a page within a second without a word. */
const betweenDownloadsMs = 120;

/** Presses a button and returns the file that it hands out. */
export async function download(page: Page, name: RegExp): Promise<{ fileName: string; bytes: Buffer }> {
  await page.waitForTimeout(betweenDownloadsMs);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { fileName: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

export const themes = ["light", "dark"] as const;

/** Widths that the design names, with the heights of what is that wide. */
export const screens = [
  { name: "phone", width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  { name: "tablet", width: 768, height: 1024 },
  { name: "laptop", width: 1280, height: 800 },
  { name: "wide", width: 1920, height: 1080 },
] as const;

/** A screen as the context of a page. */
export function contextOf({ name: _, width, height, ...device }: (typeof screens)[number]): OpenOptions {
  return { viewport: { width, height }, ...device };
}

/** Waits until fonts are loaded and no animation or transition that has an end is running, over a few frames. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isMoving = () =>
      document.getAnimations().some(({ effect, playState, timeline }) => {
        const hasEnd = Number.isFinite(effect?.getComputedTiming().endTime);
        return playState === "running" && timeline === document.timeline && hasEnd;
      });
    // A transition starts in the frame after the change that causes it.
    for (let still = 0; still < 3; still = isMoving() ? 0 : still + 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
