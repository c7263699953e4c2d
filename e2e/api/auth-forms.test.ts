import { beforeAll, describe, expect, inject, it } from "vitest";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";

const origin = "https://qr.example.com";
const services = openServices();
let baseUrl = "";
let account: TestAccount;

beforeAll(async () => {
  const service = await services.start({
    DATA_DIR: services.newFolder(),
    DATABASE_URL: inject("databaseUrl"),
    BASE_URL: origin,
    BASE_URL_ALIASES: "old.example.com",
    TRUSTED_PROXIES: "127.0.0.1, ::1",
  });
  baseUrl = service.baseUrl;
  account = await newAccount("pro");
});

/** Behind a proxy that speaks https and passes its own name for the host. */
const newBrowser = () => new BrowserSession(baseUrl, newClient(), origin);

async function signedIn(): Promise<BrowserSession> {
  const browser = newBrowser();
  expect((await browser.signIn(account.email, account.password)).status).toBe(200);
  return browser;
}

const foreign: Record<string, Record<string, string | undefined>> = {
  "another site's form": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  "another site's fetch": { origin: "https://evil.example", "sec-fetch-mode": "cors" },
  "a sandboxed frame": { origin: "null", "sec-fetch-site": "cross-site" },
  "a sibling domain": { origin: "https://shop.example.com", "sec-fetch-site": "same-site" },
  "a subdomain": { origin: "https://x.qr.example.com", "sec-fetch-site": "same-site" },
  "plain HTTP on the same host": { origin: "http://qr.example.com", "sec-fetch-site": "cross-site" },
  "a request without an origin": { origin: undefined },
  "a same-site request without an origin": { origin: undefined, "sec-fetch-site": "same-site" },
};

describe("A8: sign-in and forms over HTTPS", () => {
  it("sets cookies that are Secure, HttpOnly, SameSite=Lax and bound to this host", async () => {
    const browser = newBrowser();
    const { csrfToken } = JSON.parse((await browser.send("/api/auth/csrf")).text) as { csrfToken: string };
    const form = { email: account.email, password: account.password, csrfToken, json: "true" };
    const { headers } = await browser.send("/api/auth/callback/credentials", { form });
    const lines = headers.getSetCookie();
    expect(lines.some((line) => line.startsWith("__Host-next-auth.session-token="))).toBe(true);
    for (const line of lines) {
      expect(line).toMatch(/^__(?:Host|Secure)-/);
      expect(line).toMatch(/; Secure/i);
      expect(line).toMatch(/; HttpOnly/i);
      expect(line).toMatch(/; SameSite=Lax/i);
      expect(line).not.toMatch(/Domain=/i);
    }
    expect([...browser.cookies.keys()]).toContain("__Host-next-auth.csrf-token");
  });

  it("ignores a session cookie without the __Host- prefix, which a sibling domain could set", async () => {
    const browser = await signedIn();
    const [name = "", value = ""] = browser.sessionCookie() ?? [];
    const other = newBrowser();
    other.cookies.set(name.replace("__Host-", ""), value);
    other.cookies.set(name.replace("__Host-", "__Secure-"), value);
    expect(await other.whoami()).toBeNull();
    other.cookies.set(name, value);
    expect(await other.whoami()).toBe(account.email);
  });

  it.each(Object.keys(foreign))("rejects sign-out from %s with 403 and keeps the session", async (kind) => {
    const browser = await signedIn();
    const csrfToken = await browser.csrfToken();
    for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/json"]) {
      const { status, text, headers } = await browser.send("/api/auth/signout", {
        body: type === "application/json" ? JSON.stringify({ csrfToken }) : `csrfToken=${csrfToken}`,
        headers: { "content-type": type, ...foreign[kind] },
      });
      expect(status).toBe(403);
      expect(JSON.parse(text)).toMatchObject({ code: "insufficient_permission" });
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(await browser.whoami()).toBe(account.email);
  });

  it.each(Object.keys(foreign))("rejects sign-in from %s with 403 and sets no cookie", async (kind) => {
    const victim = newBrowser();
    const csrfToken = await victim.csrfToken();
    const form = { email: account.email, password: account.password, csrfToken, json: "true" };
    const { status, headers } = await victim.send("/api/auth/callback/credentials", {
      form,
      headers: foreign[kind] ?? {},
    });
    expect(status).toBe(403);
    expect(headers.getSetCookie()).toEqual([]);
    expect(victim.sessionCookie()).toBeUndefined();
  });

  it.each(Object.keys(foreign))("rejects an action from %s with 403 and keeps the session", async (kind) => {
    const browser = await signedIn();
    const { status, text } = await act(browser, "/settings", "signOut", {}, foreign[kind]);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ code: "insufficient_permission" });
    expect(await browser.whoami()).toBe(account.email);
  });

  it.each([
    ["its own origin", { origin }],
    ["an alias", { origin: "https://old.example.com" }],
    ["a browser that sends only Sec-Fetch-Site", { origin: undefined, "sec-fetch-site": "same-origin" }],
    ["its own origin through a proxy that changes Host", { origin, host: "localhost:8080" }],
  ])("accepts a form from %s", async (_, headers) => {
    const browser = await signedIn();
    const answer = await act(browser, "/settings", "saveName", { name: "Ada" }, headers);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"done":null');
    expect((await browser.send("/settings")).text).toContain('value="Ada"');
  });

  it("requires next-auth's CSRF token even for a sign-in from its own page", async () => {
    const browser = newBrowser();
    const form = { email: account.email, password: account.password, json: "true" };
    for (const csrfToken of ["", "x", await newBrowser().csrfToken()]) {
      const { text } = await browser.send("/api/auth/callback/credentials", { form: { ...form, csrfToken } });
      expect(JSON.parse(text)).toEqual({ url: expect.stringContaining("csrf=true") });
      expect(browser.sessionCookie()).toBeUndefined();
    }
  });
});

describe("A8: GET and HEAD requests to /api/auth", () => {
  it("get 405 from sign-in and sign-out and change no session", async () => {
    const browser = await signedIn();
    const csrfToken = await browser.csrfToken();
    const query = new URLSearchParams({ email: account.email, password: account.password, csrfToken });
    for (const path of ["/api/auth/signout", "/api/auth/callback/credentials"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await browser.send(`${path}?${query}`, { method });
        expect(status, `${method} ${path}`).toBe(405);
        expect(headers.get("allow")).toBe("POST");
      }
    }
    expect(await browser.whoami()).toBe(account.email);
    const stranger = newBrowser();
    await stranger.send(`/api/auth/callback/credentials?${query}`);
    expect(stranger.sessionCookie()).toBeUndefined();
  });
});

describe("A8: API authentication", () => {
  it("ignores session cookies, and accepts a key from any origin", async () => {
    const browser = await signedIn();
    const { status, text } = await browser.send("/api/v1/api-keys");
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ code: "missing_api_key" });
    const { apiKey } = await newKey(account);
    const evil = { origin: "https://evil.example", cookie: browser.cookieHeader() };
    expect((await callV1(apiKey, "GET", "/api-keys", { headers: evil })).status).toBe(200);
    const { headers } = await browser.send("/api/v1/api-keys", {
      headers: { authorization: `Bearer ${apiKey}`, origin: "https://evil.example" },
    });
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.getSetCookie()).toEqual([]);
  });
});
