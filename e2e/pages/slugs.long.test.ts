import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { createCode, getCode, updateCode } from "@/lib/codes";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { withBrowser } from "./browser";
import { settle } from "./furnished";
import { listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

const target = "https://halden.example/menu";
const menu = { name: "Menu", type: "url", content: target, isDynamic: true } as const;

/** A slug that nobody else has. */
const newSlug = (word: string) => `${word}-${randomUUID().slice(0, 18)}`;

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const shortLink = (page: Page) => textbox(page, "Short link");
const faultOf = (page: Page) => page.locator("#field-slug-fault");

/** What follows `/r/` in a short URL: the host of this process is another. */
const pathOf = (shortUrl: string | null | undefined) => shortUrl?.split("/").at(-1) ?? "";

/** Where a path of the service leads now. */
async function follow(path: string): Promise<string | null> {
  const answer = await fetch(`${inject("baseUrl")}/r/${path}`, { redirect: "manual" });
  return answer.headers.get("location");
}

/** The saved code's page, and its id. */
async function readId(page: Page): Promise<string> {
  await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

async function openEditor(account: TestAccount, code: Parameters<typeof createCode>[1]) {
  const caller = callerOf(account, "pro");
  const { id } = await createCode(caller, code);
  const page = await open(`/codes/${id}/edit`, await signedIn(account));
  return { page, id, read: () => getCode(caller, id) };
}

describe("a custom short link", () => {
  it("is created, renamed and copied by keyboard, and old and new ones redirect to the target", async () => {
    const account = await newAccount("starter");
    const page = await open("/codes/new", {
      ...(await signedIn(account)),
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const [spring, summer] = [newSlug("spring"), newSlug("summer")];
    await settle(page);
    await textbox(page, "Name").focus();
    await page.keyboard.type("Menu");
    await textbox(page, "Address").focus();
    await page.keyboard.type(target);
    await page.getByRole("radio", { name: /^Dynamic/ }).focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => shortLink(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(spring);
    await page.keyboard.press("Enter");
    const id = await readId(page);
    const generated = pathOf((await getCode(callerOf(account, "starter"), id)).aliases[0]);

    await page.goto(`/codes/${id}/edit`);
    await settle(page);
    expect(await shortLink(page).inputValue()).toBe(spring);
    await shortLink(page).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(summer);
    const { host } = new URL(inject("baseUrl"));
    await page
      .getByText(
        `Printed copies keep working: ${host}/r/${spring} becomes an earlier short link of this code.`,
      )
      .waitFor();
    await page.keyboard.press("Enter");
    await readId(page);
    const earlier = page.getByRole("region", { name: "Earlier short links" });
    await earlier.getByText("2 of 10").waitFor();
    expect(await earlier.getByRole("link").allTextContents()).toEqual([
      `${host}/r/${spring}`,
      `${host}/r/${generated}`,
    ]);
    await earlier.getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    await page.getByText("Short link copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${inject("baseUrl")}/r/${spring}`,
    );
    for (const path of [spring, summer, spring.toUpperCase(), generated])
      expect(await follow(path)).toBe(target);
  });

  it("that is taken shows an error and focuses the field, and another one is saved", async () => {
    const slug = newSlug("menu");
    await createCode(callerOf(await newAccount("pro"), "pro"), { ...menu, slug });
    const { page, read } = await openEditor(await newAccount("pro"), menu);
    await shortLink(page).fill(slug.toUpperCase());
    await shortLink(page).press("Enter");
    const fault = `“${slug.toUpperCase()}” is taken. Add something to it, such as a number or a place.`;
    await faultOf(page).getByText(fault).waitFor();
    await expect.poll(() => shortLink(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await shortLink(page).getAttribute("aria-describedby")).toContain("field-slug-fault");
    expect((await read()).slug).toBeNull();
    await shortLink(page).press("End");
    await shortLink(page).pressSequentially("-oslo");
    await shortLink(page).press("Enter");
    await readId(page);
    expect((await read()).slug).toBe(`${slug.toUpperCase()}-oslo`);
  });

  it("of an invalid format shows an error on leaving the field, and is not saved", async () => {
    const { page, read } = await openEditor(await newAccount("pro"), menu);
    for (const [slug, words] of [
      ["menü", "Use 4 to 60 letters, digits, hyphens and underscores."],
      ["summer24", "8 letters and digits look like a generated link. Add one, or a hyphen."],
    ] as const) {
      await shortLink(page).fill(slug);
      await shortLink(page).press("Tab");
      await faultOf(page).getByText(words).waitFor();
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect
        .poll(() => shortLink(page).evaluate((field) => field === document.activeElement))
        .toBe(true);
    }
    expect((await read()).slug).toBeNull();
    await shortLink(page).fill("api-keys");
    await page.getByRole("button", { name: "Save changes" }).click();
    await faultOf(page).getByText("“api-keys” is an address of the service itself.").waitFor();
  });

  it("is replaced by the generated one when the field is emptied, and keeps working", async () => {
    const slug = newSlug("menu");
    const { page, read } = await openEditor(await newAccount("pro"), { ...menu, slug });
    const generated = pathOf((await read()).aliases[0]);
    await shortLink(page).fill("");
    await page.getByText(`Holds ${inject("baseUrl")}/r/${generated}`).waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await readId(page);
    const saved = await read();
    expect([saved.slug, pathOf(saved.shortUrl)]).toEqual([null, generated]);
    expect(await follow(slug)).toBe(target);
  });

  it("is found by a search for the current or an earlier one", async () => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    const [spring, summer] = [newSlug("spring"), newSlug("summer")];
    const { id } = await createCode(caller, { ...menu, slug: spring });
    await createCode(caller, { ...menu, name: "Other" });
    await updateCode(caller, id, { slug: summer });
    for (const view of ["gallery", "table"]) {
      const page = await open(`/codes?view=${view}`, await signedIn(account));
      await page.getByText(`/r/${summer}`).filter({ visible: true }).waitFor();
      for (const search of [summer, `${inject("baseUrl")}/r/${spring}`]) {
        await page.getByRole("searchbox", { name: "Name or target" }).fill(search);
        await page.getByRole("link", { name: "Other", exact: true }).waitFor({ state: "detached" });
        expect(await page.getByRole("link", { name: "Menu", exact: true }).count()).toBe(1);
        await page.getByRole("button", { name: "Clear the search" }).click();
        await page.getByRole("link", { name: "Other", exact: true }).waitFor();
      }
    }
  });
});

describe("on a plan without custom short links", () => {
  it("the field is read-only and names the plan that includes it, and the code is saved", async () => {
    const account = await newAccount("free");
    const page = await open("/codes/new", await signedIn(account));
    expect(await shortLink(page).getAttribute("readonly")).not.toBeNull();
    await page.getByText("A custom ending, such as menu-24, is part of Starter.").waitFor();
    await textbox(page, "Name").fill("Menu");
    await textbox(page, "Address").fill(target);
    await page.getByRole("button", { name: "Create code" }).click();
    const id = await readId(page);
    expect((await getCode(callerOf(account, "free"), id)).slug).toBeNull();
    await page.goto(`/codes/${id}/edit`);
    await page.getByRole("main").getByRole("link", { name: "See the plans" }).click();
    await page.waitForURL("**/plan");
  });

  it("a code keeps its slug after a downgrade, and its name can change", async () => {
    const account = await newAccount("pro");
    const slug = newSlug("menu");
    const { id } = await createCode(callerOf(account, "pro"), { ...menu, slug });
    await changePlan(account.accountId, "free");
    const page = await open(`/codes/${id}/edit`, await signedIn(account));
    expect(await shortLink(page).inputValue()).toBe(slug);
    await textbox(page, "Name").fill("Lunch");
    await page.getByRole("button", { name: "Save changes" }).click();
    await readId(page);
    expect(await getCode(callerOf(account, "free"), id)).toMatchObject({ name: "Lunch", slug });
    await page.goto(`/codes/${id}/edit`);
    await shortLink(page).fill(`${slug}-2`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your plan has no new short links.").waitFor();
    expect(await listFaults(page)).toEqual([]);
    await shortLink(page).fill("");
    await page.getByRole("button", { name: "Save changes" }).click();
    await readId(page);
    expect((await getCode(callerOf(account, "free"), id)).slug).toBeNull();
    await page.getByRole("heading", { name: "Earlier short links" }).waitFor();
    expect(await listFaults(page)).toEqual([]);
  });
});
