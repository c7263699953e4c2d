import { describe, expect, it } from "vitest";
import type { ManyOutcome } from "@/lib/codes/schema";
import type { Answer } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import { formatEnd, formatUndone, sendInLots } from "./run";

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
    expect(formatUndone(twelve, 0)).toBe("12 codes are as they were before.");
    expect(formatUndone([outcome("a"), outcome("b", "refused")], 0)).toBe(
      "1 code is as it was before. 1 changed since or deleted, stays as it is.",
    );
  });
});
