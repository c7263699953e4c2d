import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { type Received, type Receiver, type Script, startReceiver } from "@/e2e/support/webhooks/receiver";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { sql } from "@/lib/platform/db";
import { changeWebhook, rotateSecret } from "..";
import { claimDeliveries, performDelivery } from ".";

withOwnDatabase();

const opened: { queue: TestQueue; receiver: Receiver }[] = [];
async function open(script: Script = {}): Promise<{ queue: TestQueue; receiver: Receiver }> {
  const receiver = await startReceiver({ script });
  const queue = await openQueue(receiver.url);
  opened.push({ queue, receiver });
  return { queue, receiver };
}
afterEach(async () => {
  await Promise.all(opened.splice(0).flatMap(({ queue, receiver }) => [queue.end(), receiver.close()]));
});

const verify = (key: string, { body, headers }: Received) =>
  new Webhook(key, { format: "raw" }).verify(body, headers as Record<string, string>);
const failing = { status: 500, body: "out of order" };

describe("a delivery attempt", () => {
  it("posts the stored body, signed, and records the response", async () => {
    const { queue, receiver } = await open({ status: 202, body: "thanks\u0000" });
    await queue.emit();
    const claim = await queue.claimNext();
    expect(await performDelivery(claim)).toEqual({ status: "delivered", dueAt: null });
    const [request] = receiver.requests;
    expect(request!.body.toString()).toBe(claim.body);
    expect(verify(queue.secret, request!)).toMatchObject({ type: "qr.created", data: { number: 0 } });
    expect(request!.headers["webhook-id"]).toBe(JSON.parse(claim.body).id);
    const [row] = await queue.deliveries();
    expect(row).toMatchObject({ status: "delivered", attempts: 1, dueAt: null, leaseToken: null });
    expect(row!.log).toEqual([
      {
        startedAt: expect.stringMatching(/Z$/),
        durationMs: expect.any(Number),
        responseStatus: 202,
        error: null,
        responseBody: expect.stringMatching(/^thanks/),
      },
    ]);
    expect(row!.deliveredAt!.getTime()).toBeGreaterThanOrEqual(Date.parse(row!.log[0]!.startedAt));
    const state = await queue.read();
    expect(state).toMatchObject({ dueAt: null, eventCount: 1, failureCount: 0, failingSince: null });
    expect(state.lastTriggeredAt!.toISOString()).toBe(row!.log[0]!.startedAt);
  });

  it("W7: makes four attempts on schedule with identical body and id, then fails", async () => {
    const { queue, receiver } = await open(failing);
    await queue.emit();
    for (const minutes of [1, 5, 25]) {
      const endedAt = Date.now();
      const { status, dueAt } = await queue.performNext();
      expect(status).toBe("retrying");
      const delayMs = dueAt!.getTime() - endedAt;
      expect(delayMs).toBeGreaterThan(minutes * 60_000 * 0.9);
      expect(delayMs).toBeLessThan(minutes * 60_000 * 1.1);
      expect((await queue.read()).dueAt).toEqual(dueAt);
      expect((await claimDeliveries(64)).claimed).toEqual([]);
      await queue.hurry();
    }
    expect(await queue.performNext()).toEqual({ status: "failed", dueAt: null });
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
    expect(receiver.requests).toHaveLength(4);
    for (const part of ["body", "headers.webhook-id"]) {
      const seen = receiver.requests.map(({ body, headers }) =>
        part === "body" ? body.toString() : headers["webhook-id"],
      );
      expect(new Set(seen).size).toBe(1);
    }
    const [row] = await queue.deliveries();
    expect(row).toMatchObject({ status: "failed", attempts: 4, deliveredAt: null });
    const record = { responseStatus: 500, error: "http_status", responseBody: "out of order" };
    expect(row!.log).toMatchObject([record, record, record, record]);
    expect(await queue.read()).toMatchObject({ eventCount: 1, failureCount: 1, consecutiveFailures: 1 });
  });

  it("W8: fails on 410 and keeps the webhook active; follows Retry-After up to an hour", async () => {
    const { queue } = await open([
      { status: 410 },
      { status: 503, headers: { "retry-after": "1000000000" } },
    ]);
    await queue.emit(2);
    expect(await queue.performNext()).toEqual({ status: "failed", dueAt: null });
    const endedAt = Date.now();
    const { dueAt } = await queue.performNext();
    // An hour, and a little of jitter above it.
    const delayMs = dueAt!.getTime() - endedAt;
    expect(delayMs).toBeGreaterThan(3_595_000);
    expect(delayMs).toBeLessThan(3_600_000 * 1.06 + 5_000);
    expect(await queue.read()).toMatchObject({ failureCount: 1 });
    const { rows } = await sql.query("SELECT is_active FROM webhook WHERE id = $1", [queue.webhookId]);
    expect(rows).toEqual([{ is_active: true }]);
  });

  it("W6: records harmful responses as failures, with a snippet of at most 1 KiB", async () => {
    const { queue } = await open([
      { raw: "junk\r\n\r\n" },
      { informational: 1_000 },
      { status: 500, body: `\u001b[31m${"é".repeat(5_000)}` },
      { reset: true },
    ]);
    await queue.emit();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await queue.performNext();
      await queue.hurry();
    }
    const [row] = await queue.deliveries();
    expect(row).toMatchObject({ status: "failed", attempts: 4 });
    expect(row!.log.map(({ error }) => error)).toEqual([
      "protocol_error",
      "protocol_error",
      "http_status",
      "connection_error",
    ]);
    const snippet = row!.log[2]!.responseBody!;
    expect(snippet.length).toBeGreaterThan(100);
    expect(Buffer.byteLength(snippet)).toBeLessThanOrEqual(1_024);
    expect(snippet).not.toMatch(/[\p{Cc}\ufffd]/u);
  });

  it("is signed with both secrets while they overlap", async () => {
    const { queue, receiver } = await open();
    const { secret } = await rotateSecret(queue.caller, queue.webhookId, { overlapSeconds: 3_600 });
    await queue.emit(2);
    await queue.performNext();
    await sql.query("UPDATE webhook SET previous_secret_until = now() - interval '1 second' WHERE id = $1", [
      queue.webhookId,
    ]);
    await queue.performNext();
    const [during, after] = receiver.requests;
    for (const key of [secret, queue.secret]) expect(verify(key, during!)).toBeTruthy();
    expect(verify(secret, after!)).toBeTruthy();
    expect(() => verify(queue.secret, after!)).toThrow();
  });

  it("sends custom headers beside the service's own, and waits if they cannot be decrypted", async () => {
    const { queue, receiver } = await open();
    const headers = { Authorization: "Bearer a b", "X-Shop": "7" };
    await changeWebhook(queue.caller, queue.webhookId, { headers });
    await queue.emit(2);
    await queue.performNext();
    const expected = { authorization: "Bearer a b", "x-shop": "7", "content-type": "application/json" };
    expect(receiver.requests[0]!.headers).toMatchObject(expected);
    expect(verify(queue.secret, receiver.requests[0]!)).toBeTruthy();
    await sql.query("UPDATE webhook SET headers = secret WHERE id = $1", [queue.webhookId]);
    expect((await queue.performNext()).status).toBe("pending");
    expect(receiver.requests).toHaveLength(1);
  });

  it("keeps values of custom headers out of the log when a response repeats them", async () => {
    const { queue } = await open([{ status: 500, body: "no: Bearer s3cret-token, X-Shop: 7, s3cret-token" }]);
    const headers = { Authorization: "Bearer s3cret-token", "X-Shop": "7" };
    await changeWebhook(queue.caller, queue.webhookId, { headers });
    await queue.emit();
    await queue.performNext();
    const [row] = await queue.deliveries();
    expect(row!.log).toMatchObject([{ responseBody: "no: ••••••••, X-Shop: 7, ••••••••" }]);
  });

  const long = `k-${"s3cret".repeat(160)}`;
  it.each([
    [
      "across the end of what is kept",
      { body: `${"x".repeat(1_000)}${long}` },
      `${"x".repeat(1_000)}••••••••`,
    ],
    ["across the end of what is read", { body: `${long} ${long} ${long}` }, "•••••••• •••••••• ••••••••"],
    [
      "up to where the answer breaks off",
      { raw: "HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\nno: customer-1" },
      "no: ••••••••",
    ],
    ["whole at its end", { body: "no customer" }, "no customer"],
    ["as part of another", { body: "no: customer-123.s3cr3t-part, customer-123" }, "no: ••••••••, ••••••••"],
    ["overlapping another", { body: "no: customer-123.s3cr3t-part.s3cr3t-end" }, "no: ••••••••"],
  ])("keeps a value of a custom header out of the log %s", async (_, answer, logged) => {
    const { queue } = await open([{ status: 500, ...answer }]);
    const headers = {
      ...{ "X-Tenant": "customer-123", "X-Key": "customer-123.s3cr3t-part" },
      ...{ "X-Other": "s3cr3t-part.s3cr3t-end", "X-Long": long },
    };
    await changeWebhook(queue.caller, queue.webhookId, { headers });
    await queue.emit();
    await queue.performNext();
    const [row] = await queue.deliveries();
    expect(row!.log).toMatchObject([{ responseBody: logged }]);
  });

  it("is postponed without using up an attempt if the secret cannot be decrypted", async () => {
    const { queue, receiver } = await open();
    await queue.emit();
    await sql.query("UPDATE webhook SET secret = 'nothing that opens, whatever the key' WHERE id = $1", [
      queue.webhookId,
    ]);
    const { status, dueAt } = await queue.performNext();
    expect(status).toBe("pending");
    expect(dueAt!.getTime()).toBeGreaterThan(Date.now() + 30_000);
    expect(await queue.deliveries()).toMatchObject([{ attempts: 0, expiredLeases: 0, log: [] }]);
    expect(receiver.connections).toBe(0);
  });
});

describe("delivery concurrency", () => {
  it("doubles with quick successes up to 8 and falls back to one after a failure", async () => {
    const { queue, receiver } = await open();
    await queue.emit(40);
    const seen: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { claimed } = await claimDeliveries(64);
      await Promise.all(claimed.map((claim) => performDelivery(claim)));
      seen.push(claimed.length);
    }
    expect(seen).toEqual([1, 2, 4, 8, 8, 8]);
    receiver.respond([failing, {}]);
    await queue.performNext();
    expect(await queue.read()).toMatchObject({ concurrency: 1 });
    await queue.performNext();
    expect(await queue.read()).toMatchObject({ concurrency: 2, consecutiveFailures: 0 });
  });
});
