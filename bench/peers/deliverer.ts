import { setTimeout as sleep } from "node:timers/promises";
import { type ServedApp, serveApp } from "@/e2e/support/inngest/served";
import { insertAccounts } from "@/e2e/support/tenants";
import { createAnswer } from "@/inngest/answer";
import { type Client, createClient } from "@/inngest/client";
import { handOver } from "@/inngest/hand-over";
import type { Caller } from "@/lib/accounts/schema";
import { eventIdOf, type NewEvent, writeEvents } from "@/lib/events";
import { closeDatabase, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeNotifications } from "@/lib/platform/notifications";
import { safeFetch } from "@/lib/platform/safe-fetch";
import { createWebhook } from "@/lib/webhooks";
import { deliveryHeaders } from "@/lib/webhooks/delivery/sign";
import { startWorker } from "@/server/worker/engine";
import { startHandOver } from "@/server/worker/hand-over";

/** One process that delivers: as the worker does, or by a bare loop. It trusts the authority from its start on. */
export type Job =
  /** Webhooks of as many accounts, all to one address. */
  | { do: "subscribe"; accounts: number; url: string }
  /** Delivers so many events by the worker; the milliseconds from its start until all are settled. The rows go unless kept. */
  | { do: "deliver"; events: number; isKept?: boolean }
  /** Serves the functions to an Inngest; the port. */
  | { do: "serve"; inngestUrl: string }
  /** The same as `deliver`, by the Inngest that it serves. */
  | { do: "deliver by Inngest"; events: number }
  /** Posts as many bodies of such events, signed alike, by the same client; the milliseconds. */
  | { do: "post"; events: number; url: string };

/** As many as the worker has places for. */
const hands = 64;
const secret = "5f0c8e1b7a9d2463f1e0c4b8a7d69253e4f1b0c8d7a69253f4e1c0b8d7a69253";
let accountIds: string[] = [];

const callerOf = (accountId: string): Caller => ({
  accountId,
  plan: "pro",
  environment: "production",
  key: null,
});

async function subscribe(accounts: number, url: string): Promise<void> {
  accountIds = await insertAccounts(sql, Array<"pro">(accounts).fill("pro"));
  const webhook = { name: "Bench", url, events: ["qr.created" as const] };
  for (const accountId of accountIds) await createWebhook(callerOf(accountId), webhook);
}

/** A code as in `qr.created`, of about the same size. */
function newEvent(place: number): NewEvent {
  const data = {
    id: newId(),
    name: `Table ${place}`,
    type: "url",
    content: `https://example.com/menu/${place}`,
    isDynamic: true,
    shortUrl: `https://qr.example.com/r/${place.toString(36).padStart(8, "a")}`,
    settings: { size: 512, margin: 4, errorCorrectionLevel: "M", frame: { text: "Scan the menu" } },
    note: "quiet modules ".repeat(30),
    createdAt: new Date().toISOString(),
  };
  const accountId = accountIds[place % accountIds.length] as string;
  return { accountId, environment: "production", type: "qr.created", timestamp: new Date(), data };
}

async function writeAll(count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, place) => newEvent(place));
  while (events.length > 0) await transaction((tx) => writeEvents(tx, events.splice(0, 500)));
}

const selectOpen = {
  name: "bench_open",
  text: `SELECT EXISTS (SELECT FROM event WHERE fanned_out_at IS NULL)
    OR EXISTS (SELECT FROM delivery WHERE due_at IS NOT NULL) AS "isOpen"`,
};

let client: Client | undefined;
let app: ServedApp | undefined;

async function serve(inngestUrl: string): Promise<number> {
  const [eventKey, signingKey, signingKeyFallback] = [undefined, undefined, undefined];
  const own = createClient({ eventKey, signingKey, signingKeyFallback, baseUrl: inngestUrl, isDev: true });
  app = await serveApp((request) => answer(request));
  const answer = createAnswer(own, new URL(app.url).origin);
  client = own;
  return Number(new URL(app.url).port);
}

const startInngest = () =>
  startHandOver(
    () => handOver(client),
    () => {},
  );

async function deliver(count: number, isKept: boolean, startEngine = startWorker): Promise<number> {
  await writeAll(count);
  const start = performance.now();
  const worker = startEngine();
  while ((await sql.query<{ isOpen: boolean }>(selectOpen)).rows[0]?.isOpen) await sleep(20);
  const ms = performance.now() - start;
  await worker.stop();
  const { rows } = await sql.query("SELECT count(*)::int AS n FROM delivery WHERE status = 'delivered'");
  if (rows[0].n !== count) throw new Error(`${rows[0].n} of ${count} were delivered`);
  if (!isKept) await sql.query("TRUNCATE event, delivery");
  return ms;
}

async function post(count: number, url: string): Promise<number> {
  const waiting = Array.from({ length: count }, (_, place) => {
    const uuid = newId();
    const { type, timestamp, data } = newEvent(place);
    return {
      id: eventIdOf(uuid),
      type,
      body: JSON.stringify({ id: eventIdOf(uuid), type, timestamp, data }),
    };
  });
  const start = performance.now();
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const timestamp = Math.floor(Date.now() / 1_000);
        const headers = deliveryHeaders({ ...next, timestamp, secrets: [secret], baseUrl: "http://bench" });
        const { status } = await safeFetch({
          url,
          method: "POST",
          headers,
          body: next.body,
          deadlineMs: 10_000,
        });
        if (status !== 204) throw new Error(`answered ${status}`);
      }
    }),
  );
  return performance.now() - start;
}

async function perform(job: Job): Promise<number> {
  switch (job.do) {
    case "subscribe":
      await subscribe(job.accounts, job.url);
      return 0;
    case "deliver":
      return deliver(job.events, job.isKept ?? false);
    case "serve":
      return serve(job.inngestUrl);
    case "deliver by Inngest":
      return deliver(job.events, false, startInngest);
    case "post":
      return post(job.events, job.url);
  }
}

process.on("message", async (job: Job) => {
  try {
    process.send!(await perform(job));
  } catch (error) {
    process.send!((error as Error).stack);
  }
});
process.on("disconnect", async () => {
  await app?.close();
  await closeNotifications();
  await closeDatabase();
});
process.send!("ready");
