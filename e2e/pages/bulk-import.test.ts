import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { getImport, listImports } from "@/lib/imports";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { download, type OpenOptions, withBrowser } from "./browser";
import { cellOf, checkFile, chooseIn, readCounts, untilChecked, writeTables } from "./import-page";
import { signedIn } from "./signed-in";

const open = withBrowser();

const pro = (account: TestAccount) => callerOf(account, "pro");

async function openPro(path = "/bulk", options: OpenOptions = {}) {
  const account = await newAccount("pro");
  return { account, page: await open(path, { ...(await signedIn(account)), ...options }) };
}

async function countCodes(account: TestAccount): Promise<number> {
  return (await listCodes(pro(account), codeListQuery.parse({}))).pagination.total;
}

const note = (page: Page, row: number) =>
  page
    .getByRole("row")
    .filter({ has: cellOf(page, "Name", row) })
    .locator("td")
    .last();

/** Rows of which 11 are faulty, in every column; the first is row 2 of the file. */
function writeFaulty(): string[][] {
  const rows: string[][] = writeTables(200).map((cells) => [...cells]);
  const change = (row: number, column: number, value: string) => {
    rows[row - 2]![column] = value;
  };
  change(40, 2, "halden.example/t/39");
  rows[56] = ["Guest Wi-Fi, terrace", "Wi-Fi", '{"ssid":"Halden Terrace","password":"short"}', "Static"];
  change(77, 0, "");
  for (const row of [100, 101, 102, 103, 104, 105]) change(row, 1, "Link");
  rows[116] = ["Reception, text us", "SMS", "+47 22 55 01 34 ext 2", "Dynamic"];
  change(164, 3, "Dyn");
  return rows;
}

