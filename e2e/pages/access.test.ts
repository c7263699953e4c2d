import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { readCode } from "../support/public-api";
import { contextOf, readScore, screens, themes, withBrowser } from "./browser";

const open = withBrowser();

async function listFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

describe.each(themes)("axe in %s", (colorScheme) => {
  const device = colorScheme === "light" ? {} : contextOf(screens[0]);
  for (const path of ["/", "/docs", "/docs/api", "/docs/errors", "/nowhere"]) {
    it(`finds nothing on ${path}, ${colorScheme === "light" ? "on a laptop" : "on a phone"}`, async () => {
      const page = await open(path, { ...device, colorScheme, mayLog: /404/ });
      if (path === "/") await readScore(page);
      expect(await listFaults(page)).toEqual([]);
    });
  }

  it("finds nothing in the other forms, with faults, fixes and all settings open", async () => {
    const page = await open("/", { colorScheme });
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("radiogroup", { name: "Frame" }).getByRole("radio", { name: "Dashed" }).check();
    for (const tab of ["Contact", "Text", "Wi-Fi"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect(await listFaults(page), tab).toEqual([]);
    }
    await page.getByLabel("Colour of the modules, hex").fill("#nothex");
    await page.getByRole("button", { name: /Download PNG/ }).click();
    expect(await listFaults(page)).toEqual([]);
  });
});

describe("by keyboard alone", () => {
  it("leads from the address to the download, every step seen", async () => {
    const page = await open("/");
    await page.keyboard.press("Tab");
    expect(await describeFocus(page)).toMatchObject({ name: "Skip to the content", isSeen: true });
    await page.keyboard.press("Enter");
    const steps = await walkTo(page, "field-url");
    expect(steps).toContain("Web address");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("https://halden.example/by-keyboard");
    await walkTo(page, /Download PNG/);
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(await readCode(Buffer.concat(chunks))).toBe("https://halden.example/by-keyboard");
  });

  it("changes tabs and choices with the arrows", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Web address" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByLabel("Network name").count()).toBe(1);
    await page.getByRole("radiogroup", { name: "Modules" }).getByRole("radio", { name: "Square" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(
      await page
        .getByRole("radiogroup", { name: "Modules" })
        .getByRole("radio", { name: "Rounded" })
        .isChecked(),
    ).toBe(true);
  });

  it("opens the menu of a phone and closes it with Escape", async () => {
    const page = await open("/", contextOf(screens[0]));
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    const link = page.getByRole("navigation", { name: "Site menu" }).getByRole("link", { name: "Docs" });
    await expect.poll(() => link.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await link.click();
    await page.waitForURL("**/docs");
    await expect.poll(() => link.isVisible()).toBe(false);
  });
});

describe("under a finger", () => {
  it("every target is 44 pixels or more", async () => {
    for (const path of ["/", "/docs", "/docs/errors"]) {
      const page = await open(path, contextOf(screens[0]));
      expect(await listSmallTargets(page), path).toEqual([]);
    }
  });
});

/** Controls under 44 × 44, those within running text left out (WCAG 2.5.8); a field counts with its label around it. */
function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll(
      "a, button, summary, input:not([type=file]), textarea, [role=tab]",
    );
    return [...controls].flatMap((control) => {
      if (control.closest("p, dd, .sr-only") || control.classList.contains("sr-only")) return [];
      const target = control.closest("label") ?? control;
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

/** Tabs on until the focus is there; gives back what it passed. Each stop must be seen. */
async function walkTo(page: Page, goal: string | RegExp): Promise<string[]> {
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

function describeFocus(page: Page): Promise<{ id: string; name: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const marked = [focused, focused.closest("label"), focused.parentElement];
    const isSeen = marked.some((element) => element && getComputedStyle(element).outlineStyle !== "none");
    const name = focused.getAttribute("aria-label") ?? focused.textContent ?? "";
    return { id: focused.id, name: name.trim(), isSeen };
  });
}
