import { describe, expect, it } from "vitest";
import { createKey } from "@/lib/api-keys";
import { callerOf, newAccount } from "../support/accounts";
import { withBrowser } from "./browser";
import { findOverflow } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

/** Text that becomes markup or script wherever something forgets to escape. */
const hostile = [
  "<script>window.harmed=1</script>",
  '"><img src=x onerror="window.harmed=1">',
  "</title><svg/onload=window.harmed=1>",
  "javascript:window.harmed=1//",
  "'-window.harmed=1-'",
  "{{window.harmed=1}}<%= window.harmed=1 %>",
  "\u202e<b>\u2066evil",
  "\u{1F469}\u200D\u{1F52C}".repeat(8),
  "x".repeat(100),
];

describe("I3: names with markup and script", () => {
  it("are shown as text in the sidebar, the list of keys, dialogs and toasts", async () => {
    const account = await newAccount("pro");
    for (const name of hostile) {
      await createKey(callerOf(account, "pro"), {
        name,
        description: name,
        permissions: ["qr:read"],
        environment: "production",
      });
    }
    const page = await open("/settings", await signedIn(account));
    for (const name of hostile) {
      await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
      await page.getByRole("button", { name: "Save name" }).click();
      await expect
        .poll(() => page.getByRole("complementary", { name: "Sidebar" }).textContent())
        .toContain(name);
    }
    await page.goto("/api-keys");
    for (const name of hostile) {
      await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog", { name: `Delete “${name}”?`, exact: true }).waitFor();
      await page.getByRole("button", { name: "Delete for good" }).click();
      await page.getByText(`“${name}” is deleted.`, { exact: true }).waitFor();
    }
    expect(await page.evaluate(() => "harmed" in window)).toBe(false);
  });

  it("cause no horizontal overflow on the keys page", async () => {
    const account = await newAccount("pro");
    for (const name of hostile) {
      await createKey(callerOf(account, "pro"), {
        name,
        permissions: ["qr:read"],
        environment: "production",
      });
    }
    const page = await open("/api-keys", await signedIn(account));
    expect(await findOverflow(page)).toEqual([]);
  });
});
