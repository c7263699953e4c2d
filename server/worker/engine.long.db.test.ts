import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { type Receiver, type ReceiverOptions, startReceiver } from "@/e2e/support/webhooks/receiver";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { closeNotifications } from "@/lib/platform/notifications";
import { createWebhook } from "@/lib/webhooks";
import { encryptSecret } from "@/lib/webhooks/secret";
import { startWorker, type Worker } from "./engine";

// A worker takes whatever is due: it gets a database that no other test writes to.
let database: SpareDatabase;
let worker: Worker | undefined;
const receivers: Receiver[] = [];

beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
});
afterEach(async () => {
  await worker?.stop(Promise.resolve());
  worker = undefined;
  for (const receiver of receivers.splice(0)) await receiver.close();
  await sql.query("TRUNCATE webhook, event, delivery CASCADE");
});
afterAll(async () => {
  await closeNotifications();
  await closeDatabase();
  await database.drop();
});

async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver(options);
  receivers.push(receiver);
  return receiver;
}

async function newWebhook(receiver: Receiver): Promise<{ webhookId: string; accountId: string }> {
  const account = await newAccount("pro");
  const input = { name: "Order system", url: receiver.url, events: ["scan.created" as const] };
  const { id } = await createWebhook(callerOf(account, "pro"), input);
  return { webhookId: id, accountId: account.accountId };
}

