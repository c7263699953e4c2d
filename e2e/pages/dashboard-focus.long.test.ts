import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createCode } from "@/lib/codes";
import type { Plan } from "@/lib/plans";
import { callerOf, newAccount } from "../support/accounts";
import { insertDomain } from "../support/domains";
import { withBrowser } from "./browser";
import { settle } from "./furnished";
import { describeFocus } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

async function newOwner(plan: Plan) {
  const account = await newAccount(plan);
  const caller = callerOf(account, plan);
  const openPage = async (path: string): Promise<Page> => {
    const page = await open(path, await signedIn(account));
    await settle(page);
    return page;
  };
  return { caller, openPage };
}

const expectFocus = (page: Page, focus: Partial<Awaited<ReturnType<typeof describeFocus>>>) =>
  expect.poll(() => describeFocus(page)).toMatchObject(focus);

const menu = { name: "Menu", type: "url", content: "https://halden.example/menu", isDynamic: true } as const;

describe("the focus", () => {
  it("moves to the content after a link in it opened another page", async () => {
    const { caller, openPage } = await newOwner("pro");
    await createCode(caller, menu);
    const page = await openPage("/codes?view=table");
    await page.getByRole("link", { name: "Menu", exact: true }).press("Enter");
    await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
    await expectFocus(page, { id: "main" });
  });

  it("moves to the content when the last domain is deleted, and its list with it", async () => {
    const { caller, openPage } = await newOwner("pro");
    const { host } = await insertDomain(caller);
    const page = await openPage("/domains");
    await page.getByRole("button", { name: `Actions for ${host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await page.getByRole("button", { name: "Delete for good" }).press("Enter");
    await page.getByRole("heading", { name: "Your first domain" }).waitFor();
    await expectFocus(page, { id: "main" });
  });
});

describe("the focus in smart targets", () => {
  it("moves to what a button added, and to an error that is no field's", async () => {
    const { caller, openPage } = await newOwner("pro");
    const { id } = await createCode(caller, menu);
    const page = await openPage(`/codes/${id}/edit`);
    await page.getByRole("button", { name: "Set up" }).press("Enter");
    await page.getByRole("button", { name: "Add a rule" }).waitFor();
    const region = () => page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby"));
    expect(await region()).toBe("targets-heading");
    await page.getByRole("button", { name: "Add a rule" }).press("Enter");
    await expectFocus(page, { id: "field-routes.0.to" });
    await page.keyboard.type("https://halden.example/lunch");
    await page.getByRole("button", { name: "Save changes" }).press("Enter");
    await expectFocus(page, { id: "field-routes.0.when-fault", name: "Choose at least one condition." });

    await page.getByRole("radio", { name: "One address" }).focus();
    await page.keyboard.press("ArrowRight");
    for (const place of [2, 3, 4]) {
      await page.getByRole("button", { name: "Add an address" }).press("Enter");
      await expectFocus(page, { id: `field-routes.0.split.${place}.to` });
    }
    for (const [removed, next] of [
      [2, 1],
      [4, 2],
      [3, 1],
    ]) {
      await page.getByRole("button", { name: `Remove address ${removed}` }).press("Enter");
      await expectFocus(page, { id: `field-routes.0.split.${next}.to` });
    }
  });
});
