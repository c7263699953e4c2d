import { beforeAll, describe, expect, it } from "vitest";
import { contextOf, screens, themes, withBrowser } from "./browser";
import { describeFocus, findOverflow, listFaults, listSmallTargets, setTextSize, walkTo } from "./inspect";
import { longCard, network, withCodes } from "./opened-codes";

const open = withBrowser();
const pages: { name: string; path: string; mayLog?: RegExp }[] = [];

beforeAll(async () => {
  const { make } = await withCodes();
  const leads = await make(
    "url",
    `https://xn--mnchen-3ya.${"sehr-lang.".repeat(12)}example/${"pfad/".repeat(30)}`,
  );
  pages.push(
    { name: "card", path: await make("vcard", longCard) },
    { name: "network", path: await make("wifi", network) },
    {
      name: "e-mail",
      path: await make("email", { to: longCard.emails, subject: "S", body: "a\nb", cc: ["c@d.example"] }),
    },
    { name: "message", path: await make("sms", { phone: "+441632960001", message: "M" }) },
    {
      name: "text",
      path: await make("text", `Donaudampfschifffahrtsgesellschaft${"x".repeat(120)} https://a.example/`),
    },
    { name: "preview", path: `${leads}+` },
    { name: "preview of a card", path: `${await make("vcard", longCard)}+` },
    { name: "closed", path: await make("text", "x", { isActive: false }), mayLog: /410/ },
    { name: "not yet", path: await make("text", "x", { startsAt: "2099-01-01T00:00:00Z" }), mayLog: /404/ },
    { name: "unknown", path: "/r/00000000", mayLog: /404/ },
    { name: "report", path: "/report/7kQm2XbT" },
  );
});

describe("every page of a code", () => {
  it("is clean for axe in both themes, fits 320 pixels and text of twice the size, and has targets of 44 pixels", async () => {
    for (const { path, name, mayLog } of pages) {
      const options = mayLog === undefined ? {} : { mayLog };
      const page = await open(path, { ...contextOf(screens[0]), locale: "de-DE", ...options });
      expect(await listSmallTargets(page), name).toEqual([]);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        expect(await listFaults(page), `${name}, ${colorScheme}`).toEqual([]);
      }
      expect(await findOverflow(page, [320, 768, 1280]), name).toEqual([]);
      await setTextSize(page, 2);
      // The report has the header of all public pages, which is one of 320 pixels at the text's own size.
      expect(await findOverflow(page, [name === "report" ? 640 : 320]), name).toEqual([]);
    }
  });
});

describe("by keyboard alone", () => {
  it("a network's password is shown and copied, every step seen", async () => {
    const page = await open(pages[1]?.path ?? "");
    await page.keyboard.press("Tab");
    expect(await describeFocus(page)).toMatchObject({ id: "show", isSeen: true });
    await page.keyboard.press("Space");
    expect(await page.getByText(network.password, { exact: true }).isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(network.password);
    expect(await walkTo(page, /Report this code/)).toEqual(["Download profile", "Report this code"]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/report/*");
  });
});
