import { afterEach, describe, expect, it } from "vitest";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { openConnection, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { changeWebhook } from "..";
import { claimDeliveries, performDelivery, releaseClaims } from ".";
import { claimDelivery } from "./claim";
import type { Claim } from "./schema";

withOwnDatabase();

const queues: TestQueue[] = [];
async function open(concurrency = 1): Promise<TestQueue> {
  const queue = await openQueue();
  queues.push(queue);
  await queue.setConcurrency(concurrency);
  return queue;
}
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.end();
});

const idsOf = (claims: readonly { id: string }[]) => claims.map(({ id }) => id);

describe("claimDeliveries", () => {
  it("claims due deliveries of a webhook oldest first, up to its concurrency", async () => {
    const queue = await open(3);
    const ids = await queue.emit(5);
    const { claimed, nextDueAt } = await claimDeliveries(64);
    expect(idsOf(claimed)).toEqual(ids.slice(0, 3));
    expect(new Set(claimed.map(({ leaseToken }) => leaseToken)).size).toBe(3);
    const [first] = claimed;
    expect(first).toMatchObject({ attempt: 1, maxAttempts: 4, isManual: false, eventType: "qr.created" });
    const { rows } = await sql.query("SELECT body FROM event WHERE id = $1", [first!.eventId]);
    expect(rows).toEqual([{ body: first!.body }]);
    // Full: due again when the first lease ends, unless one is settled before.
    const leaseMs = nextDueAt!.getTime() - Date.now();
    expect(leaseMs).toBeGreaterThan(20_000);
    expect(leaseMs).toBeLessThanOrEqual(30_000);
    expect((await claimDeliveries(64)).claimed).toEqual([]);
  });

  it("gives every webhook its first delivery before any its second, and continues in the next call", async () => {
    const [one, other] = [await open(8), await open(8)];
    const [ofOne, ofOther] = [await one.emit(6), await other.emit(2)];
    const first = await claimDeliveries(3);
    expect(idsOf(first.claimed)).toEqual([ofOne[0], ofOther[0], ofOne[1]]);
    expect(first.nextDueAt!.getTime()).toBeLessThan(Date.now() + 1_000);
    const second = await claimDeliveries(64);
    expect(idsOf(second.claimed).sort()).toEqual([...ofOne.slice(2), ...ofOther.slice(1)].sort());
    expect((await claimDeliveries(64)).claimed).toEqual([]);
  });

  it("claims from the queue that has waited longest, not again from a long backlog", async () => {
    const poison = await open(8);
    await poison.emit(100);
    await claimDeliveries(1);
    const other = await open();
    const [id] = await other.emit();
    const claims: Claim[] = [];
    while (claims.length < 3) claims.push(...(await claimDeliveries(1)).claimed);
    expect(idsOf(claims)).toContain(id);
  });

  it("returns when the next delivery is due, or null if none is", async () => {
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
    const queue = await open();
    await queue.emit();
    await sql.query("UPDATE delivery SET due_at = now() + interval '90 s' WHERE webhook_id = $1", [
      queue.webhookId,
    ]);
    const { claimed, nextDueAt } = await claimDeliveries(64);
    expect(claimed).toEqual([]);
    expect(Math.abs(nextDueAt!.getTime() - Date.now() - 90_000)).toBeLessThan(5_000);
    expect((await queue.read()).dueAt).toEqual((await queue.deliveries())[0]!.dueAt);
  });

  it("W4: concurrent claims never share a delivery or exceed the concurrency of a webhook", async () => {
    const mine = await Promise.all([open(1), open(2), open(8)]);
    for (const queue of mine) await queue.emit(10);
    const claimed: Claim[] = [];
    for (let round = 0; round < 10; round += 1) {
      const all = await Promise.all(Array.from({ length: 8 }, () => claimDeliveries(2)));
      claimed.push(...all.flatMap((claims) => claims.claimed));
    }
    expect(new Set(idsOf(claimed)).size).toBe(claimed.length);
    const counts = mine.map(
      ({ webhookId }) => claimed.filter((claim) => claim.webhookId === webhookId).length,
    );
    expect(counts).toEqual([1, 2, 8]);
  });

  it("skips queues that another transaction has locked and leaves them for later", async () => {
    const [held, free] = [await open(), await open()];
    await held.emit();
    const [id] = await free.emit();
    const client = openConnection("holds a queue");
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM webhook_queue WHERE webhook_id = $1 FOR UPDATE", [held.webhookId]);
    const { claimed, nextDueAt } = await claimDeliveries(64);
    await client.end();
    expect(idsOf(claimed)).toEqual([id]);
    expect(nextDueAt!.getTime()).toBeLessThan(Date.now() + 1_000);
  });

  it("cancels deliveries whose event is deleted, and claims none of a deleted webhook", async () => {
    const queue = await open();
    await queue.emit();
    await sql.query("DELETE FROM event WHERE account_id = $1", [queue.caller.accountId]);
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
    expect((await queue.deliveries())[0]).toMatchObject({ status: "cancelled", dueAt: null });
    await queue.emit();
    await sql.query("DELETE FROM webhook WHERE id = $1", [queue.webhookId]);
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
  });
});

