import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { type Receiver, startReceiver } from "@/e2e/support/webhooks/receiver";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { closeNotifications } from "@/lib/platform/notifications";
import { createWebhook } from "@/lib/webhooks";
import type { QueueHealth } from "@/lib/webhooks/delivery/schema";
import { startWorker, type Worker } from "./engine";

// A worker takes whatever is due: it gets a database that no other test writes to.
let database: SpareDatabase;
let worker: Worker;
let silent: Receiver;
let prompt: Receiver;

beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
});
beforeEach(async () => {
  silent = await startReceiver({ script: { beforeHeadersMs: Number.POSITIVE_INFINITY } });
  prompt = await startReceiver();
  worker = startWorker();
});
afterEach(async () => {
  await worker.stop(Promise.resolve());
  await silent.close();
  await prompt.close();
  await sql.query("TRUNCATE webhook, event, delivery CASCADE");
});
afterAll(async () => {
  await closeNotifications();
  await closeDatabase();
  await database.drop();
});

interface Webhooks {
  ids: string[];
  accountId: string;
}

/** Of one account, as its attempts so far have left them. */
async function newWebhooks(
  { url }: Receiver,
  count: number,
  [health, concurrency]: [QueueHealth, number],
): Promise<Webhooks> {
  const account = await newAccount("pro");
  const input = { name: "Order system", url, events: ["scan.created" as const] };
  const ids: string[] = [];
  while (ids.length < count) ids.push((await createWebhook(callerOf(account, "pro"), input)).id);
  await sql.query(
    "UPDATE webhook_queue SET health = $2, concurrency = $3 WHERE webhook_id = ANY($1::uuid[])",
    [ids, health, concurrency],
  );
  return { ids, accountId: account.accountId };
}

/** So many events for each of them, as changes would have written them. */
async function writeEvents({ ids, accountId }: Webhooks, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations)
     SELECT gen_random_uuid(), $2, 'production', 'scan.created', '{}', $1::uuid[], array_fill(0, ARRAY[cardinality($1::uuid[])])
     FROM generate_series(1, $3::int)`,
    [ids, accountId, count],
  );
  await sql.query("SELECT pg_notify('quietzone_events', '')");
}

/** One after the other, as long as nothing of the silent ones comes to its end, which is ten seconds away. */
async function deliverOneByOne(webhooks: Webhooks): Promise<void> {
  for (let told = 1; told <= 10; told += 1) {
    await writeEvents(webhooks, 1);
    await prompt.waitFor(told);
    // A slow machine tells fewer in time, but one at least.
    const hasEnded = silent.requests.length > silent.open;
    if (told === 1) expect(hasEnded).toBe(false);
    if (hasEnded) break;
  }
}

it("W11: limits one slow account to three quarters of the slots, without delaying others", async () => {
  const healthy = await newWebhooks(prompt, 1, ["quick", 1]);
  const slow = await newWebhooks(silent, 10, ["quick", 8]);
  await writeEvents(slow, 20);
  await expect.poll(() => silent.open, { timeout: 10_000 }).toBe(48);
  await deliverOneByOne(healthy);
  expect(silent.mostOpen).toBe(48);
});

it("W11: keeps that limit beside 90 unproven webhooks of 9 accounts", async () => {
  const healthy = await newWebhooks(prompt, 1, ["quick", 1]);
  const slow = await newWebhooks(silent, 10, ["quick", 8]);
  const hanging: Webhooks[] = [];
  while (hanging.length < 9) hanging.push(await newWebhooks(silent, 10, ["unproven", 1]));
  for (const each of hanging) await writeEvents(each, 3);
  await expect.poll(() => silent.open, { timeout: 10_000 }).toBe(32);
  await writeEvents(slow, 20);
  await expect.poll(() => silent.open, { timeout: 10_000 }).toBe(48);
  await deliverOneByOne(healthy);
  expect(silent.mostOpen).toBe(48);
});

it("W11: leaves slots to others when 90 proven webhooks of 9 accounts all fall silent", async () => {
  const healthy = await newWebhooks(prompt, 1, ["quick", 1]);
  const falling: Webhooks[] = [];
  while (falling.length < 9) falling.push(await newWebhooks(silent, 10, ["quick", 8]));
  for (const each of falling) await writeEvents(each, 20);
  await expect.poll(() => silent.open, { timeout: 10_000 }).toBeGreaterThanOrEqual(48);
  await deliverOneByOne(healthy);
  // At most three quarters, and one for each account beside those.
  expect(silent.mostOpen).toBeLessThanOrEqual(57);
});
