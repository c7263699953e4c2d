import { expect, it } from "vitest";
import { Slots } from "./slots";

/** Work that ends when it is told to. */
function newWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end: () => end() };
}

it("runs so much at a time and the rest in the order of asking, after a failure, too", async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, newWork);
  const runs = works.map((work, nth) =>
    slots.run(async () => {
      begun.push(nth);
      await work.ended;
      if (nth === 0) throw new Error("failed");
    }),
  );
  const failed = expect(runs[0]).rejects.toThrow("failed");
  expect(begun).toEqual([0, 1]);
  works[0]?.end();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const work of works) work.end();
  await failed;
  await Promise.all(runs.slice(1));
  expect(begun).toEqual([0, 1, 2, 3]);
});

it("is unavailable to who finds no slot in time, and free again afterwards", async () => {
  const slots = new Slots(1);
  const work = newWork();
  const first = slots.run(() => work.ended);
  await expect(slots.run(async () => "never")).rejects.toMatchObject({ code: "unavailable" });
  work.end();
  await first;
  expect(await slots.run(async () => "served")).toBe("served");
});
