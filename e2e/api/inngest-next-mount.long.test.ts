import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, inject, it } from "vitest";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { BrowserSession } from "../support/browser-session";
import { createMigratedDatabase } from "../support/database";
import { InngestDouble } from "../support/inngest/double";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { path } from "../support/public-api";
import { act, callAction } from "../support/server-actions";
import { trustSettings } from "../support/webhooks/authority";
import { startDnsStub } from "../support/webhooks/dns-stub";
import { openSubscriber } from "../support/webhooks/subscriber";

let mount: NextMount;
let inngest: InngestDouble;

/** As on a serverless platform: nobody listens to the database, and nothing goes on after an answer but what it asks for. */
beforeAll(async () => {
  const database = await createMigratedDatabase(inject("databaseUrl"));
  setDatabaseUrl(database.url);
  const folder = mkdtempSync(join(tmpdir(), "quietzone-next-"));
  const [double, names] = await Promise.all([new InngestDouble().open(), startDnsStub()]);
  inngest = double;
  mount = await startNextMount(
    {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      ...trustSettings(),
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      WEBHOOK_DNS_SERVERS: names.address,
      ...inngest.settings,
    },
    path,
  );
  return async () => {
    await inngest.close();
    await mount.stop();
    await closeDatabase();
    await Promise.all([database.drop(), names.close()]);
    rmSync(folder, { recursive: true });
  };
});

it("Inngest on the Next mount delivers a change and a scan as soon as they are answered", async () => {
  const { status } = await inngest.sync(`${mount.url}/api/inngest`);
  expect(status).toBe(200);
  const events = ["qr.created", "scan.created"] as const;
  const subscriber = await openSubscriber({ baseUrl: mount.url }, { events });
  try {
    const code = await subscriber.newCode();
    await subscriber.settled(1, "delivered");
    await subscriber.scan(code);
    await subscriber.settled(2, "delivered");
    const heard = subscriber.receiver.requests.map(({ headers }) => headers["x-webhook-event"]);
    expect(heard).toEqual(["qr.created", "scan.created"]);
    expect(inngest.events.map(({ name }) => name)).toContain("quietzone/webhook.event");
    expect(inngest.runCrons().length).toBe(1);
    await inngest.settled();
  } finally {
    await subscriber.receiver.close();
  }
});

it("Inngest on the Next mount delivers what server actions cause as soon as they are answered", async () => {
  await inngest.sync(`${mount.url}/api/inngest`);
  const subscriber = await openSubscriber({ baseUrl: mount.url }, { events: ["qr.created"] });
  try {
    const browser = new BrowserSession(mount.url);
    expect((await browser.signIn(subscriber.account.email, subscriber.account.password)).status).toBe(200);
    const code = await subscriber.newCode();
    await subscriber.settled(1, "delivered");
    const { status } = await callAction(browser, "/codes", "duplicateCode", [code.id]);
    expect(status).toBe(200);
    const [sent] = await subscriber.settled(2, "delivered");

    const id = subscriber.webhookId;
    const send = (action: string, fields: Record<string, string>) =>
      act(browser, `/webhooks/${id}`, action, { environment: "production", key: randomUUID(), ...fields });
    expect((await send("sendTestEvent", { id, type: "qr.created" })).text).toContain('"done":');
    await subscriber.settled(3, "delivered");
    const retry = await send("replayDelivery", { webhookId: id, id: sent?.id ?? "" });
    expect(retry.text).toContain('"done":');
    await subscriber.settled(4, "delivered");
  } finally {
    await subscriber.receiver.close();
  }
});
