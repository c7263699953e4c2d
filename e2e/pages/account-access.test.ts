import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { requestPlan } from "@/lib/accounts";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { contextOf, type OpenOptions, screens, themes, untilStill, withBrowser } from "./browser";
import { findOverflow, listFaults, listSmallTargets, setTextSize } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

const outside = [
  "/sign-in",
  "/sign-in?error=OAuthCallback",
  "/sign-up",
  "/sign-up/confirm",
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
  await newKey(account, { expiresAt: new Date(Date.now() + 60_000) });
  return account;
}

/** Opens each of the page's dialogs in turn. */
const dialogs: Record<string, readonly string[]> = {
  "/settings": ["Delete account"],
  "/plan": ["Ask for Free"],
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

describe.each(themes)("axe in %s", (colorScheme) => {
  const device: OpenOptions = colorScheme === "light" ? {} : contextOf(screens[0]);

  it("finds nothing on the pages around signing in, faults and refusals too", async () => {
    const page = await open("/sign-in", { ...device, colorScheme, mayLog: /status of 401/ });
    for (const path of outside) {
      await page.goto(path);
      expect(await listFaults(page), path).toEqual([]);
    }
    await page.goto("/sign-up");
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect(await listFaults(page)).toEqual([]);
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("nobody's password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("main").getByRole("alert").waitFor();
    expect(await listFaults(page)).toEqual([]);
  });

  it("finds nothing on the pages of an account and in their dialogs", async () => {
    const page = await open("/settings", {
      ...device,
      ...(await signedIn(await furnish("pro"))),
      colorScheme,
    });
    for (const path of inside) {
      await page.goto(path);
      expect(await listFaults(page), path).toEqual([]);
      for (const name of dialogs[path] ?? []) {
        await openDialog(page, name);
        expect(await listFaults(page), `${path}: ${name}`).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
  });

  it("finds nothing without a key, and while a key is shown", async () => {
    const free = await open("/api-keys", {
      ...device,
      ...(await signedIn(await newAccount("free"))),
      colorScheme,
    });
    expect(await listFaults(free)).toEqual([]);
    const page = await open("/api-keys", {
      ...device,
      ...(await signedIn(await newAccount("developer"))),
      colorScheme,
    });
    expect(await listFaults(page)).toEqual([]);
    await page.getByLabel("Name").fill("Till system");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("dialog", { name: "Copy the key now" }).waitFor();
    await untilStill(page);
    expect(await listFaults(page)).toEqual([]);
  });
});

describe("on every screen", () => {
  it("nothing scrolls sideways, from 320 pixels on and with text at twice its size", async () => {
    const options = await signedIn(await furnish("pro"));
    for (const [paths, who] of [
      [outside, {}],
      [inside, options],
    ] as const) {
      const page = await open(paths[0]!, who);
      for (const path of paths) {
        await page.goto(path);
        expect(await findOverflow(page), path).toEqual([]);
        await setTextSize(page, 2);
        await page.reload();
        expect(await findOverflow(page, [640, 768, 1280, 1920]), `${path}, text at 200 %`).toEqual([]);
        await setTextSize(page, 1);
      }
    }
  });

  it("dialogs fit a small phone, and twice the text", async () => {
    const options = await signedIn(await furnish("pro"));
    const page = await open("/settings", { ...contextOf(screens[0]), ...options });
    for (const [width, text] of [
      [320, 1],
      [640, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await setTextSize(page, text);
      for (const [path, names] of Object.entries(dialogs)) {
        for (const name of names) {
          await page.goto(path);
          await openDialog(page, name);
          const dialog = page.getByRole("dialog");
          const { x, width: taken } = (await dialog.boundingBox()) ?? { x: -1, width: 0 };
          expect(x, `${path}: ${name}`).toBeGreaterThanOrEqual(0);
          expect(x + taken, `${path}: ${name}`).toBeLessThanOrEqual(width);
          const last = dialog.locator("form button").last();
          await last.scrollIntoViewIfNeeded();
          expect(await last.isVisible()).toBe(true);
        }
      }
    }
  });

  it("every target under a finger is 44 pixels or more", async () => {
    const options = { ...contextOf(screens[0]), ...(await signedIn(await furnish("pro"))) };
    const page = await open("/settings", options);
    for (const path of inside) {
      await page.goto(path);
      expect(await listSmallTargets(page), path).toEqual([]);
      for (const name of dialogs[path] ?? []) {
        await openDialog(page, name);
        expect(await listSmallTargets(page), `${path}: ${name}`).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
    const visitor = await open("/sign-in", contextOf(screens[0]));
    for (const path of outside) {
      await visitor.goto(path);
      expect(await listSmallTargets(visitor), path).toEqual([]);
    }
  });

  it("keeps its borders in forced colours, and moves nothing where motion is unwanted", async () => {
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
});
