import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { addListener, readEvents } from "@/e2e/support/events";
import { newScannedCode, newVisits } from "@/e2e/support/visits";
import { withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import type { Caller } from "@/lib/accounts/schema";
import { writeEvents } from "@/lib/events";
import { openConnection, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { storeBatch } from "@/lib/scans/store";
import { cancelPast, pauseWebhook } from "../pause";
import { changeWebhook } from "../webhooks";
import { fanOut, listOverdueDeliveries, listPendingEvents } from ".";

withOwnDatabase();

let caller: Caller;
let webhookId: string;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  webhookId = await addListener(caller);
});

/** Writes so many events of the caller's, or of another's; their ids. */
async function happen(count = 1, to = caller): Promise<string[]> {
  const { accountId, environment } = to;
  const known = new Set((await readEvents(to)).map(({ id }) => id));
  const events = Array.from({ length: count }, (_, n) => {
    return { accountId, environment, type: "qr.created", timestamp: new Date(), data: { n } } as const;
  });
  await transaction((tx) => writeEvents(tx, events));
  return (await readEvents(to)).map(({ id }) => id).filter((id) => !known.has(id));
}

async function readDeliveries(of = webhookId) {
  const { rows } = await sql.query(
    `SELECT id, event_id AS "eventId", event_type AS "eventType", status, attempts, max_attempts AS "maxAttempts",
       due_at AS "dueAt", lease_token AS "leaseToken", retry_of AS "retryOf"
     FROM delivery WHERE webhook_id = $1 ORDER BY id`,
    [of],
  );
  return rows;
}

async function readQueue(of = webhookId): Promise<{ dueAt: Date | null; eventCount: number }> {
  const { rows } = await sql.query(
    `SELECT due_at AS "dueAt", event_count AS "eventCount" FROM webhook_queue WHERE webhook_id = $1`,
    [of],
  );
  return rows[0];
}

const pause = (id = webhookId) => transaction((tx) => pauseWebhook(tx, id, null));
const resume = (id = webhookId) => changeWebhook(caller, id, { isActive: true });

/** Holds webhooks as a change of them does, until it is told to let go. */
async function holdForChange(...ids: string[]): Promise<() => Promise<void>> {
  const client = openConnection("changes webhooks");
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM webhook WHERE id = ANY($1) FOR NO KEY UPDATE", [ids]);
  return async () => {
    await client.query("COMMIT");
    await client.end();
  };
}

