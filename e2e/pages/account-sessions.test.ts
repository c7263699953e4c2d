import { describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { endSession } from "@/lib/users";
import { findSessionUser } from "@/lib/users/sign-in";
import { newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { enter } from "../support/enter";
import { withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();
const phone = { device: "Mobile", os: "iOS", browser: "Safari", country: "NO" } as const;

/** A session as it would be from somebody's phone. */
async function enterByPhone(account: TestAccount, hoursAgo = 0) {
  const ticket = await enter(account, phone);
  await sql.query("UPDATE user_session SET last_seen_at = now() - make_interval(hours => $2) WHERE id = $1", [
    ticket.sessionId,
    hoursAgo,
  ]);
  return ticket;
}

describe("the session list", () => {
  it("A9: shows browser and country, and signs out one session without ending the others", async () => {
    const account = await newAccount("free");
    const lost = await enterByPhone(account, 3);
    const elsewhere = new BrowserSession(inject("baseUrl"));
    await elsewhere.signIn(account.email, account.password);
    const page = await open("/sign-in?callbackUrl=/settings");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/settings");
    const list = page.locator("#session-list");
    const rows = list.getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().textContent()).toMatch(/^Chrome on LinuxThis one.*Here now/);
    expect(await rows.first().getByRole("button").count()).toBe(0);
    expect(await rows.nth(1).textContent()).toMatch(/^Unknown browser.*Seen in the last half hour/);
    expect(await rows.nth(2).textContent()).toMatch(/^Safari on iOSNorway·Seen 3 hours ago·Signed in \d/);
    await page.getByRole("button", { name: "Sign out Safari on iOS, Seen 3 hours ago" }).click();
    await page.getByText("Safari on iOS is signed out.").waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("session-list");
    expect(await findSessionUser(lost)).toBeNull();
    expect(await elsewhere.whoami()).toBe(account.email);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
  });

  it("signs out a session when its button is pressed before the page's scripts load", async () => {
    const account = await newAccount("free");
    await enterByPhone(account);
    const page = await open("/", await signedIn(account));
    let come = () => {};
    const arrived = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route("**/_next/static/**/*.js", (route) => arrived.then(() => route.continue()));
    await page.goto("/settings", { waitUntil: "commit" });
    await page.getByRole("button", { name: /^Sign out Safari on iOS/ }).click();
    come();
    await page.getByText("Safari on iOS is signed out.").waitFor();
    await expect.poll(() => page.locator("#session-list").getByRole("listitem").count()).toBe(1);
  });

  it("removes a session that has already ended, with a message", async () => {
    const account = await newAccount("free");
    const lost = await enterByPhone(account);
    const page = await open("/settings", await signedIn(account));
    await endSession(account.userId, lost.sessionId);
    await page.getByRole("button", { name: /^Sign out Safari on iOS/ }).click();
    await page.getByText("This session has already ended.").first().waitFor();
    await expect.poll(() => page.locator("#session-list").getByRole("listitem").count()).toBe(1);
  });

  it("shows six sessions at first, and all eight when expanded by keyboard", async () => {
    const account = await newAccount("free");
    for (let hours = 1; hours <= 7; hours += 1) await enterByPhone(account, hours);
    const page = await open("/settings", await signedIn(account));
    const ends = page.getByRole("button", { name: /^Sign out Safari on iOS/ });
    expect(await ends.count()).toBe(5);
    await page.getByText("All 8 sessions").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => ends.count()).toBe(7);
  });
});
