import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { sql } from "@/lib/platform/db";
import { createWebhook, getWebhook } from "@/lib/webhooks";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { itInLongRuns } from "../support/long";
import { act } from "../support/server-actions";
import { type Receiver, startReceiver } from "../support/webhooks/receiver";
import { envelopeOf } from "../support/webhooks/subscriber";
import { untilStill, withBrowser } from "./browser";
import { listFaults, looks } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const ownerOf = (account: TestAccount) => callerOf(account, "developer");
const wish = { name: "Order desk", url: "https://1.1.1.1/hooks", events: ["scan.created" as const] };

async function countWebhooks({ accountId }: TestAccount): Promise<number> {
  const { rows } = await sql.query("SELECT FROM webhook WHERE account_id = $1", [accountId]);
  return rows.length;
}

/** Opens the menu of the webhook and chooses. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

describe("a webhook", () => {
  async function newHouse(name = "Order desk") {
    const account = await newAccount("developer");
    const caller = ownerOf(account);
    const { id } = await createWebhook(caller, { ...wish, name });
    await sql.query("UPDATE webhook SET url = $2, events = '{qr.created}' WHERE id = $1", [id, receiver.url]);
    const newCode = (code: string) =>
      createCodes(caller, [{ name: code, type: "url", content: "https://example.com/" }]);
    return { account, caller, id, newCode, who: await signedIn(account) };
  }
  const namesSince = (from: number) => receiver.requests.slice(from).map((one) => envelopeOf(one).data.name);

  it("is paused and resumed, and events during the pause are not sent later", async () => {
    const house = await newHouse();
    const page = await open("/webhooks", house.who);
    await choose(page, "Order desk", "Pause");
    await page.getByText("You paused this webhook. Events during the pause are not sent later.").waitFor();
    const from = receiver.requests.length;
    await house.newCode("While paused");
    await page.getByRole("link", { name: "Order desk" }).click();
    await page.getByRole("heading", { level: 1, name: /Order desk/ }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await house.newCode("After the resume");
    await receiver.waitFor(({ number }) => number >= from);
    // Events are fanned out in order: one from the pause would have a delivery by now.
    const { rows } = await sql.query("SELECT event_type FROM delivery WHERE webhook_id = $1", [house.id]);
    expect(rows).toHaveLength(1);
    expect(namesSince(from)).toEqual(["After the resume"]);
  });

  itInLongRuns("paused after failures says how many failed, since when, and what to fix", async () => {
    const house = await newHouse();
    await sql.query(
      "UPDATE webhook SET is_active = false, disabled_reason = 'consecutive_failures' WHERE id = $1",
      [house.id],
    );
    await sql.query(
      "UPDATE webhook_queue SET consecutive_failures = 23, failing_since = '2026-11-20T09:30:00Z' WHERE webhook_id = $1",
      [house.id],
    );
    const page = await open("/webhooks", { ...house.who, timezoneId: "UTC" });
    await page
      .getByText(/Paused by us: 23 deliveries in a row failed since 20 Nov 2026, \d\d:30\. Fix the receiver/)
      .waitFor();
  });

  itInLongRuns("gets a new secret, and both secrets sign during the overlap", async () => {
    const house = await newHouse();
    const page = await open(`/webhooks/${house.id}`, house.who);
    await choose(page, "Order desk", "Rotate secret");
    const asked = page.getByRole("dialog", { name: "Rotate the secret of “Order desk”?" });
    await asked.getByLabel("Keep signing with the old secret for").selectOption("An hour");
    await asked.getByRole("button", { name: "Rotate secret" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the secret now" });
    const secret = await dialog.getByLabel("Secret of Order desk").inputValue();
    await dialog.getByText(/are also signed with the old secret/).waitFor();
    const from = receiver.requests.length;
    await dialog.getByRole("button", { name: "Send a test" }).click();
    const received = await receiver.waitFor(({ number }) => number >= from);
    expect(String(received.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    const { createHmac } = await import("node:crypto");
    const own = createHmac("sha256", secret).update(received.body).digest("hex");
    expect(received.headers["x-webhook-signature"]).toBe(own);
    await dialog.getByText("Delivered").waitFor();
    await dialog.getByRole("button", { name: "I've stored it" }).click();
    await page.getByText(/^Two: the old one also signs until/).waitFor();
  });

  itInLongRuns("gets a new name, address and events, and stays unchanged after an error", async () => {
    const house = await newHouse();
    const page = await open(`/webhooks/${house.id}`, house.who);
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill("https://10.1.2.3/");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(() => page.locator("#edit-webhook-url-fault").textContent())
      .toMatch(/^This isn't reachable from the internet/);
    expect((await getWebhook(house.caller, house.id)).url).toBe(receiver.url);
    await dialog.getByLabel("Name", { exact: true }).fill("<b>Till</b> & desk");
    await dialog.getByLabel("Address").fill(`${receiver.url}/moved`);
    await dialog.getByLabel("qr.deleted").check();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "<b>Till</b> & desk" }).waitFor();
    expect(await getWebhook(house.caller, house.id)).toMatchObject({
      name: "<b>Till</b> & desk",
      url: `${receiver.url}/moved`,
      events: ["qr.created", "qr.deleted"],
    });
  });

  itInLongRuns("is sent a test of the chosen event type, and shows its delivery", async () => {
    const house = await newHouse();
    const page = await open(`/webhooks/${house.id}`, house.who);
    await page.getByRole("button", { name: "Send a test" }).click();
    const dialog = page.getByRole("dialog");
    const from = receiver.requests.length;
    await dialog.getByLabel("Kind of event").selectOption("qr.deleted");
    await dialog.getByRole("button", { name: "Send the test" }).click();
    await dialog.getByText("Delivered").waitFor();
    expect(envelopeOf(receiver.requests[from]!)).toMatchObject({ type: "qr.deleted", test: true });
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /qr\.deleted.*Delivered/ }).click();
    await page.getByRole("complementary", { name: "The delivery" }).getByText(", a test").waitFor();
  });

  itInLongRuns("is deleted after a confirmation", async () => {
    const house = await newHouse();
    const page = await open(`/webhooks/${house.id}`, { ...house.who, mayLog: /404/ });
    await choose(page, "Order desk", "Delete");
    const dialog = page.getByRole("dialog", { name: "Delete “Order desk”?" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "Your first webhook" }).waitFor();
    expect(await countWebhooks(house.account)).toBe(0);
    await page.goto(`/webhooks/${house.id}`);
    expect(await page.getByText("Order desk").count()).toBe(0);
  });
});

describe("a plan without the API", () => {
  it.each(["free", "starter"] as const)(
    "(%s) says that webhooks come with the API, and links to the plans",
    async (plan) => {
      const account = await newAccount(plan);
      const page = await open("/webhooks", await signedIn(account));
      await page.getByRole("heading", { name: "Webhooks come with the API" }).waitFor();
      await page.goto("/deliveries");
      await page.getByRole("link", { name: "See the plans" }).waitFor();
      expect(await listFaults(page)).toEqual([]);
    },
  );

  it("A2: is refused by every webhook action", async () => {
    const account = await newAccount("free");
    const browser = new BrowserSession(inject("baseUrl"));
    await browser.signIn(account.email, account.password);
    const names = [
      "makeWebhook",
      "editWebhook",
      "switchWebhook",
      "renewSecret",
      "sendTestEvent",
      "replayDelivery",
      "removeWebhook",
    ];
    for (const name of names) {
      const fields = {
        ...wish,
        events: "scan.created",
        overlapSeconds: "0",
        type: "scan.created",
        key: "some-key-here",
      };
      const { text } = await act(browser, "/webhooks", name, fields);
      expect(text, name).toContain('"code":"plan_required"');
    }
    expect(await countWebhooks(account)).toBe(0);
  });
});

describe.each([
  ["the list", "New webhook"],
  ["one of them", "Last deliveries"],
  ["the first", "Your first webhook"],
] as const)("the webhooks page showing %s", (which, sign) => {
  it.each(looks)("has no axe faults, overflow or small targets $name", async ({ context, inspect }) => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    let path = "/webhooks";
    if (which !== "the first") {
      const name = "A name that is as long as somebody may well give to it";
      const url = `https://1.1.1.1/${"long".repeat(60)}`;
      const { id } = await createWebhook(caller, { ...wish, name, url });
      if (which === "one of them") path = `/webhooks/${id}`;
    }
    const page = await open(path, { ...(await signedIn(account)), ...context });
    await page.getByText(sign).first().waitFor();
    await untilStill(page);
    expect(await inspect(page)).toEqual([]);
  });
});
