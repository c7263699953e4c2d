import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { act } from "../support/server-actions";
import { findFreePort } from "../support/service";

let server: ChildProcess;
let nextUrl = "";
let account: TestAccount;

beforeAll(async () => {
  account = await newAccount("pro");
  const port = await findFreePort();
  nextUrl = `http://localhost:${port}`;
  server = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", String(port)], {
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LOG_LEVEL: "silent",
      DATABASE_URL: inject("databaseUrl"),
      AUTH_SECRET: "a secret of the Next mount, of 32 or more characters",
      BASE_URL: nextUrl,
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  const deadline = performance.now() + 45_000;
  while (!(await fetch(`${nextUrl}/api/auth/csrf`).catch(() => null))?.ok) {
    if (performance.now() > deadline) throw new Error("plain next start does not answer");
    await sleep(100);
  }
});

afterAll(async () => {
  if (server?.exitCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
});

const newBrowser = () => new BrowserSession(nextUrl);

async function signedIn(): Promise<BrowserSession> {
  const browser = newBrowser();
  expect((await browser.signIn(account.email, account.password)).status).toBe(200);
  expect(await browser.whoami()).toBe(account.email);
  return browser;
}

const foreign = {
  "another site": { origin: "https://evil.example" },
  "a sandboxed frame": { origin: "null" },
  nowhere: { origin: undefined },
  "a sibling, without an origin": { origin: undefined, "sec-fetch-site": "same-site" },
};

describe("signing in on the Next mount (plain next start)", () => {
  it("A9: signs in, and out everywhere", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect((await one.send("/settings")).status).toBe(200);
    expect((await one.signOut()).status).toBe(200);
    expect(await other.whoami()).toBeNull();
    expect((await other.send("/settings")).headers.get("location")).toBe("/sign-in?callbackUrl=%2Fsettings");
  });

  it("A9: signs out by the page's action", async () => {
    const browser = await signedIn();
    const { headers } = await act(browser, "/settings", "signOut");
    expect(headers.get("x-action-redirect")).toMatch(/^\//);
    expect(browser.sessionCookie()).toBeUndefined();
  });

  it.each(Object.entries(foreign))("A8: a form from %s is 403 in JSON", async (_, headers) => {
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
  ])("%s %s is %i in JSON", async (method, path, status) => {
    const answer = await newBrowser().send(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(answer.text)).toHaveProperty("requestId");
  });

  it("I7: a form beyond 1 MiB is 413", async () => {
    const { status, text } = await newBrowser().send("/api/auth/callback/credentials", {
      form: { csrfToken: "x".repeat(1024 * 1024) },
    });
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: "payload_too_large" });
  });

  it("A12: without trusted proxies nobody's own word makes a client of them", async () => {
    const guess = (i: number) =>
      new BrowserSession(nextUrl, `203.0.113.${i}`).signIn(`nobody-${i}@example.com`, "x");
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await guess(i)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});
