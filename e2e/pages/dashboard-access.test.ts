import { beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "../support/accounts";
import { contextOf, type OpenOptions, screens, themes, untilStill, withBrowser } from "./browser";
import { type Furnished, furnish, inspectPages, openPalette, pagesOf } from "./furnished";
import { findOverflow, listFaults, listSmallTargets, setTextSize } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

let house: Furnished;
let pro: OpenOptions;
beforeAll(async () => {
  house = await furnish();
  pro = await signedIn(house.account);
});

describe.each(themes)("axe in %s", (colorScheme) => {
  const device: OpenOptions = colorScheme === "light" ? {} : contextOf(screens[0]);

  it("finds nothing on any page with something on it", async () => {
    const page = await open("/settings", { ...device, ...pro, colorScheme });
    expect(await inspectPages(page, pagesOf(house), listFaults)).toEqual({});
  });

  it("finds nothing on empty pages, on those that a plan doesn't have, and where nothing is", async () => {
    const missing = `/codes/${house.dynamicId}`;
    for (const [plan, paths] of [
      ["free", ["/codes", "/analytics", "/support", missing]],
      ["developer", ["/codes", "/analytics"]],
    ] as const) {
      const options = { ...(await signedIn(await newAccount(plan))), colorScheme, mayLog: /404/ };
      const page = await open("/settings", { ...device, ...options });
      expect(await inspectPages(page, paths, listFaults), plan).toEqual({});
    }
  });

  it("finds nothing in the palette and in what a phone's account opens", async () => {
    const page = await open("/codes", { ...device, ...pro, colorScheme });
    await openPalette(page);
    await page.getByRole("option", { selected: true }).waitFor();
    await untilStill(page);
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    if (colorScheme === "light") return;
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("dialog", { name: house.account.email }).waitFor();
    await untilStill(page);
    expect(await listFaults(page)).toEqual([]);
    expect(await listSmallTargets(page)).toEqual([]);
  });
});

describe("on every screen", () => {
  it("nothing scrolls sideways, from 320 to 2,560 pixels and with text at twice its size", async () => {
    const page = await open("/settings", pro);
    const everywhere = [...pagesOf(house), "/plan", "/settings"];
    const widths = [320, 360, 390, 768, 1024, 1280, 1920, 2560];
    expect(await inspectPages(page, everywhere, () => findOverflow(page, widths))).toEqual({});
    await setTextSize(page, 2);
    const wide = [640, 768, 1280, 1920];
    expect(await inspectPages(page, everywhere, () => findOverflow(page, wide)), "text at 200 %").toEqual({});
  });

  it("every target under a finger is 44 pixels or more", async () => {
    const page = await open("/settings", { ...contextOf(screens[0]), ...pro });
    expect(await inspectPages(page, pagesOf(house), listSmallTargets)).toEqual({});
    const empty = await open("/codes", {
      ...contextOf(screens[0]),
      ...(await signedIn(await newAccount("free"))),
    });
    expect(await inspectPages(empty, ["/codes", "/analytics", "/support"], listSmallTargets)).toEqual({});
  });
});
