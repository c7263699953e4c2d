import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { updateCode } from "@/lib/codes";
import { newId } from "@/lib/platform/ids";
import { changeWebhook, sendTest } from "@/lib/webhooks";
import { itInLongRuns } from "../support/long";
import { withBrowser } from "./browser";
import { detail, insertDeliveries, isLive, newCode, openHouses, row, rowsOf } from "./deliveries-page";

const open = withBrowser();
const newHouse = openHouses();

const mark = (page: Page) => page.evaluate(() => document.body.setAttribute("data-same-page", ""));
const isSamePage = async (page: Page) => (await page.locator("body[data-same-page]").count()) === 1;

describe("the delivery log", () => {
  it("shows a change live, with its request and response as the receiver had them", async () => {
    const house = await newHouse({ status: 202, body: "taken <b>well</b>" });
    const page = await open("/deliveries", house.who);
    await isLive(page);
    await page.getByRole("heading", { name: "Nothing sent yet" }).waitFor();
    await mark(page);
    const id = await newCode(house, "Menu, table cards");
    await row(page, /qr\.created.*Delivered.*202/s).waitFor();
    await updateCode(house.caller, id, { name: "<img src=x onerror=alert(1)>" });
    await row(page, /qr\.updated.*Delivered/s).waitFor();
    expect(await rowsOf(page).first().textContent()).toContain("qr.updated");
    await row(page, /qr\.updated/).click();
    await detail(page).getByRole("heading", { name: "qr.updated" }).waitFor();
    const received = await house.receiver.waitFor(
      ({ headers }) => headers["x-webhook-event"] === "qr.updated",
    );
    const request = await detail(page).getByRole("tabpanel").textContent();
    for (const name of [
      "webhook-id",
      "webhook-timestamp",
      "webhook-signature",
      "x-webhook-signature",
      "user-agent",
    ]) {
      expect(request, name).toContain(`${name}: ${received.headers[name]}`);
    }
    expect(request).toContain(`POST ${house.receiver.url}`);
    expect(request).toContain('"name": "<img src=x onerror=alert(1)>"');
    await detail(page)
      .getByRole("button", { name: /^Copy the body/ })
      .click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(received.body.toString());
    await detail(page).getByRole("tab", { name: "Answer" }).click();
    await detail(page).getByText("taken <b>well</b>").waitFor();
    expect(await isSamePage(page)).toBe(true);
    expect(new URL(page.url()).searchParams.get("delivery")).toMatch(/^[0-9a-f-]{36}$/);
    await page.reload();
    await detail(page).getByRole("heading", { name: "qr.updated" }).waitFor();
  });

  it("replays a failed delivery with the same bytes and id, as a new delivery", async () => {
    const house = await newHouse({ status: 410, body: "no more of this" });
    const page = await open("/deliveries", house.who);
    await isLive(page);
    await mark(page);
    await newCode(house);
    await row(page, /Failed.*410/s).waitFor();
    await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Failed 1" }).waitFor();
    await row(page, /Failed/).click();
    await detail(page).getByRole("tab", { name: "Answer" }).click();
    await detail(page).getByText("The server answered, but not with 2xx.").waitFor();
    await detail(page).getByText("no more of this").waitFor();
    house.receiver.respond({});
    await detail(page).getByRole("button", { name: "Replay" }).click();
    await row(page, /Replay.*Delivered.*200/s).waitFor();
    await detail(page).getByText("Replay of").waitFor();
    const [first, second, ...more] = await house.receiver.waitFor(2);
    expect(second?.body.equals(first!.body)).toBe(true);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(more).toEqual([]);
    await detail(page).getByRole("link", { name: "an earlier delivery" }).click();
    await detail(page).getByText("Failed").first().waitFor();
    expect(await rowsOf(page).count()).toBe(2);
    expect(await isSamePage(page)).toBe(true);
  });

  itInLongRuns(
    "keeps the page and updates the counts when a delivery is opened while the counts load",
    async () => {
      const house = await newHouse({ status: 500 });
      const page = await open("/deliveries", house.who);
      await isLive(page);
      await newCode(house);
      await newCode(house);
      await page.getByRole("link", { name: "Failed 2" }).waitFor();
      await rowsOf(page).first().click();
      await mark(page);
      await page.evaluate(() => {
        const { fetch } = window;
        window.fetch = (...request) => {
          const answer = fetch(...request);
          if (/_rsc=|\/counts/.test(String(request[0]))) {
            document.querySelector<HTMLElement>("a[data-row]:not([aria-current])")?.click();
          }
          return answer;
        };
      });
      for (const failed of [3, 4]) {
        await newCode(house);
        await page.getByRole("link", { name: `Failed ${failed}` }).waitFor();
      }
      expect(await isSamePage(page)).toBe(true);
    },
  );

  itInLongRuns(
    "updates a retried delivery in place, with each attempt's response and the next attempt",
    async () => {
      const house = await newHouse([{ status: 503, body: "busy", headers: { "retry-after": "4" } }, {}]);
      const page = await open("/deliveries", house.who);
      await isLive(page);
      await newCode(house);
      await row(page, /Retrying.*503/s).click();
      const attempts = detail(page).getByRole("region", { name: "Attempts" }).getByRole("listitem");
      await attempts.filter({ hasText: /Next.*in \d s/s }).waitFor();
      await attempts.filter({ hasText: "Last" }).waitFor();
      await row(page, /Delivered.*200/s).waitFor();
      await expect.poll(() => attempts.count()).toBe(2);
      await attempts.first().getByRole("button").click();
      await detail(page).getByRole("tab", { name: "Answer" }).click();
      await detail(page).getByText("busy", { exact: true }).waitFor();
      expect(await rowsOf(page).count()).toBe(1);
    },
  );

  itInLongRuns("explains that the connection was refused or dropped", async () => {
    const house = await newHouse();
    house.receiver.respond({ reset: true });
    const page = await open("/deliveries", house.who);
    await isLive(page);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send the test" }).click();
    await row(page, /Test.*Failed/s).waitFor();
    await detail(page).getByRole("tab", { name: "Answer" }).click();
    await detail(page).getByText("The connection was refused or dropped.").waitFor();
  });

  itInLongRuns("is navigated with arrow keys, Home and End, and Enter opens a delivery", async () => {
    const house = await newHouse();
    await insertDeliveries(house, 5);
    const page = await open("/deliveries", house.who);
    await isLive(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
    const hrefs = await page
      .locator("a[data-row]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    await page.locator("a[data-row]").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe(hrefs[2]);
    await page.keyboard.press("Enter");
    await detail(page).getByRole("heading", { name: "scan.created" }).waitFor();
    expect(page.url()).toContain(hrefs[2]);
    await page.keyboard.press("End");
    expect(await focused()).toBe(hrefs[4]);
    await page.keyboard.press("Home");
    expect(await focused()).toBe(hrefs[0]);
    expect(await page.locator("a[data-row][tabindex='0']").count()).toBe(1);
  });

  itInLongRuns("is filtered and paged through its URL", async () => {
    const house = await newHouse();
    await insertDeliveries(house, 120);
    const page = await open("/deliveries", house.who);
    await expect.poll(() => rowsOf(page).count()).toBe(50);
    await page.getByRole("link", { name: "Older" }).click();
    await page.getByRole("link", { name: "Newest" }).waitFor();
    await page.getByRole("link", { name: "Older" }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(20);
    expect(await page.getByRole("link", { name: "Older" }).count()).toBe(0);
    await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Failed 12" }).click();
    await page.waitForURL("**/deliveries?status=failed");
    await expect.poll(() => rowsOf(page).count()).toBe(12);
    await page.getByLabel("Event").selectOption("qr.deleted");
    await page.waitForURL("**event=qr.deleted**");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.getByRole("link", { name: "Clear" }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(50);
    await page.getByLabel("Webhook").selectOption({ label: "Order desk" });
    await page.waitForURL(`**webhook=${house.webhookId}`);
    await expect.poll(() => rowsOf(page).count()).toBe(50);
  });

  itInLongRuns("holds back new deliveries behind a button while it is scrolled down", async () => {
    const house = await newHouse();
    await insertDeliveries(house, 50);
    const page = await open("/deliveries", house.who);
    await isLive(page);
    await page.evaluate(() => window.scrollTo(0, 900));
    await newCode(house);
    await newCode(house);
    const button = page.getByRole("button", { name: "2 new" });
    await button.waitFor();
    expect(await rowsOf(page).count()).toBe(50);
    await button.click();
    await expect.poll(() => rowsOf(page).count()).toBe(52);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  itInLongRuns("shows nothing new while it is paused, and catches up on Resume", async () => {
    const house = await newHouse();
    const page = await open("/deliveries", house.who);
    await isLive(page);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("heading", { level: 1, name: /Paused/ }).waitFor();
    const other = await open("/deliveries", house.who);
    await isLive(other);
    await newCode(house);
    // A page that is not paused shows it; this one must not.
    await row(other, /Delivered/).waitFor();
    expect(await rowsOf(page).count()).toBe(0);
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await row(page, /Delivered/).waitFor();
  });

  itInLongRuns("shows Reconnecting when the connection is lost, and catches up", async () => {
    const house = await newHouse();
    const page = await open("/deliveries", { ...house.who, mayLog: /live\/deliveries|ERR_/ });
    await isLive(page);
    await page.route("**/live/deliveries*", (route) => route.abort());
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /Reconnecting/ }).waitFor();
    await newCode(house);
    await page.unroute("**/live/deliveries*");
    await row(page, /Delivered/).waitFor({ timeout: 30_000 });
    await isLive(page);
  });

  itInLongRuns("offers no replay of a delivery whose event is no longer kept", async () => {
    const house = await newHouse();
    const [id] = await insertDeliveries(house, 1);
    const page = await open(`/deliveries?delivery=${id}`, house.who);
    await detail(page).getByText("This delivery's event and body are no longer kept").waitFor();
    expect(await detail(page).getByRole("button", { name: "Replay" }).count()).toBe(0);
  });

  itInLongRuns(
    "links to resume a paused webhook, and says that a missing delivery is no longer kept",
    async () => {
      const house = await newHouse();
      const { id } = await sendTest(house.caller, house.webhookId, {});
      await house.receiver.waitFor(1);
      await changeWebhook(house.caller, house.webhookId, { isActive: false });
      const page = await open(`/deliveries?delivery=${id}`, { ...house.who, mayLog: /404/ });
      await detail(page).getByRole("link", { name: "Resume it" }).waitFor();
      expect(await page.getByRole("button", { name: "Send a test" }).count()).toBe(0);
      await page.goto(`/deliveries?delivery=${newId()}`);
      await detail(page).getByText("This delivery is no longer kept").waitFor();
    },
  );

  it("A5: shows nothing of another environment or account", async () => {
    const house = await newHouse();
    const stranger = await newHouse();
    const [id] = await insertDeliveries(stranger, 1);
    const page = await open(`/deliveries?delivery=${id}&webhook=${stranger.webhookId}`, {
      ...house.who,
      mayLog: /404/,
    });
    await detail(page).getByText("This delivery is no longer kept").waitFor();
    expect(await rowsOf(page).count()).toBe(0);
    await page.goto("/deliveries?environment=sandbox");
    await page.getByRole("heading", { name: "Deliveries start with a webhook" }).waitFor();
  });
});
