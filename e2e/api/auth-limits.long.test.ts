import { beforeEach, describe, expect, inject, it } from "vitest";
import { requestPasswordReset } from "@/lib/users";
import { newAccount, type TestAccount } from "../support/accounts";
import { type BrowserAnswer, BrowserSession } from "../support/browser-session";
import { findKeptMail, newEmail } from "../support/kept-mails";
import { tokenIn } from "../support/mail-receiver";
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

describe("A10: account enumeration", () => {
  it("answers a wrong password and an unknown email alike", async () => {
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
  ])("%s answers alike for known and unknown emails", async (page, action) => {
    const ask = async (email: string) => {
      const { status, text } = await act(newBrowser(), page, action, { email, password: "tree house lamp" });
      return { status, said: text.match(/\{"(?:done|refusal)".*/)?.[0].replaceAll(email, "the address") };
    };
    const [known, unknown] = [await ask(account.email), await ask(newEmail())];
    expect(known).toEqual(unknown);
    expect(known).toEqual({ status: 200, said: '{"done":{"email":"the address"}}' });
  });

  it("rejects a malformed email with an error", async () => {
    for (const email of ["", "ada", "ada@example.com\r\nBcc: eve@evil.example", "a".repeat(5_000)]) {
      const { text } = await act(newBrowser(), "/forgot-password", "requestReset", { email });
      expect(text).toContain('"refusal"');
    }
  });
});

/**
 * Whether a browser has wrong tries of its own for an account at which unknown devices pause: those get one try between two
 * pauses, each twice as long as the one before.
 */
async function isKnownDevice(browser: BrowserSession, email: string): Promise<boolean> {
  let wrong = 0;
  for (let i = 0; i < 8; i += 1) if ((await browser.signIn(email, `guess ${i}`)).status === 401) wrong += 1;
  return wrong === 8;
}

describe("A10: password guessing", () => {
  it("makes unknown devices wait after thirty wrong passwords for one account, from any client", async () => {
    for (const email of [account.email, newEmail()]) {
      for (let i = 0; i < 30; i++) expect((await newBrowser().signIn(email, `wrong ${i}`)).status).toBe(401);
      const browser = newBrowser();
      let answer = await browser.signIn(email, "wrong");
      // The first pause is one second, which may be over by then; each wrong try begins one twice as long.
      while (answer.status === 401) answer = await newBrowser().signIn(email, "wrong");
      const { status, headers, text } = answer;
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
      const body = JSON.parse(text) as { code: string; url: string };
      expect(body.code).toBe("rate_limited");
      expect(new URL(body.url).searchParams.get("error")).toBe("RateLimited");
      expect(browser.sessionCookie()).toBeUndefined();
    }
  });

  it("lets the owner in on a known device, and on a new one by a reset link, while 200 clients guess", async () => {
    const { email, password } = account;
    const laptop = newBrowser();
    await laptop.signIn(email, password);
    expect((await laptop.signOut()).status).toBe(200);
    let isOver = false;
    const tries = { wrong: 0, refused: 0 };
    const sources = Array.from({ length: 200 }, () => newClient());
    const attack = async (part: string[]) => {
      for (let i = 0; !isOver; i += 1) {
        const { status } = await newBrowser(part[i % part.length]).signIn(email, `guess ${i}`);
        if (status === 401) tries.wrong += 1;
        else if (status === 429) tries.refused += 1;
      }
    };
    const attackers = [0, 1, 2, 3].map((n) => attack(sources.filter((_, i) => i % 4 === n)));
    try {
      await expect.poll(() => tries.refused, { timeout: 60_000 }).toBeGreaterThan(10);
      expect(tries.wrong).toBeLessThanOrEqual(40);
      // Another source than at first: the cookie tells the device, not its address.
      const moved = Object.assign(newBrowser(), { cookies: laptop.cookies });
      expect((await moved.signIn(email, password)).status).toBe(200);
      expect(await moved.whoami()).toBe(email);

      await requestPasswordReset({ email }, newClient());
      const token = tokenIn(findKeptMail(email)?.text ?? "");
      const phone = newBrowser();
      const next = "three other words";
      await act(phone, "/reset-password", "resetByLink", { token, password: next });
      // The attack goes on against the new password, too.
      const before = tries.refused;
      await expect.poll(() => tries.refused, { timeout: 60_000 }).toBeGreaterThan(before + 5);
      expect((await phone.signIn(email, next)).status).toBe(200);
      expect(await phone.whoami()).toBe(email);
      // The new password has made every other device unknown.
      expect(await isKnownDevice(moved, email)).toBe(false);
      expect(await isKnownDevice(phone, email)).toBe(true);
    } finally {
      isOver = true;
      await Promise.all(attackers);
    }
  });

  it("does not accept a forged device cookie or a session cookie as a known device", async () => {
    for (let i = 0; i < 30; i++) await newBrowser().signIn(account.email, `wrong ${i}`);
    const other = await newAccount("free");
    const browser = newBrowser();
    await browser.signIn(other.email, other.password);
    const names = [...browser.cookies.keys()];
    const device = names.find((name) => name.endsWith("quietzone.known-device")) ?? "";
    const session = browser.cookies.get(names.find((name) => name.endsWith("session-token")) ?? "");
    for (const value of [browser.cookies.get(device), session, "x", "e30.e30.e30"]) {
      const forger = newBrowser();
      forger.cookies.set(device, String(value));
      expect(await isKnownDevice(forger, account.email)).toBe(false);
    }
  });

  it("blocks a client after ten wrong passwords across all accounts", async () => {
    const client = newClient();
    for (let i = 0; i < 10; i++) await newBrowser(client).signIn(newEmail(), "wrong");
    expect((await newBrowser(client).signIn(account.email, account.password)).status).toBe(429);
    expect((await newBrowser().signIn(account.email, account.password)).status).toBe(200);
  });

  it("counts all addresses of an IPv6 /64 network as one client", async () => {
    for (let i = 0; i < 10; i++) await newBrowser(`2001:db8:77:1::${i + 1}`).signIn(newEmail(), "wrong");
    expect((await newBrowser("2001:db8:77:1:ffff::1").signIn(account.email, account.password)).status).toBe(
      429,
    );
    expect((await newBrowser("2001:db8:77:2::1").signIn(account.email, account.password)).status).toBe(200);
  });

  it("limits emails to five per hour for each address and says when to try again", async () => {
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

describe("A10: redirect after sign-in", () => {
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
  ])("stays on this site for a callback URL of %j", async (callbackUrl) => {
    const browser = newBrowser();
    const { text, headers } = await browser.signIn(account.email, account.password, { callbackUrl });
    expect((JSON.parse(text) as { url: string }).url).toMatch(new RegExp(`^${inject("baseUrl")}(?:/|$)`));
    expect(headers.getSetCookie().join()).not.toContain("evil");
    const page = await newBrowser().send(`/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect(page.headers.get("location")).not.toContain("evil");
    const shown = await newBrowser().send(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect(shown.text).not.toMatch(/href="[^"]*evil/);
  });

  it("follows a callback URL to one of its own pages", async () => {
    const target = `${inject("baseUrl")}/api-keys?new=1`;
    for (const callbackUrl of ["/api-keys?new=1", target]) {
      const { text } = await newBrowser().signIn(account.email, account.password, { callbackUrl });
      expect(JSON.parse(text)).toEqual({ url: target });
    }
  });
});
