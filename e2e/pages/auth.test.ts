import { randomBytes } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { openServices } from "../support/process/services";
import { type OpenOptions, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();
const services = openServices();

/** What the browser says of an answer that is a refusal, which the page then shows. */
const refused = /the server responded with a status of 4\d\d/;

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

function openRefused(path: string, options: OpenOptions = {}) {
  return open(path, { mayLog: refused, ...options });
}

describe("signing in", () => {
  it("leads to the first page of the account: its codes, or its keys on a plan that works through the API", async () => {
    for (const [plan, path] of [
      ["free", "/codes"],
      ["developer", "/api-keys"],
    ] as const) {
      const account = await newAccount(plan);
      const page = await open("/sign-in");
      await fillSignIn(page, account.email, account.password);
      await page.waitForURL(`**${path}`);
      await page.getByRole("button", { name: account.email }).waitFor();
    }
  });

  it("leads back to the page that was asked for, its query too", async () => {
    const account = await newAccount("pro");
    const page = await open("/api-keys?environment=sandbox");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.getByRole("link", { name: "Create one" }).click();
    await page.waitForURL("**/sign-up?*");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/sign-in?*");
    await fillSignIn(page, account.email, account.password);
    await page.waitForURL("**/api-keys?environment=sandbox");
  });

  it("A10: leads to no other site, whatever the address asks for", async () => {
    const account = await newAccount("free");
    for (const evil of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const page = await open(`/sign-in?callbackUrl=${encodeURIComponent(evil)}`);
      await fillSignIn(page, account.email, account.password);
      await page.waitForURL("**/codes");
      expect(new URL(page.url()).origin).toBe(inject("baseUrl"));
    }
  });

  it("A10: says the same of a wrong password and of an address that nobody has", async () => {
    const { email } = await newAccount("free");
    const page = await openRefused("/sign-in");
    for (const address of [email, `nobody-${randomBytes(4).toString("hex")}@example.com`]) {
      await fillSignIn(page, address, "not the password at all");
      await expect
        .poll(() => page.getByRole("main").getByRole("alert").textContent())
        .toBe("This address and password don't match.");
      expect(await page.getByLabel("Email").inputValue()).toBe(address);
    }
  });

  it("A10: says from when on it may be tried again after ten wrong passwords", async () => {
    const { email, password } = await newAccount("free");
    const page = await openRefused("/sign-in");
    for (let guess = 1; guess <= 10; guess++) {
      const answered = page.waitForResponse(/callback\/credentials/);
      await fillSignIn(page, email, `guess number ${guess}`);
      expect((await answered).status()).toBe(401);
      await page.getByRole("button", { name: "Sign in", exact: true, disabled: false }).waitFor();
    }
    await fillSignIn(page, email, password);
    await expect
      .poll(() => page.getByRole("main").getByRole("alert").textContent())
      .toMatch(/^Too many wrong passwords\. Try again at \d\d:\d\d\.$/);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });

  itInLongRuns("is skipped by who is signed in already", async () => {
    const account = await newAccount("free");
    const page = await open("/sign-in?callbackUrl=/settings", await signedIn(account));
    expect(new URL(page.url()).pathname).toBe("/settings");
    await page.goto("/sign-up");
    expect(new URL(page.url()).pathname).toBe("/codes");
  });

  itInLongRuns("is offered by the site's bar, which then leads to the account", async () => {
    const account = await newAccount("free");
    const page = await open("/");
    const bar = page.getByRole("banner");
    expect(await bar.getByRole("link", { name: "Create account" }).getAttribute("href")).toBe("/sign-up");
    await bar.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/sign-in");
    await fillSignIn(page, account.email, account.password);
    await page.waitForURL("**/codes");
    await page.goto("/");
    await bar.getByRole("link", { name: "Dashboard" }).click();
    await page.waitForURL("**/codes");
  });
});

describe("A8: an address that is opened changes nothing", () => {
  itInLongRuns("a dead link says so and shows the way to another", async () => {
    const token = randomBytes(32).toString("base64url");
    for (const [path, way] of [
      ["/sign-up/confirm", "Sign up again"],
      ["/reset-password", "Mail another link"],
      ["/confirm-email", "Go to your account"],
    ] as const) {
      for (const query of ["", `?token=${token}`, `?token=${token}&token=x`]) {
        const page = await open(path + query);
        expect(await page.getByText("This link doesn't work any more").isVisible(), path + query).toBe(true);
        await page.getByRole("main").getByRole("link", { name: way }).waitFor();
        expect(await page.getByRole("main").locator("form").count()).toBe(0);
      }
    }
  });
});

describe("other ways in", () => {
  itInLongRuns("are not offered without their settings", async () => {
    const page = await open("/sign-in");
    expect(await page.getByRole("button", { name: /GitHub|Google/ }).count()).toBe(0);
  });

  itInLongRuns("are offered where the operator has set them, and lead to the provider", async () => {
    const { baseUrl } = await services.start({
      DATA_DIR: services.newFolder(),
      GITHUB_ID: "id-of-the-test",
      GITHUB_SECRET: "secret-of-the-test",
    });
    const page = await open("/sign-in?callbackUrl=/settings", {
      baseURL: baseUrl,
      mayAsk: /^https:\/\/github\.com\/login\/oauth\//,
    });
    await page.route("https://github.com/**", (route) => route.fulfill({ body: "GitHub" }));
    expect(await page.getByRole("button", { name: "Sign in with Google" }).count()).toBe(0);
    const asked = page.waitForRequest(/github\.com/).then((request) => new URL(request.url()));
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    const { origin, pathname, searchParams } = await asked;
    expect(origin + pathname).toBe("https://github.com/login/oauth/authorize");
    expect(searchParams.get("client_id")).toBe("id-of-the-test");
    expect(searchParams.get("redirect_uri")).toBe(`${baseUrl}/api/auth/callback/github`);
  });

  itInLongRuns("come back with a sentence where they fail", async () => {
    for (const [error, words] of [
      ["EmailNotVerified", /not verified your address/],
      ["OAuthCallback", /not finished/],
      ["<img src=x onerror=window.harmed=1>", /not finished/],
    ] as const) {
      const page = await open(`/sign-in?error=${encodeURIComponent(error)}`);
      expect(await page.getByRole("main").getByRole("alert").textContent()).toMatch(words);
      expect(await page.evaluate(() => "harmed" in window)).toBe(false);
    }
  });
});
