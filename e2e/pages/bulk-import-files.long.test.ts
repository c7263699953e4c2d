import { describe, expect, inject, it } from "vitest";
import { getCode, listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { callerOf, newAccount } from "../support/accounts";
import { partsOf, textCell, writeWorkbook, zip } from "../support/workbooks";
import { download, withBrowser } from "./browser";
import {
  cellOf,
  checkFile,
  chooseFile,
  chooseIn,
  heading,
  readCounts,
  untilAwake,
  untilChecked,
  writeCsv,
  writeTables,
} from "./import-page";
import { signedIn } from "./signed-in";

const open = withBrowser();

async function openPro() {
  const account = await newAccount("pro");
  return { account, page: await open("/bulk", await signedIn(account)) };
}

describe("an import", () => {
  it("takes pasted rows separated by tabs, with one name for all, and removes a duplicate", async () => {
    const { account, page } = await openPro();
    await untilAwake(page);
    const rows = ["Guests\tlong enough", "Staff\tlonger still", "Guests\tlong enough"].join("\n");
    await page.getByLabel("Or paste rows").fill(`WLAN\tPasswort\n${rows}`);
    await page.getByRole("button", { name: "Use these rows" }).click();
    await page.getByLabel("Separator").waitFor();
    expect(await page.getByLabel("Separator").inputValue()).toBe("\t");
    expect(await page.getByLabel("What “Passwort” is").inputValue()).toBe("password");
    expect(await page.getByLabel("Type", { exact: true }).inputValue()).toBe("wifi");
    await page.getByLabel("Name", { exact: true }).fill("Wi-Fi");
    await page.getByRole("radio", { name: "Static" }).check();
    await page.getByRole("button", { name: "Check 3 rows" }).click();
    await untilChecked(page);
    await page.getByText("1 row has the name and content of an earlier row").waitFor();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByRole("button", { name: "Create 2 codes" }).click();
    await page.getByRole("heading", { name: "2 codes are created" }).waitFor({ timeout: 30_000 });
    const { data } = await listCodes(
      callerOf(account, "pro"),
      codeListQuery.parse({ sort: "name", order: "asc" }),
    );
    expect(data.map(({ name, isDynamic }) => [name, isDynamic])).toEqual([
      ["Wi-Fi", false],
      ["Wi-Fi", false],
    ]);
  });

  it("says why it can't read a file, and takes the next one", async () => {
    const { page } = await openPro();
    const wrong: [bytes: string | Buffer, words: RegExp][] = [
      ["", /The file is empty/],
      [Buffer.from([0x50, 0x4b, 3, 4, 0]), /workbook/],
      ['a,"b\nc', /never closed/],
      [Buffer.alloc(2 * 1024 * 1024 + 1, "a"), /2\.0 MB; an import takes 2 MB/],
      [writeCsv(writeTables(502)), /502 rows; an import takes 500/],
    ];
    for (const [bytes, words] of wrong) {
      await chooseFile(page, bytes);
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
    }
    await chooseFile(page, writeCsv([heading]));
    await page.getByText("There is only a heading.").waitFor();
    await page.getByRole("button", { name: "Another file" }).click();
    const latin = Buffer.from(
      writeCsv(
        [
          ["Name", "Inhalt"],
          ["Türschild", "https://halden.example/"],
        ],
        ";",
      ),
      "latin1",
    );
    await chooseFile(page, latin);
    await page.getByText("1 row, 2 columns, read as Windows-1252").waitFor();
    await page.getByRole("button", { name: "Check 1 row" }).click();
    expect(await cellOf(page, "Name", 2).inputValue()).toBe("Türschild");
  });

  it("reads tags, note and archived from an Excel workbook, and loads its reader only then", async () => {
    const { account, page } = await openPro();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await chooseFile(page, writeCsv([heading, ...writeTables(1)]));
    await page.getByRole("button", { name: "Another file" }).click();
    const before = asked.length;
    const rows = [
      [...heading, "Tags", "Note", "Archived"],
      ["Menu", "Address", "https://halden.example/menu", "Dynamic", "Summer, menus", "Printed in May", "yes"],
      ["Hours", "Text", "7:30 to 18:00", "Static", "a/b", "", "perhaps"],
    ];
    await chooseFile(page, await writeWorkbook(rows), "codes.xlsx");
    await page.getByText("2 rows, 7 columns, sheet “Codes” (1 of 2)").waitFor();
    expect(asked.slice(before).filter((url) => url.endsWith(".js")).length).toBeGreaterThan(0);
    expect(await page.getByLabel("Separator").count()).toBe(0);
    await page.getByLabel("Sheet", { exact: true }).selectOption("Notes");
    await page.getByRole("alert").filter({ hasText: "Sheet “Notes”: The sheet is empty." }).waitFor();
    await page.getByRole("button", { name: "Check 2 rows" }).click();
    await untilChecked(page);
    await page.getByText("A tag can't contain a slash. Use a hyphen.").waitFor();
    await page.getByText("Archived is yes or no.").waitFor();
    await cellOf(page, "Tags", 3).fill("a-b");
    await chooseIn(cellOf(page, "Archived", 3), "No");
    await page.getByRole("button", { name: "Create 2 codes" }).click();
    await page.getByRole("heading", { name: "2 codes are created" }).waitFor({ timeout: 30_000 });
    const { data } = await listCodes(
      callerOf(account, "pro"),
      codeListQuery.parse({ sort: "name", order: "asc", archived: "any" }),
    );
    expect(data.map(({ name, tags, note, archived }) => [name, tags, note, archived])).toEqual([
      ["Hours", ["a-b"], null, false],
      ["Menu", ["menus", "summer"], "Printed in May", true],
    ]);
  });

  it("reads codes.json from an export, shows a wrong rule at its row, and stores it once fixed", async () => {
    const { account, page } = await openPro();
    const code = { type: "url", content: "https://halden.example/menu", isDynamic: true, tags: ["summer"] };
    const rule = { id: "pt", when: { countries: ["PT"] }, to: "https://halden.example/pt" };
    const codes = [
      { ...code, name: "Menu", publicImage: true, settings: { routes: [rule], passQuery: true } },
      { ...code, name: "Wrong", settings: { routes: [{ ...rule, when: {} }] } },
    ];
    await chooseFile(page, JSON.stringify(codes), "codes.json");
    await page.getByText("2 rows, 14 columns").waitFor();
    expect(await page.getByLabel("Separator").count()).toBe(0);
    await page.getByRole("button", { name: "Check 2 rows" }).click();
    await page.getByText(/^Rule 1: when/).waitFor();
    expect(await readCounts(page)).toEqual({ ready: 1, toFix: 1 });
    await cellOf(page, "Rules", 3).fill(JSON.stringify([rule]));
    await cellOf(page, "Rules", 3).press("Tab");
    await page.getByRole("button", { name: "Create 2 codes" }).click();
    await page.getByRole("heading", { name: "2 codes are created" }).waitFor({ timeout: 30_000 });
    const caller = callerOf(account, "pro");
    const { data } = await listCodes(caller, codeListQuery.parse({ sort: "name", order: "asc" }));
    const stored = await Promise.all(data.map(({ id }) => getCode(caller, id)));
    const kept = stored.map(({ name, settings: { routes, passQuery = false }, publicImage }) => [
      ...[name, routes, passQuery, publicImage],
    ]);
    expect(kept).toEqual([
      ["Menu", [rule], true, true],
      ["Wrong", [rule], false, false],
    ]);
  });

  it("shows a taken slug at its row, creates the other rows, and offers the row as a file", async () => {
    const { account, page } = await openPro();
    const slug = `menu-${account.accountId}`;
    const rows = [
      [...heading, "slug"],
      ["Menu", "Address", "https://halden.example/menu", "Dynamic", slug],
      ["Lunch", "Address", "https://halden.example/lunch", "Dynamic", slug.toUpperCase()],
      ["Dinner", "Address", "https://halden.example/dinner", "Dynamic", ""],
    ];
    await chooseFile(page, writeCsv(rows));
    await page.getByRole("button", { name: "Check 3 rows" }).click();
    await untilChecked(page);
    await page.getByText(`“${slug.toUpperCase()}” is taken. Add something to it`).waitFor();
    expect(await readCounts(page)).toEqual({ ready: 2, toFix: 1 });
    const { bytes } = await download(page, /^Faulty row/);
    await page.getByRole("button", { name: "Create 2 codes" }).click();
    await page.getByRole("heading", { name: "2 codes are created" }).waitFor({ timeout: 30_000 });
    await page.goto("/bulk");
    await chooseFile(page, bytes);
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await untilChecked(page);
    expect(await cellOf(page, "Slug", 2).inputValue()).toBe(slug.toUpperCase());
    await cellOf(page, "Slug", 2).fill(`${slug}-2`);
    await cellOf(page, "Slug", 2).press("Tab");
    await page.getByRole("button", { name: /^Create (?:1 )?code$/ }).click();
    await page.getByRole("heading", { name: "1 code is created" }).waitFor({ timeout: 30_000 });
    const { data } = await listCodes(
      callerOf(account, "pro"),
      codeListQuery.parse({ sort: "name", order: "asc" }),
    );
    expect(data.map((code) => [code.name, code.slug])).toEqual([
      ["Dinner", null],
      ["Lunch", `${slug}-2`],
      ["Menu", slug],
    ]);
  });

  it("reads the first sheet with a table, and numbers rows as the sheet does", async () => {
    const { page } = await openPro();
    const cells = (at: number, values: readonly string[]) =>
      `<row r="${at}">${values.map((value, column) => textCell(`${"ABCD"[column]}${at}`, value)).join("")}</row>`;
    const table = [cells(3, heading), cells(5, ["Menu", "Address", "https://halden.example/", "Dynamic"])];
    const sheets = { Cover: cells(1, ["Codes of Halden"]), Empty: "", Codes: table.join("") };
    await chooseFile(page, Buffer.from(await zip(partsOf(sheets))), "halden.xlsx");
    await page.getByText("1 row, 4 columns, sheet “Codes” (3 of 3)").waitFor();
    await page.getByText("halden.xlsx", { exact: true }).waitFor();
    expect(await page.getByLabel("Sheet", { exact: true }).inputValue()).toBe("2");
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await untilChecked(page);
    expect(await cellOf(page, "Name", 5).inputValue()).toBe("Menu");
  });

  it("takes a file dropped on the page", async () => {
    const { page } = await openPro();
    await untilAwake(page);
    const text = writeCsv([heading, ...writeTables(2)]);
    const dropped = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "dropped.csv", { type: "text/csv" }));
      return data;
    }, text);
    // The page listens a moment after its fields have woken up.
    await expect
      .poll(async () => {
        await page.dispatchEvent("main", "dragenter", { dataTransfer: dropped });
        return page.getByText("Drop it here").isVisible();
      })
      .toBe(true);
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await page.getByText("dropped.csv").waitFor();
  });

  it("asks before the user leaves or starts over", async () => {
    const { page } = await openPro();
    await checkFile(page, writeTables(2));
    await page.getByRole("link", { name: "Codes", exact: true }).first().click();
    await page.getByRole("dialog", { name: "Leave this import?" }).waitFor();
    await page.getByRole("button", { name: "Stay", exact: true }).click();
    await cellOf(page, "Name", 2).fill("Another");
    await cellOf(page, "Name", 2).press("Enter");
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await page.goBack();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect.poll(() => page.url()).not.toContain("/bulk");
  });
});

describe("the template", () => {
  it("has seven rows that are ready without a change", async () => {
    const { page } = await openPro();
    await untilAwake(page);
    const { bytes } = await download(page, /^Template/);
    await chooseFile(page, bytes);
    await page.getByRole("button", { name: "Check 7 rows" }).click();
    await untilChecked(page);
    expect(await readCounts(page)).toEqual({ ready: 7, toFix: 0 });
  });
});

it.each(["free", "starter", "developer"] as const)("an account on %s is pointed to Pro", async (plan) => {
  const page = await open("/bulk", await signedIn(await newAccount(plan)));
  await page.getByRole("heading", { name: "Many codes at once come with Pro" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "See Pro" }).click();
  await page.waitForURL(`${inject("baseUrl")}/plan`);
});
