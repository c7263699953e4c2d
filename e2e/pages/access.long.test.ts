import { describe, expect, it } from "vitest";
import { readCode } from "../support/public-api";
import { contextOf, readScore, screens, withBrowser } from "./browser";
import { describeFocus, findOverflow, listFaults, looks, walkTo } from "./inspect";

const open = withBrowser();

describe.each(looks)("$name", ({ context, inspect }) => {
  it.each([
    "/",
    "/docs",
    "/docs/with-a-key",
    "/docs/webhooks",
    "/docs/smart-targets",
    "/docs/goals",
    "/docs/mcp",
    "/docs/errors",
    "/nowhere",
  ])("%s has no axe faults, overflow or small targets", async (path) => {
    const page = await open(path, { ...context, mayLog: /404/ });
    if (path === "/") await readScore(page);
    expect(await inspect(page)).toEqual([]);
  });

  it.each(["/docs/api", "/docs/api/qr-codes", "/docs/api/webhooks", "/docs/api/events"])(
    "the reference page %s has no axe faults or overflow",
    async (path) => {
      const page = await open(path, context);
      expect(await listFaults(page)).toEqual([]);
      expect(await findOverflow(page)).toEqual([]);
    },
  );

  it("the other forms have no axe faults, with all settings open or errors shown", async () => {
    const page = await open("/", context);
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("radiogroup", { name: "Frame" }).getByRole("radio", { name: "Dashed" }).check();
    for (const tab of ["Contact", "Text", "Wi-Fi"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect(await listFaults(page), tab).toEqual([]);
    }
    await page.getByLabel("Colour of the modules, hex").fill("#nothex");
    await page.getByRole("button", { name: /Download PNG/ }).click();
    expect(await listFaults(page)).toEqual([]);
  });
});

describe("a keyboard user", () => {
  it("types a web address and downloads its PNG, with the focus always visible", async () => {
    const page = await open("/");
    await page.keyboard.press("Tab");
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Skip to the content", isSeen: true });
    await page.keyboard.press("Enter");
    const steps = await walkTo(page, "field-url");
    expect(steps).toContain("Web address");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("https://halden.example/by-keyboard");
    await walkTo(page, /Download PNG/);
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(await readCode(Buffer.concat(chunks))).toBe("https://halden.example/by-keyboard");
  });

  it("changes tabs and radio buttons with the arrow keys", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Web address" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByLabel("Network name").count()).toBe(1);
    await page.getByRole("radiogroup", { name: "Modules" }).getByRole("radio", { name: "Square" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(
      await page
        .getByRole("radiogroup", { name: "Modules" })
        .getByRole("radio", { name: "Rounded" })
        .isChecked(),
    ).toBe(true);
  });

  it("opens the phone menu with Enter and closes it with Escape", async () => {
    const page = await open("/", contextOf(screens[0]));
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    const link = page.getByRole("navigation", { name: "Site menu" }).getByRole("link", { name: "Docs" });
    await expect.poll(() => link.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await link.click();
    await page.waitForURL("**/docs");
    await expect.poll(() => link.isVisible()).toBe(false);
  });
});
