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

describe("places are given", () => {
  it("in turn: a first to each before a second to any", () => {
    const askers = [asker("one"), asker("other", 2), asker("third")];
    expect(giveOut(new Places([]), askers, 7)).toEqual([[3, 2, 2]]);
    expect(giveOut(new Places([]), askers, 2)).toEqual([[1, 1, 0]]);
  });

  it("to an account as far as a quarter, over all its webhooks", () => {
    const askers = [...Array.from({ length: 10 }, () => asker("one")), asker("other")];
    expect(giveOut(new Places([]), askers)).toEqual([[2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 8]]);
  });

  it("to an account that has its quarter as far as three, once others have what they ask for", () => {
    const places = new Places(held(16, "one"));
    const [fair, spare] = places.rooms(48);
    expect(fair).toMatchObject({ limit: 48, fullAccounts: ["one"] });
    expect(spare).toMatchObject({ limit: 32, fullAccounts: [] });
    expect(places.allot(Array(10).fill(asker("one")), spare!)).toEqual([4, 4, 3, 3, 3, 3, 3, 3, 3, 3]);
  });

  it("in the last quarter to accounts that hold nothing, one to each", () => {
    const places = new Places([...held(32, "one"), ...held(16, "other")]);
    expect(places.rooms(16)).toMatchObject([{ limit: 16, fullAccounts: ["one", "other"] }]);
    expect(giveOut(places, [asker("one"), asker("third"), asker("fourth"), asker("third")])).toEqual([
      [0, 1, 1, 0],
    ]);
  });

  it("to what fails as far as a quarter, and half with what has not answered yet", () => {
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

  it("to nobody where none is left", () => {
    expect(new Places(held(64, "one")).rooms(64)).toEqual([]);
  });
});
