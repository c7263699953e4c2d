import type { Page } from "playwright";
import { expect } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { updateCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import type { NewCode } from "@/lib/codes/schema";
import { createPreset } from "@/lib/presets";
import { generateScans } from "@/lib/scans/generate";
import { askSupport } from "@/lib/support";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";

const site = "https://halden.example";
const name = "A name as long as somebody may well give to what hangs in their window all summer";

/** One code of each kind, dynamic and static, on and off, plain and with a look of its own. */
const items: readonly NewCode[] = [
  { name: "Menu, table cards", type: "url", content: `${site}/menu`, isDynamic: true },
  { name, type: "url", content: `${site}/${"long/".repeat(30)}way`, isDynamic: true },
  { name: "Off", type: "url", content: `${site}/off`, isDynamic: true, settings: { isActive: false } },
  {
    name: "Christmas",
    type: "url",
    content: `${site}/tin`,
    isDynamic: true,
    settings: { startsAt: "2099-12-01T00:00:00.000Z" },
  },
  { name: "Guests", type: "wifi", content: '{"ssid":"Halden","password":"slow brewed","security":"WPA"}' },
  { name: "Hours", type: "text", content: "Monday to Friday\n7:30 to 18:00", isDynamic: true },
  { name: "Orders", type: "email", content: '{"to":"orders@halden.example","subject":"Beans"}' },
  { name: "Stall", type: "sms", content: '{"phone":"+4722550134","message":"Two, please"}' },
  {
    name: "Card",
    type: "vcard",
    content: '{"firstName":"Ingrid","lastName":"Halden","organization":"Halden Roasters"}',
    settings: { color: { dark: "#17472F", light: "#FFFFFF" }, modules: { shape: "rounded" } },
  },
];

export interface Furnished {
  account: TestAccount;
  caller: Caller;
  /** A dynamic code with scans and earlier targets. */
  dynamicId: string;
  staticId: string;
}

/** An account on Pro with something on each of its pages. */
export async function furnish(): Promise<Furnished> {
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const tagged = items.map((item) => ({ ...item, tags: ["menus", "summer", "terrace", "window"] }));
  const { created, errors } = await createCodes(caller, tagged);
  expect(errors).toEqual([]);
  const [dynamicId, , , , staticId] = created.map(({ id }) => id);
  if (dynamicId === undefined || staticId === undefined) throw new Error("codes are missing");
  const until = new Date(Date.now() - 60_000);
  const scans = {
    accountId: account.accountId,
    codeIds: [dynamicId],
    count: 2_000,
    days: 40,
    seed: 7,
    until,
  };
  await generateScans(scans, { onProgress: () => {} });
  await updateCode(caller, dynamicId, { content: `${site}/menu/autumn` });
  await createPreset(caller, { name: "House", settings: { modules: { shape: "dots" } } });
  await askSupport(
    { accountId: account.accountId, email: account.email, plan: "pro" },
    { subject: "A question", message: "Of two lines.\nThis is the second." },
  );
  await newKey(account);
  return { account, caller, dynamicId, staticId };
}

/** Each page of codes and charts; `fillPath` names the codes. */
export const pagePaths = [
  "/codes",
  "/codes?view=table&tags=menus,summer",
  "/codes?q=nothing-is-called-that",
  "/codes/new",
  "/codes/new?type=vcard",
  "/codes/{dynamic}",
  "/codes/{static}",
  "/codes/{dynamic}/edit",
  "/analytics?range=30d",
  "/domains",
  "/support",
] as const;

export const fillPath = (path: string, { dynamicId, staticId }: Furnished): string =>
  path.replace("{dynamic}", dynamicId).replace("{static}", staticId);

/** Waits until every part of a page has come, its pictures are drawn and its scripts have woken it up. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const pictures = [...document.images].filter(({ loading }) => loading !== "lazy");
    const isWaiting = document.querySelector("main .pending, main template[id^='B:']") !== null;
    // The server doesn't know the keys of this machine.
    const isAwake = document.querySelector("aside kbd")?.textContent?.startsWith("Ctrl");
    // What is chosen or typed before its control is hydrated is lost: the frame may be awake long before the page in it.
    const controls = [...document.querySelectorAll("main :is(input, select, textarea, button)")];
    const isHeard = controls.every((one) => Object.keys(one).some((key) => key.startsWith("__reactProps$")));
    return isAwake && !isWaiting && isHeard && pictures.every(({ complete }) => complete);
  });
}

/** What an inspection finds on each of some pages, by the page; empty: nothing anywhere. */
export async function inspectPages(
  page: Page,
  paths: readonly string[],
  inspect: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await page.goto(path);
    await settle(page);
    const faults = await inspect(page);
    if (faults.length > 0) found[path] = faults;
  }
  return found;
}

/** Opens the palette with its keys, once the page hears them. */
export async function openPalette(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("aside kbd")?.textContent?.startsWith("Ctrl"));
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Find anything" }).waitFor();
}
