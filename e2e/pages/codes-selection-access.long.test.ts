import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { callerOf, newAccount } from "../support/accounts";
import { contextOf, screens, withBrowser } from "./browser";
import { settle } from "./furnished";
import { asWideAsPhone, findOverflow, listFaults, listSmallTargets, looks } from "./inspect";
import { bar, expectCount, fixed, inOrder, newOwner, shelf, table, tick } from "./selection";
import { signedIn } from "./signed-in";

const open = withBrowser();

async function openList(path: string, context: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open(path, context);
  await settle(page);
  return page;
}

const doings = [
  ["Change style", /^Change the style of/],
  ["Change target", /^Change the target of/],
  ["Turn on or off", /^Turn \d+ codes on or off/],
  ["Add tag", /^Add a tag to/],
  ["Archive", /^Archive \d+ codes/],
  ["Delete", /^Delete \d+ codes/],
] as const;

describe.each(looks)("the selection $name", ({ context: device, inspect }) => {
  it("has no axe faults, overflow or small targets in its checkboxes, bar and dialogs", async () => {
    const { context } = await newOwner(5, fixed);
    const page = await openList(`/codes?${inOrder}`, { ...context, ...device });
    await page.getByRole("button", { name: "Select codes" }).click();
    for (const view of ["Gallery", "Table"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.locator(view === "Table" ? "table" : ".code-gallery").waitFor();
      await tick(page, view === "Table" ? "Shelf 02" : "Shelf 01");
      expect(await inspect(page), view).toEqual([]);
    }
    await expectCount(page, 2);
    for (const [what, title] of doings) {
      const own = bar(page).getByRole("button", { name: what, exact: true });
      if (await own.isVisible()) await own.click();
      else {
        await bar(page)
          .getByRole("button", { name: /^(?:More actions|Actions)$/ })
          .click();
        await page.getByRole("menuitem", { name: what }).click();
      }
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.waitFor();
      await expect.poll(() => dialog.locator(".pending").count()).toBe(0);
      expect(await listFaults(page, "[role=dialog]"), what).toEqual([]);
      expect(await asWideAsPhone(page, () => listSmallTargets(page)), what).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expectCount(page, 2);
    }
    expect(await findOverflow(page)).toEqual([]);
  });

  it("shows a toast above its bar, without covering the bar", async () => {
    const { context } = await newOwner(3);
    const page = await openList(table, { ...context, ...device });
    await page.getByRole("button", { name: "Select codes" }).click();
    const action = bar(page).getByRole("button", { name: "Clear the selection" });
    await action.waitFor();
    await page.getByRole("button", { name: "Actions for Shelf 01" }).click();
    await page.getByRole("menuitem", { name: "Switch off" }).click();
    const toast = page.getByText("“Shelf 01” is off.").filter({ visible: true }).first();
    await toast.waitFor();
    const [said, pressed] = [await toast.boundingBox(), await action.boundingBox()];
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(pressed?.y ?? 0);
    await action.click();
    await bar(page).waitFor({ state: "detached" });
  });
});

describe("a slow phone", () => {
  it("redraws only the pressed card, in under 200 ms at best, with 500 codes selected", async () => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    for (let lot = 0; lot < 5; lot += 1) {
      const items = Array.from({ length: 100 }, (_, place) => shelf(lot * 100 + place));
      expect((await createCodes(caller, items)).errors).toEqual([]);
    }
    const context = { ...(await signedIn(account)), ...contextOf(screens[0]) };
    const page = await openList(`/codes?${inOrder}`, context);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.getByRole("button", { name: "Select codes" }).click();
    await bar(page).getByRole("button", { name: "All 500" }).click();
    await expectCount(page, 500);
    const taken = await page.evaluate(async () => {
      const cards = [...document.querySelectorAll<HTMLElement>(".code-card")];
      const touched = new Set<Element>();
      const seen = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const card = (target instanceof Element ? target : target.parentElement)?.closest(".code-card");
          if (card) touched.add(card);
        }
      });
      seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      const times: number[] = [];
      for (const card of cards.slice(0, 6)) {
        const began = performance.now();
        card.querySelector<HTMLElement>("label")?.click();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - began);
      }
      return { fastest: Math.min(...times), touched: touched.size };
    });
    await expectCount(page, 494);
    expect(taken.touched).toBeLessThanOrEqual(6);
    expect(taken.fastest).toBeLessThan(200);
  });
});
