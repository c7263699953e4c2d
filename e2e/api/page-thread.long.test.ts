import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { insertDomain } from "../support/domains";
import { openStream } from "../support/event-stream";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";
import { type RunningService, startBuiltService } from "../support/service";
import { newShortUrl, type ShortUrl, visit } from "../support/short-urls";

const preload = new URL("../support/process/ending-pages.mjs", import.meta.url).href;
const services = openServices();
const temporary = services.newFolder();
let service: RunningService;
let account: TestAccount;
let code: ShortUrl;
let browser: BrowserSession;

function start(settings: Record<string, string> = {}): Promise<RunningService> {
  return startBuiltService(
    {
      DATA_DIR: services.newFolder(),
      DATABASE_URL: inject("databaseUrl"),
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      TMPDIR: temporary,
      // Nobody answers there, so a proof is never found.
      DOMAIN_DNS_SERVERS: "127.0.0.1:9",
      ...settings,
    },
    [process.execPath, "--import", preload, "dist/start.js"],
  );
}

beforeAll(async () => {
  service = await start();
  account = await newAccount("pro");
  code = await newShortUrl((await newKey(account)).apiKey);
  browser = await signIn();
});
afterAll(() => service.stop());

async function signIn(): Promise<BrowserSession> {
  const signedIn = new BrowserSession(service.baseUrl, newClient());
  expect((await signedIn.signIn(account.email, account.password)).status).toBe(200);
  return signedIn;
}

const get = (path: string) => fetch(`${service.baseUrl}${path}`, { redirect: "manual" });
const readMetrics = async () => (await get("/metrics")).text();
const locationOf = async () => (await visit(code.path, { baseUrl: service.baseUrl })).headers.location;

async function endPages(): Promise<void> {
  service.process.kill("SIGUSR2");
  await expect.poll(async () => (await get("/sign-in")).status, { interval: 10 }).toBe(503);
}

const untilServed = () =>
  expect.poll(async () => (await get("/sign-in")).status, { timeout: 60_000, interval: 50 }).toBe(200);

describe("pages in a separate thread", () => {
  it("apply a form's new target to the next visit", async () => {
    for (let round = 0; round < 20; round += 1) {
      const content = `https://example.com/round/${round}`;
      const { text } = await act(browser, `/codes/${code.id}`, "changeTarget", { id: code.id, content });
      expect(text).toContain('"done"');
      expect(await locationOf()).toBe(content);
    }
  });

  it("add their counts to the metrics", async () => {
    const stream = await openStream(browser, "/live/scans");
    await stream.waitFor((one) => one.of("state").at(-1)?.data.state === "live");
    const text = await readMetrics();
    stream.close();
    expect(text).toMatch(/^quietzone_live_subscribers 1$/m);
    expect(text).toMatch(/^quietzone_listener_up 1$/m);
    expect(text).toMatch(/^quietzone_listener_connections_total 2$/m);
    expect(text).toMatch(/^process_start_time_seconds \d/m);
  });

  it("A12: refuse requests that bypass the front server", async () => {
    const [folder = ""] = readdirSync(temporary).filter((name) => name.startsWith("quietzone-pages-"));
    const socketPath = join(temporary, folder, "socket");
    const status = await new Promise((resolve, reject) => {
      const headers = { "x-quietzone-client": "guessed 203.0.113.7", "x-forwarded-for": "203.0.113.7" };
      request({ socketPath, path: "/sign-in", headers }, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it("share a limit with the API: 20 verify calls per hour for each account", async () => {
    const key = await newKey(account);
    const { id } = await insertDomain(account, { status: "pending" });
    const verifyByPage = async () =>
      (await act(browser, "/domains", "verifyOwnDomain", { id })).text.includes("rate_limited");
    const verifyByApi = () =>
      fetch(`${service.baseUrl}/api/v1/domains/${id}/verify`, {
        method: "POST",
        headers: { authorization: `Bearer ${key.apiKey}` },
      });
    for (let count = 0; count < 10; count += 1) {
      expect(await verifyByPage()).toBe(false);
      expect((await verifyByApi()).status).toBe(200);
    }
    expect((await verifyByApi()).status).toBe(429);
    expect(await verifyByPage()).toBe(true);
  });

  it("come back after their thread ends, while redirects and the API keep working", async () => {
    await endPages();
    const away = await get("/sign-in");
    if (away.status === 503) expect(away.headers.get("retry-after")).toBe("2");
    expect(await locationOf()).toMatch(/^https:\/\/example\.com\//);
    expect((await get("/api/health/ready")).status).toBe(200);
    await untilServed();
    expect(await readMetrics()).toMatch(/^quietzone_page_thread_starts_total 2$/m);
    expect((await browser.send("/codes")).status).toBe(200);
  });

  it("A10: keep counting wrong passwords after the thread is replaced", async () => {
    const guesser = new BrowserSession(service.baseUrl, newClient());
    const guess = async () => (await guesser.signIn("nobody@example.com", "wrong")).status;
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    await endPages();
    await untilServed();
    // The last wrong guess is forgotten, not those before it.
    expect([await guess(), await guess()]).toEqual([401, 429]);
  });
});

it("a page thread that cannot start stops the start with an error", async () => {
  await expect(start({ BROKEN_PAGES: "yes" })).rejects.toThrow(
    /The pages can't be served: their thread has ended\./,
  );
});
