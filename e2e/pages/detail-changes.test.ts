import { describe, expect, it } from "vitest";
import { createCode, updateCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import { plainCode } from "../support/codes";
import { itInLongRuns } from "../support/long";
import { visit } from "../support/short-urls";
import { withBrowser } from "./browser";
import { addressOf, newOwner, pathOf, readKept, readOrder } from "./detail-page";
import { settle } from "./furnished";
import { describeFocus, listFaults } from "./inspect";

const open = withBrowser();
const site = "https://example.com";

describe("a code changed on its page", () => {
  it("redirects to its new target at once, and back after Undo or restoring an earlier one", async () => {
    const { made, path, context } = await newOwner();
    const led = async () => (await visit(pathOf(made))).headers.location;
    const page = await open(path, context);
    const target = page.getByLabel("Target address");
    const block = page.getByRole("region", { name: "Target" });
    await target.fill("example.com/autumn");
    await block.getByRole("button", { name: "Change" }).click();
    await page.getByText("Start with https://.").waitFor();
    expect(await led()).toBe(`${site}/menu`);

    await target.fill(`${site}/autumn`);
    await block.getByRole("button", { name: "Change" }).click();
    await page.getByText("Target changed.").waitFor();
    await block.getByText("/autumn", { exact: true }).waitFor();
    expect(await led()).toBe(`${site}/autumn`);
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page.getByText("The target is restored.").waitFor();
    expect(await led()).toBe(`${site}/menu`);
    await expect.poll(() => target.inputValue()).toBe(`${site}/menu`);

    await block.getByRole("button", { name: "Restore /autumn" }).click();
    await page.getByText("It opens /autumn again.").waitFor();
    expect(await led()).toBe(`${site}/autumn`);
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await expect.poll(led).toBe(`${site}/menu`);
    await expect.poll(() => block.getByRole("listitem").count()).toBe(5);
  });

  itInLongRuns("keeps later changes when an earlier change is undone", async () => {
    const { caller, made, path, context } = await newOwner();
    const page = await open(path, context);
    const lead = async (content: string) => {
      await page.getByLabel("Target address").fill(content);
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await expect.poll(async () => (await readKept(made.id))?.content).toBe(content);
      await page.getByText("Target changed.").waitFor();
    };
    await lead(`${site}/autumn`);
    await updateCode(caller, made.id, { settings: { fallbackUrl: `${site}/late` } });
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page.getByText("The target is restored.").waitFor();
    await page.getByText("Target changed.").waitFor({ state: "detached" });
    const kept = { content: `${site}/menu`, rules: { fallbackUrl: `${site}/late` } };
    expect(await readKept(made.id)).toEqual(kept);
    await expect.poll(() => page.getByLabel("Target address").inputValue()).toBe(`${site}/menu`);

    await lead(`${site}/winter`);
    await updateCode(caller, made.id, { content: `${site}/elsewhere` });
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page.getByText("The target was changed again since, so it stays as it is.").first().waitFor();
    expect(await readKept(made.id)).toEqual({ ...kept, content: `${site}/elsewhere` });
  });

  it("shows an error at the field for a forbidden target, and keeps the typed target", async () => {
    const { made, path, context } = await newOwner();
    const page = await open(path, context);
    const block = page.getByRole("region", { name: "Target" });
    for (const address of [addressOf(made), "https://user:secret@example.com/"]) {
      await block.getByLabel("Target address").fill(address);
      await block.getByRole("button", { name: "Change" }).click();
      await page.getByText("A code can't open this").waitFor();
      expect(await block.getByLabel("Target address").inputValue()).toBe(address);
    }
    expect((await readKept(made.id))?.content).toBe(`${site}/menu`);
  });

  itInLongRuns("gets a start, an end, a scan limit and a fallback in the owner's time zone", async () => {
    const { made, path, context } = await newOwner();
    const page = await open(path, context);
    const rules = page.getByRole("region", { name: "Schedule and limits" });
    await rules.getByText("Times in Oslo").waitFor();
    const set = async (line: string, field: string, value: string) => {
      await rules.getByRole("button", { name: `“${line}”` }).click();
      await rules.getByLabel(field).fill(value);
      await rules.getByRole("button", { name: "Save" }).click();
    };
    await set("Ends", "Ends at", "2031-12-31T23:59");
    await rules.getByText("31 Dec 2031, 23:59").waitFor();
    await set("Starts", "Starts at", "2032-01-01T00:00");
    await rules.getByText("It starts after it ends. Choose an earlier time.").waitFor();
    await rules.getByLabel("Starts at").fill("2031-03-30T02:30");
    await rules.getByRole("button", { name: "Save" }).click();
    await rules.getByText("Clocks go forward then").waitFor();
    await page.keyboard.press("Escape");
    await set("Scan limit", "Maximum scans", "1.5");
    await rules.getByText("A whole number from 1 to 1,000,000,000.").waitFor();
    await rules.getByLabel("Maximum scans").fill("500");
    await rules.getByRole("button", { name: "Save" }).click();
    await rules.getByText("500, 0 used").waitFor();
    await set("Afterwards", "Address", `${site}/late`);
    await rules.getByText("example.com/late").waitFor();
    expect((await readKept(made.id))?.rules).toEqual({
      expiresAt: "2031-12-31T22:59:00.000Z",
      maxScans: 500,
      fallbackUrl: `${site}/late`,
    });
    await rules.getByRole("button", { name: "“Ends”" }).click();
    await rules.getByRole("button", { name: "Remove" }).click();
    await rules.getByText("Never").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Set “Ends”");
  });

  itInLongRuns(
    "has its tags typed, picked and removed by keyboard, with an error for a wrong tag",
    async () => {
      const { caller, made, path, context } = await newOwner("free");
      await createCode(caller, { ...plainCode, tags: ["summer", "menus"] });
      const page = await open(path, context);
      const block = page.getByRole("region", { name: "Tags, note and archive" });
      const tagsOf = async () => (await readOrder(made.id))?.tags;
      const chips = () => block.getByRole("button", { name: /^Remove / }).count();
      const said = () => block.getByRole("status").textContent();
      await block.getByRole("button", { name: "Add “Tags”" }).press("Enter");
      const input = block.getByRole("combobox", { name: "Tags" });
      await input.pressSequentially("Table cards,");
      await expect.poll(said).toBe("Added: table cards.");
      await input.pressSequentially("su");
      await page.getByRole("option", { name: "summer" }).waitFor();
      expect(await listFaults(page, "[role=listbox]")).toEqual([]);
      await input.press("ArrowDown");
      await input.press("Enter");
      await expect.poll(chips).toBe(2);
      await expect.poll(said).toBe("Added: summer.");
      await input.pressSequentially("Summer,");
      await expect.poll(said).toBe("Already added: summer.");
      await input.pressSequentially("a/b");
      await input.press("Enter");
      await block.getByText("A tag can't contain a slash. Use a hyphen.").waitFor();
      expect(await listFaults(page)).toEqual([]);
      await input.fill("");
      await input.pressSequentially("TABLE CARDS,wrong");
      await input.press("Enter");
      await expect.poll(chips).toBe(3);
      await input.press("Backspace");
      await expect.poll(chips).toBe(2);
      await expect.poll(said).toBe("Removed: wrong.");
      // What is typed and not ended is saved, too.
      await input.pressSequentially("2027");
      await block.getByRole("button", { name: "Save" }).press("Enter");
      await page.getByText("Tags saved.").waitFor();
      expect(await tagsOf()).toEqual(["2027", "summer", "table cards"]);
      await block.getByRole("list", { name: "Tags" }).getByText("table cards").waitFor();
      await expect.poll(() => describeFocus(page)).toMatchObject({ name: "Change “Tags”" });

      await page.keyboard.press("Enter");
      await input.press("Backspace");
      await input.press("Escape");
      await input.waitFor({ state: "detached" });
      expect(await tagsOf()).toEqual(["2027", "summer", "table cards"]);
    },
  );

  itInLongRuns("is refused a new tag when the account has 500 different tags", async () => {
    const { caller, made, path, context } = await newOwner("starter");
    for (let lot = 0; lot < 50; lot += 10) {
      const codes = Array.from({ length: 10 }, (_, at) => ({
        ...plainCode,
        tags: Array.from({ length: 10 }, (_, n) => `tag ${lot + at} ${n}`),
      }));
      await createCodes(caller, codes);
    }
    const page = await open(path, context);
    const block = page.getByRole("region", { name: "Tags, note and archive" });
    await block.getByRole("button", { name: "Add “Tags”" }).click();
    await block.getByRole("combobox", { name: "Tags" }).fill("one more");
    await block.getByRole("button", { name: "Save" }).click();
    await block.getByText(/^An account has at most 500 different tags/).waitFor();
    expect((await readOrder(made.id))?.tags).toEqual([]);
  });

  itInLongRuns("gets a note of several lines, is archived, and is unarchived", async () => {
    const { made, path, context } = await newOwner("free", { isDynamic: false });
    const page = await open(path, context);
    const block = page.getByRole("region", { name: "Tags, note and archive" });
    await block.getByRole("button", { name: "Add “Note”" }).click();
    await block.getByLabel("Note", { exact: true }).fill("x".repeat(2_001));
    await block.getByRole("button", { name: "Save" }).click();
    await block.getByText("A note has at most 2,000 characters. This one has 2,001.").waitFor();
    await block.getByLabel("Note", { exact: true }).fill("Printed in May\n400 pieces");
    await block.getByRole("button", { name: "Save" }).click();
    await page.getByText("Note saved.").waitFor();
    await block.getByText("400 pieces").waitFor();
    await block.getByRole("button", { name: "Archive this code" }).click();
    await page.getByText("“Menu” is archived.").waitFor();
    expect(await readOrder(made.id)).toEqual({
      tags: [],
      note: "Printed in May\n400 pieces",
      isArchived: true,
    });
    await page.getByRole("button", { name: "More for Menu" }).click();
    await page.getByRole("menuitem", { name: "Unarchive" }).click();
    await page.getByText("“Menu” is no longer archived.").waitFor();
    expect((await readOrder(made.id))?.isArchived).toBe(false);
  });

  itInLongRuns("publishes its image, and unpublishes it", async () => {
    const { path, context } = await newOwner("free", { isDynamic: false });
    const page = await open(path, { ...context, permissions: ["clipboard-read", "clipboard-write"] });
    const block = page.getByRole("region", { name: "Download" });
    await settle(page);
    await block.getByRole("button", { name: "Publish image" }).click();
    await page.getByText("Image published.").waitFor();
    const address = String(await block.getByText(/\/i\/.+\.png$/).textContent());
    expect((await fetch(address)).status).toBe(200);
    await block.getByRole("button", { name: "Copy HTML" }).click();
    await page.getByText("HTML copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `<img src="${address}" alt="QR code: Menu">`,
    );
    await block.getByRole("button", { name: "Unpublish image" }).click();
    await page.getByText("Image unpublished.").waitFor();
    expect((await fetch(address)).status).toBe(404);
    expect(await listFaults(page)).toEqual([]);
  });

  it("is switched off and on, and is restored by Undo after it is deleted", async () => {
    const { made, path, context } = await newOwner();
    const status = async () => (await visit(pathOf(made))).status;
    const page = await open(path, context);
    const end = page.getByRole("region", { name: "Switch off or delete" });
    await end.getByText("It was not scanned this week.").waitFor();
    await end.getByRole("button", { name: "Switch off" }).click();
    await page.getByText("“Menu” is off.").waitFor();
    expect(await status()).toBe(410);
    await page.getByRole("button", { name: "More for Menu" }).click();
    await page.getByRole("menuitem", { name: "Switch on" }).click();
    await page.getByText("“Menu” is on.").waitFor();
    expect(await status()).toBe(302);

    await end.getByRole("button", { name: "Delete for good" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete “Menu”?" });
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL("**/codes");
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page.getByText("“Menu” is restored.").waitFor();
    expect((await readKept(made.id))?.content).toBe(`${site}/menu`);
  });

  it("A5: cannot be changed by another account that sends its id", async () => {
    const foreign = await newOwner();
    const own = await newOwner();
    const page = await open(own.path, own.context);
    await page.route("**/codes/*", (route) => {
      const sent = route.request().postData();
      return route.continue(sent === null ? {} : { postData: sent.replaceAll(own.made.id, foreign.made.id) });
    });
    const gone = page
      .getByText("This code no longer exists. Another tab or key may have deleted it.")
      .first();
    await page.getByLabel("Target address").fill(`${site}/evil`);
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await gone.waitFor();
    const rules = page.getByRole("region", { name: "Schedule and limits" });
    await rules.getByRole("button", { name: "“Scan limit”" }).click();
    await rules.getByLabel("Maximum scans").fill("1");
    await rules.getByRole("button", { name: "Save" }).click();
    await rules.getByText("This code no longer exists.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Switch off" }).click();
    await gone.waitFor();
    expect(await readKept(foreign.made.id)).toEqual({ content: `${site}/menu`, rules: null });
    expect(await readKept(own.made.id)).toEqual({ content: `${site}/menu`, rules: null });
  });
});
