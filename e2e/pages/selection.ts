import type { Page } from "playwright";
import { createCodes } from "@/lib/codes/bulk";
import type { NewCode } from "@/lib/codes/schema";
import { callerOf, newAccount } from "../support/accounts";
import { signedIn } from "./signed-in";

export const shelf = (place: number): NewCode => ({
  name: `Shelf ${String(place).padStart(2, "0")}`,
  type: "url",
  content: `https://old.example/shelf/${place}`,
  isDynamic: true,
});
export const fixed: NewCode = { name: "Shelf static", type: "url", content: "https://old.example/static" };

/** Somebody on Pro with so many dynamic codes, called Shelf 01 and so on, and what else is told. */
export async function newOwner(count: number, ...others: NewCode[]) {
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const items = [...Array.from({ length: count }, (_, place) => shelf(place + 1)), ...others];
  const { created } = await createCodes(caller, items);
  return { account, caller, ids: created.map(({ id }) => id), context: await signedIn(account) };
}

export const inOrder = "sort=name&order=asc";
export const table = `/codes?view=table&${inOrder}`;
export const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
/** A press on a box lands on its label, whose target is larger. */
export const tick = (page: Page, name: string, modifiers: "Shift"[] = []) =>
  page.locator("label", { has: box(page, name) }).click({ modifiers });
export const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
export const expectCount = (page: Page, count: number) =>
  bar(page).getByText(`${count} selected`, { exact: true }).waitFor();

export async function chooseAll(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: "Select codes" }).click();
  await bar(page)
    .getByRole("button", { name: `Select all ${count}` })
    .click();
  await expectCount(page, count);
}

export const begin = (page: Page, what: string) =>
  bar(page).getByRole("button", { name: what, exact: true }).click();