/** So many events for one webhook, as changes would have written them. */
async function writeEvents(webhook: { webhookId: string; accountId: string }, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations)
     SELECT gen_random_uuid(), $2, 'production', 'scan.created', '{"number":' || n || '}', ARRAY[$1::uuid], ARRAY[0]
     FROM generate_series(1, $3::int) AS n`,
    [webhook.webhookId, webhook.accountId, count],
  );
  await sql.query("SELECT pg_notify('quietzone_events', '')");
}

/** Webhooks of one endpoint, ten an account, with so many retries of each that have been due for a while. */
async function writeHerd(
  receiver: Receiver,
  webhooks: number,
  retries: number,
  health = "unproven",
): Promise<string[]> {
  const accounts: string[] = [];
  while (accounts.length < webhooks / 10) accounts.push((await newAccount("pro")).accountId);
  const ids = Array.from({ length: webhooks }, () => crypto.randomUUID());
  await sql.query(
    `INSERT INTO webhook (id, account_id, environment, name, url, events, secret)
     SELECT id, ($2::uuid[])[1 + nth % cardinality($2)], 'production', 'Herd', $3 || '/' || id, '{scan.created}', secret
     FROM unnest($1::uuid[], $4::bytea[]) WITH ORDINALITY AS made(id, secret, nth)`,
    [ids, accounts, receiver.url, ids.map((id) => encryptSecret(id, "ab".repeat(32)))],
  );
  await sql.query(
    "INSERT INTO webhook_queue (webhook_id, health) SELECT id, $2 FROM unnest($1::uuid[]) AS id",
    [ids, health],
  );
  // Some of each at a time: a statement has 5 seconds.
  for (let written = 0; written < retries; written += 10) {
    await sql.query(
      `WITH told AS (
         INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, fanned_out_at)
         SELECT gen_random_uuid(), account_id, 'production', 'scan.created', '{"number":' || n || '}', ARRAY[id], ARRAY[0],
           now()
         FROM webhook, generate_series(1, 10) AS n WHERE id = ANY($1::uuid[])
         RETURNING id, webhook_ids[1] AS webhook_id)
       INSERT INTO delivery (id, webhook_id, event_id, event_type, status, attempts, max_attempts, due_at)
       SELECT gen_random_uuid(), webhook_id, id, 'scan.created', 'retrying', 1, 4, now() - random() * interval '1 minute'
       FROM told`,
      [ids],
    );
  }
  await sql.query("ANALYZE delivery");
  await sql.query(
    "UPDATE webhook_queue SET due_at = now() - random() * interval '1 minute' WHERE webhook_id = ANY($1::uuid[])",
    [ids],
  );
  await sql.query("SELECT pg_notify('quietzone_events', '')");
  return ids;
}

async function readQueue({
  webhookId,
}: {
  webhookId: string;
}): Promise<{ concurrency: number; health: string }> {
  const { rows } = await sql.query("SELECT concurrency, health FROM webhook_queue WHERE webhook_id = $1", [
    webhookId,
  ]);
  return rows[0];
}

it("W11: cuts a hanging endpoint's concurrency to one despite 10,000 events, without delaying others", async () => {
  let isHanging = false;
  const endpoint = await openReceiver({
    script: () => (isHanging ? { beforeHeadersMs: Number.POSITIVE_INFINITY } : {}),
  });
  const quick = await openReceiver();
  const [poisoned, other] = [await newWebhook(endpoint), await newWebhook(quick)];
  await writeEvents(poisoned, 30);
  worker = startWorker();
  await endpoint.waitFor(30);
  await expect.poll(() => readQueue(poisoned)).toEqual({ concurrency: 8, health: "quick" });
  isHanging = true;
  await writeEvents(poisoned, 10_000);
  await endpoint.waitFor(38);
  for (let told = 1; told <= 10; told += 1) {
    await writeEvents(other, 1);
    await quick.waitFor(told);
  }
  // All of them before anything of the other's came to its end.
  expect(endpoint.requests.length).toBe(38);
  await endpoint.waitFor(39);
  await expect.poll(() => endpoint.open).toBe(1);
  expect(await readQueue(poisoned)).toEqual({ concurrency: 1, health: "troubled" });
  expect({ mostOpen: endpoint.mostOpen, requests: endpoint.requests.length }).toEqual({
    mostOpen: 8,
    requests: 39,
  });
});

it.each([
  ["have not answered yet", "unproven", 32],
  ["have failed", "troubled", 16],
] as const)("W11: 70 hanging webhooks that %s do not delay others", async (_, health, most) => {
  const hanging = await openReceiver({ script: { beforeHeadersMs: Number.POSITIVE_INFINITY } });
  const [quick, first] = [await openReceiver(), await openReceiver()];
  const [healthy, newcomer] = [await newWebhook(quick), await newWebhook(first)];
  worker = startWorker();
  await writeEvents(healthy, 1);
  await expect.poll(() => readQueue(healthy), { timeout: 10_000 }).toMatchObject({ health: "quick" });
  await writeHerd(hanging, 70, 10, health);
  await expect.poll(() => hanging.open, { timeout: 10_000 }).toBe(most);
  for (let told = 2; told <= 10; told += 1) {
    await writeEvents(healthy, 1);
    await quick.waitFor(told);
  }
  // What fails keeps a first try from nobody; those that have not answered yet take turns.
  if (health === "troubled") {
    await writeEvents(newcomer, 1);
    await first.waitFor(1);
  }
  expect({ mostOpen: hanging.mostOpen, requests: hanging.requests.length }).toEqual({
    mostOpen: most,
    requests: most,
  });
});

const [webhooks, retries] = [500, 100];

it("W12: sends at most 64 due retries at once, serves every webhook in turn, and lets new events through", async () => {
  // From the fourth round on answers wait until more are under way than failing endpoints may share, however slow the machine is.
  const script = async () => {
    const end = performance.now() + 5_000;
    while (receiver.requests.length > 3 * webhooks && receiver.mostOpen <= 16 && performance.now() < end)
      await sleep(10);
    return { beforeHeadersMs: 150 };
  };
  const receiver: Receiver = await openReceiver({ script });
  const other = await openReceiver();
  const ids = await writeHerd(receiver, webhooks, retries, "troubled");
  const newcomer = await newWebhook(other);
  worker = startWorker();
  await receiver.waitFor(0.9 * webhooks);
  // Who comes in the middle of it has waited for as long as those ahead take, two turns at most, and not for the herd.
  await writeEvents(newcomer, 1);
  await other.waitFor(1);
  expect(receiver.requests.length).toBeLessThan(0.9 * webhooks + 2 * webhooks);
  // Those that answer again take the places that those that failed may not have, but keep them from no turn.
  await receiver.waitFor(7 * webhooks);
  const first = receiver.requests.slice(0, 7 * webhooks).map(({ path }) => path);
  expect(new Set(first).size).toBe(ids.length);
  expect(receiver.mostOpen).toBeLessThanOrEqual(64);
  expect(receiver.mostOpen).toBeGreaterThan(16);
  const bodies = receiver.requests.map(({ headers, path }) => `${path} ${headers["webhook-id"]}`);
  expect(new Set(bodies).size).toBe(bodies.length);
});