describe("a bulk import", () => {
  it("of 200 rows is fixed by mouse and keyboard, and a double click creates each code once", async () => {
    const { account, page } = await openPro();
    await checkFile(page, writeFaulty());
    expect(await readCounts(page)).toEqual({ ready: 189, toFix: 11 });
    expect(await countCodes(account)).toBe(0);

    await note(page, 40).getByRole("button", { name: "Add https://" }).click();
    await expect.poll(() => note(page, 40).textContent()).toBe("Fixed just now. It's ready.");
    expect(await cellOf(page, "Content", 40).inputValue()).toBe("https://halden.example/t/39");

    await note(page, 100).getByRole("button", { name: "Use Web address for all 6 rows" }).click();
    await expect.poll(() => readCounts(page)).toEqual({ ready: 196, toFix: 4 });

    // By keys alone: the part of the content that is wrong, then on with Enter.
    await note(page, 58).getByLabel("Password").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("slow brewed");
    await page.keyboard.press("Enter");
    await expect.poll(() => note(page, 58).textContent()).toContain("Fixed just now");
    expect(JSON.parse(await cellOf(page, "Content", 58).inputValue())).toEqual({
      ssid: "Halden Terrace",
      password: "slow brewed",
    });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Name, row 77");
    await page.keyboard.type("Table 76, by the door");
    await page.keyboard.press("Escape");
    expect(await cellOf(page, "Name", 77).inputValue()).toBe("");
    await page.keyboard.type("Table 76, by the window");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Content, row 118");
    await note(page, 118).getByRole("button", { name: "Remove “ext 2”" }).press("Enter");
    await chooseIn(cellOf(page, "Kind", 164), "Static");
    await expect.poll(() => readCounts(page)).toEqual({ ready: 200, toFix: 0 });

    await untilChecked(page);
    await page.getByRole("button", { name: "Create 200 codes" }).dblclick();
    await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: "200 codes are created" }).waitFor({ timeout: 60_000 });
    expect(await countCodes(account)).toBe(200);
    expect(await listImports(pro(account))).toHaveLength(1);
    const { rows } = await sql.query<{ name: string; is_dynamic: boolean; content: string }>(
      "SELECT name, is_dynamic, content FROM qr_code WHERE account_id = $1 AND name = ANY($2)",
      [account.accountId, ["Table 39", "Table 76, by the window", "Reception, text us", "Table 163"]],
    );
    const made = new Map(rows.map(({ name, ...code }) => [name, code]));
    expect(made.get("Table 39")?.content).toBe("https://halden.example/t/39");
    expect(made.has("Table 76, by the window")).toBe(true);
    expect(made.get("Reception, text us")?.content).toBe("+47 22 55 01 34");
    expect(made.get("Table 163")?.is_dynamic).toBe(false);
  });

  itInLongRuns("leaves out faulty rows, offers them as a file, and creates them once fixed", async () => {
    const { account, page } = await openPro();
    await checkFile(page, [...writeTables(3), ["", "Address", "halden.example/x", "Dynamic"]]);
    const file = await download(page, /^Faulty rows$/);
    expect(file.fileName).toBe("tables-faulty-rows.csv");
    expect(file.bytes.toString()).toContain('"halden.example/x"');
    await page.getByRole("button", { name: "Create 3 codes" }).click();
    await page.getByRole("heading", { name: "3 codes are created" }).waitFor({ timeout: 30_000 });
    const again = page.waitForEvent("download");
    await page.getByRole("link", { name: "Faulty rows" }).click();
    expect((await again).suggestedFilename()).toBe("tables-faulty-rows.csv");

    await page.getByRole("link", { name: "Fix it" }).click();
    await note(page, 5).getByRole("button", { name: "Add https://" }).click();
    await note(page, 5).getByRole("button", { name: "Call it “halden.example/x”" }).click();
    await untilChecked(page);
    await page.getByRole("button", { name: "Create 1 code" }).click();
    await page.getByRole("heading", { name: "1 code is created" }).waitFor({ timeout: 30_000 });
    expect(await countCodes(account)).toBe(4);
  });

  itInLongRuns("finishes after the page is closed, and can then be undone and restored", async () => {
    const { account, page } = await openPro("/bulk", { mayLog: /Failed to fetch|ERR_FAILED/ });
    await checkFile(page, writeTables(120));
    // The page is gone before it can move anything on.
    await page.route(/\/bulk\/[0-9a-f-]{36}/, (route) => route.abort());
    await page.getByRole("button", { name: "Create 120 codes" }).click();
    await expect.poll(() => listImports(pro(account)), { timeout: 20_000 }).toHaveLength(1);
    await page.close();
    const [begun] = await listImports(pro(account));
    await expect
      .poll(async () => (await getImport(pro(account), begun!.id)).made, { timeout: 60_000, interval: 500 })
      .toBe(120);
    const other = await open("/bulk", await signedIn(account));
    await other.getByRole("link", { name: "tables.csv" }).click();
    await other.getByRole("heading", { name: "120 codes are created" }).waitFor();

    await other.getByRole("button", { name: "Undo import" }).click();
    await other.getByRole("button", { name: "Delete them" }).click();
    await expect.poll(() => countCodes(account)).toBe(0);
    await other.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect.poll(() => countCodes(account)).toBe(120);
    await other.getByRole("button", { name: "Download files" }).waitFor();
  });

  itInLongRuns("creates only as many codes as the plan has room for, and says so", async () => {
    const { account, page } = await openPro("/settings");
    await sql.query("UPDATE account SET code_count = 498 WHERE id = $1", [account.accountId]);
    await page.goto("/bulk");
    await checkFile(page, writeTables(5));
    await page
      .getByText("room for 2 more: the first 2 ready rows will be created and the last 3 left out")
      .waitFor();
    await page.getByRole("button", { name: "Create 2 codes" }).click();
    await page.getByRole("heading", { name: "2 codes are created" }).waitFor({ timeout: 30_000 });
    await page.getByText("Your plan has no room for it.").first().waitFor();
  });

  it("shows a web address that the server refuses as an error in its row", async () => {
    const { page } = await openPro();
    await checkFile(page, [
      ["Inside", "Address", "https://me:secret@halden.example/", "Dynamic"],
      ...writeTables(1),
    ]);
    expect(await readCounts(page)).toEqual({ ready: 1, toFix: 1 });
    expect(await note(page, 2).textContent()).toBe(
      "An address with a user name or password in it can't be dynamic.",
    );
    await chooseIn(cellOf(page, "Kind", 2), "Static");
    await expect.poll(() => readCounts(page)).toEqual({ ready: 2, toFix: 0 });
  });
});
