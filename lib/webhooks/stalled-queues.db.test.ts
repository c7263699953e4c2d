import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Lane, openLane, takeOwnDatabase } from "@/e2e/support/webhooks/lane";
import { openConnection, sql } from "@/lib/platform/db";
import { registry } from "@/lib/platform/metrics";
import { resumeStalledQueues } from "./cleanup";
import { claimDeliveries, performDelivery } from "./delivery";
import { changeWebhook } from "./index";

takeOwnDatabase();

let lane: Lane;
beforeEach(async () => {
  lane = await openLane();
});
afterEach(() => lane.end());

const setDue = (dueAt: string | null) =>
  sql.query("UPDATE webhook_lane SET due_at = now() + $2::interval WHERE webhook_id = $1", [
    lane.webhookId,
    dueAt,
  ]);
const counted = async () =>
  (await registry.getSingleMetric("quietzone_webhook_queues_resumed_total")!.get()).values[0]?.value ?? 0;

describe("a lane that would not wake for what is open", () => {
  it.each([null, "1 hour"])("is found, counted and woken: due %s", async (dueAt) => {
    const [id] = await lane.emit();
    await setDue(dueAt);
    expect((await claimDeliveries(64)).claimed).toEqual([]);
    const before = await counted();
    expect(await resumeStalledQueues()).toBe(1);
    expect((await counted()) - before).toBe(1);
    expect((await claimDeliveries(64)).claimed.map((claim) => claim.id)).toEqual([id]);
    expect(await resumeStalledQueues()).toBe(0);
  });

  it("also for a retry of later, and for a lease that ends", async () => {
    await lane.emit();
    expect(await performDelivery(await lane.claimNext())).toMatchObject({ status: "retrying" });
    const { dueAt } = await lane.read();
    await setDue(null);
    expect(await resumeStalledQueues()).toBe(1);
    expect((await lane.read()).dueAt).toEqual(dueAt);
    await lane.hurry();
    await lane.claimNext();
    await setDue("1 hour");
    expect(await resumeStalledQueues()).toBe(1);
    expect((await lane.read()).dueAt).toEqual((await lane.deliveries())[0]!.dueAt);
  });

  it("is waited for by nobody while another holds it", async () => {
    await lane.emit();
    await setDue(null);
    const client = openConnection("holds a lane");
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM webhook_lane WHERE webhook_id = $1 FOR UPDATE", [lane.webhookId]);
    expect(await resumeStalledQueues()).toBe(0);
    await client.end();
    expect(await resumeStalledQueues()).toBe(1);
  });
});

describe("a lane that is as it should be", () => {
  it("is left: nothing open, all leased, some waiting behind those, a retry, a pause, a resume", async () => {
    expect(await resumeStalledQueues()).toBe(0);
    await lane.emit(3);
    expect(await resumeStalledQueues()).toBe(0);
    const claim = await lane.claimNext();
    expect(await resumeStalledQueues()).toBe(0);
    await performDelivery(claim);
    expect(await resumeStalledQueues()).toBe(0);
    await changeWebhook(lane.caller, lane.webhookId, { isActive: false });
    expect(await resumeStalledQueues()).toBe(0);
    await changeWebhook(lane.caller, lane.webhookId, { isActive: true });
    expect(await resumeStalledQueues()).toBe(0);
    await lane.emit();
    await claimDeliveries(64);
    expect(await resumeStalledQueues()).toBe(0);
  });
});
