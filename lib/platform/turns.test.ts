import { expect, it } from "vitest";
import { Turns } from "./turns";

it("work on one key comes in the order of asking, work on others at once", async () => {
  const turns = new Turns();
  const told: string[] = [];
  const work =
    (name: string, end: Promise<unknown> = Promise.resolve()) =>
    async () => {
      told.push(`${name} begins`);
      await end;
      told.push(`${name} ends`);
      return name;
    };
  let endFirst = (_: unknown) => {};
  const untilThird = new Promise((resolve) => {
    endFirst = resolve;
  });
  const first = turns.take("a", work("1", untilThird));
  const second = turns.take("a", work("2"));
  const third = turns.take("b", work("3"));
  third.then(endFirst);
  const done = await Promise.all([first, second, third]);
  expect(done).toEqual(["1", "2", "3"]);
  expect(told).toEqual(["1 begins", "3 begins", "3 ends", "1 ends", "2 begins", "2 ends"]);
});

it("who comes after one that fails has its turn, and is not told of it", async () => {
  const turns = new Turns();
  const failed = turns.take("a", async () => {
    throw new Error("mine");
  });
  const next = turns.take("a", async () => "fine");
  await expect(failed).rejects.toThrow("mine");
  expect(await next).toBe("fine");
});
