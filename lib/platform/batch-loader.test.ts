import { describe, expect, it } from "vitest";
import { createBatcher } from "./batch-loader";

/** A trip takes longer than one turn of the event loop. */
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

function build(ask?: (batch: readonly number[]) => Promise<readonly number[]>, limits = {}) {
  const trips: number[][] = [];
  const gather = createBatcher<number, number>({
    name: "ask",
    ask: async (batch) => {
      trips.push([...batch]);
      await later();
      return ask ? ask(batch) : batch.map((question) => question * 10);
    },
    maxBatch: 4,
    maxRunning: 1,
    maxWaiting: 10,
    ...limits,
  });
  return { gather, trips };
}

describe("createBatcher", () => {
  it("answers each question, batching those of one turn and those that arrive during a batch", async () => {
    const { gather, trips } = build();
    const first = [1, 2].map(gather);
    await later();
    const second = [3, 4, 5, 6, 7].map(gather);
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50, 60, 70]);
    expect(trips).toEqual([[1, 2], [3, 4, 5, 6], [7]]);
  });

  it("puts questions from the microtasks of one turn into the same batch", async () => {
    const { gather, trips } = build();
    const asked = [1, 2, 3].map(async (question) => {
      for (let turn = 0; turn < question; turn++) await Promise.resolve();
      return gather(question);
    });
    await Promise.all(asked);
    expect(trips).toEqual([[1, 2, 3]]);
  });

  it("starts a second batch while the first is running when maxRunning allows it", async () => {
    const { gather, trips } = build(undefined, { maxBatch: 2, maxRunning: 2 });
    const asked = [1, 2].map(gather);
    await Promise.resolve();
    asked.push(...[3, 4, 5].map(gather));
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(trips).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await Promise.all(asked)).toEqual([10, 20, 30, 40, 50]);
  });

  it("rejects only the questions of a failed batch, and answers the next one", async () => {
    const { gather } = build(async (batch) => {
      if (batch.includes(2)) throw new Error("lost");
      return batch;
    });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(gather));
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(4).fill("rejected"), "fulfilled"]);
    expect(await gather(6)).toBe(6);
  });

  it("O2: rejects everything that is queued as soon as the database is unreachable", async () => {
    const { gather, trips } = build(async () => {
      throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(gather));
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(trips).toHaveLength(1);
    await expect(gather(8)).rejects.toThrow("connect");
  });

  it("O2: refuses questions beyond its limit immediately", async () => {
    const { gather } = build();
    const asked = Array.from({ length: 11 }, (_, index) => gather(index));
    await expect(asked[10]).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
    expect(await Promise.all(asked.slice(0, 10))).toHaveLength(10);
  });
});
