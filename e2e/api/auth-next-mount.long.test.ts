import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { act } from "../support/server-actions";
import { codeAt, turnOn } from "../support/two-factor";

let mount: NextMount;
let account: TestAccount;

beforeAll(async () => {
  account = await newAccount("pro");
  const settings = {
    DATABASE_URL: inject("databaseUrl"),
    AUTH_SECRET: "a secret of the Next mount, of 32 or more characters",
    LOG_LEVEL: "warn",
    TRUSTED_PROXY: "127.0.0.1",
  };
  mount = await startNextMount(settings, "/api/auth/csrf");
});

afterAll(() => mount?.stop());

const newBrowser = () => new BrowserSession(mount.url);

async function signedIn(): Promise<BrowserSession> {
  const browser = newBrowser();
  expect((await browser.signIn(account.email, account.password)).status).toBe(200);
  expect(await browser.whoami()).toBe(account.email);
  return browser;
}

const foreign = {
  "another site": { origin: "https://evil.example" },
  "a sandboxed frame": { origin: "null" },
  "an unnamed origin": { origin: undefined },
  "a sibling without an origin": { origin: undefined, "sec-fetch-site": "same-site" },
};

it("warns of a missing mail server and of a misspelt setting", () => {
  expect(mount.output()).toContain("SMTP_URL is not set, so no email is sent");
  expect(mount.output()).toMatch(/"setting":"TRUSTED_PROXY".*TRUSTED_PROXIES/);
});

describe("sign-in on the Next mount (plain next start)", () => {
  it("A9: signs in, and signs out on every device", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect((await one.send("/settings")).status).toBe(200);
    expect((await one.signOut()).status).toBe(200);
    expect(await other.whoami()).toBeNull();
    expect((await other.send("/settings")).headers.get("location")).toBe("/sign-in?callbackUrl=%2Fsettings");
  });

  it("A9: asks for a code when two-factor sign-in is on", async () => {
    const careful = await newAccount("pro");
    const { secret } = await turnOn(careful);
    const browser = newBrowser();
    expect((await browser.signIn(careful.email, careful.password)).status).toBe(200);
    expect(await browser.whoami()).toBeNull();
    expect((await browser.send("/api/auth/code", { form: { code: codeAt(secret) } })).status).toBe(200);
    expect(await browser.whoami()).toBe(careful.email);
  });

  it("A9: signs out through the page's action", async () => {
    const browser = await signedIn();
    const { headers } = await act(browser, "/settings", "signOut");
    expect(headers.get("x-action-redirect")).toMatch(/^\//);
    expect(browser.sessionCookie()).toBeUndefined();
  });

  it.each(Object.entries(foreign))("A8: rejects a form from %s with 403 in JSON", async (_, headers) => {
    const browser = await signedIn();
    const csrfToken = await browser.csrfToken();
    const answers = [
      await browser.send("/api/auth/signout", { form: { csrfToken }, headers }),
      await act(browser, "/settings", "signOut", {}, headers),
      await browser.send("/settings", { body: "x", headers: { ...headers, "content-type": "text/plain" } }),
    ];
    for (const { status, text, ...answer } of answers) {
      expect(status).toBe(403);
      expect(JSON.parse(text)).toMatchObject({
        code: "insufficient_permission",
        requestId: expect.stringMatching(/^req_/),
      });
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect(await browser.whoami()).toBe(account.email);
  });

  it.each([
    ["GET", "/api/auth/nothing", 404],
    ["POST", "/api/auth/_log", 404],
    ["PUT", "/api/auth/session", 405],
    ["OPTIONS", "/api/auth/session", 405],
  ])("answers %s %s with %i in JSON", async (method, path, status) => {
    const answer = await newBrowser().send(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(answer.text)).toHaveProperty("requestId");
  });

  it("I7: rejects a form over 1 MiB with 413", async () => {
    const { status, text } = await newBrowser().send("/api/auth/callback/credentials", {
      form: { csrfToken: "x".repeat(1024 * 1024) },
    });
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: "payload_too_large" });
  });

  it("A12: ignores client addresses in headers when no proxy is trusted", async () => {
    const guess = (i: number) =>
      new BrowserSession(mount.url, `203.0.113.${i}`).signIn(`nobody-${i}@example.com`, "x");
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await guess(i)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});
