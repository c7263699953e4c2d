import { expect, it } from "vitest";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { sql } from "@/lib/platform/db";
import { changeWebhook } from "..";
import { claimDeliveries, describeBacklog } from ".";
import { claimDelivery } from "./claim";

withOwnDatabase();

const waitForLong = async ({ webhookId }: TestQueue) => {
  for (const table of ["delivery", "webhook_queue"]) {
    await sql.query(`UPDATE ${table} SET due_at = due_at - interval '60 s' WHERE webhook_id = $1`, [
      webhookId,
    ]);
  }
};
const oldest = async () => (await describeBacklog()).oldestDueSeconds;

it.each([
  ["PostgreSQL", () => claimDeliveries(1)],
  ["Inngest", (id: string) => claimDelivery(id)],
])("O3: oldestDueSeconds ignores deliveries waiting for a slot, with %s claiming", async (_, claim) => {
  const queue = await openQueue();
  const [first] = await queue.emit(3);
  await waitForLong(queue);
  expect(await oldest()).toBeGreaterThanOrEqual(60);
  await claim(first!);
  expect(await oldest()).toBe(0);
  await queue.end();
});

it("O3: oldestDueSeconds ignores deliveries cancelled by a pause, also after a resume", async () => {
  const queue = await openQueue();
  await queue.emit(2);
  await waitForLong(queue);
  await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
  expect(await oldest()).toBe(0);
  await changeWebhook(queue.caller, queue.webhookId, { isActive: true });
  expect(await oldest()).toBe(0);
});

it("O3: oldestDueSeconds ignores failing webhooks", async () => {
  const queue = await openQueue();
  await queue.emit();
  await waitForLong(queue);
  expect(await oldest()).toBeGreaterThanOrEqual(60);
  await sql.query("UPDATE webhook_queue SET health = 'troubled' WHERE webhook_id = $1", [queue.webhookId]);
  expect(await oldest()).toBe(0);
  await queue.end();
});
