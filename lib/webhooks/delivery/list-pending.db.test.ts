import { expect, it } from "vitest";
import { openLane, takeOwnDatabase } from "@/e2e/support/webhooks/lane";
import { sql } from "@/lib/platform/db";
import { listOpenDeliveries, listOverdueDeliveries } from ".";

takeOwnDatabase();

const minute = 60_000;

it("lists what is overdue of each webhook in turn: many that thousands wait for hide nobody", async () => {
  const poisoned = await Promise.all(Array.from({ length: 5 }, () => openLane()));
  for (const lane of poisoned) await lane.emit(120);
  await sql.query("UPDATE delivery SET due_at = now() - interval '1 hour'");
  const other = await openLane();
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
  await sql.query("UPDATE webhook SET activation = activation + 1 WHERE id = $1", [other.webhookId]);
  const left = await listOverdueDeliveries(10_000, minute);
  expect(left.filter(({ webhookId }) => webhookId === other.webhookId)).toEqual([]);
});

it("lists what is open of an event that is fanned out", async () => {
  const lane = await openLane();
  const [id] = await lane.emit(1);
  const { rows } = await sql.query<{ eventId: string }>(
    `SELECT event_id AS "eventId" FROM delivery WHERE id = $1`,
    [id],
  );
  const { eventId } = rows[0]!;
  expect(await listOpenDeliveries([eventId])).toEqual([{ id, webhookId: lane.webhookId }]);
  await lane.end();
  expect(await listOpenDeliveries([eventId])).toEqual([]);
});
