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

describe("a bulk change sent in batches", () => {
  it("sends all items in order and reports its progress", async () => {
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

  it("ends when it is refused or stopped, and returns the remaining items", async () => {
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

  it("lists the items of a lost response as unsure", async () => {
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

describe("codes whose response was lost", () => {
  it("stay unsure, and outside Undo, until a later response says changed or refused", () => {
    const later = [outcome("a", "changed"), outcome("b", "unchanged"), outcome("c", "refused")];
    expect(listUnsure(["a", "b", "c", "d", "d"], later)).toEqual(["b", "d"]);
    expect(formatUnsure(2)).toBe("We don't know whether 2 codes changed. Undo leaves them as they are.");
    expect(formatUnsure(1)).toBe("We don't know whether 1 code changed. Undo leaves it as it is.");
    expect(formatUnsure(0)).toBe("");
  });
});

describe("the summary of a bulk change", () => {
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
  ])("counts the codes by result", (outcomes, left, words) => expect(formatEnd(outcomes, left)).toBe(words));

  it("counts restored and refused codes after an Undo", () => {
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
