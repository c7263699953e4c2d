import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestKey } from "../support/accounts";
import { type AnsweredDelivery, getWebhook, jsonOf, makeWebhook, settled } from "../support/own-webhooks";
import { type Receiver, startReceiver } from "../support/webhooks/receiver";

let key: TestKey;
let receiver: Receiver;
beforeEach(async () => {
  key = await newKey(await newAccount("pro"));
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const post = (path: string, body?: object, headers = {}) =>
  callV1(key.apiKey, "POST", path, { headers, ...(body && { body }) });
const put = (id: string, body: object) => callV1(key.apiKey, "PUT", `/webhooks/${id}`, { body });
const createCode = () => post("/qr-codes", { name: "Menu", type: "url", content: "https://example.com/" });

/** Sends a test and waits until it is delivered: what was to come before it has come. */
async function sendThrough(id: string): Promise<AnsweredDelivery> {
  const made = jsonOf<AnsweredDelivery>(await post(`/webhooks/${id}/test`));
  const done = await settled(key, id, made.id);
  expect(done.status).toBe("delivered");
  return done;
}

describe("POST /api/v1/webhooks/{id}/test", () => {
  it("202: returns the delivery, which then shows as delivered with the body that was sent", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url });
    const answer = await post(`/webhooks/${id}/test`, { type: "scan.created" });
    expect(answer.status, answer.text).toBe(202);
    const made = jsonOf<AnsweredDelivery>(answer);
    expect(made).toMatchObject({ eventType: "scan.created", status: "pending", attempts: 0, retryOf: null });
    expect(answer.headers.get("location")).toMatch(`/api/v1/webhooks/${id}/deliveries/${made.id}`);
    const done = await settled(key, id, made.id);
    expect(done).toMatchObject({ status: "delivered", attempts: 1, responseStatus: 200, error: null });
    expect(receiver.requests.map(({ body }) => body.toString())).toEqual([made.body]);
    expect(receiver.requests[0]?.headers["webhook-id"]).toBe(made.eventId);
    expect(await getWebhook(key, id)).toMatchObject({ eventCount: 1, failureCount: 0 });
  });

  it("Q12: sends one delivery per idempotency key", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url });
    const headers = { "idempotency-key": randomUUID() };
    const answers = [
      await post(`/webhooks/${id}/test`, {}, headers),
      await post(`/webhooks/${id}/test`, {}, headers),
    ];
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect((await getWebhook(key, id)).recentEvents).toHaveLength(1);
  });
});

describe("POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", () => {
  it("202: sends the same body and webhook-id again as a new delivery with one attempt", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url });
    receiver.respond({ status: 500, body: "down" });
    const { json } = await post(`/webhooks/${id}/test`);
    const old = await settled(key, id, String(json.id));
    expect(old).toMatchObject({ status: "failed", attempts: 1, responseStatus: 500, error: "http_status" });
    receiver.respond({ status: 204 });
    const answer = await post(`/webhooks/${id}/deliveries/${old.id}/retry`);
    expect(answer.status, answer.text).toBe(202);
    const retry = await settled(key, id, jsonOf<AnsweredDelivery>(answer).id);
    expect(retry).toMatchObject({ status: "delivered", retryOf: old.id, eventId: old.eventId });
    const [first, second] = receiver.requests;
    expect(second?.body.equals(first!.body)).toBe(true);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(await getWebhook(key, id)).toMatchObject({ eventCount: 2, failureCount: 1 });
  });
});

describe("GET /api/v1/webhooks/{id}/deliveries", () => {
  it("200: lists deliveries in pages, newest first, filtered by type or status", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url });
    const sent: string[] = [];
    for (const type of ["qr.created", "scan.created", "qr.created"]) {
      const { json } = await post(`/webhooks/${id}/test`, { type });
      sent.unshift(String(json.id));
      await settled(key, id, String(json.id));
    }
    const list = async (query: string) => {
      const { json } = await callV1(key.apiKey, "GET", `/webhooks/${id}/deliveries?${query}`);
      return { ...json, ids: (json.data as unknown as AnsweredDelivery[]).map((one) => one.id) };
    };
    expect(await list("limit=2")).toMatchObject({
      ids: sent.slice(0, 2),
      pagination: { page: 1, limit: 2, total: 3, pages: 2 },
    });
    expect((await list("limit=2&page=2")).ids).toEqual(sent.slice(2));
    expect((await list("eventType=scan.created&status=delivered")).ids).toEqual([sent[1]]);
    expect(await list("status=failed")).toMatchObject({ ids: [], pagination: { total: 0, pages: 0 } });
  });
});

