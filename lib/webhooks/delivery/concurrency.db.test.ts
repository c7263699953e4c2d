import { afterEach, describe, expect, it } from "vitest";
import { type Lane, openLane, takeOwnDatabase } from "@/e2e/support/webhooks/lane";
import { startReceiver } from "@/e2e/support/webhooks/receiver";
import { sql } from "@/lib/platform/db";
import { claimDeliveries, performDelivery } from ".";
import type { Claim, QueueHealth } from "./schema";

takeOwnDatabase();

const lanes: Lane[] = [];
async function open(slots = 1, url?: string): Promise<Lane> {
  const lane = await openLane(url);
  lanes.push(lane);
  await lane.setSlots(slots);
  return lane;
}
afterEach(async () => {
  for (const lane of lanes.splice(0)) await lane.end();
});

describe("places of a process", () => {
  const heldOf = (standing: QueueHealth, count: number) =>
    Array.from({ length: count }, (_, index) => ({ standing, accountId: String(index) }) as Claim);
  const openMany = async (count: number, standing: QueueHealth, slots = 1) => {
    const many = await Promise.all(Array.from({ length: count }, () => open(slots)));
    for (const lane of many) await lane.emit(slots);
    await sql.query("UPDATE webhook_lane SET standing = $2 WHERE webhook_id = ANY($1::uuid[])", [
      many.map(({ webhookId }) => webhookId),
      standing,
    ]);
    return many;
  };
  const countOf = (claims: readonly Claim[]) =>
    ["quick", "unproven", "troubled"].map(
      (wanted) => claims.filter(({ standing }) => standing === wanted).length,
    );

  it("W11: a quarter is for what fails, half with what is new or slow, and the rest for what answers", async () => {
    await openMany(20, "troubled");
    await openMany(5, "unproven", 8);
    const { claimed, nextDueAt } = await claimDeliveries(64);
    expect(countOf(claimed)).toEqual([0, 16, 16]);
    // More of them is due, but not to this process: it asks for nothing until one of them ends.
    expect(nextDueAt).toBeNull();
    expect(await claimDeliveries(16, claimed)).toEqual({ claimed: [], nextDueAt: null });
    const [quick] = await openMany(1, "quick", 8);
    const beside = await claimDeliveries(16, claimed);
    expect(beside.claimed.map(({ webhookId }) => webhookId)).toEqual(Array(8).fill(quick!.webhookId));
    // Another process has places of its own, and this one has room again for each that ends.
    const left = claimed.filter((claim) => claim !== claimed.find(({ standing }) => standing === "troubled"));
    expect(countOf((await claimDeliveries(9, [...left, ...beside.claimed])).claimed)).toEqual([0, 0, 1]);
    expect(countOf((await claimDeliveries(64)).claimed)).toEqual([0, 24, 3]);
  });

  it("are given to those who wait for longest, whatever they are, and no more than asked for", async () => {
    const [troubled] = await openMany(1, "troubled");
    const [quick] = await openMany(1, "quick");
    const first = await claimDeliveries(1);
    expect(first.claimed).toMatchObject([{ webhookId: troubled!.webhookId, standing: "troubled" }]);
    expect(first.nextDueAt!.getTime()).toBeLessThan(Date.now() + 1_000);
    const second = await claimDeliveries(1, heldOf("troubled", 16));
    expect(second.claimed).toMatchObject([{ webhookId: quick!.webhookId, standing: "quick" }]);
  });
});

it("a webhook stands as its last attempt went", async () => {
  const slow = { beforeHeadersMs: 2_100 };
  const receiver = await startReceiver({ script: [{}, slow, { status: 500 }, slow, { status: 500 }, {}] });
  const lane = await open(1, receiver.url);
  await lane.emit(6);
  const stood: QueueHealth[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const claim = await lane.claimNext();
    stood.push(claim.standing);
    await performDelivery(claim);
  }
  await receiver.close();
  expect(stood).toEqual(["unproven", "quick", "unproven", "troubled", "unproven", "troubled"]);
  const { rows } = await sql.query("SELECT standing FROM webhook_lane WHERE webhook_id = $1", [
    lane.webhookId,
  ]);
  expect(rows).toEqual([{ standing: "quick" }]);
});
