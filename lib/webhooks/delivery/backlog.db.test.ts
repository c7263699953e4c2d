import { expect, it } from "vitest";
import { type Lane, openLane, takeOwnDatabase } from "@/e2e/support/webhooks/lane";
import { sql } from "@/lib/platform/db";
import { changeWebhook } from "..";
import { claimDeliveries, claimDelivery, describeBacklog } from ".";

takeOwnDatabase();

const waitForLong = async ({ webhookId }: Lane) => {
  for (const table of ["delivery", "webhook_lane"]) {
    await sql.query(`UPDATE ${table} SET due_at = due_at - interval '60 s' WHERE webhook_id = $1`, [
      webhookId,
    ]);
  }
};
const oldest = async () => (await describeBacklog()).oldestDueSeconds;

it.each([
  ["PostgreSQL", () => claimDeliveries(1)],
  ["Inngest", (id: string) => claimDelivery(id)],
])("O3: what waits for a slot of its webhook alarms nobody, where %s claims", async (_, claim) => {
  const lane = await openLane();
  const [first] = await lane.emit(3);
  await waitForLong(lane);
  expect(await oldest()).toBeGreaterThanOrEqual(60);
  await claim(first!);
  expect(await oldest()).toBe(0);
  await lane.end();
});

it("O3: nor does what a pause was done with, after a resume", async () => {
  const lane = await openLane();
  await lane.emit(2);
  await waitForLong(lane);
  await changeWebhook(lane.caller, lane.webhookId, { isActive: false });
  expect(await oldest()).toBe(0);
  await changeWebhook(lane.caller, lane.webhookId, { isActive: true });
  expect(await oldest()).toBe(0);
});

it("O3: nor do webhooks that fail, of which many wait for each other's places", async () => {
  const lane = await openLane();
  await lane.emit();
  await waitForLong(lane);
  expect(await oldest()).toBeGreaterThanOrEqual(60);
  await sql.query("UPDATE webhook_lane SET standing = 'troubled' WHERE webhook_id = $1", [lane.webhookId]);
  expect(await oldest()).toBe(0);
  await lane.end();
});
