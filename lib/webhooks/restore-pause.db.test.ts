import { afterEach, describe, expect, it } from "vitest";
import { type Lane, openLane, takeOwnDatabase } from "@/e2e/support/webhooks/lane";
import { writeEvents } from "@/lib/events";
import { sql, transaction } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail";
import { getWebhook } from ".";
import { claimDeliveries, claimDelivery, fanOut } from "./delivery";
import { disableFailingWebhooks } from "./delivery/auto-disable";
import { describePause, releaseDeliveries } from "./restore-pause";

takeOwnDatabase();

const lanes: Lane[] = [];
afterEach(async () => {
  for (const lane of lanes.splice(0)) await lane.end();
  await sql.query("DELETE FROM delivery_hold");
});

/** What a restore leaves: two deliveries that wait, an event that is not fanned out yet, and the hold. */
async function openRestored() {
  const lane = await openLane();
  lanes.push(lane);
  await lane.setSlots(8);
  const old = await lane.emit(2);
  await writeEvent(lane);
  await sql.query(
    "INSERT INTO delivery_hold SELECT 1, greatest(clock_timestamp(), max(created_at)) FROM event",
  );
  return { lane, old };
}

async function writeEvent({ caller: { accountId, environment } }: Lane): Promise<void> {
  const event = { accountId, environment, type: "qr.created" as const, timestamp: new Date(), data: {} };
  await transaction((tx) => writeEvents(tx, [event]));
}

const claimedIds = async () => (await claimDeliveries(64)).claimed.map(({ id }) => id);

describe("while deliveries are held", () => {
  it("no engine claims any, neither of the backup nor new ones; both ask again", async () => {
    const { lane, old } = await openRestored();
    const [restored, fresh] = await lane.emit(2);
    expect(await claimDeliveries(64)).toEqual({ claimed: [], nextDueAt: null });
    for (const id of [...old, restored!, fresh!]) {
      expect(await claimDelivery(id)).toEqual({ waitUntil: expect.any(Date) });
    }
  });

  it("nobody is told of failures or paused for them, and after the release only what fails since counts", async () => {
    const { lane } = await openRestored();
    await fanOut();
    await sql.query(
      "UPDATE webhook_lane SET consecutive_failures = 20, failing_since = now() - interval '25 hours' WHERE webhook_id = $1",
      [lane.webhookId],
    );
    expect(await disableFailingWebhooks()).toBe(0);
    expect(listKeptMails()!.filter(({ to }) => to === lane.email)).toEqual([]);
    await releaseDeliveries("send");
    expect(await disableFailingWebhooks()).toBe(0);
    expect(await lane.read()).toMatchObject({ consecutiveFailures: 0, failingSince: null });
    expect(await getWebhook(lane.caller, lane.webhookId)).toMatchObject({ isActive: true });
    expect((await lane.deliveries()).map(({ status }) => status)).toEqual(Array(3).fill("pending"));
  });

  it("a release that sends lets all of them go, once", async () => {
    const { lane, old } = await openRestored();
    await fanOut();
    expect(await releaseDeliveries("send")).toEqual({ dropped: 0 });
    const rows = await lane.deliveries();
    expect(rows.length).toBe(3);
    const claimed = await claimedIds();
    expect(claimed.slice(0, 2)).toEqual(old);
    expect(claimed.sort()).toEqual(rows.map(({ id }) => id).sort());
    expect([await releaseDeliveries("send"), await describePause()]).toEqual([null, null]);
  });

  it("a release that drops cancels what the backup held, before and after it was fanned out, and nothing newer", async () => {
    for (const isFannedOut of [false, true]) {
      const { lane, old } = await openRestored();
      if (isFannedOut) await fanOut();
      // Timestamps have milliseconds: the new event must be later than the hold.
      await sql.query("SELECT pg_sleep(0.01)");
      await writeEvent(lane);
      expect(await releaseDeliveries("drop")).toEqual({ dropped: 3 });
      await fanOut();
      const rows = await lane.deliveries();
      const byStatus = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => id);
      expect(byStatus("cancelled")).toHaveLength(3);
      expect(byStatus("cancelled")).toEqual(expect.arrayContaining(old));
      expect(byStatus("pending").length).toBe(1);
      expect(await claimedIds()).toEqual(byStatus("pending"));
      await sql.query("UPDATE delivery SET status = 'delivered', due_at = NULL WHERE webhook_id = $1", [
        lane.webhookId,
      ]);
    }
  });
});
