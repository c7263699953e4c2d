import { beforeEach, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { endSessions } from "@/lib/users/sign-in";
import { describeTwoFactor } from "@/lib/users/two-factor";
import { newAccount, type TestAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { type BrowserAnswer, BrowserSession } from "../support/browser-session";
import { act } from "../support/server-actions";
import { clearLastCode, codeAt, stepMs, type TwoFactor, turnOn, wrongCode } from "../support/two-factor";

const halfName = "quietzone.half-sign-in";
const newBrowser = () => new BrowserSession(inject("baseUrl"));
let account: TestAccount;
let factor: TwoFactor;

beforeEach(async () => {
  account = await newAccount("pro");
  factor = await turnOn(account);
});

/** Somebody who has shown the password, and no more. */
async function halfway(callbackUrl = "/settings"): Promise<BrowserSession> {
  const browser = newBrowser();
  const { status, text } = await browser.signIn(account.email, account.password, { callbackUrl });
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { url: `/sign-in/code?callbackUrl=${encodeURIComponent(callbackUrl)}` },
  ]);
  return browser;
}

const show = (browser: BrowserSession, code: string, headers: Record<string, string | undefined> = {}) =>
  browser.send("/api/auth/code", { form: { code }, headers });

/** Status and what it was: of an error its code, of a fault of the field the fault's. */
function gist({ status, text }: BrowserAnswer): [number, string | undefined] {
  const { code, details } = JSON.parse(text) as { code?: string; details?: { code: string }[] };
  return [status, details?.[0]?.code ?? code];
}

describe("A9: sign-in before the second factor", () => {
  it("is an HttpOnly, SameSite=Lax cookie for five minutes, and no session", async () => {
    const browser = newBrowser();
    const { headers } = await browser.signIn(account.email, account.password);
    const lines = headers.getSetCookie();
    const line = lines.find((cookie) => cookie.startsWith(`${halfName}=`)) ?? "";
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).toMatch(/; Max-Age=300/i);
    expect(line).not.toMatch(/Domain=/i);
    for (const part of (browser.cookies.get(halfName) ?? "").split(".")) {
      expect(Buffer.from(part, "base64url").toString()).not.toContain(account.userId);
    }
    expect(browser.sessionCookie()).toBeUndefined();
    expect(await browser.whoami()).toBeNull();
    expect((await browser.send("/settings")).headers.get("location")).toContain("/sign-in");
    const { rows } = await sql.query("SELECT FROM user_session WHERE user_id = $1", [account.userId]);
    expect(rows).toEqual([]);
  });

  it("becomes a new session with a code, and its cookie is removed", async () => {
    const browser = await halfway();
    const { status, headers, text } = await show(browser, codeAt(factor.secret).replace(/^.../, "$& "));
    expect([status, JSON.parse(text)]).toEqual([200, { recoveryCodesLeft: null }]);
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith("next-auth.session-token=")) ?? "";
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    const expires = Date.parse(/Expires=([^;]+)/i.exec(line)?.[1] ?? "");
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await browser.whoami()).toBe(account.email);
    expect((await browser.send("/settings")).status).toBe(200);
    expect(browser.cookies.has(halfName)).toBe(false);
    expect(gist(await show(browser, factor.recoveryCodes[0]!))).toEqual([401, "not_signed_in"]);
  });

  it("does not take over a planted session", async () => {
    const browser = await halfway();
    browser.cookies.set("next-auth.session-token", "planted");
    await show(browser, codeAt(factor.secret));
    expect(browser.sessionCookie()?.[1]).not.toBe("planted");
    expect(await browser.whoami()).toBe(account.email);
  });

  it("rejects its cookie as a session cookie, and a session cookie as its own", async () => {
    const half = await halfway();
    const whole = await halfway();
    await show(whole, codeAt(factor.secret));
    const [name, value] = whole.sessionCookie()!;
    const thief = newBrowser();
    thief.cookies.set(name, half.cookies.get(halfName)!);
    expect(await thief.whoami()).toBeNull();
    thief.cookies.set(halfName, value);
    expect(gist(await show(thief, factor.recoveryCodes[0]!))).toEqual([401, "not_signed_in"]);
    for (const nonsense of ["", "nonsense", "a.b.c.d.e"]) {
      thief.cookies.set(halfName, nonsense);
      expect(gist(await show(thief, factor.recoveryCodes[0]!))).toEqual([401, "not_signed_in"]);
    }
  });

  it("is invalid once all sessions have ended", async () => {
    const browser = await halfway();
    await endSessions(account.userId);
    expect(gist(await show(browser, codeAt(factor.secret)))).toEqual([401, "not_signed_in"]);
    expect(await browser.whoami()).toBeNull();
  });
});

describe("A9: second-factor codes", () => {
  it("are rejected when wrong, malformed or used; a recovery code works once", async () => {
    const [one, other] = [await halfway(), await halfway()];
    expect(gist(await show(one, wrongCode(factor.secret)))).toEqual([400, "wrong_code"]);
    for (const text of ["", "12345", "x".repeat(100_000)]) {
      expect((await show(one, text)).status, text.slice(0, 9)).toBe(400);
    }
    expect(await one.whoami()).toBeNull();
    const code = codeAt(factor.secret);
    expect((await show(one, code)).status).toBe(200);
    expect(gist(await show(other, code))).toEqual([400, "used_code"]);
    const { status, text } = await show(other, factor.recoveryCodes[3]!.toUpperCase());
    expect([status, JSON.parse(text)]).toEqual([200, { recoveryCodesLeft: 9 }]);
    expect(gist(await show(await halfway(), factor.recoveryCodes[3]!))).toEqual([400, "wrong_code"]);
  });

  it("let only one of three concurrent browsers in", async () => {
    const browsers = await Promise.all([halfway(), halfway(), halfway()]);
    const code = codeAt(factor.secret);
    const statuses = await Promise.all(browsers.map(async (browser) => (await show(browser, code)).status));
    expect(statuses.sort()).toEqual([200, 400, 400]);
  });
});

