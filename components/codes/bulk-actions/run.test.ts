import { describe, expect, it } from "vitest";
import type { ManyOutcome } from "@/lib/codes/schema";
import type { Answer } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import { formatEnd, formatUndone, formatUnsure, listUnsure, sendInLots } from "./run";

const items = Array.from({ length: 45 }, (_, place) => String(place));
const outcome = (id: string, result: ManyOutcome["result"] = "changed"): ManyOutcome => ({
  id,
  name: id,
  result,
});

describe("a change in lots", () => {
  it("goes through all in order, and tells how far it is", async () => {
    const lots: string[][] = [];
    const told: number[] = [];
    const send = async (lot: string[]): Promise<Answer<ManyOutcome[]>> => {
      lots.push(lot);
      return { done: lot.map((id) => outcome(id)) };
    };
    const end = await sendInLots(items, {
      send,
      onProgress: (done) => told.push(done),
      isStopped: () => false,
    });
    expect(lots.flat()).toEqual(items);
    expect(told).toEqual([20, 40, 45]);
    expect(end).toMatchObject({ rest: [], fault: null });
    expect(end.outcomes).toHaveLength(45);
  });

  it("ends where it is stopped or gets no answer, and keeps what is left", async () => {
    let calls = 0;
    const count = async (lot: string[]): Promise<Answer<ManyOutcome[]>> => {
      calls += 1;
      return calls === 2 ? { refusal: { sentence: "No." } } : { done: lot.map((id) => outcome(id)) };
    };
    const failed = await sendInLots(items, { send: count, onProgress: () => {}, isStopped: () => false });
    expect(failed).toMatchObject({ rest: items.slice(20), fault: "No." });
    expect(failed.outcomes).toHaveLength(20);
    const stopped = await sendInLots(items, {
      send: count,
      onProgress: () => {},
      isStopped: () => calls === 3,
    });
    expect(stopped).toMatchObject({ rest: items.slice(20), fault: null });
    expect([failed.unsure, stopped.unsure]).toEqual([[], []]);
  });

  it("tells which may be changed although no answer says so", async () => {
    let calls = 0;
    const send = async (lot: string[]): Promise<Answer<ManyOutcome[]>> => {
      calls += 1;
      if (calls === 2) throw new TypeError("Failed to fetch");
      return { done: lot.map((id) => outcome(id)) };
    };
    const end = await sendInLots(items, {
      send: (lot) => callSafely(() => send(lot)),
      onProgress: () => {},
      isStopped: () => false,
    });
    expect(end).toMatchObject({ rest: items.slice(20), unsure: items.slice(20, 40) });
    expect(end.fault).toContain("The connection dropped.");
  });
});

describe("codes whose answer was lost", () => {
  it("are left by the Undo, but for those of which a later answer says what became of them", () => {
    const later = [outcome("a", "changed"), outcome("b", "unchanged"), outcome("c", "refused")];
    expect(listUnsure(["a", "b", "c", "d", "d"], later)).toEqual(["b", "d"]);
    expect(formatUnsure(2)).toBe("We don't know whether 2 codes changed. Undo leaves them as they are.");
    expect(formatUnsure(1)).toBe("We don't know whether 1 code changed. Undo leaves it as it is.");
    expect(formatUnsure(0)).toBe("");
  });
});

describe("what is said at the end", () => {
  const twelve = items.slice(0, 12).map((id) => outcome(id));
  it.each([
    [twelve, undefined, "12 codes changed."],
    [twelve, { static: 2, otherType: 0, same: 0 }, "12 codes changed, 2 left as they were: static."],
    [
      twelve.slice(0, 1),
      { static: 1, otherType: 1, same: 0 },
      "1 code changed, 2 left as they were: 1 static, 1 of another type.",
    ],
    [
      [outcome("a"), outcome("b", "unchanged"), outcome("c", "refused")],
      { static: 1, otherType: 0, same: 0 },
      "1 code changed, 1 already up to date, 1 left as it was: static, 1 refused.",
    ],
  ])("is exact", (outcomes, left, words) => expect(formatEnd(outcomes, left)).toBe(words));

  it("is exact of an Undo, too", () => {
    expect(formatUndone(twelve)).toBe("12 codes are as they were before.");
    const refused = (id: string, reason: string) => ({ ...outcome(id, "refused"), reason });
    expect(formatUndone([outcome("a"), refused("b", "changed_since")])).toBe(
      "1 code is as it was before. 1 was changed or deleted since and left as it was.",
    );
    expect(formatUndone([outcome("a"), refused("b", "not_found"), refused("c", "unavailable")])).toBe(
      "1 code is as it was before. 1 was changed or deleted since and left as it was. 1 couldn't be restored. Try again.",
    );
  });
});
