import type { Locator, Page } from "playwright";

type Cells = readonly [name: string, type: string, content: string, kind: string];

export const heading: Cells = ["Name", "Type", "Content", "Kind"];

/** Table cards that are ready as they are. */
export function writeTables(count: number): Cells[] {
  return Array.from({ length: count }, (_, at) => [
    `Table ${at + 1}`,
    "Address",
    `https://halden.example/t/${at + 1}`,
    "Dynamic",
  ]);
}

export function writeCsv(rows: readonly (readonly string[])[], delimiter = ","): string {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return rows.map((cells) => cells.map(quote).join(delimiter)).join("\r\n");
}

/** Chooses a file as the dialog of the browser would. */
export async function chooseFile(page: Page, bytes: string | Uint8Array, name = "tables.csv"): Promise<void> {
  await untilAwake(page);
  await page.locator("input[type=file]").setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(bytes),
  });
}

/** From the file to its rows, all of them checked, by the columns as they were guessed. */
export async function checkFile(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await chooseFile(page, writeCsv([heading, ...rows]));
  await page.getByRole("button", { name: /^Check \d+ rows?$/ }).click();
  await untilChecked(page);
}

/** Until browser and server have looked at every row. */
export async function untilChecked(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Create(?: \d+)? codes?$/ }).waitFor({ timeout: 60_000 });
}

/** Until the page hears what is pressed and chosen. */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const field = document.querySelector("input[type=file]") ?? document.querySelector("main input");
    return field !== null && Object.keys(field).some((key) => key.startsWith("__reactProps"));
  });
}

/** Ready and to correct, as the page counts them. */
export async function readCounts(page: Page): Promise<{ ready: number; toFix: number }> {
  const read = async (name: string) => {
    const choice = page.getByRole("radio", { name: new RegExp(`^${name} \\d`) });
    const label = await choice.locator("..").textContent();
    return Number(/\d+/.exec(label ?? "")?.[0]);
  };
  return { ready: await read("Ready"), toFix: await read("To fix") };
}

/** The field of a cell. */
export function cellOf(page: Page, column: string, row: number): Locator {
  return page.getByLabel(`${column}, row ${row}`, { exact: true });
}

/** Chooses from a cell's list, which is filled once it has the focus. */
export async function chooseIn(cell: Locator, choice: string): Promise<void> {
  await cell.focus();
  await cell.selectOption(choice);
}
