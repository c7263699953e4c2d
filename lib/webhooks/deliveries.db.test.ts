import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { untilBlocked } from "@/e2e/support/blocked";
import type { Caller } from "@/lib/accounts/schema";
import { envelopeOf } from "@/lib/event-feed/schema";
import { eventIdOf } from "@/lib/events";
import { openConnection, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  changeWebhook,
  createWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  retryDelivery,
  retryFailed,
  sendTest,
} from ".";
import { deliveryListQuery, deliveryStatuses, eventKinds, fullDeliverySchema } from "./schema";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

let owner: Caller;
let id: string;
beforeEach(async () => {
  owner = callerOf(await newAccount("pro"), "pro");
  const wish = { name: "Orders", url: "https://1.1.1.1/hooks", events: ["qr.updated", "scan.created"] };
  ({ id } = await createWebhook(owner, { ...wish, events: ["qr.updated", "scan.created"] }));
});

/** Deliveries of made-up events, a second apart, the oldest first. */
async function insertDeliveries(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await sql.query(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, created_at)
     SELECT d.id, $2, gen_random_uuid(), ($3::text[])[1 + place % 7], ($4::delivery_status[])[1 + place % 5], 4,
       now() + place * interval '1 s'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS d(id, place)`,
    [ids, id, eventKinds, deliveryStatuses],
  );
  return ids;
}

describe("sendTest", () => {
  it("creates a one-attempt delivery of an event marked as a test, due now", async () => {
    const made = await sendTest(owner, id, {});
    expect(made).toEqual({
      id: expect.any(String),
      eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      eventType: "qr.updated",
      status: "pending",
      attempts: 0,
      createdAt: expect.any(String),
      deliveredAt: null,
      responseStatus: null,
      error: null,
      durationMs: null,
      nextAttemptAt: made.createdAt,
      retryOf: null,
      body: expect.any(String),
      log: [],
    });
    const body = JSON.parse(made.body!);
    expect(Object.keys(body)).toEqual(["id", "type", "timestamp", "sandbox", "test", "data"]);
    expect(body).toMatchObject({ id: made.eventId, type: "qr.updated", sandbox: false, test: true });
    expect(Buffer.byteLength(made.body!)).toBeLessThan(20_000);
    const { rows } = await sql.query(
      `SELECT d.max_attempts, d.due_at <= now() AS is_due, e.fanned_out_at IS NOT NULL AS is_fanned_out,
         queue.due_at <= now() AS is_queue_due, queue.event_count
       FROM delivery d JOIN event e ON e.id = d.event_id JOIN webhook_queue queue USING (webhook_id) WHERE d.id = $1`,
      [made.id],
    );
    expect(rows).toEqual([
      { max_attempts: 1, is_due: true, is_fanned_out: true, is_queue_due: true, event_count: 1 },
    ]);
    expect(await getDelivery(owner, id, made.id)).toEqual(made);
    const { body: _, log: __, ...short } = made;
    expect((await getWebhook(owner, id)).recentEvents).toEqual([short]);
  });

  it.each(eventKinds)("%s: sends data of this event type, whether subscribed to it or not", async (type) => {
    const { body, eventType } = await sendTest(owner, id, { type });
    const { data, ...envelope } = JSON.parse(body!);
    expect([eventType, envelope.type]).toEqual([type, type]);
    expect(envelopeOf(type).parse({ ...envelope, data })).toEqual({ ...envelope, data });
    if (!["qr.created", "qr.updated", "qr.deleted"].includes(type)) return;
    expect(data).toMatchObject({ type: "url", isDynamic: true, shortUrl: expect.stringMatching(/\/r\//) });
    expect(Object.keys(data).includes("settings")).toBe(type !== "qr.deleted");
    expect(Object.keys(data).includes("changedFields")).toBe(type === "qr.updated");
  });

  it("notifies the delivery engines on commit", async () => {
    const listener = openConnection("listener");
    await listener.connect();
    try {
      await listener.query("LISTEN quietzone_events");
      const heard = new Promise((resolve) => listener.once("notification", resolve));
      await sendTest(owner, id, {});
      expect(await heard).toMatchObject({ channel: "quietzone_events" });
    } finally {
      await listener.end();
    }
  });

  it("refuses tests and retries while the webhook is paused", async () => {
    const { id: deliveryId } = await sendTest(owner, id, {});
    await changeWebhook(owner, id, { isActive: false });
    for (const call of [sendTest(owner, id, {}), retryDelivery(owner, id, deliveryId)]) {
      await expect(call).rejects.toMatchObject({
        code: "validation_failed",
        details: [{ field: "isActive", code: "paused" }],
        hint: expect.stringMatching(/Resume/),
      });
    }
  });
});

it("W9: a pause waits for a delivery that is being created and cancels it", async () => {
  const order: string[] = [];
  let pause: Promise<unknown> | undefined;
  const made = await sendTest(owner, id, {}, async (tx) => {
    pause = changeWebhook(owner, id, { isActive: false }).then(() => order.push("paused"));
    await untilBlocked(tx);
    order.push("made");
  });
  await pause;
  expect(order).toEqual(["made", "paused"]);
  expect((await getDelivery(owner, id, made.id)).status).toBe("cancelled");
});

describe("retryDelivery", () => {
  it.each(deliveryStatuses)(
    "creates a new delivery of the same event for a %s one and leaves the old one unchanged",
    async (status) => {
      const { id: oldId } = await sendTest(owner, id, {});
      await sql.query("UPDATE delivery SET status = $2 WHERE id = $1", [oldId, status]);
      const old = await getDelivery(owner, id, oldId);
      const made = await retryDelivery(owner, id, oldId);
      expect(made).toMatchObject({ status: "pending", retryOf: oldId, eventId: old.eventId, body: old.body });
      expect(made.id).not.toBe(oldId);
      expect(await getDelivery(owner, id, oldId)).toEqual(old);
      const again = await retryDelivery(owner, id, made.id);
      expect(again.retryOf).toBe(made.id);
      expect((await getWebhook(owner, id)).eventCount).toBe(3);
    },
  );

  it("refuses a retry once the event has been deleted and the body is null", async () => {
    const { id: deliveryId } = await sendTest(owner, id, {});
    await sql.query("DELETE FROM event WHERE account_id = $1", [owner.accountId]);
    expect((await getDelivery(owner, id, deliveryId)).body).toBeNull();
    await expect(retryDelivery(owner, id, deliveryId)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "deliveryId", code: "expired" }],
    });
  });
});

describe("retryFailed", () => {
  /** Failed deliveries of one event, a second apart from an hour ago on, the oldest first. */
  async function insertFailed(count: number): Promise<string[]> {
    const { id: first } = await sendTest(owner, id, {});
    const ids = Array.from({ length: count }, newId);
    await sql.query(
      `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, created_at, retry_of)
       SELECT f.id, $2, event_id, event_type, 'failed', 4, now() + (place - 3600) * interval '1 s', gen_random_uuid()
       FROM delivery CROSS JOIN unnest($3::uuid[]) WITH ORDINALITY AS f(id, place) WHERE delivery.id = $1`,
      [first, id, ids],
    );
    return ids;
  }
  const retry = (more: object = {}) =>
    retryFailed(owner, id, {
      since: new Date(Date.now() - 7_200_000).toISOString(),
      status: "failed",
      ...more,
    });
  const listRetried = async () => {
    const { rows } = await sql.query<{ of: string }>(
      `SELECT retry_of AS of FROM delivery WHERE webhook_id = $1 AND max_attempts = 1 AND retry_of IS NOT NULL ORDER BY id`,
      [id],
    );
    return rows.map(({ of }) => of);
  };

  it("resends each failed delivery in the time range once, oldest first", async () => {
    const ids = await insertFailed(5);
    const [first, second, third] = await Promise.all(ids.map((one) => getDelivery(owner, id, one)));
    await sql.query("UPDATE delivery SET status = 'delivered' WHERE id = $1", [ids[1]]);
    const until = third?.createdAt;
    expect(await retry({ since: second?.createdAt, until })).toEqual({ retried: 1, hasMore: false });
    expect(await listRetried()).toEqual([ids[2]]);
    expect(await retry({ until })).toEqual({ retried: 1, hasMore: false });
    expect(await listRetried()).toEqual([ids[2], ids[0]]);
    expect(await retry()).toEqual({ retried: 2, hasMore: false });
    expect(await retry()).toEqual({ retried: 0, hasMore: false });
    expect(await getDelivery(owner, id, ids[0] ?? "")).toEqual(first);
    expect((await getWebhook(owner, id)).eventCount).toBe(5);
  });

  it("resends 1,000 per call without overlap between concurrent calls", async () => {
    const ids = await insertFailed(1_200);
    const answers = await Promise.all([retry(), retry()]);
    expect(answers.map(({ retried }) => retried).sort()).toEqual([1_000, 200]);
    expect(answers.map(({ hasMore }) => hasMore).sort()).toEqual([false, true]);
    expect((await listRetried()).sort()).toEqual(ids.sort());
  });

  /** Every waiting retry fails, as while the receiver is still down. */
  const failRetries = () =>
    sql.query(
      "UPDATE delivery SET status = 'failed', due_at = NULL WHERE webhook_id = $1 AND status = 'pending' AND retry_of IS NOT NULL",
      [id],
    );

  it("ends after one retry of each delivery, also while all retries fail", async () => {
    await insertFailed(1_001);
    expect(await retry()).toEqual({ retried: 1_000, hasMore: true });
    await failRetries();
    expect(await retry()).toEqual({ retried: 1, hasMore: false });
    await failRetries();
    expect(await retry()).toEqual({ retried: 0, hasMore: false });
  });

  it("resends failed retries once when the time range begins after what they retried", async () => {
    const ids = await insertFailed(2);
    await retry();
    const retries = await listDeliveries(owner, id, deliveryListQuery.parse({ limit: "2" }));
    const since = retries.data[1]?.createdAt;
    await failRetries();
    expect(await retry({ since })).toEqual({ retried: 2, hasMore: false });
    expect((await listRetried()).sort()).toEqual([...ids, ...retries.data.map((one) => one.id)].sort());
    await failRetries();
    expect(await retry({ since })).toEqual({ retried: 0, hasMore: false });
    expect(await retry()).toEqual({ retried: 0, hasMore: false });
  });

  it("skips a failed single retry of a failed delivery, but resends that of a delivered one", async () => {
    const [failed = "", delivered = ""] = await insertFailed(2);
    await sql.query("UPDATE delivery SET status = 'delivered' WHERE id = $1", [delivered]);
    await retryDelivery(owner, id, failed);
    const single = await retryDelivery(owner, id, delivered);
    await failRetries();
    expect(await retry()).toEqual({ retried: 1, hasMore: false });
    expect((await listRetried()).at(-1)).toBe(single.id);
    await failRetries();
    expect(await retry()).toEqual({ retried: 0, hasMore: false });
  });

  it("skips deleted events and other webhooks, and refuses a paused webhook or another account's", async () => {
    await insertFailed(2);
    const other = await createWebhook(owner, {
      name: "Other",
      url: "https://1.1.1.1/",
      events: ["qr.updated"],
    });
    expect(await retryFailed(owner, other.id, { since: "2026-01-01T00:00:00Z", status: "failed" })).toEqual({
      retried: 0,
      hasMore: false,
    });
    await sql.query("DELETE FROM event WHERE account_id = $1", [owner.accountId]);
    expect(await retry()).toEqual({ retried: 0, hasMore: false });
    await changeWebhook(owner, id, { isActive: false });
    expect(await codeOf(retry())).toBe("validation_failed");
    const stranger = callerOf(await newAccount("pro"), "pro");
    expect(await codeOf(retryFailed(stranger, id, { since: "2026-01-01T00:00:00Z", status: "failed" }))).toBe(
      "not_found",
    );
  });
});

describe("listDeliveries", () => {
  const list = (query: object = {}) => listDeliveries(owner, id, deliveryListQuery.parse(query));

  it("pages through all deliveries by page and by cursor, newest first", async () => {
    const ids = (await insertDeliveries(45)).reverse();
    const pages = [await list({ page: "1" }), await list({ page: "2" }), await list({ page: "3" })];
    expect(pages.flatMap(({ data }) => data.map((one) => one.id))).toEqual(ids);
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [1, 2, 3].map((page) => ({
        page,
        limit: 20,
        total: 45,
        pages: 3,
        nextCursor: page === 3 ? null : expect.any(String),
      })),
    );
    const [first] = pages;
    const second = await list({ cursor: first?.pagination.nextCursor, limit: "20" });
    expect(second.data).toEqual(pages[1]?.data);
    expect(second.pagination).toEqual({ limit: 20, nextCursor: expect.any(String) });
    const third = await list({ cursor: second.pagination.nextCursor, limit: "20" });
    expect(third.data).toEqual(pages[2]?.data);
    expect(third.pagination).toEqual({ limit: 20, nextCursor: null });
    expect(await list({ page: "9007199254740991", limit: "100" })).toMatchObject({
      data: [],
      pagination: { total: 45, pages: 1 },
    });
  });

  it("filters by status, by event type and by both", async () => {
    await insertDeliveries(70);
    for (const status of [undefined, ...deliveryStatuses]) {
      for (const eventType of [undefined, ...eventKinds]) {
        const { data, pagination } = await list({ status, eventType, limit: "1" });
        expect(pagination.total, `${status} ${eventType}`).toBe(70 / (status ? 5 : 1) / (eventType ? 7 : 1));
        if (status) expect(data[0]?.status).toBe(status);
        if (eventType) expect(data[0]?.eventType).toBe(eventType);
      }
    }
  });

  it("shows the result of the last attempt, and no next attempt while one is running", async () => {
    const { id: deliveryId } = await sendTest(owner, id, {});
    const attempt = { startedAt: "2026-11-21T09:30:00.125Z", durationMs: 12, responseBody: "no" };
    const log = [
      { ...attempt, responseStatus: null, error: "timeout", responseBody: null },
      { ...attempt, responseStatus: 503, error: "http_status" },
    ];
    await sql.query(
      "UPDATE delivery SET status = 'retrying', attempts = 2, log = $2, due_at = now() + interval '1 min' WHERE id = $1",
      [deliveryId, JSON.stringify(log)],
    );
    const [waiting] = (await list()).data;
    expect(waiting).toMatchObject({ attempts: 2, responseStatus: 503, error: "http_status", durationMs: 12 });
    expect(Date.parse(waiting!.nextAttemptAt!)).toBeGreaterThan(Date.parse(waiting!.createdAt));
    const whole = await getDelivery(owner, id, deliveryId);
    expect(fullDeliverySchema.parse(whole).log).toEqual(log);
    await sql.query("UPDATE delivery SET lease_token = $2 WHERE id = $1", [deliveryId, newId()]);
    expect((await list()).data[0]?.nextAttemptAt).toBeNull();
  });
});

it("getWebhook returns the last 20 deliveries, newest first", async () => {
  const ids = (await insertDeliveries(25)).reverse();
  const { recentEvents } = await getWebhook(owner, id);
  expect(recentEvents.map((one) => one.id)).toEqual(ids.slice(0, 20));
  expect(recentEvents[0]?.eventId).toBe(eventIdOf(await eventOf(ids[0]!)));
});

async function eventOf(deliveryId: string): Promise<string> {
  const { rows } = await sql.query("SELECT event_id FROM delivery WHERE id = $1", [deliveryId]);
  return rows[0].event_id;
}

it("A5: answers not_found for deliveries of another webhook, account or environment", async () => {
  const { id: deliveryId } = await sendTest(owner, id, {});
  const wish = { name: "Other", url: "https://1.1.1.1/", events: ["qr.created" as const] };
  const { id: otherId } = await createWebhook(owner, wish);
  const stranger = callerOf(await newAccount("pro"), "pro");
  const sandbox = { ...owner, environment: "sandbox" as const };
  const query = deliveryListQuery.parse({});
  const calls = [
    ...[stranger, sandbox].flatMap((caller) => [
      listDeliveries(caller, id, query),
      getDelivery(caller, id, deliveryId),
      retryDelivery(caller, id, deliveryId),
    ]),
    getDelivery(owner, otherId, deliveryId),
    retryDelivery(owner, otherId, deliveryId),
    getDelivery(owner, id, newId()),
    getDelivery(owner, id, "delivery"),
    getDelivery(owner, "webhook", deliveryId),
    listDeliveries(owner, "webhook", query),
  ];
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "not_found"));
});
