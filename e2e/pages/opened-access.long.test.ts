import { beforeAll, describe, expect, it } from "vitest";
import { contextOf, screens, withBrowser } from "./browser";
import {
  describeFocus,
  findOverflow,
  listFaultsInBoth,
  listSmallTargets,
  setTextSize,
  walkTo,
} from "./inspect";
import { longCard, network, withCodes } from "./opened-codes";

const open = withBrowser();
const mails = longCard.emails;
const longWord = `Donaudampfschifffahrtsgesellschaft${"x".repeat(120)}`;
const farHost = `https://xn--mnchen-3ya.${"sehr-lang.".repeat(12)}example/${"pfad/".repeat(30)}`;

type Make = Awaited<ReturnType<typeof withCodes>>["make"];

/** Where each page is, made when it is asked for, and what its status writes to the console. */
const pages: [name: string, path: (make: Make) => Promise<string>, mayLog?: RegExp][] = [
  ["a card", (make) => make("vcard", longCard)],
  ["a network", (make) => make("wifi", network)],
  ["an email", (make) => make("email", { to: mails, subject: "S", body: "a\nb", cc: mails })],
  ["a message", (make) => make("sms", { phone: "+441632960001", message: "M" })],
  ["a text", (make) => make("text", `${longWord} https://a.example/`)],
  ["a preview", async (make) => `${await make("url", farHost)}+`],
  ["a preview of a card", async (make) => `${await make("vcard", longCard)}+`],
  ["a closed code", (make) => make("text", "x", { isActive: false }), /410/],
  ["a code that isn't open yet", (make) => make("text", "x", { startsAt: "2099-01-01T00:00:00Z" }), /404/],
  ["an unknown code", async () => "/r/00000000", /404/],
  ["a report", async () => "/report/7kQm2XbT"],
];

let make: Make;
beforeAll(async () => {
  ({ make } = await withCodes());
});

describe("in both themes and at twice the text size", () => {
  it.each(pages)("%s has no axe faults, overflow or small targets", async (_, find, mayLog) => {
    const options = {
      ...contextOf(screens[0]),
      locale: "de-DE",
      ...(mayLog === undefined ? {} : { mayLog }),
    };
    const page = await open(await find(make), options);
    expect(await listSmallTargets(page)).toEqual([]);
    expect(await listFaultsInBoth(page)).toEqual([]);
    expect(await findOverflow(page, [320, 768, 1280])).toEqual([]);
    await setTextSize(page, 2);
    expect(await findOverflow(page, [320, 390, 480])).toEqual([]);
  });
});

describe("by keyboard", () => {
  it("a network's password is shown and copied, with the focus visible", async () => {
    const page = await open(await make("wifi", network));
    await page.keyboard.press("Tab");
    await expect.poll(() => describeFocus(page)).toMatchObject({ id: "show", isSeen: true });
    await page.keyboard.press("Space");
    await page.getByText(network.password, { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(network.password);
    expect(await walkTo(page, /Report this code/)).toEqual(["Download profile", "Report this code"]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/report/*");
  });
});
