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
  it("opens the codes page on Free and the keys page on Developer", async () => {
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

  it("returns to the requested page and its query string", async () => {
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

  it("A10: never redirects to another site, whatever the callback URL", async () => {
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

  it("A10: shows the same error for a wrong password and an unknown email", async () => {
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

  it("A10: is refused after ten wrong passwords, with the time to try again", async () => {
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
      .toMatch(/^Too many wrong passwords\. Try again (?:at|on \d+ \w+,) \d\d:\d\d\.$/);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });

  itInLongRuns("is skipped for a user who is already signed in", async () => {
    const account = await newAccount("free");
    const page = await open("/sign-in?callbackUrl=/settings", await signedIn(account));
    expect(new URL(page.url()).pathname).toBe("/settings");
    await page.goto("/sign-up");
    expect(new URL(page.url()).pathname).toBe("/codes");
  });

  itInLongRuns("starts from the site's top bar, which then links to the dashboard", async () => {
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

describe("A8: an emailed link", () => {
  itInLongRuns("that is invalid shows an error and a way to continue, without a form", async () => {
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

describe("sign-in providers", () => {
  itInLongRuns("are not offered without their settings", async () => {
    const page = await open("/sign-in");
    expect(await page.getByRole("button", { name: /GitHub|Google/ }).count()).toBe(0);
  });

  itInLongRuns("are offered when the operator has set them, and redirect to the provider", async () => {
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

  itInLongRuns("return to the sign-in page with an error message when they fail", async () => {
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
