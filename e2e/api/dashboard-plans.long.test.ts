import { beforeAll, describe, expect, inject, it } from "vitest";
import { newAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { callEachWay, listDashboardActions, listDashboardAddresses } from "../support/dashboard";

const unknown = "0199aa00-0000-7000-8000-000000000000";
const ofCodes = /^\/(?:codes|analytics)\b/;
const files = /\/(?:picture|sheet|export|faulty)\b(?<!^\/usage\/export)/;
/** Everybody's own to take along; and what of the console is of one thing, which comes with the API. */
const ofThePlan = /^\/(?:settings\/export|sandbox|webhooks|deliveries|domains)\//;

describe("A2: an account on a plan without a dashboard", () => {
  let browser: BrowserSession;
  beforeAll(async () => {
    const { email, password } = await newAccount("developer");
    browser = new BrowserSession(inject("baseUrl"));
    await browser.signIn(email, password);
  });

  it("sees on code and analytics pages why they are unavailable, and can open its other pages", async () => {
    for (const address of listDashboardAddresses(unknown)) {
      const { status, text } = await browser.send(address);
      if (ofThePlan.test(address)) {
        expect(status, address).toBe(/^\/(?:settings|deliveries\/counts)/.test(address) ? 200 : 404);
        continue;
      }
      if (files.test(address)) {
        expect(status, address).toBe(403);
        expect(JSON.parse(text)).toMatchObject({ code: "plan_required" });
        continue;
      }
      expect(status, address).toBe(200);
      expect(text.includes("through the API</h2>"), address).toBe(ofCodes.test(address));
    }
    expect((await browser.send("/live/scans")).status).toBe(403);
  });

  it("is refused every action on codes before any lookup", async () => {
    const actions = listDashboardActions().filter(
      ({ file, name }) => /^app\/\(dashboard\)\/(?:codes|bulk)\//.test(file) || name === "findCodes",
    );
    expect(actions.length).toBeGreaterThan(8);
    for (const { name } of actions) {
      const answers = await callEachWay(browser, name, unknown);
      expect(answers.map(({ text }) => text).join(), name).toContain('"code":"plan_required"');
      for (const { text } of answers) expect(text, name).not.toContain('"done"');
    }
  });
});
