import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { unpack } from "../support/archive";
import { itInLongRuns } from "../support/long";
import { serveMap } from "../support/process/nginx";
import { readCode } from "../support/public-api";
import { storeInBulk } from "../support/stored-rows";
import { download, untilStill, withBrowser } from "./browser";
import { listFaults, looks, walkTo } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
const target = "https://example.com/menu?utm_source=print";

async function newHouse(plan: "free" | "developer" | "pro"): Promise<TestAccount> {
  const account = await newAccount(plan);
  const caller = callerOf(account, plan);
  await createCode(caller, { name: "Menu, table 4", type: "url", content: target, isDynamic: true });
  return account;
}

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export this account's data" });
  await dialog.waitFor();
  return dialog;
}

describe("an export", () => {
  it("is one ZIP file, whose redirect map serves printed codes without the service", async () => {
    const account = await newHouse("pro");
    const wifi = { name: "Guests", type: "wifi", isDynamic: true } as const;
    const content = JSON.stringify({ ssid: "Häuschen", password: "coffee-and-rye" });
    await createCode(callerOf(account, "pro"), { ...wifi, content });
    const page = await open("/settings", { ...(await signedIn(account)), mayAsk: /^http:\/\/127\.0\.0\.1:/ });
    const dialog = await openDialog(page);
    const { fileName, bytes } = await download(page, /^Download ZIP/);
    expect(fileName).toMatch(/^quietzone-export-\d{4}-\d\d-\d\d\.zip$/);
    await dialog.getByText("Exported. See your browser's downloads.").waitFor();
    await expect.poll(() => dialog.textContent()).toMatch(/\d+ files, \d+ kB/);

    const { folder, paths, read } = unpack(bytes);
    expect(read("README.txt")).toContain("redirect-map/");
    const picture = (name: string) =>
      paths.find((path) => path.startsWith(`images/${name}`) && /png$/.test(path));
    const origin = await serveMap(join(folder, "redirect-map/nginx"));
    const printed = async (name: string) => {
      const said = await readCode(readFileSync(join(folder, picture(name) ?? "")));
      return new URL(String(said)).pathname;
    };
    const answer = await fetch(origin + (await printed("Menu, table 4")), { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, target]);
    await page.goto(origin + (await printed("Guests")));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Häuschen");
    await page.getByRole("button", { name: "Copy password" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("coffee-and-rye");
    expect(await listFaults(page)).toEqual([]);
  });

  itInLongRuns("is chosen and started by keyboard, and completes after the dialog closes", async () => {
    const page = await open("/settings", await signedIn(await newHouse("free")));
    await page.getByRole("button", { name: "Export", exact: true }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Export this account's data" });
    await dialog.waitFor();
    await page.getByRole("radio", { name: /^Everything Codes/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("radio", { name: /^Redirect map only/ }).isChecked()).toBe(true);
    await walkTo(page, /Download ZIP/);
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(file.suggestedFilename()).toMatch(/^quietzone-redirect-map-/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });

  itInLongRuns("that is running is shown in the dialog, and a second one is refused", async () => {
    const account = await newHouse("developer");
    const { rows } = await sql.query<{ id: string }>("SELECT id FROM qr_code WHERE account_id = $1", [
      account.accountId,
    ]);
    await storeInBulk(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, now() - n * interval '1 s', n, 'Mobile', 'iOS', 'Safari',
         'DE', 'Berlin', (SELECT string_agg(md5(n::text || k), '') FROM generate_series(1, 12) AS k)
       FROM generate_series(1, 40000) AS n`,
      [account.accountId, rows[0]?.id],
    );
    const session = await signedIn(account);
    const page = await open("/settings", { ...session, mayLog: /429/ });
    const dialog = await openDialog(page);
    const cookies = (session.storageState as { cookies: { name: string; value: string }[] }).cookies;
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const request = get(`${inject("baseUrl")}/settings/export/file?include=everything`, {
      headers: { ...session.extraHTTPHeaders, cookie },
    });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.pause();
    await dialog.getByRole("button", { name: /Download ZIP/ }).click();
    await expect
      .poll(() => dialog.getByRole("alert").textContent())
      .toBe("An export of this account is running. Start the next when it's done.");
    await page.reload();
    const again = await openDialog(page);
    await again.getByText("Your browser is downloading it. You can close this.").waitFor();
    answer.destroy();
    await again.getByText("The download was interrupted. Start it again.").waitFor();
  });
});

describe.each(looks)("the export dialog $name", ({ context, inspect }) => {
  it("has no axe faults, overflow or small targets", async () => {
    const page = await open("/settings", { ...(await signedIn(await newHouse("free"))), ...context });
    await openDialog(page);
    await untilStill(page);
    expect(await inspect(page)).toEqual([]);
  });
});
