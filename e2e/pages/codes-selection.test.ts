import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { callerOf, newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { contextOf, screens, withBrowser } from "./browser";
import { openPalette, settle } from "./furnished";
import { describeFocus } from "./inspect";
import { bar, box, expectCount, inOrder, newOwner, shelf, table, tick } from "./selection";
import { signedIn } from "./signed-in";

const open = withBrowser();

async function openList(path: string, context: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open(path, context);
  await settle(page);
  return page;
}

describe("selecting codes", () => {
  it("in the table works for one, a Shift range, a page or all matches, across pages and views", async () => {
    const { context } = await newOwner(30);
    const page = await openList(table, context);
    await tick(page, "Shelf 02");
    await tick(page, "Shelf 05", ["Shift"]);
    await expectCount(page, 4);
    const all = page.getByRole("checkbox", { name: "Select all on this page" });
    expect(await all.evaluate((one) => (one as HTMLInputElement).indeterminate)).toBe(true);
    await page.locator("label", { has: all }).click();
    await expectCount(page, 24);
    expect(await all.isChecked()).toBe(true);
    await page.getByRole("link", { name: "Next" }).click();
    await tick(page, "Shelf 30");
    await expectCount(page, 25);
    expect(await box(page, "Shelf 29").isChecked()).toBe(false);
    await page.getByRole("link", { name: "Gallery" }).click();
    await page.locator(".code-card").first().waitFor();
    expect(await box(page, "Shelf 30").isChecked()).toBe(true);
    await bar(page).getByRole("button", { name: "Select all 30" }).click();
    await expectCount(page, 30);
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });
    expect(await box(page, "Shelf 30").count()).toBe(0);

    await page.goto(`${table}&q=shelf+1`);
    await settle(page);
    await page.getByRole("button", { name: "Select codes" }).click();
    await bar(page).getByRole("button", { name: "Select all 10 that match" }).click();
    await expectCount(page, 10);
    await page.getByRole("link", { name: "Shelf 10", exact: true }).click();
    await page.waitForURL(/\/codes\/[0-9a-f-]+$/);
    await page.goBack();
    await page.getByRole("link", { name: "Shelf 10", exact: true }).waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  itInLongRuns(
    "in the gallery works by pressing cards, and no checkbox covers the picture of a code",
    async () => {
      const { context, ids } = await newOwner(6);
      const page = await openList(`/codes?${inOrder}`, context);
      await page.getByRole("button", { name: "Select codes" }).click();
      await page.locator(`[data-code="${ids[0]}"]`).click({ position: { x: 60, y: 60 } });
      await page
        .locator(`[data-code="${ids[3]}"]`)
        .click({ modifiers: ["Shift"], position: { x: 60, y: 60 } });
      await expectCount(page, 4);
      expect(page.url()).toContain("/codes?");
      for (const card of await page.locator(".code-card").all()) {
        const [sheet, tick] = [
          await card.locator("img").boundingBox(),
          await card.locator("input").boundingBox(),
        ];
        expect(tick?.y).toBeGreaterThan((sheet?.y ?? 0) + (sheet?.height ?? 0));
      }
      await page.getByRole("button", { name: "Clear the selection" }).click();
      await page.locator(`[data-code="${ids[0]}"]`).click({ position: { x: 60, y: 60 } });
      await page.waitForURL(`**/codes/${ids[0]}`);
    },
  );

  it("by keyboard takes x or Space on a code and Shift for a range, and announces the count", async () => {
    const { context } = await newOwner(5);
    const page = await openList(`/codes?${inOrder}`, context);
    await page.getByRole("link", { name: "Shelf 01", exact: true }).focus();
    await page.keyboard.press("x");
    await expectCount(page, 1);
    await page.getByRole("link", { name: "Shelf 04", exact: true }).focus();
    await page.keyboard.press("Shift+Space");
    await expectCount(page, 4);
    await page.getByRole("status").filter({ hasText: "4 codes selected" }).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await expectCount(page, 3);
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("ex");
    await expectCount(page, 3);
    // What was typed filters the list a moment later, and "Select all" means what matches then.
    await page.waitForURL(/[?&]q=ex/);
    await page.getByRole("searchbox").fill("");
    await page.waitForURL((url) => !url.searchParams.has("q"));
    await page.getByRole("link", { name: "Shelf 01", exact: true }).waitFor();
    await bar(page).getByRole("button", { name: "Select all 5" }).press("Enter");
    await expectCount(page, 5);
    await expect
      .poll(() => bar(page).evaluate((region) => region.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Change style" });
    await page.getByRole("button", { name: "Actions for Shelf 02" }).click();
    await page.getByRole("menuitem", { name: "Deselect" }).click();
    await expectCount(page, 4);
    await openPalette(page);
    await page.keyboard.press("Escape");
    await expectCount(page, 4);
  });

  itInLongRuns("starts with a long press on a touchscreen, which does not open the code", async () => {
    const { context, ids } = await newOwner(4);
    const page = await openList(`/codes?${inOrder}`, { ...context, ...contextOf(screens[0]) });
    const session = await page.context().newCDPSession(page);
    const press = async (id: string | undefined, ms: number) => {
      const at = await page.locator(`[data-code="${id}"] img`).boundingBox();
      const point = { x: (at?.x ?? 0) + 70, y: (at?.y ?? 0) + 70 };
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
      // The browser measures a long press by its own clock.
      await page.waitForTimeout(ms);
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await press(ids[0], 700);
    await expectCount(page, 1);
    await press(ids[1], 50);
    await expectCount(page, 2);
    expect(page.url()).toContain("/codes?");
    expect(await box(page, "Shelf 02").isChecked()).toBe(true);
  });

  it("is not offered on Starter", async () => {
    const account = await newAccount("starter");
    await createCodes(callerOf(account, "starter"), [shelf(1)]);
    const page = await openList(table, await signedIn(account));
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Select codes" }).count()).toBe(0);
    await openPalette(page);
    await page.keyboard.type("select many");
    await page.getByRole("option", { name: "Change many codes at once, with Pro" }).click();
    await page.waitForURL("**/plan");
  });
});