describe("W10: events that a webhook does not receive", () => {
  it("include those of a pause, even after it resumes", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url, events: ["qr.created"] });
    expect((await put(id, { isActive: false })).status).toBe(200);
    expect((await createCode()).status).toBe(201);
    expect((await put(id, { isActive: true })).status).toBe(200);
    const { json: heard } = await createCode();
    await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await sendThrough(id);
    const told = receiver.requests.map(({ body }) => JSON.parse(body.toString()));
    expect(told.filter(({ test }) => !test).map(({ data }) => data.id)).toEqual([heard.id]);
    const { rowCount } = await sql.query("SELECT FROM delivery WHERE webhook_id = $1", [id]);
    expect(rowCount).toBe(2);
  });

  it("include other event types than it subscribes to", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url, events: ["qr.deleted"] });
    await createCode();
    await sendThrough(id);
    expect(receiver.requests).toHaveLength(1);
    const { rows } = await sql.query("SELECT d.event_type FROM delivery d WHERE webhook_id = $1", [id]);
    expect(rows).toEqual([{ event_type: "qr.deleted" }]);
  });
});

describe("W9: changes of a webhook with a pending delivery", () => {
  /** A webhook with an event that failed once and waits for its next attempt, which is put off. */
  async function makeWaiting(): Promise<{ id: string; deliveryId: string }> {
    const { id } = await makeWebhook(key, { url: receiver.url, events: ["qr.created"] });
    receiver.respond({ status: 503, headers: { "retry-after": "2" } });
    await createCode();
    await receiver.waitFor(1);
    await expect
      .poll(async () => (await getWebhook(key, id)).recentEvents[0]?.status, { timeout: 30_000 })
      .toBe("retrying");
    const [delivery] = (await getWebhook(key, id)).recentEvents;
    receiver.respond({ status: 200 });
    return { id, deliveryId: delivery!.id };
  }

  it("pausing cancels it, even after a resume", async () => {
    const { id, deliveryId } = await makeWaiting();
    await put(id, { isActive: false });
    expect((await settled(key, id, deliveryId, ["cancelled"])).attempts).toBe(1);
    await put(id, { isActive: true });
    await makeDue(id);
    await sendThrough(id);
    expect(receiver.requests).toHaveLength(2);
    expect((await settled(key, id, deliveryId)).status).toBe("cancelled");
  });

  it("pausing during a request cancels the delivery, whatever the request returns", async () => {
    const { id } = await makeWebhook(key, { url: receiver.url, events: ["qr.created"] });
    let release = () => {};
    const barrier = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.respond(async () => {
      await barrier;
      return { status: 500 };
    });
    await createCode();
    await receiver.waitFor(1);
    const { recentEvents } = await getWebhook(key, id);
    await put(id, { isActive: false });
    release();
    receiver.respond({ status: 200 });
    await put(id, { isActive: true });
    await sendThrough(id);
    expect(receiver.requests).toHaveLength(2);
    expect((await settled(key, id, recentEvents[0]!.id)).status).toBe("cancelled");
    expect(await getWebhook(key, id)).toMatchObject({ eventCount: 2, failureCount: 0 });
  });

  it("deleting removes its history and sends nothing more", async () => {
    const { id, deliveryId } = await makeWaiting();
    expect((await callV1(key.apiKey, "DELETE", `/webhooks/${id}`)).status).toBe(204);
    const { rowCount } = await sql.query("SELECT FROM delivery WHERE id = $1", [deliveryId]);
    expect(rowCount).toBe(0);
    const { id: other } = await makeWebhook(key, { url: receiver.url });
    await sendThrough(other);
    expect(receiver.requests).toHaveLength(2);
  });

  it("a new address receives the pending delivery, and the old one nothing more", async () => {
    const { id, deliveryId } = await makeWaiting();
    const next = await startReceiver();
    try {
      await put(id, { url: next.url });
      expect(await settled(key, id, deliveryId)).toMatchObject({ status: "delivered", attempts: 2 });
      expect([receiver.requests.length, next.requests.length]).toEqual([1, 1]);
      expect(next.requests[0]?.body.equals(receiver.requests[0]!.body)).toBe(true);
    } finally {
      await next.close();
    }
  });
});

/** Lets whatever of a webhook is still to be sent be due now. */
async function makeDue(id: string): Promise<void> {
  await sql.query("UPDATE delivery SET due_at = now() WHERE webhook_id = $1 AND due_at IS NOT NULL", [id]);
}
