import { afterEach, describe, expect, it } from "vitest";
import { type Receiver, type Script, startReceiver } from "@/e2e/support/webhooks/receiver";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { openConnection, sql } from "@/lib/platform/db";
import { changeWebhook, getWebhook } from "..";
import { claimDeliveries, performDelivery } from ".";

withOwnDatabase();

const opened: { queue: TestQueue; receiver: Receiver }[] = [];
async function open(script: Script = {}): Promise<{ queue: TestQueue; receiver: Receiver }> {
  const receiver = await startReceiver({ script });
  const queue = await openQueue(receiver.url);
  opened.push({ queue, receiver });
  return { queue, receiver };
}
const letGos: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const letGo of letGos.splice(0)) await letGo();
  await Promise.all(opened.splice(0).flatMap(({ queue, receiver }) => [queue.end(), receiver.close()]));
});

/** Locks what a SELECT finds, in a transaction of somebody else, until it is let go. */
async function hold(select: string, id: string): Promise<() => Promise<void>> {
  const client = openConnection("holds rows");
  await client.connect();
  await client.query("BEGIN");
  await client.query(`${select} WHERE id = $1 FOR UPDATE`, [id]);
  let isHeld = true;
  const letGo = async () => {
    if (isHeld) await client.end();
    isHeld = false;
  };
  letGos.push(letGo);
  return letGo;
}

describe("delivery results", () => {
  it("are stored while another delivery of the batch is locked, whose result follows on release", async () => {
    const all = await Promise.all([open(), open(), open()]);
    for (const { queue } of all) await queue.emit();
    const { claimed } = await claimDeliveries(64);
    const letGo = await hold("SELECT FROM delivery", claimed[0]!.id);
    const beganAt = performance.now();
    const [held, ...others] = claimed.map((claim) => performDelivery(claim));
    const first = await Promise.race([held, Promise.all(others)]);
    expect(first).toEqual(Array(2).fill({ status: "delivered", dueAt: null }));
    // Nobody has waited until a statement is cancelled, which is after 5 seconds.
    expect(performance.now() - beganAt).toBeLessThan(4_500);
    await letGo();
    expect(await held).toEqual({ status: "delivered", dueAt: null });
    const queue = all.find(({ queue: { webhookId } }) => webhookId === claimed[0]!.webhookId)!.queue;
    expect(await queue.deliveries()).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("are stored while another webhook waits to be paused for its failures", async () => {
    let letGo = async () => {};
    const failing = await open(async () => {
      letGo = await hold("SELECT FROM webhook", failing.queue.webhookId);
      return { status: 410 };
    });
    const { queue: other } = await open();
    await sql.query(
      `UPDATE webhook_queue SET consecutive_failures = 19, notified_failures = 10, failing_since = now() - interval '2 days'
       WHERE webhook_id = $1`,
      [failing.queue.webhookId],
    );
    await failing.queue.emit();
    const last = failing.queue.performNext();
    await expect.poll(async () => (await failing.queue.read()).consecutiveFailures).toBe(20);
    await other.emit();
    const first = await Promise.race([last, other.performNext()]);
    expect(first).toEqual({ status: "delivered", dueAt: null });
    await letGo();
    await last;
    const { isActive } = await getWebhook(failing.queue.caller, failing.queue.webhookId);
    expect(isActive).toBe(false);
  });

  it("W9: are logged for an attempt under way at a pause, without changing any counters", async () => {
    const { queue } = await open(async () => {
      await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
      return { status: 500, body: "out of order" };
    });
    await queue.emit(2);
    const before = await queue.read();
    expect(await queue.performNext()).toEqual({ status: "cancelled", dueAt: null });
    const [tried, untried] = await queue.deliveries();
    const record = { responseStatus: 500, error: "http_status", responseBody: "out of order" };
    expect(tried).toMatchObject({ status: "cancelled", attempts: 1, leaseToken: null, log: [record] });
    expect(untried).toMatchObject({ status: "cancelled", attempts: 0, log: [] });
    const { lastTriggeredAt, ...counts } = await queue.read();
    expect(lastTriggeredAt!.toISOString()).toBe(tried!.log[0]!.startedAt);
    const { eventCount, failureCount, consecutiveFailures, concurrency } = before;
    expect(counts).toMatchObject({
      eventCount,
      failureCount,
      consecutiveFailures,
      concurrency,
      failingSince: null,
    });
  });
});
