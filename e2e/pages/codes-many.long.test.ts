import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { getCode, updateCode } from "@/lib/codes";
import { listTargets } from "@/lib/codes/target-history";
import { sql } from "@/lib/platform/db";
import { createPreset } from "@/lib/presets";
import { storeRawScans } from "../support/raw-scans";
import { withBrowser } from "./browser";
import { settle } from "./furnished";
import { describeFocus } from "./inspect";
import { bar, begin, chooseAll, expectCount, fixed, newOwner, table } from "./selection";

const open = withBrowser();

async function openList(path: string, context: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open(path, context);
  await settle(page);
  return page;
}

/** What stands at each of some places of one code. */
const contentOf = async (caller: Caller, id: string | undefined) => (await getCode(caller, id ?? "")).content;

describe("changing the selected codes", () => {
  it("previews the new targets, and one Undo restores those that have not changed since", async () => {
    const { context, caller, ids } = await newOwner(3, fixed);
    const page = await openList(table, context);
    await chooseAll(page, 4);
    await begin(page, "Change target");
    const dialog = page.getByRole("dialog", { name: "Change the target of 4 codes" });
    await dialog.getByText("3 codes can change target. 1 is static: left as it is.").waitFor();
    await dialog.getByRole("textbox", { name: "Find" }).fill("old.example/shelf");
    await dialog.getByLabel("Replace with").fill("new.example/rack");
    await dialog.getByText("3 targets change.").waitFor();
    await dialog.getByText("https://new.example/rack/2", { exact: true }).waitFor();
    expect(await contentOf(caller, ids[1])).toBe("https://old.example/shelf/2");
    await dialog.getByRole("button", { name: "Change 3 targets" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("3 codes changed, 1 left as it was: static.").first().waitFor();
    expect(await contentOf(caller, ids[1])).toBe("https://new.example/rack/2");
    const [target] = (await listTargets(caller, ids[0] ?? "")).data;
    expect(target?.setBy).toMatchObject({ kind: "user" });
    await page.getByText("new.example/rack/1").filter({ visible: true }).first().waitFor();

    await updateCode(caller, ids[0] ?? "", { content: "https://third.example/" });
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page
      .getByText("2 codes are as they were before. 1 was changed or deleted since and left as it was.")
      .first()
      .waitFor();
    expect(await contentOf(caller, ids[0])).toBe("https://third.example/");
    expect(await contentOf(caller, ids[1])).toBe("https://old.example/shelf/2");
    await expectCount(page, 4);
  });

  it("offers no Undo after a lost response, and Continue finds the codes already up to date", async () => {
    const { context, caller, ids } = await newOwner(3);
    const page = await openList(table, { ...context, mayLog: /ERR_FAILED/ });
    await chooseAll(page, 3);
    await begin(page, "Change target");
    const dialog = page.getByRole("dialog", { name: "Change the target of 3 codes" });
    await dialog.getByRole("textbox", { name: "Find" }).fill("old.example/shelf");
    await dialog.getByLabel("Replace with").fill("new.example/rack");
    await page.route("**/codes**", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole("button", { name: "Change 3 targets" }).click();
    await dialog.getByRole("button", { name: "Continue" }).waitFor();
    await page.unroute("**/codes**");
    expect(await contentOf(caller, ids[1])).toBe("https://new.example/rack/2");
    expect(await dialog.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByText("0 codes changed, 3 already up to date.").first().waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("region", { name: "Last change" }).count()).toBe(0);
  });

  it("turns codes off with an end time, and says why a code is refused", async () => {
    const { context, caller, ids } = await newOwner(2, fixed);
    await updateCode(caller, ids[1] ?? "", { settings: { startsAt: "2098-01-01T00:00:00Z" } });
    const page = await openList(table, { ...context, timezoneId: "UTC" });
    await chooseAll(page, 3);
    await begin(page, "Turn on or off");
    const dialog = page.getByRole("dialog", { name: "Turn 3 codes on or off" });
    await dialog
      .getByText("2 codes can be changed. 1 is static: printed copies can't be switched off.")
      .waitFor();
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByText("Choose what to change.").waitFor();
    await dialog.getByRole("radio", { name: "Off" }).check();
    await dialog.getByRole("radiogroup", { name: "Ends" }).getByRole("radio", { name: "At a time" }).check();
    await dialog.getByLabel("Ends at").fill("2097-05-01T12:00");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByText("1 code changed, 1 left as it was: static, 1 refused.").waitFor();
    const refused = dialog.getByRole("list", { name: "Refused" }).getByRole("listitem");
    expect(await refused.allTextContents()).toEqual(["Shelf 02It would end before it starts."]);
    expect(await refused.getByRole("link").getAttribute("href")).toBe(`/codes/${ids[1]}`);
    expect((await getCode(caller, ids[0] ?? "")).settings).toMatchObject({
      isActive: false,
      expiresAt: "2097-05-01T12:00:00.000Z",
    });
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("1 code is as it was before.").first().waitFor();
    expect((await getCode(caller, ids[0] ?? "")).settings.isActive).toBeUndefined();
  });

  it("previews the chosen style on four codes, and stores it on all six", async () => {
    const { context, caller, ids } = await newOwner(5, fixed);
    await createPreset(caller, {
      name: "House",
      settings: { modules: { shape: "dots" }, color: { dark: "#6B1E12" } },
    });
    const page = await openList(table, context);
    await chooseAll(page, 6);
    await begin(page, "Change style");
    const dialog = page.getByRole("dialog", { name: "Change the style of 6 codes" });
    const sheets = dialog.getByRole("list", { name: "Some of them" }).getByRole("img");
    await expect.poll(() => sheets.count()).toBe(4);
    const before = await sheets.first().getAttribute("src");
    await dialog.getByRole("button", { name: "House" }).click();
    await dialog.getByRole("radiogroup", { name: "Eyes" }).getByRole("radio", { name: "Circle" }).check();
    await expect.poll(() => sheets.first().getAttribute("src")).not.toBe(before);
    expect(decodeURIComponent((await sheets.first().getAttribute("src")) ?? "")).toContain("6b1e12");
    await dialog.getByRole("button", { name: "Change 6 codes" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("6 codes changed.").first().waitFor();
    for (const id of ids) {
      expect((await getCode(caller, id)).settings).toMatchObject({
        modules: { shape: "dots" },
        eyes: { shape: "circle" },
        color: { dark: "#6B1E12" },
      });
    }
  });

  it("can be stopped after 20 of 45 codes, shows the progress, and continues", async () => {
    const { context, caller } = await newOwner(45);
    const page = await openList(table, context);
    await chooseAll(page, 45);
    await begin(page, "Change target");
    const dialog = page.getByRole("dialog", { name: "Change the target of 45 codes" });
    await dialog.getByText("All of them are dynamic").waitFor();
    await dialog.getByRole("radio", { name: "Parameters" }).check();
    await dialog.getByLabel("Source (utm_source)").fill("shop");
    const answers: (() => void)[] = [];
    await page.route("**/codes**", async (route) => {
      if (route.request().method() === "POST") await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Change 45 targets" }).click();
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => answers.length).toBe(1);
    answers.shift()?.();
    await dialog.getByText("20 codes changed. 25 codes not processed yet.").waitFor();
    await page.unroute("**/codes**");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("45 codes changed.").first().waitFor();
    const { rows } = await sql.query<{ count: number }>(
      "SELECT count(*)::int FROM qr_code WHERE account_id = $1 AND content LIKE '%?utm_source=shop'",
      [caller.accountId],
    );
    expect(rows[0]?.count).toBe(45);
  });
});

describe("tagging and archiving the selected codes", () => {
  const labelsOf = async (caller: Caller, ids: readonly string[]) => {
    const codes = await Promise.all(ids.map((id) => getCode(caller, id)));
    return codes.map(({ tags, archived }) => (archived ? ["archived", ...tags] : tags));
  };
  const beginMore = async (page: Page, what: string) => {
    await bar(page).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: what, exact: true }).click();
  };

  it("adds a tag to 25 codes, and Undo after a reload restores all but one changed since", async () => {
    const { context, caller, ids } = await newOwner(25);
    await updateCode(caller, ids[1] ?? "", { tags: ["summer"] });
    const page = await openList(`${table}&q=shelf&dynamic=true`, context);
    await chooseAll(page, 25);
    await beginMore(page, "Add tag");
    const dialog = page.getByRole("dialog", { name: "Add a tag to 25 codes" });
    await dialog.getByRole("button", { name: "Add tag" }).click();
    await dialog.getByText("Enter a tag.").waitFor();
    await dialog.getByLabel("Tag").fill(" Summer ");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const words = "24 codes changed, 1 left as it was: without a change.";
    const strip = page.getByRole("region", { name: "Last change" });
    await strip.getByText(`Add the tag “summer”. ${words}`).waitFor();
    expect(await labelsOf(caller, ids)).toEqual(Array(25).fill(["summer"]));
    await updateCode(caller, ids[0] ?? "", { name: "Renamed" });
    await page.reload();
    await strip.getByRole("button", { name: "Undo", exact: true }).click();
    await page
      .getByText("23 codes are as they were before. 1 was changed or deleted since and left as it was.")
      .first()
      .waitFor();
    await strip.waitFor({ state: "detached" });
    await expect.poll(() => describeFocus(page)).toMatchObject({ id: "main" });
    expect(await labelsOf(caller, ids)).toEqual([["summer"], ["summer"], ...Array(23).fill([])]);
  });

  it("archives codes, removes a tag in the archive, and unarchives them", async () => {
    const { context, caller, ids } = await newOwner(2);
    await updateCode(caller, ids[1] ?? "", { tags: ["a", "b"] });
    const page = await openList(table, context);
    await chooseAll(page, 2);
    await beginMore(page, "Archive");
    const question = page.getByRole("dialog", { name: "Archive 2 codes?" });
    await question.getByRole("button", { name: "Cancel" }).waitFor();
    await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Cancel" });
    await question.getByRole("button", { name: "Archive", exact: true }).press("Enter");
    await page.getByRole("heading", { name: "All codes are archived" }).waitFor();
    await bar(page).waitFor({ state: "detached" });
    await question.waitFor({ state: "detached" });
    await expect.poll(() => describeFocus(page)).toMatchObject({ id: "main" });
    await page.getByRole("link", { name: "Show the archive" }).click();
    await page.getByRole("link", { name: "Shelf 01", exact: true }).waitFor();
    await chooseAll(page, 2);
    await beginMore(page, "Remove tag");
    const removal = page.getByRole("dialog", { name: "Remove a tag from 2 codes" });
    await removal.getByLabel("Tag").waitFor();
    await expect.poll(() => describeFocus(page)).toMatchObject({ id: "many-untag" });
    await removal.getByLabel("Tag").selectOption("a (1 code)");
    await removal.getByRole("button", { name: "Remove tag" }).click();
    await page.getByText("1 code changed, 1 left as it was: without a change.").first().waitFor();
    expect(await labelsOf(caller, ids)).toEqual([["archived"], ["archived", "b"]]);
    await beginMore(page, "Unarchive");
    await page
      .getByRole("dialog", { name: "Unarchive 2 codes?" })
      .getByRole("button", { name: "Unarchive", exact: true })
      .click();
    await page.getByRole("heading", { name: "No archived codes" }).waitFor();
    expect(await labelsOf(caller, ids)).toEqual([[], ["b"]]);
    const strip = page.getByRole("region", { name: "Last change" });
    await strip.getByRole("button", { name: "Dismiss" }).press("Enter");
    await strip.waitFor({ state: "detached" });
    await expect.poll(() => describeFocus(page)).toMatchObject({ id: "main" });
  });
});

describe("deleting the selected codes", () => {
  const listed = async (caller: Caller) => {
    const text = "SELECT count(*)::int FROM qr_code WHERE account_id = $1 AND purge_after IS NULL";
    return (await sql.query<{ count: number }>(text, [caller.accountId])).rows[0]?.count;
  };

  it("shows their scans this week, requires typing their number, and Undo restores all 30", async () => {
    const { account, context, caller, ids } = await newOwner(29, fixed);
    const at = new Date(Date.now() - 3_600_000);
    const rows = Array.from({ length: 120 }, (_, place) => ({ codeId: ids[place % 2] ?? "", at }));
    await storeRawScans({ accountId: account.accountId, isSandbox: false }, rows);
    const page = await openList(table, context);
    await chooseAll(page, 30);
    await begin(page, "Delete");
    const dialog = page.getByRole("dialog", { name: "Delete 30 codes?" });
    await dialog.getByText("Together they were scanned 120 times this week. 29 are dynamic").waitFor();
    await dialog.getByText("1 is static").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep them");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText("Type 30 to delete them.").waitFor();
    await dialog.getByLabel("Type their number, 30, to delete them").fill("30");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByText("30 codes deleted.").first().waitFor();
    expect(await listed(caller)).toBe(0);
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page.getByText("30 codes are restored.").first().waitFor();
    await page.getByRole("link", { name: "Shelf 01", exact: true }).waitFor();
    expect(await listed(caller)).toBe(30);
  });
});
