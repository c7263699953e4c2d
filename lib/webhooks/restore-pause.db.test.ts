import { afterEach, describe, expect, it } from "vitest";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { writeEvents } from "@/lib/events";
import { sql, transaction } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail";
import { getWebhook } from ".";
import { claimDeliveries, fanOut } from "./delivery";
import { disableFailingWebhooks } from "./delivery/auto-disable";
import { claimDelivery } from "./delivery/claim";
import { describePause, releaseDeliveries } from "./restore-pause";

withOwnDatabase();

const queues: TestQueue[] = [];
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.end();
  await sql.query("DELETE FROM delivery_pause");
});

/** What a restore leaves: two deliveries that wait, an event that is not fanned out yet, and the hold. */
async function openRestored() {
  const queue = await openQueue();
  queues.push(queue);
  await queue.setConcurrency(8);
  const old = await queue.emit(2);
  await writeEvent(queue);
  await sql.query(
    "INSERT INTO delivery_pause SELECT 1, greatest(clock_timestamp(), max(created_at)) FROM event",
  );
  return { queue, old };
}

async function writeEvent({ caller: { accountId, environment } }: TestQueue): Promise<void> {
  const event = { accountId, environment, type: "qr.created" as const, timestamp: new Date(), data: {} };
  await transaction((tx) => writeEvents(tx, [event]));
}

const claimedIds = async () => (await claimDeliveries(64)).claimed.map(({ id }) => id);

describe("deliveries on hold after a restore", () => {
  it("are not claimed, whether restored or new, and both engines are told to ask again", async () => {
    const { queue, old } = await openRestored();
    const [restored, fresh] = await queue.emit(2);
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
    for (const id of [...old, restored!, fresh!]) {
      expect(await claimDelivery(id)).toEqual({ waitUntil: expect.any(Date) });
    }
  });

  it("cause no failure email or pause, and past failures are reset on release", async () => {
    const { queue } = await openRestored();
    await fanOut();
    await sql.query(
      "UPDATE webhook_queue SET consecutive_failures = 20, failing_since = now() - interval '25 hours' WHERE webhook_id = $1",
      [queue.webhookId],
    );
    expect(await disableFailingWebhooks()).toBe(0);
    expect(listKeptMails()!.filter(({ to }) => to === queue.email)).toEqual([]);
    await releaseDeliveries("send");
    expect(await disableFailingWebhooks()).toBe(0);
    expect(await queue.read()).toMatchObject({ consecutiveFailures: 0, failingSince: null });
    expect(await getWebhook(queue.caller, queue.webhookId)).toMatchObject({ isActive: true });
    expect((await queue.deliveries()).map(({ status }) => status)).toEqual(Array(3).fill("pending"));
  });

  it("are all sent once after a release with send", async () => {
    const { queue, old } = await openRestored();
    await fanOut();
    expect(await releaseDeliveries("send")).toEqual({ dropped: 0 });
    const rows = await queue.deliveries();
    expect(rows.length).toBe(3);
    const claimed = await claimedIds();
    expect(claimed.slice(0, 2)).toEqual(old);
    expect(claimed.sort()).toEqual(rows.map(({ id }) => id).sort());
    expect([await releaseDeliveries("send"), await describePause()]).toEqual([null, null]);
  });

  it("are cancelled by a release with drop if they come from the backup, fanned out or not", async () => {
    for (const isFannedOut of [false, true]) {
      const { queue, old } = await openRestored();
      if (isFannedOut) await fanOut();
      // Timestamps have milliseconds: the new event must be later than the hold.
      await sql.query("SELECT pg_sleep(0.01)");
      await writeEvent(queue);
      expect(await releaseDeliveries("drop")).toEqual({ dropped: 3 });
      await fanOut();
      const rows = await queue.deliveries();
      const byStatus = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => id);
      expect(byStatus("cancelled")).toHaveLength(3);
      expect(byStatus("cancelled")).toEqual(expect.arrayContaining(old));
      expect(byStatus("pending").length).toBe(1);
      expect(await claimedIds()).toEqual(byStatus("pending"));
      await sql.query("UPDATE delivery SET status = 'delivered', due_at = NULL WHERE webhook_id = $1", [
        queue.webhookId,
      ]);
    }
  });
});