describe("fanOut", () => {
  it("creates a delivery, due now, for each subscribed webhook and wakes its queue", async () => {
    const second = await addListener(caller, { events: ["qr.created"] });
    await addListener(caller, { events: ["qr.deleted"] });
    const eventIds = await happen(3);
    const { events, deliveries } = await fanOut({ eventIds });
    expect(events).toBe(3);
    for (const id of [webhookId, second]) {
      const made = await readDeliveries(id);
      expect(made.map(({ eventId }) => eventId)).toEqual(eventIds);
      expect(made[0]).toMatchObject({
        eventType: "qr.created",
        status: "pending",
        attempts: 0,
        maxAttempts: 4,
      });
      expect(made[0]).toMatchObject({ leaseToken: null, retryOf: null });
      expect(await readQueue(id)).toEqual({ dueAt: made[0].dueAt, eventCount: 3 });
      expect(deliveries.filter((one) => one.webhookId === id).map((one) => one.id)).toEqual(
        made.map((one) => one.id),
      );
      for (const one of made)
        expect(one.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    }
    const fresh = Number.parseInt(deliveries[0]!.id.replaceAll("-", "").slice(0, 12), 16);
    expect(Math.abs(Date.now() - fresh)).toBeLessThan(60_000);
    for (const event of await readEvents(caller)) expect(event.fannedOutAt).not.toBeNull();
  });

  it("fans out each event once, also under concurrent and repeated calls", async () => {
    const eventIds = await happen(40);
    const all = await Promise.all(Array.from({ length: 5 }, () => fanOut({ eventIds, limit: 15 })));
    all.push(await fanOut({ eventIds }), await fanOut({ eventIds }));
    expect(all.reduce((sum, { events }) => sum + events, 0)).toBe(40);
    expect(all.reduce((sum, { deliveries }) => sum + deliveries.length, 0)).toBe(40);
    expect(new Set((await readDeliveries()).map(({ eventId }) => eventId))).toEqual(new Set(eventIds));
    expect((await readQueue()).eventCount).toBe(40);
  });

  it("keeps an earlier due time of a queue and brings a later one forward", async () => {
    const sooner = new Date(Date.now() - 60_000);
    await sql.query("UPDATE webhook_queue SET due_at = $2 WHERE webhook_id = $1", [webhookId, sooner]);
    await fanOut({ eventIds: await happen() });
    expect((await readQueue()).dueAt).toEqual(sooner);
    await sql.query("UPDATE webhook_queue SET due_at = $2 WHERE webhook_id = $1", [
      webhookId,
      new Date(Date.now() + 60_000),
    ]);
    await fanOut({ eventIds: await happen() });
    expect((await readQueue()).dueAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it("W10: creates nothing for events from before a pause, even after a resume", async () => {
    const second = await addListener(caller);
    const before = await happen(2);
    await pause();
    expect((await fanOut({ eventIds: before.slice(0, 1) })).deliveries.map((one) => one.webhookId)).toEqual([
      second,
    ]);
    await resume();
    expect((await fanOut({ eventIds: before })).deliveries.map((one) => one.webhookId)).toEqual([second]);
    await fanOut({ eventIds: await happen() });
    expect(await readDeliveries()).toHaveLength(1);
    expect(await readDeliveries(second)).toHaveLength(3);
  });

  it("creates nothing for a deleted webhook and marks its events as fanned out", async () => {
    const eventIds = await happen();
    await sql.query("DELETE FROM webhook WHERE id = $1", [webhookId]);
    expect(await fanOut({ eventIds })).toMatchObject({ events: 1, deliveries: [], left: 0 });
    expect(await fanOut({ eventIds })).toEqual({ events: 0, deliveries: [], left: 0, last: null });
  });

  it("W11: skips events of a webhook that is being changed and fans them out once it is free", async () => {
    const other = callerOf(await newAccount("pro"), "pro");
    const otherId = await addListener(other);
    const gone = await happen();
    await pause();
    await resume();
    const [held, theirs] = [await happen(2), await happen(2, other)];
    const letGo = await holdForChange(webhookId);
    const eventIds = [...gone, ...held, ...theirs];
    const { last, ...first } = await fanOut({ eventIds });
    // An event of an earlier generation waits for nobody.
    expect(first).toMatchObject({ events: 3, left: 2 });
    expect(last).toBe(eventIds.sort().at(-1));
    expect((await readDeliveries(otherId)).map(({ eventId }) => eventId)).toEqual(theirs);
    expect(await readDeliveries()).toEqual([]);
    expect(await fanOut({ eventIds })).toMatchObject({ events: 0, left: 2, deliveries: [] });
    await letGo();
    expect(await fanOut({ eventIds })).toMatchObject({ events: 2, left: 0 });
    expect((await readDeliveries()).map(({ eventId }) => eventId)).toEqual(held);
    expect((await readQueue()).eventCount).toBe(2);
  });

  it("holds back a whole event while one of its webhooks is changed, unless that one is paused", async () => {
    const second = await addListener(caller);
    const [eventId] = await happen();
    const letGo = await holdForChange(second);
    expect(await fanOut({ eventIds: [eventId!] })).toMatchObject({ events: 0, left: 1, deliveries: [] });
    await letGo();
    await pause(second);
    const letGoPaused = await holdForChange(second);
    const { deliveries, left } = await fanOut({ eventIds: [eventId!] });
    await letGoPaused();
    expect([deliveries.map((one) => one.webhookId), left]).toEqual([[webhookId], 0]);
  });

  it("keeps the order of events within each webhook when one call serves many", async () => {
    const all = [webhookId];
    while (all.length < 10) all.push(await addListener(caller, { events: ["qr.created"] }));
    const eventIds = await happen(500);
    const { deliveries } = await fanOut({ eventIds });
    expect(deliveries.length).toBe(5_000);
    for (const id of all) {
      expect((await readDeliveries(id)).map((one) => one.eventId)).toEqual(eventIds);
    }
  });

  it("W9: leaves no open delivery after a concurrent pause", async () => {
    for (let round = 0; round < 10; round += 1) {
      const eventIds = await happen(20);
      await Promise.all([
        ...[0, 5, 10, 15].map((at) => fanOut({ eventIds: eventIds.slice(at, at + 5) })),
        pause(),
      ]);
      await cancelPast(webhookId);
      const open = (await readDeliveries()).filter(({ dueAt }) => dueAt !== null);
      expect(open).toEqual([]);
      await resume();
    }
    for (const { status } of await readDeliveries()) expect(status).toBe("cancelled");
  });

  it("W1: ignores uncommitted events, and keeps committed ones pending until they are fanned out", async () => {
    const { accountId, environment } = caller;
    await transaction(async (tx) => {
      await writeEvents(tx, [
        { accountId, environment, type: "qr.updated", timestamp: new Date(), data: {} },
      ]);
      await fanOut();
    });
    const [event] = await readEvents(caller);
    expect(event?.fannedOutAt).toBeNull();
    while ((await listPendingEvents(1_000)).includes(event?.id ?? "")) await fanOut({ limit: 7 });
    expect((await readDeliveries()).map(({ eventId }) => eventId)).toEqual([event?.id]);
  });

  it("W18: fans out a flood of scans in batches, in order and without losing any", async () => {
    const code = await newScannedCode(caller);
    const rounds = Array.from({ length: 5 }, () => newVisits(code, 500));
    for (const visits of rounds) await storeBatch({ id: newId(), visits });
    const eventIds = (await readEvents(caller, "scan.created")).map(({ id }) => id);
    expect(eventIds).toHaveLength(2_500);
    let trips = 0;
    for (let left = 2_500; left > 0; trips += 1) left -= (await fanOut({ eventIds })).events;
    expect(trips).toBe(5);
    const made = await readDeliveries();
    const sent = new Set(made.map(({ eventId }) => eventId));
    expect(eventIds.filter((id) => !sent.has(id))).toEqual([]);
    // In the order in which it happened.
    const ofScans = made.filter(({ eventType }) => eventType === "scan.created");
    expect(ofScans.map(({ eventId }) => eventId)).toEqual(eventIds);
  });
});

it("lists pending events and overdue deliveries by age", async () => {
  const eventIds = await happen(2);
  const own = (ids: string[]) => ids.filter((id) => eventIds.includes(id));
  expect(own(await listPendingEvents(10_000))).toEqual(eventIds);
  expect(own(await listPendingEvents(10_000, 60_000))).toEqual([]);
  await sql.query("UPDATE event SET created_at = now() - interval '2 minutes' WHERE id = $1", [eventIds[0]]);
  expect(own(await listPendingEvents(10_000, 60_000))).toEqual([eventIds[0]]);

  const { deliveries } = await fanOut({ eventIds });
  expect(own(await listPendingEvents(10_000))).toEqual([]);
  const ofOurs = async (olderThanMs: number) =>
    (await listOverdueDeliveries(10_000, olderThanMs)).filter((one) => one.webhookId === webhookId);
  expect(await ofOurs(0)).toMatchObject(deliveries);
  expect(await ofOurs(60_000)).toEqual([]);
  await sql.query("UPDATE delivery SET due_at = now() - interval '2 minutes' WHERE id = $1", [
    deliveries[1]!.id,
  ]);
  expect(await ofOurs(60_000)).toMatchObject([deliveries[1]!]);
  await sql.query("UPDATE webhook SET is_active = false WHERE id = $1", [webhookId]);
  expect(await ofOurs(60_000)).toEqual([]);
});
