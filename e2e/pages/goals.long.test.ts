import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { writeScriptTag } from "@/lib/goals/schema";
import { sql } from "@/lib/platform/db";
import { storeGoalScans } from "../support/raw-scans";
import { phone } from "../support/short-urls";
import { contextOf, screens, withBrowser } from "./browser";
import { newOwner, pathOf } from "./detail-page";
import { settle } from "./furnished";
import { findOverflow, listFaultsInBoth } from "./inspect";

const open = withBrowser();

/** A shop that includes the script of the service under test, and what it asks for. */
const shop = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><link rel="icon" href="data:,">
    <button data-qz-goal="order" data-qz-value="49.90" data-qz-currency="EUR"><b>Order</b></button>
    ${writeScriptTag(inject("baseUrl"))}<script>qzGoal("visit")</script>`);
});
beforeAll(() => once(shop.listen(0, "127.0.0.1"), "listening"));
afterAll(() => shop.close());
const shopUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;

const listGoals = async (codeId: string) =>
  (
    await sql.query(
      "SELECT name, value::text, currency FROM goal WHERE qr_code_id = $1 ORDER BY created_at, name",
      [codeId],
    )
  ).rows;

describe("goals", () => {
  it("are sent by a page of another site that was opened by a scan", async () => {
    const { made } = await newOwner("pro", { content: shopUrl(), settings: { appendScanId: true } });
    const ours = inject("baseUrl");
    // A header of the test's own would be one more that the service must let a foreign page send.
    const page = await open("/docs", {
      extraHTTPHeaders: {},
      // Headless, the browser calls itself a bot.
      userAgent: phone,
      mayAsk: /^http:\/\/127\.0\.0\.1:/,
    });
    const visited = page.waitForResponse((response) => response.url() === `${ours}/api/public/goals`);
    await page.goto(`${ours}${pathOf(made)}`);
    expect(page.url()).toMatch(/\?qz_scan=[0-9a-f-]{36}$/);
    const send = async (act: () => Promise<unknown>) => {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === `${ours}/api/public/goals`),
        act(),
      ]);
      return answer.status();
    };
    // Called before the script was there.
    expect((await visited).status()).toBe(201);
    expect(await send(() => page.getByText("Order").click())).toBe(201);
    expect(await send(() => page.evaluate('qzGoal("signup")'))).toBe(201);
    expect(await send(() => page.evaluate('qzGoal("signup")'))).toBe(200);
    expect(await listGoals(made.id)).toEqual([
      { name: "visit", value: null, currency: null },
      { name: "order", value: "49.90", currency: "EUR" },
      { name: "signup", value: null, currency: null },
    ]);
    expect(await page.evaluate("document.cookie + localStorage.length")).toBe("0");
  });

  it("have a script tag to copy on the page of a code without goals", async () => {
    const { path, context } = await newOwner("pro", { settings: { appendScanId: true } });
    const page = await open(path, context);
    await settle(page);
    const goals = page.getByRole("region", { name: "Goals" });
    await goals.getByText("No goals in the last 30 days").waitFor();
    await goals.getByRole("button", { name: "Copy On every page" }).click();
    await goals.getByText("Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      /^<script>.*<\/script>\n<script src="http:\/\/[^"]+\/goals\.js" async><\/script>$/,
    );
  });

  it("are shown on the code's page as a funnel by rule, split and country, also on a phone", async () => {
    const split = [
      { name: "blue", to: "https://example.com/blue", weight: 1 },
      { name: "green", to: "https://example.com/green", weight: 1 },
    ];
    const routes = [{ id: "ab", name: "Colours", when: { devices: ["mobile" as const] }, split }];
    const { made, caller, path, context } = await newOwner("pro", {
      settings: { appendScanId: true, routes },
    });
    const at = (nth: number) => new Date(Date.now() - 3_600_000 + nth);
    const scans = await storeGoalScans(
      { accountId: caller.accountId, isSandbox: false },
      Array.from({ length: 40 }, (_, nth) => ({
        codeId: made.id,
        at: at(nth),
        country: nth % 2 ? "PT" : "NO",
        ...(nth < 30 && { route: "ab", variant: nth < 15 ? "blue" : "green" }),
      })),
    );
    await sql.query(
      `INSERT INTO goal (scan_id, name, account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country, value, currency)
       SELECT scan_id, 'order', account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country, 0.10, 'EUR'
       FROM goal_scan WHERE scan_id = ANY($1)`,
      [scans.slice(0, 10)],
    );
    const [narrow] = screens;
    for (const screen of [{}, contextOf(narrow)]) {
      const page = await open(path, { ...context, ...screen });
      await settle(page);
      const goals = page.getByRole("region", { name: "Goals" });
      // biome-ignore lint/performance/useDomNodeTextContent: with blanks between what stands apart.
      const said = (await goals.innerText()).replaceAll(/\s+/g, " ");
      expect(said).toMatch(/Scans 40 100% order €1\.00 10 25\.0%/);
      expect(said).toMatch(/By rule Colours 10 of 30 scans 33\.3% The code's target 0 of 10 scans 0\.0%/);
      expect(said).toContain("Colours: blue 10 of 15 scans 66.7%");
      expect(said).toContain("Norway 5 of 20 scans 25.0%");
      expect(await findOverflow(page)).toEqual([]);
      expect(await listFaultsInBoth(page)).toEqual([]);
    }
    const page = await open(path, context);
    await settle(page);
    await page.getByRole("button", { name: "Delete goal order" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Delete the goal “order”?" });
    await dialog.getByRole("button", { name: "Keep it" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("The goal “order” is deleted.").waitFor();
    await page.getByText("No goals in the last 30 days").waitFor();
    expect(await listGoals(made.id)).toEqual([]);
  });
});
