import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { createCode, deleteCode, getCode } from "@/lib/codes";
import type { NewCode } from "@/lib/codes/schema";
import { createPreset } from "@/lib/presets";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { draw, urlOf } from "../support/logos";
import { readScore, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function openEditor(code: NewCode, account?: TestAccount) {
  const owner = account ?? (await newAccount("pro"));
  const { id } = await createCode(callerOf(owner, "pro"), code);
  const page = await open(`/codes/${id}/edit`, await signedIn(owner));
  return { page, id, read: () => getCode(callerOf(owner, "pro"), id), owner };
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
}

describe("an edited code", () => {
  it("fills the form, and keeps unchanged values byte for byte", async () => {
    const content = '{ "ssid":"Guests; 2", "security":"wpa2", "password":"slow brewed", "hidden":true }';
    const settings = { size: 512, frame: { style: "dashed", size: 12 }, eyes: { color: "#7A4400" } } as const;
    const { page, read } = await openEditor({ name: "Tables", type: "wifi", content, settings });
    const before = await read();
    expect(await textbox(page, "Network name").inputValue()).toBe("Guests; 2");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("slow brewed");
    expect(await page.getByLabel("The network is hidden").isChecked()).toBe(true);
    expect(await page.getByLabel("Frame width, pixels").inputValue()).toBe("12");
    await textbox(page, "Name").fill("Tables, garden");
    await page.getByRole("radio", { name: "Rounded" }).first().check();
    await save(page);
    const after = await read();
    expect(after).toMatchObject({ name: "Tables, garden", content });
    expect(after.settings).toEqual({ ...before.settings, modules: { shape: "rounded" } });
  });

  it("is edited as raw content if no form fits it", async () => {
    const content = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ingrid Halden\r\nX-TABLE:4\r\nEND:VCARD\r\n";
    const { page, read } = await openEditor({ name: "Card", type: "vcard", content, isDynamic: true });
    const raw = textbox(page, "Content as it was stored");
    expect(await raw.inputValue()).toBe(content.replaceAll("\r\n", "\n"));
    await raw.fill((await raw.inputValue()).replace("X-TABLE:4", "X-TABLE:5"));
    await save(page);
    expect((await read()).content).toBe(content.replace("X-TABLE:4", "X-TABLE:5"));
  });

  it("redirects to its new target at once if it is dynamic", async () => {
    const content = "https://halden.example/old";
    const { page, read } = await openEditor({ name: "Menu", type: "url", content, isDynamic: true });
    const { pathname } = new URL(String((await read()).shortUrl));
    await page.getByText(`Holds ${inject("baseUrl")}${pathname}`, { exact: true }).waitFor();
    await textbox(page, "Address").fill("https://halden.example/new");
    await save(page);
    const answer = await fetch(new URL(pathname, inject("baseUrl")), { redirect: "manual" });
    expect(answer.headers.get("location")).toBe("https://halden.example/new");
  });

  it("says before and after saving a static one that printed copies don't change", async () => {
    const { page, read } = await openEditor({ name: "Door", type: "text", content: "Open" });
    await textbox(page, "Text").fill("Closed");
    await page.getByText("Printed copies don't change. Only the new picture").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    const dialog = page.getByRole("dialog", { name: "“Door” is saved" });
    await dialog.getByText("Printed copies keep their content.").waitFor();
    await dialog.getByRole("button", { name: "See the code" }).click();
    await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
    expect((await read()).content).toBe("Closed");
  });

  it("A5: returns 404 to another account, and shows an error if it was deleted meanwhile", async () => {
    const { page, id, owner } = await openEditor({ name: "Menu", type: "text", content: "Open" });
    const stranger = await open("/codes", await signedIn(await newAccount("pro")));
    expect((await stranger.request.get(`/codes/${id}/edit`)).status()).toBe(404);
    await deleteCode(callerOf(owner, "pro"), id);
    await textbox(page, "Name").fill("Lunch");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("alert").filter({ hasText: "This code no longer exists." }).waitFor();
    expect(await textbox(page, "Name").inputValue()).toBe("Lunch");
  });
});

describe("leaving the editor", () => {
  it("asks first, by a link and by Back, but not without changes", async () => {
    const { page } = await openEditor({ name: "Menu", type: "text", content: "Open" });
    const edit = page.url();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
    await page.goto(edit);
    await textbox(page, "Name").fill("Lunch");
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    const leave = [
      () => page.getByRole("link", { name: "Cancel" }).click(),
      () => page.evaluate(() => history.back()),
      () => page.getByRole("link", { name: "Analytics", exact: true }).first().click(),
    ];
    for (const way of leave) {
      await way();
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(page.url()).toBe(edit);
      expect(await textbox(page, "Name").inputValue()).toBe("Lunch");
    }
    await page.evaluate(() => history.back());
    await dialog.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
  });
});

describe("leaving the editor with changes", () => {
  it("asks before the menu signs out or opens another page", async () => {
    const { page } = await openEditor({ name: "Menu", type: "text", content: "Open" });
    const edit = page.url();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    const menu = page.getByRole("complementary").getByRole("button", { expanded: false }).last();
    await textbox(page, "Name").fill("Lunch");
    for (const name of ["Account", "Sign out"]) {
      await menu.click();
      await page.getByRole("menuitem", { name }).click();
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(page.url()).toBe(edit);
      expect(await textbox(page, "Name").inputValue()).toBe("Lunch");
    }
    await menu.click();
    await page.getByRole("menuitem", { name: "Account" }).click();
    await dialog.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL("**/settings");
    await page.goBack();
    await page.waitForURL("**/edit");
    expect(await textbox(page, "Name").inputValue()).toBe("Menu");
  });

  it("takes one step Back after changes, undone changes or saving", async () => {
    const { page, id } = await openEditor({ name: "Menu", type: "text", content: "Open" });
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    const arrive = async () => {
      await page.goto("/codes");
      await page.goto(`/codes/${id}/edit`);
      for (const name of ["Lunch", "Menu", "Dinner"]) await textbox(page, "Name").fill(name);
    };
    await arrive();
    await page.evaluate(() => history.back());
    await dialog.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL("**/codes");
    await arrive();
    await textbox(page, "Name").fill("Menu");
    await page.evaluate(() => history.back());
    await page.waitForURL("**/codes");
    await arrive();
    await save(page);
    await page.evaluate(() => history.back());
    await page.waitForURL("**/codes");
  });
});

describe("presets", () => {
  it("with a logo are loaded without its picture, which is fetched and applied", async () => {
    const logo = { enabled: true as const, dataUrl: urlOf(await draw("png"), "png") };
    const first = await openEditor({ name: "Bar", type: "text", content: "Bar" });
    await createPreset(callerOf(first.owner, "pro"), { name: "House", settings: { logo } });
    const { page } = first;
    const answer = await page.reload();
    expect(await answer?.text()).not.toContain(logo.dataUrl.slice(30, 90));
    const house = page.getByRole("button", { name: "House", exact: true });
    await expect
      .poll(() => house.locator("img").evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await house.click();
    await expect.poll(() => house.getAttribute("aria-pressed")).toBe("true");
    await readScore(page);
    await save(page);
    expect((await first.read()).settings.logo).toMatchObject(logo);
  });

  it("are saved, applied to another code, renamed and deleted", async () => {
    const settings = { color: { dark: "#17472F" }, modules: { shape: "rounded" } } as const;
    const first = await openEditor({ name: "Menu", type: "text", content: "Open", settings });
    let { page } = first;
    await page.getByRole("button", { name: "Save as preset" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save preset" }).click();
    await dialog.getByText("Enter a name, such as House or Window.").waitFor();
    await dialog.getByLabel("Name").fill("House");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toContain("/edit");
    const preset = (name: string) => page.getByRole("button", { name, exact: true });
    expect(await preset("House").getAttribute("aria-pressed")).toBe("true");

    const second = await openEditor({ name: "Bar", type: "text", content: "Bar" }, first.owner);
    page = second.page;
    expect(await preset("Plain").getAttribute("aria-pressed")).toBe("true");
    await preset("House").click();
    await readScore(page);
    await save(page);
    const look = (await second.read()).settings;
    expect([look.color.dark, look.modules.shape]).toEqual(["#17472F", "rounded"]);

    await page.goto(`/codes/${second.id}/edit`);
    await page.getByRole("button", { name: "Edit presets" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Garden");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText("Preset renamed to “Garden”.").waitFor();
    await page.getByRole("button", { name: "Delete Garden" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Preset “Garden” deleted.").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.reload();
    await preset("Plain").waitFor();
    expect(await preset("Garden").count()).toBe(0);
    expect((await second.read()).settings.color.dark).toBe("#17472F");
  });
});