describe("A8: a second-factor code", () => {
  it.each<[string, Record<string, string | undefined>]>([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["an unnamed origin", { origin: undefined }],
  ])("is rejected from %s with 403", async (_, headers) => {
    const browser = await halfway();
    expect((await show(browser, codeAt(factor.secret), headers)).status).toBe(403);
    expect((await show(browser, codeAt(factor.secret))).status).toBe(200);
  });
});

describe("A10: guessing before the second factor", () => {
  it("does not reveal whether two-factor sign-in is on", async () => {
    const plain = await newAccount("pro");
    const seen = async (email: string) => {
      const browser = newBrowser();
      const { status, headers, text } = await browser.signIn(email, "wrong");
      return { status, text, cookies: headers.getSetCookie().map((line) => line.split("=")[0]) };
    };
    const [one, other] = [await seen(account.email), await seen(plain.email)];
    expect(one).toEqual(other);
    expect(one.status).toBe(401);
  });

  it("is limited to ten wrong codes per user, not counting wrong passwords", async () => {
    for (let i = 0; i < 3; i++) await newBrowser().signIn(account.email, "wrong");
    for (let i = 0; i < 10; i++) {
      expect(gist(await show(await halfway(), wrongCode(factor.secret)))).toEqual([400, "wrong_code"]);
    }
    const answer = await show(await halfway(), codeAt(factor.secret));
    expect(gist(answer)).toEqual([429, "rate_limited"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
  });
});

describe("A10: page for the second-factor code", () => {
  it("requires a started sign-in and only redirects within this service", async () => {
    const stranger = await newBrowser().send("/sign-in/code?callbackUrl=%2Fplan");
    expect(stranger.headers.get("location")).toBe("/sign-in?callbackUrl=%2Fplan");
    const browser = await halfway();
    const { status, text } = await browser.send("/sign-in/code?callbackUrl=https%3A%2F%2Fevil.example%2F");
    expect(status).toBe(200);
    expect(text).not.toMatch(/href="[^"]*evil/);
    await show(browser, codeAt(factor.secret));
    expect((await browser.send("/sign-in/code?callbackUrl=%2Fplan")).headers.get("location")).toBe("/plan");
  });
});

describe("account forms with two-factor sign-in on", () => {
  async function whole(): Promise<BrowserSession> {
    const browser = await halfway();
    expect((await show(browser, codeAt(factor.secret))).status).toBe(200);
    return browser;
  }

  it("A9: require a code for a new password, and end all other sessions", async () => {
    const [browser, elsewhere] = [await whole(), newBrowser()];
    await elsewhere.signIn(account.email, account.password);
    await show(elsewhere, factor.recoveryCodes[0]!);
    expect(await elsewhere.whoami()).toBe(account.email);
    const form = { current: account.password, next: "three other words" };
    expect((await act(browser, "/settings", "savePassword", form)).text).toContain('"refusal"');
    await clearLastCode(account);
    const before = browser.sessionCookie()?.[1];
    const { text } = await act(browser, "/settings", "savePassword", {
      ...form,
      code: codeAt(factor.secret),
    });
    expect(text).toContain('"done"');
    expect(browser.sessionCookie()?.[1]).not.toBe(before);
    expect(await browser.whoami()).toBe(account.email);
    expect(await elsewhere.whoami()).toBeNull();
  });

  it("require the password and a code to turn it off", async () => {
    const browser = await whole();
    const code = codeAt(factor.secret, Date.now() + stepMs);
    const { password } = account;
    for (const form of [
      { code },
      { code, password: "wrong" },
      { code: wrongCode(factor.secret), password },
    ]) {
      expect((await act(browser, "/settings", "endTwoFactor", form)).text).toContain('"refusal"');
    }
    expect((await act(browser, "/settings", "endTwoFactor", { code, password })).text).toContain('"done"');
    expect(await describeTwoFactor(account.userId)).toBeNull();
    const later = newBrowser();
    await later.signIn(account.email, account.password);
    expect(await later.whoami()).toBe(account.email);
  });
});

it("admin commands show whether two-factor sign-in is on and turn it off", async () => {
  const settings = { DATABASE_URL: inject("databaseUrl") };
  const run = async (command: string) => {
    const { status, stdout, stderr } = await runAdmin([command, "--email", account.email], settings);
    return { status, shown: status === 0 ? JSON.parse(stdout) : stderr };
  };
  expect((await run("account:show")).shown.twoFactor).toEqual({
    since: expect.any(String),
    recoveryCodesLeft: 10,
  });
  expect((await run("account:two-factor-off")).shown).toMatchObject({
    email: account.email,
    twoFactor: null,
  });
  expect((await run("account:show")).shown.twoFactor).toBeNull();
  expect(await run("account:two-factor-off")).toEqual({
    status: 1,
    shown: expect.stringContaining("Two-factor sign-in is off."),
  });
});
