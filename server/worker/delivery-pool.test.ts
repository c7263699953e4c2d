import { expect, it } from "vitest";
import { type Claim, maxInFlight } from "@/lib/webhooks/delivery/schema";
import { DeliveryPool, type DeliveryWork } from "./delivery-pool";

/** A store of due deliveries that remembers what was asked of it; a delivery ends when the test says so. */
class Work implements DeliveryWork {
  readonly asked: number[] = [];
  readonly ends: (() => void)[] = [];
  readonly released: string[] = [];
  nextDueAt: Date | null = null;
  inFlight = 0;
  most = 0;
  #made = 0;

  constructor(public due: number) {}

  claim = async (limit: number) => {
    this.asked.push(limit);
    const count = Math.min(limit, this.due);
    this.due -= count;
    const claimed = Array.from({ length: count }, () => ({ id: String(this.#made++) }) as Claim);
    return { claimed, nextDueAt: this.nextDueAt };
  };

  perform = async (_: Claim, signal?: AbortSignal) => {
    this.inFlight += 1;
    this.most = Math.max(this.most, this.inFlight);
    await new Promise<void>((resolve) => {
      this.ends.push(resolve);
      signal?.addEventListener("abort", () => resolve());
    });
    this.inFlight -= 1;
    return { status: "delivered" as const, dueAt: null };
  };

  release = async (claims: readonly Claim[]) => {
    this.released.push(...claims.map(({ id }) => id));
  };
}

const never = new Promise<void>(() => {});

it("holds at most 64 deliveries, and refills slots as they become free", async () => {
  const work = new Work(100);
  let ends = 0;
  const pool = new DeliveryPool(() => {
    ends += 1;
  }, work);
  await pool.fill();
  expect(work.inFlight).toBe(maxInFlight);
  expect(await pool.fill()).toBe(Number.POSITIVE_INFINITY);
  expect(work.asked).toEqual([64]);
  for (const end of work.ends.splice(0, 10)) end();
  await expect.poll(() => ends).toBe(10);
  await pool.fill();
  expect(work.asked).toEqual([64, 10]);
  for (const end of work.ends.splice(0)) end();
  await expect.poll(() => ends).toBe(74);
  await pool.fill();
  expect({ asked: work.asked.at(-1), inFlight: work.inFlight, most: work.most }).toEqual({
    asked: 64,
    inFlight: 26,
    most: 64,
  });
});

it("waits until the next delivery is due, and backs off when it cannot claim one", async () => {
  const work = new Work(0);
  const pool = new DeliveryPool(() => {}, work);
  expect(await pool.fill()).toBe(Number.POSITIVE_INFINITY);
  work.nextDueAt = new Date(Date.now() + 60_000);
  expect(await pool.fill()).toBeGreaterThan(50_000);
  work.nextDueAt = new Date(Date.now() - 60_000);
  const waits = [];
  for (let turn = 0; turn < 8; turn += 1) waits.push(await pool.fill());
  expect(waits).toEqual([25, 50, 100, 200, 400, 800, 1_000, 1_000]);
  work.due = 1;
  expect(await pool.fill()).toBe(0);
});

it("O3: lets running deliveries end on close, and claims no more", async () => {
  const work = new Work(3);
  const pool = new DeliveryPool(() => {}, work);
  await pool.fill();
  work.due = 5;
  const closed = pool.close(never);
  await pool.fill();
  for (const end of work.ends) end();
  await closed;
  expect({ asked: work.asked, released: work.released, inFlight: work.inFlight }).toEqual({
    asked: [64],
    released: [],
    inFlight: 0,
  });
});

it("O3: releases unfinished deliveries when forced to close, including those just claimed", async () => {
  const work = new Work(3);
  const pool = new DeliveryPool(() => {}, work);
  await pool.fill();
  await pool.close(Promise.resolve());
  expect(work.released).toEqual(["0", "1", "2"]);
  expect(work.inFlight).toBe(0);

  const late = new Work(2);
  const stopping = new DeliveryPool(() => {}, late);
  const filling = stopping.fill();
  await stopping.close(never);
  await filling;
  expect({ released: late.released, inFlight: late.inFlight }).toEqual({ released: ["0", "1"], inFlight: 0 });
});
