import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { untilBlocked } from "@/e2e/support/blocked";
import { findKeptMail } from "@/e2e/support/kept-mails";
import { type Receiver, startReceiver } from "@/e2e/support/webhooks/receiver";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { openConnection, sql } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail";
import { changeWebhook, getWebhook, retryDelivery } from "..";
import { claimDeliveries, performDelivery } from ".";
import { disableFailingWebhooks } from "./auto-disable";

withOwnDatabase();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

let queue: TestQueue;
beforeEach(async () => {
  receiver.respond({ status: 410 });
  queue = await openQueue(receiver.url);
});

/** So many deliveries that fail for good, one after the other. */
async function fail(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await queue.emit();
    await queue.performNext();
  }
}
async function succeed(): Promise<void> {
  receiver.respond({});
  await queue.emit();
  await queue.performNext();
  receiver.respond({ status: 410 });
}
const subjects = () =>
  listKeptMails()!
    .filter(({ to }) => to === queue.email)
    .map(({ subject }) => subject)
    .reverse();
const failingFor = (hours: number) =>
  sql.query(
    "UPDATE webhook_queue SET failing_since = now() - make_interval(hours => $2) WHERE webhook_id = $1",
    [queue.webhookId, hours],
  );
/** And a moment: what is stored to the millisecond may be rounded into the future. */
const mailedFor = (hours: number) =>
  sql.query(
    `UPDATE webhook_queue SET mailed_at = ARRAY(
       SELECT now() - make_interval(hours => $2, secs => 1) FROM unnest(mailed_at)) WHERE webhook_id = $1`,
    [queue.webhookId, hours],
  );
const webhook = () => getWebhook(queue.caller, queue.webhookId);

const failing = "Your webhook is failing";
const paused = "Your webhook is paused";

