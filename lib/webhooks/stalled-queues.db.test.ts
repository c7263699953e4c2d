import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { openConnection, sql } from "@/lib/platform/db";
import { registry } from "@/lib/platform/metrics";
import { resumeStalledQueues } from "./cleanup";
import { claimDeliveries, performDelivery } from "./delivery";
import { changeWebhook } from "./index";

withOwnDatabase();

let queue: TestQueue;
beforeEach(async () => {
  queue = await openQueue();
});
afterEach(() => queue.end());

const setDue = (dueAt: string | null) =>
  sql.query("UPDATE webhook_queue SET due_at = now() + $2::interval WHERE webhook_id = $1", [
    queue.webhookId,
    dueAt,
  ]);
const counted = async () =>
  (await registry.getSingleMetric("quietzone_webhook_queues_resumed_total")!.get()).values[0]?.value ?? 0;

describe("a queue with open deliveries that would never wake", () => {
  it.each([null, "1 hour"])("is found, counted and woken with due time %s", async (dueAt) => {
    const [id] = await queue.emit();
    await setDue(dueAt);
    expect((await claimDeliveries(64)).claimed).toEqual([]);
    const before = await counted();
    expect(await resumeStalledQueues()).toBe(1);
    expect((await counted()) - before).toBe(1);
    expect((await claimDeliveries(64)).claimed.map((claim) => claim.id)).toEqual([id]);
    expect(await resumeStalledQueues()).toBe(0);
  });

  it("is woken for a later retry and for a lease that will expire", async () => {
    await queue.emit();
    expect(await performDelivery(await queue.claimNext())).toMatchObject({ status: "retrying" });
    const { dueAt } = await queue.read();
    await setDue(null);
    expect(await resumeStalledQueues()).toBe(1);
    expect((await queue.read()).dueAt).toEqual(dueAt);
    await queue.hurry();
    await queue.claimNext();
    await setDue("1 hour");
    expect(await resumeStalledQueues()).toBe(1);
    expect((await queue.read()).dueAt).toEqual((await queue.deliveries())[0]!.dueAt);
  });

  it("is skipped while another transaction holds it", async () => {
    await queue.emit();
    await setDue(null);
    const client = openConnection("holds a queue");
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM webhook_queue WHERE webhook_id = $1 FOR UPDATE", [queue.webhookId]);
    expect(await resumeStalledQueues()).toBe(0);
    await client.end();
    expect(await resumeStalledQueues()).toBe(1);
  });
});

describe("a healthy queue", () => {
  it("is left alone: empty, leased, waiting, retrying, paused or resumed", async () => {
    expect(await resumeStalledQueues()).toBe(0);
    await queue.emit(3);
    expect(await resumeStalledQueues()).toBe(0);
    const claim = await queue.claimNext();
    expect(await resumeStalledQueues()).toBe(0);
    await performDelivery(claim);
    expect(await resumeStalledQueues()).toBe(0);
    await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
    expect(await resumeStalledQueues()).toBe(0);
    await changeWebhook(queue.caller, queue.webhookId, { isActive: true });
    expect(await resumeStalledQueues()).toBe(0);
    await queue.emit();
    await claimDeliveries(64);
    expect(await resumeStalledQueues()).toBe(0);
  });
});
