import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { requestPlan } from "@/lib/accounts";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { untilStill, withBrowser } from "./browser";
import { listFaults, listSmallTargets, looks, setTextSize } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

const outside = [
  "/sign-in",
  "/sign-in?error=OAuthCallback",
  "/sign-up",
  "/sign-up/confirm",
  "/sign-up/operator",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/goodbye",
];
const inside = ["/settings", "/plan", "/api-keys", "/api-keys?environment=sandbox"];

/** An account with something on each of its pages. */
async function furnish(plan: "free" | "pro"): Promise<TestAccount> {
  const account = await newAccount(plan);
  await requestPlan(callerOf(account, plan), { plan: "starter", note: "one line" });
  await newKey(account, { expiresAt: new Date(Date.now() + 3_600_000) });
  return account;
}

/** Opens each of the page's dialogs in turn. */
const dialogs: Record<string, readonly string[]> = {
  "/settings": ["Delete account"],
  "/plan": ["Request Free"],
  "/api-keys": ["New key", "Edit", "Rotate", "Delete"],
};

async function openDialog(page: Page, name: string): Promise<void> {
  const direct = page.getByRole("button", { name, exact: true });
  if ((await direct.count()) > 0) await direct.click();
  else {
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name }).click();
  }
  await page.getByRole("dialog").waitFor();
  // The dialog's colours are whole once it has come in.
  await untilStill(page);
}

/** On a small phone, and where text has twice its size: the dialog is within the window, and its last button can be reached. */
async function expectFitting(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  const dialog = page.getByRole("dialog");
  for (const [width, text] of [
    [320, 1],
    [640, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await setTextSize(page, text);
    const { x, width: taken } = (await dialog.boundingBox()) ?? { x: -1, width: 0 };
    expect(x, what).toBeGreaterThanOrEqual(0);
    expect(x + taken, what).toBeLessThanOrEqual(width);
    if (text === 1) expect(await listSmallTargets(page), what).toEqual([]);
    const last = dialog.locator("form button").last();
    await last.scrollIntoViewIfNeeded();
    await last.waitFor();
  }
  await setTextSize(page, 1);
  if (before) await page.setViewportSize(before);
}

describe.each(looks)("$name", ({ context, inspect }) => {
  it("sign-in and sign-up pages and their errors have no axe faults, overflow or small targets", async () => {
    const page = await open("/sign-in", { ...context, mayLog: /status of 401/ });
    for (const path of outside) {
      await page.goto(path);
      expect(await inspect(page), path).toEqual([]);
    }
    await page.goto("/sign-up");
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect(await inspect(page)).toEqual([]);
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("nobody's password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("main").getByRole("alert").waitFor();
    expect(await inspect(page)).toEqual([]);
  });

  it("account pages and their dialogs have no axe faults, overflow or small targets", async () => {
    const page = await open("/settings", { ...context, ...(await signedIn(await furnish("pro"))) });
    for (const path of inside) {
      await page.goto(path);
      expect(await inspect(page), path).toEqual([]);
      for (const name of dialogs[path] ?? []) {
        const what = `${path}: ${name}`;
        await openDialog(page, name);
        expect(await listFaults(page), what).toEqual([]);
        await expectFitting(page, what);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
  });

  it("the keys page has no axe faults, without a key and with a new one shown", async () => {
    const free = await signedIn(await newAccount("free"));
    expect(await inspect(await open("/api-keys", { ...context, ...free }))).toEqual([]);
    const developer = await signedIn(await newAccount("developer"));
    const page = await open("/api-keys", { ...context, ...developer });
    expect(await inspect(page)).toEqual([]);
    await page.getByLabel("Name").fill("Till system");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("dialog", { name: "Copy the key now" }).waitFor();
    expect(await listFaults(page)).toEqual([]);
  });
});

it("a dialog keeps its borders in forced colours, and has no transition with reduced motion", async () => {
  const page = await open("/api-keys", {
    ...(await signedIn(await furnish("pro"))),
    forcedColors: "active",
    reducedMotion: "reduce",
  });
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.evaluate((popup) => getComputedStyle(popup).borderTopStyle)).toBe("solid");
  expect(await dialog.evaluate((popup) => getComputedStyle(popup).transitionProperty)).toBe("none");
  const field = page.getByLabel("Name");
  expect(await field.evaluate((input) => getComputedStyle(input).borderTopStyle)).toBe("solid");
});
