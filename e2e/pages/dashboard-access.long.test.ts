import { beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "../support/accounts";
import { contextOf, type OpenOptions, screens, withBrowser } from "./browser";
import { type Furnished, fillPath, furnish, inspectPages, openPalette, pagePaths, settle } from "./furnished";
import { listFaults, listSmallTargets, looks } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

let house: Furnished;
let pro: OpenOptions;
beforeAll(async () => {
  house = await furnish();
  pro = await signedIn(house.account);
});

describe.each(looks)("$name", ({ context, inspect }) => {
  it.each(pagePaths)("%s has no axe faults, overflow or small targets", async (path) => {
    const page = await open(fillPath(path, house), { ...context, ...pro });
    await settle(page);
    expect(await inspect(page)).toEqual([]);
  });

  it("empty, unavailable and missing pages have no axe faults, overflow or small targets", async () => {
    const missing = `/codes/${house.dynamicId}`;
    for (const [plan, paths] of [
      ["free", ["/codes", "/analytics", "/support", missing]],
      ["developer", ["/codes", "/analytics"]],
    ] as const) {
      const session = await signedIn(await newAccount(plan));
      const page = await open("/settings", { ...context, ...session, mayLog: /404/ });
      expect(await inspectPages(page, paths, inspect), plan).toEqual({});
    }
  });

  it("the palette has no axe faults", async () => {
    const page = await open("/codes", { ...context, ...pro });
    await openPalette(page);
    await page.getByRole("option", { selected: true }).waitFor();
    expect(await listFaults(page)).toEqual([]);
  });
});

it("the account dialog of a phone has no axe faults or small targets", async () => {
  const page = await open("/codes", { ...contextOf(screens[0]), colorScheme: "dark", ...pro });
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("dialog", { name: house.account.email }).waitFor();
  expect(await listFaults(page)).toEqual([]);
  expect(await listSmallTargets(page)).toEqual([]);
});
