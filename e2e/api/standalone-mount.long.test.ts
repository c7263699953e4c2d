import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, inject, it } from "vitest";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { BrowserSession } from "../support/browser-session";
import { createMigratedDatabase } from "../support/database";
import { InngestDouble } from "../support/inngest/double";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { path } from "../support/public-api";
import { startRedis } from "../support/redis-server";
import { startUpstashDouble, type UpstashDouble } from "../support/upstash-double";
import { trustSettings } from "../support/webhooks/authority";
import { startDnsStub } from "../support/webhooks/dns-stub";
import { openSubscriber } from "../support/webhooks/subscriber";

let mount: NextMount;
let inngest: InngestDouble;
let upstash: UpstashDouble;

/**
 * `node .next/standalone/server.js` with PostgreSQL, Upstash and Inngest, as a serverless platform would run it: in a folder
 * apart from the checkout, whose packages it would find otherwise.
 */
beforeAll(async () => {
  const database = await createMigratedDatabase(inject("databaseUrl"));
  setDatabaseUrl(database.url);
  const folder = mkdtempSync(join(tmpdir(), "quietzone-standalone-"));
  const server = join(folder, "server");
  cpSync(".next/standalone", server, { recursive: true, verbatimSymlinks: true });
  const [double, names, redis] = await Promise.all([
    new InngestDouble().open(),
    startDnsStub(),
    startRedis(),
  ]);
  inngest = double;
  upstash = await startUpstashDouble(redis.url);
  mount = await startNextMount(
    {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      UPSTASH_REDIS_REST_URL: upstash.url,
      UPSTASH_REDIS_REST_TOKEN: upstash.token,
      ...trustSettings(),
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      WEBHOOK_DNS_SERVERS: names.address,
      ...inngest.settings,
    },
    path,
    [join(server, "server.js")],
  );
  return async () => {
    await inngest.close();
    await mount.stop();
    await closeDatabase();
    await Promise.all([database.drop(), names.close(), upstash.stop()]);
    await redis.stop();
    rmSync(folder, { recursive: true });
  };
});

it("the standalone server answers the public POST, plain and styled, and counts it in Upstash", async () => {
  const before = upstash.count();
  for (const settings of [undefined, { color: { dark: "#0F172A" }, dots: { style: "rounded" } }]) {
    const answer = await fetch(mount.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "url", content: "https://example.com/menu", settings }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
  }
  expect(upstash.count()).toBeGreaterThan(before);
});

it("the standalone server serves pages with their scripts, and the dashboard after sign-in", async () => {
  const { account } = await openSubscriber({ baseUrl: mount.url }, { events: ["qr.created"] });
  const html = await (await fetch(mount.url)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0];
  expect((await fetch(`${mount.url}${script}`)).status).toBe(200);
  const browser = new BrowserSession(mount.url);
  expect((await browser.signIn(account.email, account.password)).status).toBe(200);
  expect((await browser.send("/codes")).status).toBe(200);
});

it("the standalone server creates a code, redirects it and delivers both events through Inngest", async () => {
  expect((await inngest.sync(`${mount.url}/api/inngest`)).status).toBe(200);
  const subscriber = await openSubscriber({ baseUrl: mount.url }, { events: ["qr.created", "scan.created"] });
  try {
    const code = await subscriber.newCode();
    await subscriber.settled(1, "delivered");
    await subscriber.scan(code);
    await subscriber.settled(2, "delivered");
    const received = subscriber.receiver.requests.map(({ headers }) => headers["x-webhook-event"]);
    expect(received).toEqual(["qr.created", "scan.created"]);
    await inngest.settled();
  } finally {
    await subscriber.receiver.close();
  }
});
