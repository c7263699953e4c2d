import { describe, expect, it } from "vitest";
import { createWebhook, sendTest } from "@/lib/webhooks";
import { contextOf, screens, untilStill, withBrowser } from "./browser";
import { detail, type House, insertDeliveries, isLive, openHouses, row, rowsOf } from "./deliveries-page";
import { looks } from "./inspect";

const open = withBrowser();
const newHouse = openHouses();

describe("the deliveries page", () => {
  async function furnished(): Promise<{ house: House; path: string }> {
    const house = await newHouse({ status: 500, body: "x".repeat(600) });
    await insertDeliveries(house, 12);
    const wish = {
      name: "A name that is as long as somebody may give",
      url: "https://1.1.1.1/",
      events: ["qr.created" as const],
    };
    await createWebhook(house.caller, wish);
    const { id } = await sendTest(house.caller, house.webhookId, { type: "qr.updated" });
    await house.receiver.waitFor(1);
    return { house, path: `/deliveries?delivery=${id}` };
  }

  it.each(looks)(
    "has no axe faults, overflow or small targets $name, with a request and response too",
    async ({ context, inspect }) => {
      const { house, path } = await furnished();
      const page = await open(path, { ...house.who, ...context });
      await detail(page).getByRole("heading", { name: "qr.updated" }).waitFor();
      await isLive(page);
      await untilStill(page);
      expect(await inspect(page)).toEqual([]);
      await detail(page).getByRole("tab", { name: "Answer" }).click();
      expect(await inspect(page)).toEqual([]);
      await page.goto("/deliveries");
      await isLive(page);
      expect(await inspect(page)).toEqual([]);
    },
  );

  it("on a phone shows an opened delivery without the list, and Back returns to the list", async () => {
    const { house } = await furnished();
    const page = await open("/deliveries", { ...house.who, ...contextOf(screens[0]) });
    await isLive(page);
    await row(page, /qr\.updated/).tap();
    await detail(page).getByRole("heading", { name: "qr.updated" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("delivery-heading");
    expect(await rowsOf(page).first().isVisible()).toBe(false);
    await page.goBack();
    await expect.poll(() => rowsOf(page).first().isVisible()).toBe(true);
    await row(page, /qr\.updated/).tap();
    await detail(page).getByRole("link", { name: "All deliveries" }).click();
    await expect.poll(() => rowsOf(page).first().isVisible()).toBe(true);
  });
});
