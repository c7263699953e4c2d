import { describe, expect, it } from "vitest";
import { Places } from "./concurrency";
import type { QueueHealth } from "./schema";

const held = (count: number, accountId: string, health: QueueHealth = "quick") =>
  Array.from({ length: count }, () => ({ accountId, health }));
const asker = (accountId: string, concurrency = 8, health: QueueHealth = "quick") => ({
  accountId,
  health,
  concurrency,
});

/** What each gets when all that there is room for is asked for, room after room. */
function giveOut(places: Places, askers: readonly ReturnType<typeof asker>[], limit = 64): number[][] {
  return places.rooms(limit).map((room) => places.allot(askers, room));
}

describe("allotting delivery slots", () => {
  it("gives each webhook a first slot before any gets a second", () => {
    const askers = [asker("one"), asker("other", 2), asker("third")];
    expect(giveOut(new Places([]), askers, 7)).toEqual([[3, 2, 2]]);
    expect(giveOut(new Places([]), askers, 2)).toEqual([[1, 1, 0]]);
  });

  it("limits an account to a quarter of the slots across all its webhooks", () => {
    const askers = [...Array.from({ length: 10 }, () => asker("one")), asker("other")];
    expect(giveOut(new Places([]), askers)).toEqual([[2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 8]]);
  });

  it("gives an account up to three quarters once the others have what they asked for", () => {
    const places = new Places(held(16, "one"));
    const [fair, spare] = places.rooms(48);
    expect(fair).toMatchObject({ limit: 48, fullAccounts: ["one"] });
    expect(spare).toMatchObject({ limit: 32, fullAccounts: [] });
    expect(places.allot(Array(10).fill(asker("one")), spare!)).toEqual([4, 4, 3, 3, 3, 3, 3, 3, 3, 3]);
  });

  it("reserves the last quarter for accounts that hold no slots, one each", () => {
    const places = new Places([...held(32, "one"), ...held(16, "other")]);
    expect(places.rooms(16)).toMatchObject([{ limit: 16, fullAccounts: ["one", "other"] }]);
    expect(giveOut(places, [asker("one"), asker("third"), asker("fourth"), asker("third")])).toEqual([
      [0, 1, 1, 0],
    ]);
  });

  it("limits failing webhooks to a quarter, and to half together with unproven ones", () => {
    const failing = Array.from({ length: 20 }, (_, number) => asker(`${number}`, 1, "troubled"));
    const waiting = Array.from({ length: 40 }, (_, number) => asker(`${number + 20}`, 1, "unproven"));
    const [got] = giveOut(new Places([]), [...failing, ...waiting]);
    expect(got).toEqual([
      ...Array(16).fill(1),
      ...Array(4).fill(0),
      ...Array(16).fill(1),
      ...Array(24).fill(0),
    ]);
    expect(giveOut(new Places([]), [...waiting, ...failing])).toEqual([
      [...Array(32).fill(1), ...Array(28).fill(0)],
    ]);
    const [room] = new Places(waiting.slice(0, 32)).rooms(32);
    expect(room?.shares).toEqual([{ health: "quick", room: 32 }]);
  });

  it("gives no slots when none are left", () => {
    expect(new Places(held(64, "one")).rooms(64)).toEqual([]);
  });
});
