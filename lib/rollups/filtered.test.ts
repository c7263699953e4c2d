import { expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { takeTurn } from "./filtered";
import { addPack, noPackCounts } from "./packs";

/** A reading that ends when it is told to. */
function newReading() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let hasBegun = false;
  const read = async () => {
    hasBegun = true;
    await ended;
  };
  return { read, end: () => end(), hasBegun: () => hasBegun };
}

it("lets an account's long reads delay neither its short reads nor other accounts' reads", async () => {
  const [one, other] = [newId(), newId()];
  const readings = Array.from({ length: 4 }, newReading);
  const [first, second, third, short] = readings as [Reading, Reading, Reading, Reading];
  const runs = [
    takeTurn({ accountId: one, isShort: false }, first.read),
    takeTurn({ accountId: one, isShort: false }, second.read),
    takeTurn({ accountId: other, isShort: false }, third.read),
    takeTurn({ accountId: one, isShort: true }, short.read),
  ];
  const begun = () => readings.map(({ hasBegun }) => hasBegun());
  await expect.poll(begun).toEqual([true, false, true, true]);
  first.end();
  await expect.poll(begun).toEqual([true, true, true, true]);
  for (const { end } of readings) end();
  await Promise.all(runs);
});

type Reading = ReturnType<typeof newReading>;

it("counts nothing from a pack in the form of an earlier version, so that its day is counted from rows", () => {
  const header = Buffer.from(JSON.stringify({ combinations: [["Mobile", "iOS"]], codes: [newId()] }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const rows = Uint16Array.from([5, 6, 0, 0, 0, 0, 0, 1]);
  const counts = noPackCounts();
  const wasAdded = addPack(counts, Buffer.concat([length, header, Buffer.from(rows.buffer)]), "2026-01-02", {
    scope: { accountId: newId(), isSandbox: false },
    filter: {},
    deletedCodes: [],
    stepMs: 3_600_000,
  });
  expect(wasAdded).toBe(false);
  expect(counts).toEqual(noPackCounts());
});
