import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue";

const refusal = () => new Error("refused");

/** A line whose work ends when it is told to; `done` names whose turns have ended, in order. */
function openLine(bounds: Partial<ConstructorParameters<typeof FairQueue>[1]> = {}, turns = 1) {
  const line = new FairQueue(turns, { total: 64, ofOwner: () => 16, waitMs: 5_000, ...bounds });
  const done: string[] = [];
  const refused: string[] = [];
  const take = (owner: string, work = async () => {}) =>
    line.run(owner, work, refusal).then(
      () => void done.push(owner),
      (error: Error) => {
        if (error.message !== "refused") throw error;
        refused.push(owner);
      },
    );
  return { take, done, refused };
}

const times = (count: number) => Array.from({ length: count });

describe("FairQueue", () => {
  it("gives every owner a turn before any gets a second, in order of arrival per owner", async () => {
    const { take, done } = openLine();
    await Promise.all(["a", "a", "a", "a", "b", "b", "c"].map((owner) => take(owner)));
    expect(done).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
  });

  it("runs at most the given number of jobs at once", async () => {
    const { take, done } = openLine({}, 3);
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(times(12).map((_, index) => take(`owner ${index % 5}`, work)));
    expect([most, running, done.length]).toEqual([3, 0, 12]);
  });

  it("refuses jobs beyond an owner's limit without affecting other owners", async () => {
    const { take, done, refused } = openLine({ ofOwner: (owner) => (owner === "many" ? 4 : 2) });
    const all = [...times(10).map(() => take("a")), ...times(10).map(() => take("many")), take("b")];
    await Promise.all(all);
    expect(refused.toSorted()).toEqual([...times(7).fill("a"), ...times(6).fill("many")]);
    expect(done.filter((owner) => owner === "b")).toHaveLength(1);
  });

  it("drops the last job of the longest queue for a shorter one when it is full", async () => {
    const { take, done, refused } = openLine({ total: 8 });
    await Promise.all(
      ["a", ...times(8).fill("a"), "b", "c", "b", "b", "b", "b"].map((who) => take(String(who))),
    );
    // a, b and c wait 4, 3 and 1: b would gain nothing by taking another of a's.
    expect(refused.toSorted()).toEqual(["a", "a", "a", "a", "b", "b"]);
    expect(done).toHaveLength(9);
  });

  it("refuses jobs that have waited too long, and runs later ones", async () => {
    const { take, done, refused } = openLine({ waitMs: 20 });
    let end = () => {};
    const untilEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = take("a", () => untilEnd);
    const late = [take("a"), take("b")];
    await Promise.all(late);
    expect(refused.toSorted()).toEqual(["a", "b"]);
    end();
    await slow;
    await take("b");
    expect(done).toEqual(["a", "b"]);
  });

  it("runs a hurried job if a slot is free, and refuses it otherwise", async () => {
    const line = new FairQueue(1, { total: 64, ofOwner: () => 16, waitMs: 5_000 });
    const hurried = () => line.run("a", async () => "done", refusal, { isHurried: true });
    let end = () => {};
    const first = line.run("a", () => new Promise<void>((resolve) => (end = resolve)), refusal);
    await expect(hurried()).rejects.toThrow("refused");
    end();
    await first;
    expect(await hurried()).toBe("done");
  });

  it("continues after failed work, and passes its error only to its caller", async () => {
    const { take, done } = openLine();
    const failed = take("a", () => Promise.reject(new Error("broken")));
    const next = take("b");
    await expect(failed).rejects.toThrow("broken");
    await next;
    expect(done).toEqual(["b"]);
  });
});
