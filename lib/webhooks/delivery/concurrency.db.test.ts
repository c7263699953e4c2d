import { afterEach, describe, expect, it } from "vitest";
import { startReceiver } from "@/e2e/support/webhooks/receiver";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { sql } from "@/lib/platform/db";
import { claimDeliveries, performDelivery } from ".";
import type { Claim, QueueHealth } from "./schema";

withOwnDatabase();

const queues: TestQueue[] = [];
async function open(concurrency = 1, url?: string): Promise<TestQueue> {
  const queue = await openQueue(url);
  queues.push(queue);
  await queue.setConcurrency(concurrency);
  return queue;
}
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.end();
});

describe("delivery slots of a process", () => {
  const heldOf = (health: QueueHealth, count: number) =>
    Array.from({ length: count }, (_, index) => ({ health, accountId: String(index) }) as Claim);
  const openMany = async (count: number, health: QueueHealth, concurrency = 1) => {
    const many = await Promise.all(Array.from({ length: count }, () => open(concurrency)));
    for (const queue of many) await queue.emit(concurrency);
    await sql.query("UPDATE webhook_queue SET health = $2 WHERE webhook_id = ANY($1::uuid[])", [
      many.map(({ webhookId }) => webhookId),
      health,
    ]);
    return many;
  };
  const countOf = (claims: readonly Claim[]) =>
    ["quick", "unproven", "troubled"].map(
      (wanted) => claims.filter(({ health }) => health === wanted).length,
    );

  it("W11: are limited to a quarter for failing webhooks, and to half together with new or slow ones", async () => {
    await openMany(20, "troubled");
    await openMany(5, "unproven", 8);
    const { claimed, nextDueAt } = await claimDeliveries(64);
    expect(countOf(claimed)).toEqual([0, 16, 16]);
    // More of them is due, but not to this process: it asks for nothing until one of them ends.
    expect(nextDueAt).toBeNull();
    expect(await claimDeliveries(16, claimed)).toEqual({ claimed: [], nextDueAt: null });
    const [quick] = await openMany(1, "quick", 8);
    const beside = await claimDeliveries(16, claimed);
    expect(beside.claimed.map(({ webhookId }) => webhookId)).toEqual(Array(8).fill(quick!.webhookId));
    // Another process has places of its own, and this one has room again for each that ends.
    const left = claimed.filter((claim) => claim !== claimed.find(({ health }) => health === "troubled"));
    expect(countOf((await claimDeliveries(9, [...left, ...beside.claimed])).claimed)).toEqual([0, 0, 1]);
    expect(countOf((await claimDeliveries(64)).claimed)).toEqual([0, 24, 3]);
  });

  it("go to the webhook that has waited longest, whatever its health, and no more than requested", async () => {
    const [troubled] = await openMany(1, "troubled");
    const [quick] = await openMany(1, "quick");
    const first = await claimDeliveries(1);
    expect(first.claimed).toMatchObject([{ webhookId: troubled!.webhookId, health: "troubled" }]);
    expect(first.nextDueAt!.getTime()).toBeLessThan(Date.now() + 1_000);
    const second = await claimDeliveries(1, heldOf("troubled", 16));
    expect(second.claimed).toMatchObject([{ webhookId: quick!.webhookId, health: "quick" }]);
  });
});

it("a webhook's health follows the result of its last attempt", async () => {
  const slow = { beforeHeadersMs: 2_100 };
  const receiver = await startReceiver({ script: [{}, slow, { status: 500 }, slow, { status: 500 }, {}] });
  const queue = await open(1, receiver.url);
  await queue.emit(6);
  const stood: QueueHealth[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const claim = await queue.claimNext();
    stood.push(claim.health);
    await performDelivery(claim);
  }
  await receiver.close();
  expect(stood).toEqual(["unproven", "quick", "unproven", "troubled", "unproven", "troubled"]);
  const { rows } = await sql.query("SELECT health FROM webhook_queue WHERE webhook_id = $1", [
    queue.webhookId,
  ]);
  expect(rows).toEqual([{ health: "quick" }]);
});