describe("a lease that expires without a result", () => {
  it("W2: is claimed again with the same event and body, without counting as an attempt", async () => {
    const queue = await open();
    await queue.emit();
    const first = await queue.claimNext();
    expect((await claimDeliveries(64)).claimed).toEqual([]);
    await queue.hurry();
    const second = await queue.claimNext();
    expect(second).toEqual({
      ...first,
      leaseToken: expect.any(String),
      claimedAt: expect.any(Number),
    });
    expect(second.leaseToken).not.toBe(first.leaseToken);
    expect((await queue.deliveries())[0]).toMatchObject({
      attempts: 0,
      expiredLeases: 1,
      status: "pending",
      log: [],
    });
  });

  it("W2: makes the delivery fail after the 20th time", async () => {
    const queue = await open();
    const [id] = await queue.emit();
    for (let lost = 0; lost < 20; lost += 1) {
      await queue.claimNext();
      await queue.hurry();
    }
    expect((await queue.deliveries())[0]).toMatchObject({ expiredLeases: 19 });
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
    const record = { durationMs: 0, responseStatus: null, error: "lease_lost", responseBody: null };
    expect((await queue.deliveries())[0]).toMatchObject({
      status: "failed",
      attempts: 0,
      expiredLeases: 20,
      dueAt: null,
      leaseToken: null,
      log: [{ ...record, startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) }],
    });
    expect(await queue.read()).toMatchObject({ failureCount: 1, consecutiveFailures: 1, concurrency: 1 });
    expect(await claimDelivery(id!)).toBeNull();
  });

  it("is not counted as expired when released: its delivery is due at once", async () => {
    const queue = await open(2);
    await queue.emit(2);
    const { claimed } = await claimDeliveries(64);
    await releaseClaims(claimed);
    expect(await queue.deliveries()).toMatchObject([
      { expiredLeases: 0, leaseToken: null },
      { expiredLeases: 0, leaseToken: null },
    ]);
    const again = await claimDeliveries(64);
    expect(idsOf(again.claimed)).toEqual(idsOf(claimed));
    // Who has no lease any more can give nothing back.
    await releaseClaims(claimed);
    expect((await claimDeliveries(64)).claimed).toEqual([]);
  });
});

describe("claimDelivery", () => {
  const waitOf = (answer: unknown) => (answer as { waitUntil: Date }).waitUntil.getTime() - Date.now();

  it("claims the requested delivery, even if another one is before it", async () => {
    const queue = await open();
    const [, second] = await queue.emit(2);
    expect(await claimDelivery(second!)).toMatchObject({ id: second, attempt: 1, body: expect.any(String) });
  });

  it("returns when to try again: at the due time, or later the longer the queue for a slot", async () => {
    const queue = await open();
    const ids = await queue.emit(101);
    expect(await claimDelivery(ids[0]!)).toMatchObject({ id: ids[0] });
    const leased = waitOf(await claimDelivery(ids[0]!));
    expect(leased).toBeGreaterThan(20_000);
    expect(leased).toBeLessThanOrEqual(30_000);
    const [soon, late] = [waitOf(await claimDelivery(ids[1]!)), waitOf(await claimDelivery(ids[100]!))];
    expect(soon).toBeGreaterThan(100);
    expect(late).toBeGreaterThan(soon + 2_000);
    await sql.query("UPDATE delivery SET due_at = now() + interval '5 min' WHERE id = $1", [ids[1]]);
    expect(waitOf(await claimDelivery(ids[1]!))).toBeGreaterThan(250_000);
    // A caller that comes back too soon, because its clock is ahead, is told to wait longer each time.
    await sql.query("UPDATE delivery SET due_at = now() + interval '2 s' WHERE id = $1", [ids[1]]);
    expect(waitOf(await claimDelivery(ids[1]!, 1))).toBeLessThanOrEqual(2_000);
    expect(waitOf(await claimDelivery(ids[1]!, 90))).toBeGreaterThan(8_000);
  });

  it("keeps to the concurrency of the webhook under concurrent calls", async () => {
    const queue = await open(3);
    const ids = await queue.emit(12);
    const answers = await Promise.all(ids.map((id) => claimDelivery(id)));
    expect(answers.filter((answer) => answer !== null && "leaseToken" in answer)).toHaveLength(3);
  });

  it("returns null for deliveries of a paused webhook and unknown ids", async () => {
    const queue = await open();
    const [id] = await queue.emit();
    await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
    for (const other of [id!, newId(), "no id"]) expect(await claimDelivery(other)).toBeNull();
  });
});

it("W4: ignores the result of a worker whose lease has passed to another worker", async () => {
  const queue = await open();
  await queue.emit();
  const stale = await queue.claimNext();
  await queue.hurry();
  const present = await queue.claimNext();
  const before = [await queue.deliveries(), await queue.read()];
  expect(await performDelivery(stale)).toMatchObject({ status: "pending" });
  expect([await queue.deliveries(), await queue.read()]).toEqual(before);
  // The one that has it gets a refused connection and is heard.
  expect(await performDelivery(present)).toMatchObject({ status: "retrying" });
  expect((await queue.deliveries())[0]).toMatchObject({ attempts: 1, log: [{ error: "connection_error" }] });
});
