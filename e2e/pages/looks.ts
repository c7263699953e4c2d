import type { Page } from "playwright";
import { screens, themes, untilStill } from "./browser";
import { listFaults } from "./inspect";

const [phone, , laptop] = screens;

/** Each theme on a desk and on a phone. */
const everyLook = themes.flatMap((colorScheme) => [
  { colorScheme, width: laptop.width, height: laptop.height },
  { colorScheme, width: phone.width, height: phone.height },
]);

/** What an open layer is looked at in: each theme, each width, not all four of them. */
export const crossedLooks = [everyLook[3], everyLook[0]].filter((look) => look !== undefined);

/** What axe finds on a page as it is now, or in one layer of it, in some looks; it keeps the last of them. */
export async function listFaultsIn(page: Page, looks: typeof everyLook, layer?: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await untilStill(page);
    for (const fault of await listFaults(page, layer)) faults.push(`${colorScheme}, ${width}: ${fault}`);
  }
  return faults;
}
