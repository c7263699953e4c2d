import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { callerOf, newAccount } from "../support/accounts";
import { withBrowser } from "./browser";
import { settle } from "./furnished";
import { signedIn } from "./signed-in";

const open = withBrowser();

const names = ["Van, rear door", "Menu"] as const;

/** Somebody with two dynamic codes. */
async function newOwner() {
  const account = await newAccount("starter");
  const items = names.map((name, place) => ({
    name,
    type: "url",
    content: `https://halden.example/${place}`,
    isDynamic: true,
  }));
  expect((await createCodes(callerOf(account, "starter"), items)).errors).toEqual([]);
  return signedIn(account);
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete “${name}”?` });
  await dialog.getByText("It was not scanned this week.").waitFor();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText(`“${name}” is deleted.`).first().waitFor();
}

/** The connection is gone, as a browser sees it. */
const mayLog = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

describe("a toast", () => {
  it("does not hide the Undo of another toast", async () => {
    const page = await open("/codes", await newOwner());
    for (const name of names) await remove(page, name);
    const undo = page.getByRole("button", { name: /^Undo/ });
    expect(await undo.filter({ visible: true }).count()).toBe(2);
    await undo.last().click();
    await page.getByText(`“${names[0]}” is restored.`).filter({ visible: true }).first().waitFor();
    await expect.poll(() => undo.filter({ visible: true }).count()).toBe(1);
    await page.getByRole("link", { name: names[0], exact: true }).waitFor();
  });

  it("is shown without a connection, too", async () => {
    const page = await open("/codes", { ...(await newOwner()), mayLog });
    await settle(page);
    const choose = async (item: string) => {
      await page.getByRole("button", { name: `Actions for ${names[0]}` }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose("Copy short link");
    await page
      .getByText(/ copied\.$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.locator("button[aria-label=Close]").click();
    await page.context().setOffline(true);
    await choose("Switch off");
    const words = page.getByText("Not changed: the connection dropped.");
    await words.filter({ visible: true }).first().waitFor();
    // Hidden from readers, who hear an alert elsewhere.
    await page.locator("button[aria-label=Close]").waitFor();
  });

  it("is replaced by a plain alert when a menu can't load without a connection", async () => {
    const page = await open("/settings", { ...(await newOwner()), mayLog });
    await page.goto("/codes");
    await settle(page);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: `Actions for ${names[0]}` }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The menu didn't load." });
    await alert.waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await alert.waitFor({ state: "detached" });
  });
});
