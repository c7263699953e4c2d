import { describe, expect, it } from "vitest";
import { createCode, getCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { storeRawScans } from "../support/raw-scans";
import { servedUrl } from "../support/short-urls";
import { withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

/** An account with one dynamic code, scanned so often this week. */
async function newOwner(scans = 0, name = "Van, rear door") {
  const account = await newAccount("starter");
  const caller = callerOf(account, "starter");
  const code = await createCode(caller, {
    name,
    type: "url",
    content: "https://halden.example/van",
    isDynamic: true,
  });
  const at = new Date(Date.now() - 3_600_000);
  const rows = Array.from({ length: scans }, () => ({ codeId: code.id, at }));
  if (scans > 0) await storeRawScans({ accountId: account.accountId, isSandbox: false }, rows);
  const visit = async () => (await fetch(servedUrl(code), { redirect: "manual" })).status;
  return { caller, code, visit, context: await signedIn(account) };
}

async function askDelete(page: Awaited<ReturnType<typeof open>>, name: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  return page.getByRole("dialog", { name: `Delete “${name}”?` });
}

const isThere = async (id: string) =>
  (await sql.query("SELECT 1 FROM qr_code WHERE id = $1", [id])).rows.length === 1;

describe("deleting a code", () => {
  it("shows the number of scans this week, and Undo restores the code", async () => {
    const { caller, code, visit, context } = await newOwner(3);
    const page = await open("/codes", context);
    const dialog = await askDelete(page, code.name);
    await dialog.getByText("It was scanned 3 times this week. Every printed copy will open").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await getCode(caller, code.id)).toMatchObject({ id: code.id });

    await askDelete(page, code.name);
    await dialog.getByText("3 times this week").waitFor();
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByText(`“${code.name}” is deleted.`).first().waitFor();
    await page.getByRole("link", { name: code.name, exact: true }).waitFor({ state: "detached" });
    await expect(getCode(caller, code.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await visit()).toBe(302);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("link", { name: code.name, exact: true }).waitFor();
    expect(await getCode(caller, code.id)).toMatchObject({ content: code.content, shortUrl: code.shortUrl });
    expect(await visit()).toBe(302);
  });

  it("requires typing its name if it had 100 scans this week", async () => {
    const { code, context } = await newOwner(100, "Menu, “table” 4");
    const page = await open("/codes?view=table", context);
    const dialog = await askDelete(page, code.name);
    const field = dialog.getByLabel("Type its name to delete it");
    await field.fill("Menu, table 4");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText(`Type “${code.name}” to delete it.`).waitFor();
    expect(await isThere(code.id)).toBe(true);
    await field.fill(` ${code.name} `);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
  });

  itInLongRuns("completes after the tab is closed, once the time for Undo is over", async () => {
    const { caller, code, visit, context } = await newOwner();
    const page = await open("/codes", context);
    const dialog = await askDelete(page, code.name);
    await dialog.getByText("It was not scanned this week.").waitFor();
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    await page.close();
    expect(await isThere(code.id)).toBe(true);
    expect(await visit()).toBe(302);
    // As if its ten seconds were over.
    await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE id = $1", [code.id]);
    await expect.poll(() => isThere(code.id), { timeout: 15_000 }).toBe(false);
    await expect.poll(visit, { timeout: 5_000 }).toBe(404);
    await expect(getCode(caller, code.id)).rejects.toMatchObject({ code: "not_found" });
  });

  itInLongRuns("reports that the code no longer exists if it is already deleted", async () => {
    const { code, context } = await newOwner();
    const page = await open("/codes", context);
    const dialog = await askDelete(page, code.name);
    await dialog.getByText("It was not scanned this week.").waitFor();
    await sql.query("DELETE FROM qr_code WHERE id = $1", [code.id]);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    expect(await dialog.getByRole("alert").textContent()).toBe(
      "This code no longer exists. Another tab or key may have deleted it.",
    );
  });
});
