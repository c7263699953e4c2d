import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { encode } from "next-auth/jwt";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { changePassword, deleteUser } from "@/lib/users";
import { newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { itInLongRuns } from "../support/long";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";
import type { RunningService } from "../support/service";

const newBrowser = () => new BrowserSession(inject("baseUrl"));
const services = openServices();
let account: TestAccount;

beforeEach(async () => {
  account = await newAccount("pro");
});

async function signedIn(): Promise<BrowserSession> {
  const browser = newBrowser();
  const { status } = await browser.signIn(account.email, account.password);
  expect(status).toBe(200);
  expect(await browser.whoami()).toBe(account.email);
  return browser;
}

/** The same cookies in another browser: what a thief has. */
function copyOf(browser: BrowserSession): BrowserSession {
  const copy = newBrowser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe("A9: session", () => {
  it("is an encrypted HttpOnly, SameSite=Lax cookie that lasts 30 days", async () => {
    const browser = newBrowser();
    const { headers } = await browser.signIn(account.email, account.password);
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith("next-auth.session-token="));
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).not.toMatch(/Domain=/i);
    const expires = Date.parse(/Expires=([^;]+)/i.exec(line ?? "")?.[1] ?? "");
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
    // Encrypted: nothing of it can be read.
    const [, value = ""] = browser.sessionCookie() ?? [];
    for (const part of value.split("."))
      expect(Buffer.from(part, "base64url").toString()).not.toContain(account.userId);
  });

  it("is new at every sign-in, so a planted cookie is not taken over", async () => {
    const thief = await signedIn();
    const [name = "", planted = ""] = thief.sessionCookie() ?? [];
    const victim = newBrowser();
    victim.cookies.set(name, planted);
    await victim.signIn(account.email, account.password);
    const [, fresh] = victim.sessionCookie() ?? [];
    expect(fresh).not.toBe(planted);
    const again = await signedIn();
    expect(again.sessionCookie()?.[1]).not.toBe(fresh);
  });

  it("ends on every device after sign-out through next-auth's form", async () => {
    const [phone, laptop] = [await signedIn(), await signedIn()];
    const stolen = copyOf(phone);
    expect((await phone.signOut()).status).toBe(200);
    for (const browser of [phone, laptop, stolen]) expect(await browser.whoami()).toBeNull();
    expect(phone.sessionCookie()).toBeUndefined();
  });

  it("ends on every device after sign-out through the page's action", async () => {
    const [phone, laptop] = [await signedIn(), await signedIn()];
    const stolen = copyOf(phone);
    const { headers } = await act(phone, "/settings", "signOut");
    expect(headers.get("x-action-redirect")).toMatch(/^\/(?:;|$)/);
    expect(phone.sessionCookie()).toBeUndefined();
    for (const browser of [laptop, stolen]) expect(await browser.whoami()).toBeNull();
  });

  it("ends on every device after the password changes", async () => {
    const browsers = [await signedIn(), await signedIn()];
    await changePassword(account.userId, { current: account.password, next: "three other words" });
    for (const browser of browsers) expect(await browser.whoami()).toBeNull();
    const browser = newBrowser();
    expect((await browser.signIn(account.email, account.password)).status).toBe(401);
    expect((await browser.signIn(account.email, "three other words")).status).toBe(200);
  });

  it("ends when the account is deleted", async () => {
    const browser = await signedIn();
    await deleteUser(account.userId, { password: account.password });
    expect(await browser.whoami()).toBeNull();
    expect((await newBrowser().signIn(account.email, account.password)).status).toBe(401);
  });

  it("survives a sign-out with an older cookie; an invalid cookie is removed from the browser", async () => {
    const old = copyOf(await signedIn());
    await (await signedIn()).signOut();
    const fresh = await signedIn();
    const [name = ""] = old.sessionCookie() ?? [];
    await old.signOut();
    expect(await fresh.whoami()).toBe(account.email);
    const { headers } = await copyOf(old).send("/api/auth/session", { headers: { cookie: `${name}=x` } });
    expect(headers.getSetCookie().join()).toMatch(new RegExp(`${name}=;.*Max-Age=0`));
  });

  it.each([
    ["not a token", () => "nonsense"],
    ["encrypted with another secret", () => forge(randomBytes(32).toString("hex"))],
    [
      "an unencrypted token",
      () => `${base64({ alg: "none" })}.${base64({ sub: account.userId, version: 0 })}.`,
    ],
  ])("rejects a cookie that is %s", async (_, make) => {
    const browser = newBrowser();
    browser.cookies.set("next-auth.session-token", await make());
    expect(await browser.whoami()).toBeNull();
    expect((await browser.send("/settings")).headers.get("location")).toContain("/sign-in");
  });
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as next-auth writes it, under a secret that is not the service's. */
const forge = (secret: string) => encode({ secret, token: { sub: account.userId, version: 0 } });

describe("A11: redirect of a sign-out action", () => {
  const signOutOf = async (service: RunningService, origin: string, named: Record<string, string>) => {
    const browser = new BrowserSession(service.baseUrl, newClient(), origin);
    expect((await browser.signIn(account.email, account.password)).status).toBe(200);
    const { headers, text } = await act(browser, "/settings", "signOut", {}, named);
    expect(headers.get("x-action-redirect")).toMatch(/^\//);
    return text;
  };
  const settings = () => ({ DATA_DIR: services.newFolder(), DATABASE_URL: inject("databaseUrl") });

  itInLongRuns("renders the target page in the same process when BASE_URL is HTTPS", async () => {
    const service = await services.start({ ...settings(), BASE_URL: "https://qr.example.com" });
    expect(await signOutOf(service, "https://qr.example.com", {})).toContain("QR codes that scan");
    expect(service.output()).not.toContain("failed to");
  });

  itInLongRuns("renders the target page in the same process, whatever host the request names", async () => {
    const service = await services.start(settings());
    let connections = 0;
    const trap = createServer(() => {
      connections += 1;
    }).listen(0, "127.0.0.1");
    await once(trap, "listening");
    const host = `127.0.0.1:${(trap.address() as { port: number }).port}`;
    const text = await signOutOf(service, service.baseUrl, { host, origin: `http://${host}` });
    expect(text).toContain("QR codes that scan");
    expect(connections).toBe(0);
    trap.close();
  });
});

describe("pages that need a session", () => {
  it("redirect signed-out visitors to sign-in, with the page as callback URL", async () => {
    for (const page of ["/settings", "/api-keys?new=1"]) {
      const { status, headers, text } = await newBrowser().send(page);
      expect(status).toBe(307);
      expect(headers.get("location")).toBe(`/sign-in?callbackUrl=${encodeURIComponent(page)}`);
      expect(text).not.toContain(account.email);
    }
  });

  it("are sent with no-store", async () => {
    const { status, headers, text } = await (await signedIn()).send("/settings");
    expect(status).toBe(200);
    expect(text).toContain(account.email);
    expect(headers.get("cache-control")).toContain("no-store");
  });

  it("ignore headers that name another page", async () => {
    const forged = { "x-quietzone-page": "//evil.example", "next-url": "//evil.example" };
    const { headers } = await newBrowser().send("/settings", { headers: forged });
    expect(headers.get("location")).toBe("/sign-in?callbackUrl=%2Fsettings");
  });

  it.each(["saveName", "askForEmail", "savePassword", "deleteOwnAccount", "makeKey", "askForPlan"])(
    "A7: redirect signed-out callers of the action %s to sign-in, whatever page it is called on",
    async (action) => {
      const fields = {
        name: "Eve",
        email: account.email,
        password: account.password,
        current: account.password,
      };
      for (const page of ["/settings", "/sign-in", "/"]) {
        const { headers } = await act(newBrowser(), page, action, { ...fields, next: "three other words" });
        expect(headers.get("x-action-redirect"), page).toMatch(/^\/sign-in\b/);
      }
      expect((await newBrowser().signIn(account.email, account.password)).status).toBe(200);
    },
  );
});
