import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import { createCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import { sheetCatalogue } from "@/lib/prints/sheets";
import { callerOf, newAccount } from "../support/accounts";
import { readLabels } from "../support/label-sheets";
import { itInLongRuns } from "../support/long";
import { readCode } from "../support/public-api";
import { servedUrl } from "../support/short-urls";
import { contextOf, screens, withBrowser } from "./browser";
import { settle } from "./furnished";
import { listFaults, listFaultsInBoth } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
const [phone] = screens;

/** Somebody on Pro at the page of a code of theirs, with its label sheet open. */
async function openSheet(options: Parameters<typeof open>[1] = {}) {
  const account = await newAccount("pro");
  const menu = { name: "Menu, table cards", type: "url", content: "https://halden.example/menu" } as const;
  const code = await createCode(callerOf(account, "pro"), { ...menu, isDynamic: true });
  const page = await open(`/codes/${code.id}`, { ...(await signedIn(account)), ...options });
  const dialog = page.getByRole("dialog", { name: "Label sheet of this code" });
  await expect
    .poll(async () => {
      await page
        .getByRole("button", { name: "Label sheet" })
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      return dialog.isVisible();
    })
    .toBe(true);
  await dialog.getByText("Ready to print").waitFor();
  return { page, dialog, code };
}

async function make(page: Page, dialog: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Create PDF" }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Every file of an archive, as another reader gives it. */
function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (fault, zip) => {
      if (fault) return reject(fault);
      const files = new Map<string, Buffer>();
      zip.on("entry", (entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const pieces: Buffer[] = [];
          for await (const piece of stream) pieces.push(piece as Buffer);
          files.set(entry.fileName, Buffer.concat(pieces));
          zip.readEntry();
        }),
      );
      zip.on("end", () => resolve(files));
      zip.readEntry();
    });
  });
}

describe("files of many codes", () => {
  it.each([screens[2], phone])("are downloaded as one ZIP from a selection on a $name", async (screen) => {
    const account = await newAccount("pro");
    const items = Array.from({ length: 4 }, (_, index) => ({
      name: `Table ${index}`,
      type: "text" as const,
      content: `table ${index}`,
    }));
    await createCodes(callerOf(account, "pro"), items);
    const page = await open("/codes?view=table", { ...(await signedIn(account)), ...contextOf(screen) });
    await settle(page);
    await page.getByRole("button", { name: "Select codes" }).click();
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByRole("button", { name: /^(Select all|All) 4$/ }).click();
    await bar.getByText("4 selected", { exact: true }).waitFor();
    const begin = bar.getByRole("button", { name: "Download" });
    if (await begin.isVisible()) await begin.click();
    else {
      await bar
        .getByRole("button", { name: /More|Actions|Change/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Download" }).click();
    }
    const dialog = page.getByRole("dialog", { name: "Download 4 codes" });
    await dialog.getByRole("checkbox", { name: "PNG" }).uncheck();
    await dialog.getByText("Choose a format.").waitFor();
    await dialog.getByRole("checkbox", { name: "PNG" }).check();
    await dialog.getByRole("checkbox", { name: "PDF" }).check();
    await dialog.getByLabel("Size of the PNG").selectOption("512");
    await dialog.getByText("8 files").waitFor();
    expect(await listFaults(page, "[role=dialog]")).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent("download", { timeout: 60_000 }),
      dialog.getByRole("button", { name: "Download ZIP" }).click(),
    ]);
    await dialog.getByText("4 codes, 8 files.").waitFor();
    expect(file.suggestedFilename()).toMatch(/^quietzone-codes-\d{4}-\d{2}-\d{2}\.zip$/);
    const files = await unzip(readFileSync(await file.path()));
    expect(files.size).toBe(10);
    const read = [...files].filter(([name]) => name.endsWith(".png")).map(([, bytes]) => readCode(bytes));
    expect((await Promise.all(read)).sort()).toEqual(items.map(({ content }) => content).sort());
  });
});

