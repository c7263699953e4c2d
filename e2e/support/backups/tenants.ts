import { expect } from "vitest";
import { runAdmin } from "../admin";
import { BrowserSession } from "../browser-session";
import { startReceiver } from "../webhooks/receiver";
import { allKinds, Subscriber, type SubscriberOptions, until } from "../webhooks/subscriber";

export type Tenant = Subscriber & { email: string };

const password = "six quiet modules";

/** Runs a command of the operator's, which must do what it is asked for: its document. */
export async function command(settings: Record<string, string>, ...words: string[]) {
  const { status, stdout, stderr } = await runAdmin(words, settings);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** An account as the operator makes it, with a key: its subscriber at a receiver of its own. */
export async function newTenant(
  settings: Record<string, string>,
  baseUrl: string,
  { script = {}, events = allKinds }: SubscriberOptions = {},
): Promise<Tenant> {
  const email = `${crypto.randomUUID()}@example.com`;
  await command(settings, "account:create", "--email", email, "--password", password, "--plan", "pro");
  const { apiKey } = await command(settings, "key:create", "--email", email, "--name", "Drill");
  const receiver = await startReceiver({ script });
  const subscriber = new Subscriber({ baseUrl }, apiKey, receiver);
  const { id, secret } = await subscriber.subscribe(events, receiver.urlOf("127.0.0.1"));
  return Object.assign(subscriber, { webhookId: id, secret, email });
}

/** The same tenant at another service. */
export function at<T extends Subscriber>(tenant: T, baseUrl: string): T {
  return Object.assign(Object.create(Subscriber.prototype), tenant, { stage: { baseUrl } });
}

/** Where a short URL leads at a service, whatever host it was printed with; nothing is counted for HEAD. */
async function follow(baseUrl: string, shortUrl: string): Promise<string> {
  const url = new URL(new URL(shortUrl).pathname, baseUrl);
  const { status, headers } = await fetch(url, { method: "HEAD", redirect: "manual" });
  return `${status} ${headers.get("location")}`;
}

interface Listed {
  data: { id: string; shortUrl: string | null }[];
}

/** All that a tenant can see of itself, to be compared with what it sees elsewhere. */
export async function photograph(tenant: Tenant, settings: Record<string, string>) {
  const { baseUrl } = tenant.stage;
  const codes = await tenant.ask<Listed>("GET", "/qr-codes?limit=100");
  const shortUrls = codes.data.flatMap(({ shortUrl }) => shortUrl ?? []);
  const { usage } = await command(settings, "account:show", "--email", tenant.email);
  const { data: keys } = await tenant.ask<{ data: { lastUsedAt: unknown }[] }>("GET", "/api-keys");
  const analytics = await tenant.ask<{ summary: object }>("GET", "/analytics?timeRange=30d&timezone=UTC");
  const { recentEvents: _, ...webhook } = await tenant.webhook();
  return {
    codes: codes.data,
    leads: await Promise.all(shortUrls.map((shortUrl) => follow(baseUrl, shortUrl))),
    // To the minute, and these very requests are uses of the key.
    keys: keys.map(({ lastUsedAt: __, ...key }) => key),
    // The window ends now.
    analytics: { ...analytics, summary: { ...analytics.summary, endDate: null } },
    scans: await tenant.ask("GET", "/scans?limit=100"),
    webhook,
    usage,
  };
}

/** Some codes that were scanned, one of them changed, and a person who is signed in. */
export async function furnish(tenant: Tenant): Promise<BrowserSession> {
  const codes = [];
  for (let table = 1; table <= 4; table += 1) codes.push(await tenant.newCode(`Table ${table}`));
  await tenant.changeCode(codes[0]!.id, { content: "https://example.com/new" });
  for (const code of [codes[0]!, codes[0]!, codes[1]!]) await tenant.scan(code);
  // What was scanned is told, so that nothing of it is under way any more.
  await tenant.receiver.waitFor(8);
  await untilDelivered(tenant);
  return signIn(tenant);
}

/** A code that a rule led elsewhere, with a goal of that scan: the goal, as it was sent. */
export async function reachGoal(tenant: Tenant): Promise<object> {
  const { length } = tenant.receiver.requests;
  const to = "https://example.com/by-rule";
  const settings = {
    appendScanId: true,
    routes: [{ when: { dates: { from: "2026-01-01T00:00:00Z" } }, to }],
  };
  const code = await tenant.newCode("Rules", settings);
  const { origin, pathname, searchParams } = await tenant.scan(code);
  expect(origin + pathname).toBe(to);
  const goal = { scanId: searchParams.get("qz_scan"), name: "order", value: 49.9, currency: "EUR" };
  expect(await tenant.ask("POST", "/goals", goal)).toEqual({ recorded: true });
  await tenant.receiver.waitFor(length + 2);
  await untilDelivered(tenant);
  return goal;
}

function untilDelivered(tenant: Tenant): Promise<unknown> {
  return until(async () => (await tenant.deliveries()).every(({ status }) => status === "delivered"));
}

/** A browser whose pages are those of the service's own address, wherever it is asked. */
export async function signIn(tenant: Tenant, origin = tenant.stage.baseUrl): Promise<BrowserSession> {
  const browser = new BrowserSession(tenant.stage.baseUrl, undefined, origin);
  await browser.signIn(tenant.email, password);
  expect(await browser.whoami()).toBe(tenant.email);
  return browser;
}
