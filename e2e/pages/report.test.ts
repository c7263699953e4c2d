import { beforeAll, describe, expect, it } from "vitest";
import { listReports } from "@/lib/reports";
import { type Answer, call } from "../support/public-api";
import { withBrowser } from "./browser";
import { describeFocus, listFaults } from "./inspect";
import { withCodes } from "./opened-codes";

const open = withBrowser();
let make: Awaited<ReturnType<typeof withCodes>>["make"];
beforeAll(async () => {
  ({ make } = await withCodes());
});

const codeOf = (path: string) => path.slice("/r/".length);

describe.each([true, false])("P3: a report, with JavaScript: %s", (javaScriptEnabled) => {
  it("is opened from the code's page, filled in, sent and stored", async () => {
    const path = await make("text", "Send me your PIN");
    const page = await open(path, { javaScriptEnabled });
    await page.getByRole("link", { name: "Report this code" }).click();
    await page.getByRole("radio", { name: /Phishing or fraud/ }).check();
    await page.getByLabel("Note (optional)").fill("It asks for my PIN.\n<b>Really</b>");
    await page.getByRole("button", { name: "Send report" }).click();
    const thanks = page.getByRole("heading", { name: "Report received" });
    await thanks.waitFor();
    if (javaScriptEnabled)
      await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Report received" });
    expect((await listReports(codeOf(path))).reports).toMatchObject([
      { reason: "phishing", note: "It asks for my PIN.\n<b>Really</b>" },
    ]);
  });

  it("without a reason is not stored, and keeps the typed note", async () => {
    const path = await make("text", "x");
    const page = await open(`/report/${codeOf(path)}`, { javaScriptEnabled, locale: "de-DE" });
    await page.getByLabel("Anmerkung (freiwillig)").fill("Steht noch da");
    // A browser that checks nothing by itself.
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: "Meldung senden" }).click();
    await page.getByText("Wählen Sie, was mit dem Code nicht stimmt.").waitFor();
    expect(await page.getByLabel("Anmerkung (freiwillig)").inputValue()).toBe("Steht noch da");
    if (javaScriptEnabled) expect(await listFaults(page)).toEqual([]);
    expect((await listReports(codeOf(path))).total).toBe(0);
  });
});

describe("a report", () => {
  it("is refused with a message after three reports from one client", async () => {
    const path = await make("text", "x");
    const page = await open(`/report/${codeOf(path)}`);
    for (let count = 0; count < 4; count++) {
      if (count > 0) await page.reload();
      await page.getByRole("radio", { name: /Spam/ }).check();
      await page.getByRole("button", { name: "Send report" }).click();
      const said = page
        .getByRole("heading", { name: "received" })
        .or(page.getByRole("alert").filter({ hasText: /\S/ }));
      await said.first().waitFor();
    }
    expect(await page.getByRole("alert").filter({ hasText: "Too many reports" }).count()).toBe(1);
    expect((await listReports(codeOf(path))).total).toBe(3);
  });

  it("P4: does not reveal whether a code exists, and is 404 for an impossible code", async () => {
    const bare = ({ text }: Answer, code: string) =>
      text.replaceAll(code, "").replace(/req_\w+|nonce="[^"]*"|"[A-Za-z0-9+/=]{22,24}"/g, "");
    const code = codeOf(await make("text", "x"));
    const [known, unknown] = [await call(`/report/${code}`), await call("/report/00000000")];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(bare(known, code).length).toBe(bare(unknown, "00000000").length);
    for (const path of ["/report/abc", `/report/${"a".repeat(61)}`, "/report/1234.678", "/report"]) {
      expect((await call(path)).status, path).toBe(404);
    }
    expect((await call("/report/no-code-has-this-slug")).status).toBe(200);
  });
});