describe("a label sheet", () => {
  it("of one code is filled with it, and every label scans", async () => {
    const { page, dialog, code } = await openSheet();
    expect(await dialog.getByLabel("Copies of each").inputValue()).toBe("21");
    await dialog.getByRole("radio", { name: /Avery 5160/ }).check();
    expect(await dialog.getByLabel("Copies of each").inputValue()).toBe("30");
    await dialog.getByText("30 labels per sheet, 1 code × 30, 1 sheet").waitFor();
    await dialog.getByLabel("Start at label").fill("30");
    await dialog.getByText("30 labels per sheet, 1 code × 30, 2 sheets").waitFor();
    const { name, bytes } = await make(page, dialog);
    expect(name).toBe("labels-5160-30.pdf");
    await dialog.getByText("All 30 labels were read back.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Close");
    const read = await readLabels(bytes, sheetCatalogue["5160"]);
    expect(read.slice(29, 59)).toEqual(Array(30).fill(servedUrl(code)));
    expect(read.slice(0, 29).every((text) => text === null)).toBe(true);
  });

  itInLongRuns(
    "with a custom size says what does not fit, and keeps the chosen size after a reload",
    async () => {
      const { page, dialog } = await openSheet();
      await dialog.getByRole("radio", { name: /Custom size/ }).check();
      await dialog.getByLabel("Labels across").fill("4");
      await dialog.getByText("4 labels across need 268.83 mm. The paper is 210 mm wide.").waitFor();
      await dialog.getByRole("button", { name: "Create PDF" }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("label-labelWidth");
      expect(await dialog.getByRole("progressbar").count()).toBe(0);
      await dialog.getByLabel("Label width").fill("40");
      await dialog.getByLabel("Left margin").fill("20,5");
      await dialog.getByText("28 labels per sheet").waitFor();
      await dialog.getByRole("radio", { name: "Nothing" }).check();
      const { bytes } = await make(page, dialog);
      await dialog.getByText(/labels were read back/).waitFor();
      const own = {
        ...sheetCatalogue.L7160,
        columns: 4,
        label: { width: 40, height: 38.1 },
        margin: { left: 20.5, top: 15.15 },
      };
      expect((await readLabels(bytes, own)).filter((text) => text !== null)).toHaveLength(28);
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await page.reload();
      await expect
        .poll(async () => {
          await page
            .getByRole("button", { name: "Label sheet" })
            .click({ timeout: 2_000 })
            .catch(() => undefined);
          return page.getByLabel("Label width").isVisible();
        })
        .toBe(true);
      expect(await page.getByLabel("Label width").inputValue()).toBe("40");
      expect(await page.getByRole("radio", { name: "Nothing" }).isChecked()).toBe(true);
    },
  );

  itInLongRuns(
    "with codes too small to scan shows a warning, and is refused with the least width",
    async () => {
      const { page, dialog } = await openSheet({ mayLog: /status of 400/ });
      await dialog.getByLabel("Code width").fill("8");
      await dialog.getByText("Too small to scan").waitFor();
      await dialog.getByRole("button", { name: "Create PDF" }).click();
      await dialog.getByText("Don't print this").waitFor();
      await dialog.getByText(/“Menu, table cards” must be at least \d+ mm wide to be read/).waitFor();
      await dialog.getByLabel("Code width").fill("36");
      await dialog.getByText("5 to 34.1 mm on this label.").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    },
  );

  itInLongRuns("is started and stopped by keyboard", async () => {
    const { page, dialog } = await openSheet();
    await dialog.getByLabel("Copies of each").fill("2000");
    await dialog.getByLabel("Copies of each").press("Enter");
    await dialog.getByText(/^(Drawing|Reading) /).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Stop");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Create PDF" }).waitFor();
    await dialog.getByLabel("Copies of each").fill("1");
    await expect.poll(() => dialog.getByText("1 sheet").isVisible()).toBe(true);
  });

  itInLongRuns(
    "has no overflow or small fields on a phone, and no axe faults in either theme, when open",
    async () => {
      const { page, dialog } = await openSheet(contextOf(phone));
      await dialog.getByRole("radio", { name: /Custom size/ }).check();
      expect(await listFaultsInBoth(page, "[role=dialog]")).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(wide).toBe(false);
      for (const field of await dialog.getByRole("textbox").all()) {
        expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await dialog.getByRole("button", { name: "Create PDF" }).click();
      await dialog.getByText("were read back").waitFor();
      expect(await listFaultsInBoth(page, "[role=dialog]")).toEqual([]);
    },
  );

  itInLongRuns("is not offered on Starter", async () => {
    const account = await newAccount("starter");
    const code = await createCode(callerOf(account, "starter"), {
      name: "One",
      type: "text",
      content: "one",
    });
    const page = await open(`/codes/${code.id}`, await signedIn(account));
    await page.getByRole("link", { name: /Download PNG/ }).waitFor();
    expect(await page.getByRole("button", { name: "Label sheet" }).count()).toBe(0);
  });
});
