import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { findUserByEmail } from "@/lib/users";
import { newAccount } from "../support/accounts";
import { type BrowserAnswer, BrowserSession } from "../support/browser-session";
import { newEmail } from "../support/kept-mails";
import { GithubDouble, type GithubPerson } from "../support/process/github-double";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { codeAt, turnOn } from "../support/two-factor";

const services = openServices();
const github = new GithubDouble();
let service: RunningService;

beforeAll(async () => {
  await github.open();
  service = await services.start({
    DATA_DIR: services.newFolder(),
    DATABASE_URL: inject("databaseUrl"),
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    ...github.settings,
  });
});

afterAll(() => github.close());

function newPerson(email: string, more: Partial<GithubPerson> = {}): GithubPerson {
  const emails = [
    { email: newEmail(), primary: false, verified: true },
    { email, primary: true, verified: true },
  ];
  return { id: randomInt(2 ** 40), login: "ada", name: "Ada", email: null, emails, ...more };
}

const newBrowser = () => new BrowserSession(service.baseUrl);

/** Goes to GitHub and comes back; the browser that comes back may be another. */
async function signIn(person: GithubPerson, goer = newBrowser(), comer = goer): Promise<BrowserAnswer> {
  const csrfToken = await goer.csrfToken();
  const { text } = await goer.send("/api/auth/signin/github", {
    form: { csrfToken, json: "true", callbackUrl: "/settings" },
  });
  const query = github.agree((JSON.parse(text) as { url: string }).url, person);
  return comer.send(`/api/auth/callback/github?${query}`, { headers: { "sec-fetch-site": "cross-site" } });
}

describe("sign-in with GitHub", () => {
  it("creates an account for a new user and redirects to the callback URL", async () => {
    const email = newEmail();
    const browser = newBrowser();
    const { status, headers } = await signIn(newPerson(email.toUpperCase()), browser);
    expect(status).toBe(302);
    expect(headers.get("location")).toBe(`${service.baseUrl}/settings`);
    expect(await browser.whoami()).toBe(email);
    expect(await findUserByEmail(email)).toMatchObject({ name: "Ada", hasPassword: false });
    expect((await browser.send("/settings")).status).toBe(200);
    await browser.signOut();
    expect(await browser.whoami()).toBeNull();
  });

  it("links the user with the same email, then finds that user whatever emails GitHub returns", async () => {
    const account = await newAccount("pro");
    const person = newPerson(account.email);
    for (const emails of [person.emails, [{ email: newEmail(), primary: true, verified: true }], []]) {
      const browser = newBrowser();
      await signIn({ ...person, emails }, browser);
      expect(await browser.whoami()).toBe(account.email);
    }
    const { rows } = await sql.query("SELECT provider FROM identity WHERE user_id = $1", [account.userId]);
    expect(rows).toEqual([{ provider: "github" }]);
  });

  it.each<[string, (email: string) => Partial<GithubPerson>]>([
    ["an unverified email", (email) => ({ emails: [{ email, primary: true, verified: false }] })],
    ["an email from the public profile only", (email) => ({ email, emails: [] })],
    [
      "an email that is not the primary one",
      (email) => ({ emails: [{ email, primary: false, verified: true }] }),
    ],
  ])("rejects %s and links no account", async (_, more) => {
    const account = await newAccount("pro");
    const browser = newBrowser();
    const { status, headers } = await signIn(newPerson(newEmail(), more(account.email)), browser);
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/sign-in?error=EmailNotVerified");
    expect(await browser.whoami()).toBeNull();
    const { rows } = await sql.query("SELECT 1 FROM identity WHERE user_id = $1", [account.userId]);
    expect(rows).toEqual([]);
  });

  it("A8: rejects a callback that another browser started", async () => {
    const [attacker, victim] = [newBrowser(), newBrowser()];
    const { status, headers } = await signIn(newPerson(newEmail()), attacker, victim);
    expect(status).toBe(302);
    expect(headers.get("location")).toContain("error=OAuthCallback");
    expect(await victim.whoami()).toBeNull();
    expect(victim.sessionCookie()).toBeUndefined();
  });

  it("A9: accepts a callback only once", async () => {
    const browser = newBrowser();
    const csrfToken = await browser.csrfToken();
    const { text } = await browser.send("/api/auth/signin/github", { form: { csrfToken, json: "true" } });
    const query = github.agree((JSON.parse(text) as { url: string }).url, newPerson(newEmail()));
    const again = newBrowser();
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    await browser.send(`/api/auth/callback/github?${query}`);
    expect(await browser.whoami()).not.toBeNull();
    const { headers } = await again.send(`/api/auth/callback/github?${query}`);
    expect(headers.get("location")).toContain("error=OAuthCallback");
    expect(await again.whoami()).toBeNull();
  });

  it("A9: asks for a code when two-factor sign-in is on, and starts no session before it", async () => {
    const account = await newAccount("pro");
    const { secret } = await turnOn(account);
    const browser = newBrowser();
    const person = newPerson(account.email);
    const { status, headers } = await signIn(person, browser);
    expect([status, headers.get("location")]).toEqual([302, "/sign-in/code?callbackUrl=%2Fsettings"]);
    expect(browser.sessionCookie()).toBeUndefined();
    expect(await browser.whoami()).toBeNull();
    const linked = "SELECT provider FROM identity WHERE user_id = $1";
    expect((await sql.query(linked, [account.userId])).rows).toEqual([]);
    expect((await browser.send("/sign-in/code?callbackUrl=%2Fsettings")).status).toBe(200);
    expect((await browser.send("/api/auth/code", { form: { code: codeAt(secret) } })).status).toBe(200);
    expect(await browser.whoami()).toBe(account.email);
    expect((await sql.query(linked, [account.userId])).rows).toEqual([{ provider: "github" }]);
    const again = newBrowser();
    await signIn(person, again);
    expect(await again.whoami()).toBeNull();
  });

  it("logs no secret, code or email", async () => {
    const person = newPerson(newEmail());
    await signIn(person, newBrowser(), newBrowser());
    await signIn({ ...person, emails: [] });
    for (const word of ["github-secret", "code=", person.emails[1]?.email ?? ""]) {
      expect(service.output()).not.toContain(word);
    }
  });
});

describe("offered sign-in providers", () => {
  it("are only those that are configured", async () => {
    const names = async (baseUrl: string) =>
      Object.keys(JSON.parse((await new BrowserSession(baseUrl).send("/api/auth/providers")).text) as object);
    expect(await names(service.baseUrl)).toEqual(["credentials", "github"]);
    expect(await names(inject("baseUrl"))).toEqual(["credentials"]);
    expect((await newBrowser().send("/sign-in")).text).toContain("GitHub");
    expect((await new BrowserSession(inject("baseUrl")).send("/sign-in")).text).not.toContain("with GitHub");
  });
});
