import sharp from "sharp";
import { describe, expect, inject, it } from "vitest";
import { readCode } from "../support/public-api";
import { contextOf, readScore, screens, themes, withBrowser } from "./browser";
import { showTheme } from "./inspect";

const open = withBrowser();

/** Sum of the layout shifts since the page began, those after a press of the visitor's left out (web.dev, CLS). */
async function measureShift(page: Awaited<ReturnType<typeof open>>): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        // No event reports the absence of a shift.
        setTimeout(() => resolve(sum), 300);
      }),
  );
}

describe.each(screens)("on a $name of $width pixels", (screen) => {
  it("every code of 120 pixels or more scans from the screen in both themes", async () => {
    const page = await open("/", { ...contextOf(screen), colorScheme: "light" });
    await readScore(page);
    const codes = await page.locator('main [role="img"], main img[alt^="QR code"]').all();
    expect(codes.length).toBeGreaterThanOrEqual(6);
    for (const colorScheme of themes) {
      await showTheme(page, colorScheme);
      for (const code of codes) {
        const name = (await code.getAttribute("aria-label")) ?? (await code.getAttribute("alt"));
        await code.scrollIntoViewIfNeeded();
        const box = await code.boundingBox();
        // The test of small print shows a small code on a large sheet.
        if (!box || box.width < 120 || name?.includes("Small print")) continue;
        const shot = await sharp(await code.screenshot())
          .extend({ top: 24, bottom: 24, left: 24, right: 24, background: "#F1F2EF" })
          .png()
          .toBuffer();
        const what = `${name}, ${box.width} pixels, ${colorScheme}`;
        expect(await readCode(shot), what).toBe(inject("baseUrl"));
      }
    }
  });

  it("the home page does not move while it loads", async () => {
    const page = await open("/", contextOf(screen));
    await readScore(page);
    expect(await measureShift(page)).toBeLessThan(0.005);
  });
});

describe("the first view", () => {
  it("of a laptop fits everything down to the last download button", async () => {
    for (const height of [720, 800]) {
      const page = await open("/", { viewport: { width: 1280, height } });
      await readScore(page);
      const last = page.getByRole("button", { name: "Download PDF, 50 mm wide" });
      const box = await last.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 1), `${height} pixels`).toBeLessThanOrEqual(height);
    }
  });

  it("of a phone shows the download button at any scroll position, not over the footer", async () => {
    const page = await open("/", contextOf(screens[0]));
    const bar = page.getByRole("button", { name: /Download PNG/ });
    for (const top of [0, 1e6]) {
      await page.evaluate((y) => scrollTo(0, y), top);
      const box = await bar.boundingBox();
      expect(box?.y).toBeGreaterThan(700);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    }
    const foot = await page.getByRole("contentinfo").getByRole("link", { name: "Docs" }).boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  });

  it("has no horizontal overflow from 320 to 2,560 pixels", async () => {
    for (const path of [
      "/",
      "/docs",
      "/docs/with-a-key",
      "/docs/webhooks",
      "/docs/api",
      "/docs/api/qr-codes",
      "/docs/errors",
      "/nowhere",
    ]) {
      const page = await open(path, { mayLog: /404/ });
      for (const width of [320, 360, 480, 768, 1024, 1280, 1440, 1920, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed, `${path} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
  });
});

describe("the home page", () => {
  it("links to plans, API, documentation and abuse reports, and has no dead links", async () => {
    const page = await open("/");
    const links = await page
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const href of [
      "/#plans",
      "/docs/api",
      "/docs",
      "mailto:support@example.com?subject=Report%20a%20code",
    ]) {
      expect(links).toContain(href);
    }
    for (const href of new Set(links.filter((link) => link.startsWith("/")))) {
      expect((await page.request.get(href)).status(), href).toBe(200);
    }
    expect(
      await page
        .locator("#plans")
        .getByRole("row", { name: /^Codes kept/ })
        .textContent(),
    ).toContain("10100500500");
  });
});

describe("the theme", () => {
  it("follows the system, changes with the button, and is kept after a reload", async () => {
    const page = await open("/", { colorScheme: "dark" });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe("dark");
    await page.getByRole("button", { name: "Change between light and dark" }).click();
    expect(await theme()).toBe("light");
    await page.reload();
    expect(await theme()).toBe("light");
  });
});
