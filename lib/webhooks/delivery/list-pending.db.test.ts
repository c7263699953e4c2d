import { expect, it } from "vitest";
import { openQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { sql } from "@/lib/platform/db";
import { listOpenDeliveries, listOverdueDeliveries } from ".";

withOwnDatabase();

const minute = 60_000;

it("lists overdue deliveries of each webhook in turn, so that long backlogs hide no other webhook", async () => {
  const poisoned = await Promise.all(Array.from({ length: 5 }, () => openQueue()));
  for (const queue of poisoned) await queue.emit(120);
  await sql.query("UPDATE delivery SET due_at = now() - interval '1 hour'");
  const other = await openQueue();
  const ids = await other.emit(2);
  await sql.query("UPDATE delivery SET due_at = now() - interval '2 minutes' WHERE webhook_id = $1", [
    other.webhookId,
  ]);
  const listed = await listOverdueDeliveries(12, minute);
  expect(listed.filter(({ webhookId }) => webhookId === other.webhookId).map(({ id }) => id)).toEqual(ids);
  for (const { webhookId } of poisoned) {
    expect(listed.filter((one) => one.webhookId === webhookId)).toHaveLength(2);
    expect(
      (await listOverdueDeliveries(10_000, minute)).filter((one) => one.webhookId === webhookId),
    ).toHaveLength(100);
  }
  // What a pause is done with waits for nobody.
  await sql.query("UPDATE webhook SET generation = generation + 1 WHERE id = $1", [other.webhookId]);
  const left = await listOverdueDeliveries(10_000, minute);
  expect(left.filter(({ webhookId }) => webhookId === other.webhookId)).toEqual([]);
});

it("lists the open deliveries of a fanned-out event", async () => {
  const queue = await openQueue();
  const [id] = await queue.emit(1);
  const { rows } = await sql.query<{ eventId: string }>(
    `SELECT event_id AS "eventId" FROM delivery WHERE id = $1`,
    [id],
  );
  const { eventId } = rows[0]!;
  expect(await listOpenDeliveries([eventId])).toEqual([{ id, webhookId: queue.webhookId }]);
  await queue.end();
  expect(await listOpenDeliveries([eventId])).toEqual([]);
});
