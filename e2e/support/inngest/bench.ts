import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { createAnswer } from "@/inngest/answer";
import { type Client, createClient } from "@/inngest/client";
import { handOver } from "@/inngest/hand-over";
import { writeEvents } from "@/lib/events";
import { closeDatabase, setDatabaseUrl, sql, transaction } from "@/lib/platform/db";
import { changeWebhook, createWebhook, listDeliveries, sendTest } from "@/lib/webhooks";
import { callerOf, newAccount } from "../accounts";
import { createMigratedDatabase, type SpareDatabase } from "../database";
import { type Receiver, type Script, startReceiver } from "../webhooks/receiver";
import { InngestDouble } from "./double";
import { type ServedApp, serveApp } from "./served";

const signingKey = "signkey-test-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";

/** An Inngest, the app that it calls and a receiver: new ones for each test, on a database of the file's own. */
export interface Bench {
  inngest: InngestDouble;
  app: ServedApp;
  client: Client;
  receiver: Receiver;
}

/** Retries come after 0.1 and 0.2 seconds. What it returns is filled again for each test. */
export function withInngest(): Bench {
  vi.stubEnv("WEBHOOK_RETRY_BASE_SECONDS", "0.1");
  vi.stubEnv("WEBHOOK_RETRY_FACTOR", "2");
  const bench = {} as Bench;
  let database: SpareDatabase;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    setDatabaseUrl(database.url);
  });
  afterAll(async () => {
    await closeDatabase();
    await database.drop();
  });
  beforeEach(async () => void Object.assign(bench, await openBench()));
  afterEach(async () => {
    await bench.inngest.close();
    await Promise.all([bench.app.close(), bench.receiver.close()]);
    await sql.query("DELETE FROM delivery");
    await sql.query("DELETE FROM event");
  });
  return bench;
}

async function openBench(): Promise<Bench> {
  const inngest = await new InngestDouble({ signingKey, retryMs: 50 }).open();
  const { INNGEST_EVENT_KEY: eventKey } = inngest.settings;
  const client = createClient({
    eventKey,
    signingKey,
    signingKeyFallback: undefined,
    baseUrl: inngest.url,
    isDev: false,
  });
  const app: ServedApp = await serveApp((request) => answer(request));
  const answer = createAnswer(client, new URL(app.url).origin);
  await inngest.sync(app.url);
  return { inngest, app, client, receiver: await startReceiver() };
}

/** A new account's webhook at the receiver, which answers as `script` says. */
export async function subscribe({ receiver }: Bench, script: Script = {}) {
  receiver.respond(script);
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const webhook = await createWebhook(caller, { name: "Till", url: receiver.url, events: ["qr.created"] });
  const { accountId } = account;
  return {
    webhookId: webhook.id,
    tell: (count = 1) =>
      transaction((tx) =>
        writeEvents(
          tx,
          Array.from({ length: count }, (_, number) => ({
            accountId,
            environment: "production" as const,
            type: "qr.created" as const,
            timestamp: new Date(),
            data: { number },
          })),
        ),
      ),
    test: () => sendTest(caller, webhook.id, {}),
    async tests(count: number) {
      for (let made = 0; made < count; made += 1) await sendTest(caller, webhook.id, {});
    },
    pause: () => changeWebhook(caller, webhook.id, { isActive: false }),
    async deliveries() {
      const { data } = await listDeliveries(caller, webhook.id, { page: 1, limit: 100 });
      return data;
    },
  };
}

/** Hands over what waits, and waits until every run has ended. */
export async function runAll({ client, inngest }: Bench): Promise<void> {
  await handOver(client);
  await inngest.settled();
}

export const statusesOf = (deliveries: { status: string }[]) => deliveries.map(({ status }) => status);
