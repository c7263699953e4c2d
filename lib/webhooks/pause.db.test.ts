import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordStatements } from "@/e2e/support/statements";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { openConnection, sql, transaction } from "@/lib/platform/db";
import { claimDeliveries, describeBacklog, performDelivery } from "./delivery";
import { claimDelivery } from "./delivery/claim";
import { changeWebhook, getDelivery, getWebhook, listDeliveries, sendTest } from "./index";
import { cancelPast, cancelPastOfAll, pauseWebhook } from "./pause";
import type { DeliveryStatus } from "./schema";

withOwnDatabase();

let queue: TestQueue;
beforeEach(async () => {
  queue = await openQueue();
});
afterEach(() => queue.end());

/** What waits after a night in which an endpoint was down. */
async function addBacklog(count: number): Promise<void> {
  const [id] = await queue.emit();
  await sql.query(
    `INSERT INTO delivery (id, webhook_id, generation, event_id, event_type, status, attempts, max_attempts, due_at, retry_of)
     SELECT gen_random_uuid(), webhook_id, generation, event_id, event_type, 'retrying', 1, 4, now() - n * interval '1 ms', id
     FROM delivery, generate_series(2, $2::int) AS n WHERE id = $1`,
    [id, count],
  );
}

/** The switch alone, as an automatic pause makes it. */
const pauseAlone = () => transaction((tx) => pauseWebhook(tx, queue.webhookId, "consecutive_failures"));
const change = (isActive: boolean) => changeWebhook(queue.caller, queue.webhookId, { isActive });

async function countOpen(): Promise<number> {
  return (await queue.deliveries()).filter(({ dueAt }) => dueAt !== null).length;
}

async function countShown(status?: DeliveryStatus): Promise<number> {
  const query = { page: 1, limit: 1, ...(status && { status }) };
  return (await listDeliveries(queue.caller, queue.webhookId, query)).pagination.total ?? 0;
}

describe("pausing a webhook with a long backlog", () => {
  it("cancels a thousand deliveries under the webhook lock and the rest before the answer", async () => {
    await addBacklog(5_000);
    await pauseAlone();
    expect(await countOpen()).toBe(4_000);
    await change(true);
    await addBacklog(2);
    const statements = await recordStatements(() => change(false));
    expect(await countOpen()).toBe(0);
    const texts = statements.map(({ text }) => text);
    const afterwards = texts.slice(texts.indexOf("COMMIT") + 1);
    expect(afterwards.filter((text) => text.includes("SET status = 'cancelled'")).length).toBeGreaterThan(1);
    expect(afterwards.join()).not.toMatch(/BEGIN|UPDATE webhook|FOR (NO KEY )?UPDATE OF w/);
    expect(await countShown("cancelled")).toBe(5_002);
  });

  it("shows all deliveries as cancelled at once", async () => {
    await addBacklog(1_500);
    const waiting = (await describeBacklog()).deliveriesWaiting;
    await pauseAlone();
    expect(await countOpen()).toBe(500);
    const shown = await Promise.all([countShown(), countShown("cancelled")]);
    expect(shown).toEqual([1_500, 1_500]);
    expect(await Promise.all([countShown("pending"), countShown("retrying")])).toEqual([0, 0]);
    const open = (await queue.deliveries()).find(({ dueAt }) => dueAt !== null);
    const one = await getDelivery(queue.caller, queue.webhookId, open!.id);
    expect(one).toMatchObject({ status: "cancelled", nextAttemptAt: null });
    const { recentEvents } = await getWebhook(queue.caller, queue.webhookId);
    expect(new Set(recentEvents.map(({ status }) => status))).toEqual(new Set(["cancelled"]));
    expect((await describeBacklog()).deliveriesWaiting).toBe(waiting - 1_500);
    expect((await queue.read()).dueAt).toBeNull();
  });

  it("W10: never claims or sends old deliveries after a resume, only new ones", async () => {
    await addBacklog(1_500);
    await queue.setConcurrency(2);
    const stale = await queue.claimNext();
    await sql.query("UPDATE delivery SET due_at = now() + interval '1 hour' WHERE id = $1", [stale.id]);
    await pauseAlone();
    await change(true);
    expect(await countOpen()).toBe(500);
    const open = (await queue.deliveries()).find(({ id, dueAt }) => dueAt !== null && id !== stale.id);
    expect((await claimDeliveries(64)).claimed).toEqual([]);
    expect(await claimDelivery(open!.id)).toBeNull();
    expect(await performDelivery(stale)).toEqual({ status: "cancelled", dueAt: null });
    const { id: test } = await sendTest(queue.caller, queue.webhookId, {});
    const [fresh] = await queue.emit();
    await queue.setConcurrency(8);
    expect((await claimDeliveries(64)).claimed.map(({ id }) => id)).toEqual([test, fresh]);
    // The attempt that was under way ended its delivery; the others are over without one.
    expect(await cancelPastOfAll()).toBe(499);
    expect(await cancelPastOfAll()).toBe(0);
    expect(await countOpen()).toBe(2);
  });

  it("skips a locked delivery and cancels it once it is free", async () => {
    await addBacklog(3);
    const client = openConnection("settles a delivery");
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM delivery WHERE webhook_id = $1 LIMIT 1 FOR UPDATE", [queue.webhookId]);
    await pauseAlone();
    expect(await countOpen()).toBe(1);
    expect(await countShown("cancelled")).toBe(3);
    const tidied = cancelPast(queue.webhookId);
    await client.query("COMMIT");
    await client.end();
    await tidied;
    expect(await countOpen()).toBe(0);
  });
});

it("a resume resets failures, but activating an active webhook changes nothing", async () => {
  const fail = `UPDATE webhook_queue SET concurrency = 4, health = 'troubled', consecutive_failures = 19, notified_failures = 10,
    failing_since = now() - interval '1 day' WHERE webhook_id = $1`;
  await sql.query(fail, [queue.webhookId]);
  const failing = await queue.read();
  const before = await changeWebhook(queue.caller, queue.webhookId, { name: "Other" });
  expect(await change(true)).toEqual(before);
  expect(await queue.read()).toEqual(failing);
  await change(false);
  await change(true);
  expect(await queue.read()).toMatchObject({
    consecutiveFailures: 0,
    notifiedFailures: 0,
    failingSince: null,
    concurrency: 1,
  });
});
