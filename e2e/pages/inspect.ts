import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";
import { isLong } from "../support/long";
import { contextOf, type OpenOptions, screens, untilStill } from "./browser";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules of axe that look at colours. */
const ofColour = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page, or in one layer of it, once nothing moves, by WCAG 2.2 AA and its own best practice. */
export async function listFaults(page: Page, layer?: string, rules = standards): Promise<string[]> {
  // What still fades in has colours of its own.
  await untilStill(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    ([rules, layer]) =>
      (window as unknown as { axe: typeof axe }).axe.run(layer ?? document, {
        runOnly: rules,
        // Only violations are described, which takes half the time.
        resultTypes: ["violations"],
        rules: {
          // A menu over the page belongs to its button, not to a landmark.
          region: { enabled: layer === undefined },
          // WCAG 2.5.3 asks for the visible label; axe asks for every visible figure, too, without a word between.
          "label-content-name-mismatch": { enabled: false },
        },
      }),
    [rules, layer] as const,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

/**
 * Controls under 44 × 44, those within running text left out (WCAG 2.5.8); a field counts with its label around it, a link that
 * is stretched over what it names with all of that.
 */
export function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll(
      "a, button, summary, input:not([type=file]), textarea, [role=tab]",
    );
    return [...controls].flatMap((control) => {
      if (control.closest("p, dd, .sr-only, [aria-hidden=true]") || control.classList.contains("sr-only"))
        return [];
      const after = getComputedStyle(control, "::after");
      const isStretched = after.content !== "none" && after.position === "absolute" && after.inset === "0px";
      const target =
        (isStretched && (control as HTMLElement).offsetParent) || control.closest("label") || control;
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || (width >= 43.5 && height >= 43.5)) return [];
      const whole = control.matches("input[type=color]")
        ? control.parentElement?.getBoundingClientRect()
        : undefined;
      if (whole && whole.height >= 43.5) return [];
      return [`${Math.round(width)} × ${Math.round(height)}: ${control.outerHTML.slice(0, 120)}`];
    });
  });
}

/** Tabs on until the focus is there; returns what it passed. Each stop must be seen. */
export async function walkTo(page: Page, goal: string | RegExp): Promise<string[]> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    const focus = await describeFocus(page);
    expect(focus.isSeen, focus.name).toBe(true);
    passed.push(focus.name);
    if (typeof goal === "string" ? focus.id === goal : goal.test(focus.name)) return passed;
  }
  throw new Error(`The focus never came to ${goal}; it passed ${passed.join(", ")}`);
}

export function describeFocus(page: Page): Promise<{ id: string; name: string; isSeen: boolean }> {
  return page.evaluate(async () => {
    // A dialog's edge passes the focus on a frame later; another Tab within that frame would leave the dialog.
    while (document.activeElement?.hasAttribute("data-base-ui-focus-guard")) {
      await new Promise(requestAnimationFrame);
    }
    const focused = document.activeElement as HTMLElement;
    const marked = [focused, focused.closest("label"), focused.parentElement];
    const isSeen = marked.some((element) => element && getComputedStyle(element).outlineStyle !== "none");
    const name = focused.getAttribute("aria-label") ?? focused.textContent ?? "";
    return { id: focused.id, name: name.trim(), isSeen };
  });
}

/** How long a page has to redraw for another width. */
const drawnWithinMs = 2_000;

/** Where the page is wider than its window, at each of these widths; empty: nowhere. */
export async function findOverflow(
  page: Page,
  widths: readonly number[] = [320, 360, 390, 768, 1024, 1280, 1920, 2560],
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // A chart takes up its new width once it has seen it.
    const fits = page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width, {
      timeout: drawnWithinMs,
    });
    const isFit = await fits.then(
      () => true,
      () => false,
    );
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (!isFit) faults.push(`${needed} at ${width}`);
  }
  return faults;
}

/** Text so many times its size, as somebody sets it in their browser; breakpoints in rem follow. */
export async function setTextSize(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

/** What axe finds on the page, or in one layer of it, in its own theme and then in the other one, which changes only colours. */
export async function listFaultsInBoth(page: Page, layer?: string): Promise<string[]> {
  const faults = await listFaults(page, layer);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [own, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  await showTheme(page, other);
  for (const fault of await listFaults(page, layer, ofColour)) faults.push(`${fault}, in ${other}`);
  await showTheme(page, own);
  return faults;
}

/** Switches the browser's theme and waits until the page shows it: pages of Next follow by a script. */
export async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((name) => (document.documentElement.dataset.theme ?? name) === name, theme);
}

/** What is wrong at the widths of laptops and below, and with text of twice its size. */
async function listOverflow(page: Page): Promise<string[]> {
  const faults = await findOverflow(page);
  await setTextSize(page, 2);
  for (const fault of await findOverflow(page, [640, 768, 1280, 1920]))
    faults.push(`${fault}, text at 200 %`);
  await setTextSize(page, 1);
  return faults;
}

/** Runs the inspection and gives the page back as wide as it was. */
async function keepWidth(page: Page, inspect: () => Promise<string[]>): Promise<string[]> {
  const before = page.viewportSize();
  const faults = await inspect();
  if (before) await page.setViewportSize(before);
  return faults;
}

const phone = screens[0];

/** Runs an inspection while the page is as wide as a phone. */
export function asWideAsPhone(page: Page, inspect: () => Promise<string[]>): Promise<string[]> {
  return keepWidth(page, async () => {
    await page.setViewportSize({ width: phone.width, height: phone.height });
    await untilStill(page);
    return inspect();
  });
}

/** Both layouts and both themes in one visit: a laptop in the light, then as wide as a phone in the dark. */
async function inspectBoth(page: Page): Promise<string[]> {
  const asLaptop = await keepWidth(page, async () => [
    ...(await listFaults(page)),
    ...(await listOverflow(page)),
  ]);
  const asPhone = await asWideAsPhone(page, async () => {
    await showTheme(page, "dark");
    const faults = [...(await listFaults(page)), ...(await listSmallTargets(page))];
    await showTheme(page, "light");
    return faults;
  });
  return [...asLaptop, ...asPhone.map((fault) => `${fault}, as wide as a phone in the dark`)];
}

const inspectLaptop = (page: Page) =>
  keepWidth(page, async () => [...(await listFaultsInBoth(page)), ...(await listOverflow(page))]);

const inspectPhone = (page: Page) =>
  keepWidth(page, async () => {
    const faults = [...(await listFaultsInBoth(page)), ...(await listSmallTargets(page))];
    return [...faults, ...(await findOverflow(page, [320, phone.width]))];
  });

interface Look {
  name: string;
  context: OpenOptions;
  /** The page's faults; empty if there are none. */
  inspect: (page: Page) => Promise<string[]>;
}

/**
 * How a page is opened to be inspected, with everything that is asked of it there in one visit: axe, overflow, text of twice the
 * size and the size of targets. In long runs a laptop and a phone are two devices, each in both themes.
 */
export const looks: readonly Look[] = isLong
  ? [
      { name: "on a laptop", context: { colorScheme: "light" }, inspect: inspectLaptop },
      {
        name: "on a phone in the dark",
        context: { ...contextOf(phone), colorScheme: "dark" },
        inspect: inspectPhone,
      },
    ]
  : [
      {
        name: "on a laptop, and as wide as a phone",
        context: { colorScheme: "light" },
        inspect: inspectBoth,
      },
    ];
