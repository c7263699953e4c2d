import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { type OpenOptions, screens, withBrowser } from "./browser";
import { type Furnished, furnish, openPalette, settle } from "./furnished";
import { describeFocus, listFaults, listSmallTargets } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

let house: Furnished;
let pro: OpenOptions;
beforeAll(async () => {
  house = await furnish();
  pro = await signedIn(house.account);
});

const name = "Menu, table cards";

async function openSettled(path: string): Promise<Page> {
  const page = await open(path, pro);
  await settle(page);
  return page;
}

/** Expects nothing of axe in a layer once something has come: on a phone in the dark, then on a laptop, where it stays. */
async function expectClean(page: Page, sign: ReturnType<Page["locator"]>, layer: string): Promise<void> {
  await sign.first().waitFor();
  const [phone, , laptop] = screens;
  for (const [colorScheme, { width, height }] of [
    ["dark", phone],
    ["light", laptop],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    expect(await listFaults(page, layer), `${layer} in ${colorScheme}`).toEqual([]);
  }
}

const press = (page: Page, button: string | RegExp) => page.getByRole("button", { name: button }).click();

async function dismiss(page: Page, layer: ReturnType<Page["locator"]>): Promise<void> {
  await page.keyboard.press("Escape");
  await layer.first().waitFor({ state: "detached" });
}

/** Whether the focus is within the layer before the browser draws it: what is typed then is lost nowhere. */
async function isFocusedAtOnce(page: Page, deed: () => Promise<unknown>): Promise<boolean> {
  const looked = page.evaluateHandle(() => ({
    answer: new Promise<boolean>((resolve) => {
      const seen = new MutationObserver(async () => {
        if (document.querySelector("[role=dialog] :is(input, button)") === null) return;
        seen.disconnect();
        // Effects of the change and what they put off until it is made, but no frame.
        for (let turn = 0; turn < 20; turn += 1) await null;
        resolve(document.activeElement?.closest("[role=dialog]") !== null);
      });
      seen.observe(document.body, { childList: true, subtree: true });
    }),
  }));
  await looked;
  await deed();
  return (await looked).evaluate(({ answer }) => answer);
}

describe("the focus moves at once", () => {
  it("to the palette, also when it is reopened while it closes", async () => {
    const page = await openSettled("/settings");
    expect(await isFocusedAtOnce(page, () => openPalette(page))).toBe(true);
    await page.keyboard.type("dark");
    expect(await page.getByRole("combobox").inputValue()).toBe("dark");
    await page.keyboard.press("Escape");
    await openPalette(page);
    await page.keyboard.type("token");
    expect(await page.getByRole("combobox").inputValue()).toBe("token");
  });

  it("to the first field of a dialog, or to its safe button", async () => {
    const page = await openSettled("/settings");
    expect(await isFocusedAtOnce(page, () => press(page, "Turn on"))).toBe(true);
    await expect.poll(() => describeFocus(page)).toMatchObject({ id: "two-factor-on-password" });
    await dismiss(page, page.getByRole("dialog"));
    expect(await isFocusedAtOnce(page, () => press(page, "Delete account"))).toBe(true);
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Keep it" });
  });
});

describe("axe finds nothing", () => {
  it("in a code's menu, in its delete dialog, and in the toast after it is deleted", async () => {
    const page = await openSettled("/codes?view=table");
    await page.getByRole("row", { name }).click({ button: "right", position: { x: 300, y: 20 } });
    await expectClean(page, page.getByRole("menu"), "[role=menu]");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: `Delete “${name}”?` });
    await dialog.getByLabel("Type its name to delete it").fill("Menu");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expectClean(page, dialog.getByText(`Type “${name}” to delete it.`), "[role=dialog]");
    await dismiss(page, dialog);
    await press(page, "Actions for Off");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await press(page, "Delete for good");
    await expectClean(page, page.getByRole("button", { name: /^Undo/ }), "[aria-label=Notifications]");
  });

  it("in the dialogs of tags and saved views, which also have no small targets", async () => {
    const page = await openSettled("/codes?tags=menus");
    for (const [button, sign] of [
      ["1 tag", "checkbox"],
      ["Saved views", "textbox"],
    ] as const) {
      await press(page, button);
      const dialog = page.getByRole("dialog");
      await expectClean(page, dialog.getByRole(sign), "[role=dialog]");
      await page.setViewportSize(screens[0]);
      expect(await listSmallTargets(page), button).toEqual([]);
      await dismiss(page, dialog);
    }
  });

  it("in an editor with an error, in its presets, and in the dialog before leaving", async () => {
    const page = await openSettled(`/codes/${house.dynamicId}/edit`);
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("");
    await press(page, "Save changes");
    await expectClean(page, page.locator("[aria-invalid=true]"), "main");
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("https://halden.example/new");
    const dialog = page.getByRole("dialog");
    for (const button of ["Save as preset", "Edit presets"]) {
      await press(page, button);
      await expectClean(page, dialog, "[role=dialog]");
      await dismiss(page, dialog);
    }
    await page.getByRole("link", { name: "Back" }).click();
    await expectClean(page, page.getByRole("dialog", { name: "Leave without saving?" }), "[role=dialog]");
  });

  it("in the dialog after a static code is saved", async () => {
    const page = await openSettled(`/codes/${house.staticId}/edit`);
    await page.getByRole("textbox", { name: "Network name", exact: true }).fill("Halden, garden");
    await press(page, "Save changes");
    await expectClean(page, page.getByRole("dialog", { name: "“Guests” is saved" }), "[role=dialog]");
  });

  it("in the pickers and the CSV menu of analytics", async () => {
    const page = await openSettled("/analytics?range=30d&zone=UTC");
    const list = page.getByRole("listbox");
    for (const picker of [/^Codes, All codes/, /^Time zone, UTC/]) {
      await page.getByRole("combobox", { name: picker }).click();
      await expectClean(page, list, "[role=listbox]");
      await dismiss(page, list);
    }
    await press(page, "CSV");
    await expectClean(page, page.getByRole("menu"), "[role=menu]");
  });

  it("in the schedule of a code while it is edited", async () => {
    const page = await openSettled(`/codes/${house.dynamicId}`);
    await press(page, "Set “Ends”");
    await expectClean(page, page.getByLabel("Ends").first(), "main");
  });
});