describe("consecutive delivery failures", () => {
  it("notify the owner at 5 and at 10, once each", async () => {
    await fail(4);
    expect(subjects()).toEqual([]);
    await fail(1);
    expect(subjects()).toEqual([failing]);
    const { text } = findKeptMail(queue.email)!;
    expect(text).toContain("The last 5 deliveries to your webhook “Order system” failed");
    expect(text).toMatch(
      new RegExp(`^Your endpoint's responses: http\\S+/webhooks/${queue.webhookId}$`, "m"),
    );
    expect(text).not.toContain("/api/v1/");
    await fail(4);
    await disableFailingWebhooks();
    expect(subjects()).toEqual([failing]);
    await fail(6);
    await disableFailingWebhooks();
    expect(subjects()).toEqual([failing, failing]);
    expect(await queue.read()).toMatchObject({
      consecutiveFailures: 15,
      notifiedFailures: 10,
      failureCount: 15,
    });
  });

  it("notify the owner at 5 and at 10 when they end at the same time", async () => {
    await queue.setConcurrency(8);
    await queue.emit(8);
    await sql.query("UPDATE webhook_queue SET consecutive_failures = 4 WHERE webhook_id = $1", [
      queue.webhookId,
    ]);
    const { claimed } = await claimDeliveries(8);
    await Promise.all(claimed.map((claim) => performDelivery(claim)));
    expect(await queue.read()).toMatchObject({ consecutiveFailures: 12, notifiedFailures: 10 });
    expect(subjects()).toEqual([failing, failing]);
  });

  it("notify the owner of the same count once per 24 hours, despite successes and resumes", async () => {
    await fail(12);
    expect(subjects()).toEqual([failing, failing]);
    await succeed();
    await fail(7);
    await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
    await changeWebhook(queue.caller, queue.webhookId, { isActive: true });
    await fail(6);
    await disableFailingWebhooks();
    expect(subjects()).toEqual([failing, failing]);
    expect(await queue.read()).toMatchObject({ consecutiveFailures: 6, notifiedFailures: 0 });
    // The failures go on: then its owner is notified.
    await mailedFor(23);
    await disableFailingWebhooks();
    expect(subjects()).toHaveLength(2);
    await mailedFor(24);
    await disableFailingWebhooks();
    expect(subjects()).toHaveLength(3);
    expect(await queue.read()).toMatchObject({ notifiedFailures: 5 });
  });

  it("notify the owner of a pause once per 24 hours", async () => {
    for (let pause = 0; pause < 2; pause += 1) {
      await fail(20);
      await failingFor(24);
      expect(await disableFailingWebhooks()).toBe(1);
      await changeWebhook(queue.caller, queue.webhookId, { isActive: true });
    }
    expect(subjects()).toEqual([failing, failing, paused]);
    expect(findKeptMail(queue.email)!.text).toContain(`/webhooks/${queue.webhookId}\n`);
  });

  it("start again from zero after a success", async () => {
    await fail(7);
    await succeed();
    await mailedFor(24);
    expect(await queue.read()).toMatchObject({
      consecutiveFailures: 0,
      failingSince: null,
      notifiedFailures: 0,
    });
    await fail(4);
    expect(subjects()).toEqual([failing]);
    await fail(1);
    expect(subjects()).toEqual([failing, failing]);
    const { failingSince, lastTriggeredAt } = await queue.read();
    expect(failingSince!.getTime()).toBeLessThanOrEqual(lastTriggeredAt!.getTime());
  });

  it("pause the webhook and notify the owner at 20 failures over at least 24 hours", async () => {
    await fail(20);
    expect(await disableFailingWebhooks()).toBe(0);
    await failingFor(23);
    expect(await disableFailingWebhooks()).toBe(0);
    expect(await webhook()).toMatchObject({ isActive: true });
    await failingFor(24);
    await queue.emit(3);
    expect(await disableFailingWebhooks()).toBe(1);
    expect(await webhook()).toMatchObject({ isActive: false, disabledReason: "consecutive_failures" });
    expect(subjects()).toEqual([failing, failing, paused]);
    const { rows } = await sql.query(
      "SELECT action, user_id FROM audit_entry WHERE subject_id = $1 AND action = $2",
      [queue.webhookId, "webhook.paused"],
    );
    expect(rows).toEqual([{ action: "webhook.paused", user_id: null }]);
    expect((await claimDeliveries(64)).claimed).toEqual([]);
    expect((await queue.deliveries()).slice(-3).map(({ status }) => status)).toEqual(
      Array(3).fill("cancelled"),
    );
    expect(await disableFailingWebhooks()).toBe(0);
    await changeWebhook(queue.caller, queue.webhookId, { isActive: true });
    expect(await queue.read()).toMatchObject({ consecutiveFailures: 0, failingSince: null, concurrency: 1 });
    expect(await webhook()).toMatchObject({ isActive: true, disabledReason: null });
  });

  it("pause the webhook right after the 20th failure, without a sweep", async () => {
    await fail(19);
    await failingFor(30);
    expect(await webhook()).toMatchObject({ isActive: true });
    await fail(1);
    expect(await webhook()).toMatchObject({ isActive: false, disabledReason: "consecutive_failures" });
    expect(subjects().at(-1)).toBe(paused);
  });

  it("do not pause a webhook that succeeds while the sweep waits for its lock", async () => {
    await fail(20);
    await failingFor(30);
    const client = openConnection("holds a webhook as a request does that begins");
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM webhook WHERE id = $1 FOR SHARE", [queue.webhookId]);
    const sweep = disableFailingWebhooks();
    await untilBlocked(client);
    await succeed();
    await client.end();
    expect(await sweep).toBe(0);
    expect(await webhook()).toMatchObject({ isActive: true });
  });

  it("are not increased by failed manual retries, and are reset by successful ones", async () => {
    await fail(3);
    const [first] = await queue.deliveries();
    await retryDelivery(queue.caller, queue.webhookId, first!.id);
    expect(await queue.performNext()).toEqual({ status: "failed", dueAt: null });
    expect(await queue.read()).toMatchObject({ consecutiveFailures: 3, failureCount: 4 });
    receiver.respond({});
    await retryDelivery(queue.caller, queue.webhookId, first!.id);
    expect(await queue.performNext()).toEqual({ status: "delivered", dueAt: null });
    expect(await queue.read()).toMatchObject({ consecutiveFailures: 0, failureCount: 4, failingSince: null });
  });
});
