import { beforeEach, describe, expect, inject, it } from "vitest";
import { newAccount, type TestAccount } from "../support/accounts";
import { type BrowserAnswer, BrowserSession } from "../support/browser-session";
import { newEmail } from "../support/kept-mails";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";

const newBrowser = (client?: string) => new BrowserSession(inject("baseUrl"), client);
let account: TestAccount;

beforeEach(async () => {
  account = await newAccount("free");
});

/** What a stranger can see of an answer, without what is new in each. */
function seen({ status, headers, text }: BrowserAnswer): unknown {
  const names = [...headers.keys()].filter(
    (name) => !/^(?:date|x-request-id|set-cookie|content-length)$/.test(name),
  );
  const cookies = headers
    .getSetCookie()
    .map((line) => line.replace(/=[^;]*/, "").replace(/Expires=[^;]*/, ""));
  return { status, headers: names.map((name) => [name, headers.get(name)]), cookies, text };
}

describe("A10: who has an account", () => {
  it("a wrong password and an unknown address are answered alike", async () => {
    const [known, unknown] = [newBrowser(), newBrowser()];
    const one = await known.signIn(account.email, "wrong");
    const other = await unknown.signIn(newEmail(), "wrong");
    expect(one.status).toBe(401);
    expect(seen(other)).toEqual(seen(one));
    expect(JSON.parse(one.text)).toEqual({ url: expect.stringContaining("error=CredentialsSignin") });
  });

  it.each([
    ["/sign-up", "requestAccount"],
    ["/forgot-password", "requestReset"],
  ])("%s answers alike", async (page, action) => {
    const ask = async (email: string) => {
      const { status, text } = await act(newBrowser(), page, action, { email, password: "tree house lamp" });
      return { status, said: text.match(/\{"(?:done|refusal)".*/)?.[0].replaceAll(email, "the address") };
    };
    const [known, unknown] = [await ask(account.email), await ask(newEmail())];
    expect(known).toEqual(unknown);
    expect(known).toEqual({ status: 200, said: '{"done":{"email":"the address"}}' });
  });

  it("what is no address is told so, not looked up", async () => {
    for (const email of ["", "ada", "ada@example.com\r\nBcc: eve@evil.example", "a".repeat(5_000)]) {
      const { text } = await act(newBrowser(), "/forgot-password", "requestReset", { email });
      expect(text).toContain('"refusal"');
    }
  });
});

describe("A10: guessing", () => {
  it("ten wrong passwords for one account end it for 15 minutes, from wherever they come", async () => {
    for (const email of [account.email, newEmail()]) {
      for (let i = 0; i < 10; i++) expect((await newBrowser().signIn(email, `wrong ${i}`)).status).toBe(401);
      const browser = newBrowser();
      const { status, headers, text } = await browser.signIn(email, account.password);
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(880);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(901);
      const body = JSON.parse(text) as { code: string; url: string };
      expect(body.code).toBe("rate_limited");
      expect(new URL(body.url).searchParams.get("error")).toBe("RateLimited");
      expect(browser.sessionCookie()).toBeUndefined();
    }
  });

  it("ten wrong passwords from one client end it, whichever accounts they were for", async () => {
    const client = newClient();
    for (let i = 0; i < 10; i++) await newBrowser(client).signIn(newEmail(), "wrong");
    expect((await newBrowser(client).signIn(account.email, account.password)).status).toBe(429);
    expect((await newBrowser().signIn(account.email, account.password)).status).toBe(200);
  });

  it("all addresses of an IPv6 network of 64 bits are one client", async () => {
    for (let i = 0; i < 10; i++) await newBrowser(`2001:db8:77:1::${i + 1}`).signIn(newEmail(), "wrong");
    expect((await newBrowser("2001:db8:77:1:ffff::1").signIn(account.email, account.password)).status).toBe(
      429,
    );
    expect((await newBrowser("2001:db8:77:2::1").signIn(account.email, account.password)).status).toBe(200);
  });

  it("fifty at once are ten", async () => {
    const all = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, i) => (await newBrowser().signIn(account.email, `wrong ${i}`)).status,
      ),
    );
    expect(all.filter((status) => status === 401)).toHaveLength(10);
    expect(all.filter((status) => status === 429)).toHaveLength(40);
  });

  it("mails to one address are five an hour, and the page says when again", async () => {
    const email = newEmail();
    for (let i = 0; i < 5; i++) {
      const { text } = await act(newBrowser(), "/forgot-password", "requestReset", { email });
      expect(text).toContain('"done"');
    }
    const { text } = await act(newBrowser(), "/sign-up", "requestAccount", {
      email,
      password: "tree house lamp",
    });
    expect(text).toMatch(/"refusal":\{.*"againInSeconds":\d+/);
  });
});

describe("A10: where a sign-in leads", () => {
  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "\tjavascript:alert(1)",
    "http://localhost.evil.example/",
    "http://localhost@evil.example/",
    "https://%65vil.example",
    "/\t/evil.example",
    "https://evil.example/\r\nSet-Cookie: x=y",
  ])("%j leads to our first page", async (callbackUrl) => {
    const browser = newBrowser();
    const { text, headers } = await browser.signIn(account.email, account.password, { callbackUrl });
    expect((JSON.parse(text) as { url: string }).url).toMatch(new RegExp(`^${inject("baseUrl")}(?:/|$)`));
    expect(headers.getSetCookie().join()).not.toContain("evil");
    const page = await newBrowser().send(`/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect(page.headers.get("location")).not.toContain("evil");
    const shown = await newBrowser().send(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect(shown.text).not.toMatch(/href="[^"]*evil/);
  });

  it("a page of ours is kept", async () => {
    const target = `${inject("baseUrl")}/api-keys?new=1`;
    for (const callbackUrl of ["/api-keys?new=1", target]) {
      const { text } = await newBrowser().signIn(account.email, account.password, { callbackUrl });
      expect(JSON.parse(text)).toEqual({ url: target });
    }
  });
});
