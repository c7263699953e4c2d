import { expect, it } from "vitest";
import { createRest, KeyedMutex, LongWorkLimit, Semaphore } from "./concurrency";

it("KeyedMutex runs work on one key in order and work on different keys concurrently", async () => {
  const mutex = new KeyedMutex();
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
  const first = mutex.run("a", work("1", untilThird));
  const second = mutex.run("a", work("2"));
  const third = mutex.run("b", work("3"));
  third.then(endFirst);
  const done = await Promise.all([first, second, third]);
  expect(done).toEqual(["1", "2", "3"]);
  expect(told).toEqual(["1 begins", "3 begins", "3 ends", "1 ends", "2 begins", "2 ends"]);
});

it("KeyedMutex runs the next work after a failure, without its error", async () => {
  const mutex = new KeyedMutex();
  const failed = mutex.run("a", async () => {
    throw new Error("mine");
  });
  const next = mutex.run("a", async () => "fine");
  await expect(failed).rejects.toThrow("mine");
  expect(await next).toBe("fine");
});

/** Work that ends when it is told to. */
function newWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end: () => end() };
}

it("Semaphore runs as many at a time as it has slots and the rest in order, even after a failure", async () => {
  const slots = new Semaphore(2);
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

it("Semaphore throws unavailable when no slot is free in time, and works again afterwards", async () => {
  const slots = new Semaphore(1);
  const work = newWork();
  const first = slots.run(() => work.ended);
  await expect(slots.run(async () => "never")).rejects.toMatchObject({ code: "unavailable" });
  work.end();
  await first;
  expect(await slots.run(async () => "served")).toBe("served");
});

it("LongWorkLimit refuses an account beyond its slots and everyone beyond the process's, until a slot is released", async () => {
  const messages = { busyMessage: "all are busy", busyAccountMessage: "yours are busy" };
  const limit = new LongWorkLimit({
    perProcess: 2,
    perAccount: 1,
    waitMs: 0,
    busyRetrySeconds: 60,
    ...messages,
  });
  const release = await limit.acquire("ada");
  await limit.acquire("bob");
  const refusedOwn = { code: "rate_limited", message: "yours are busy", retryAfterSeconds: 10 };
  await expect(limit.acquire("ada")).rejects.toMatchObject(refusedOwn);
  const refused = { code: "unavailable", message: "all are busy", retryAfterSeconds: 60 };
  await expect(limit.acquire("cid")).rejects.toMatchObject(refused);
  release();
  await limit.acquire("cid");
  await expect(limit.acquire("ada")).rejects.toMatchObject(refused);
});

it("createRest leaves other work as much time as the steps before it took", async () => {
  const rest = createRest(5);
  const workFor = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  workFor(20);
  const before = performance.now();
  await rest();
  // A timer counts whole milliseconds of a clock of its own.
  expect(performance.now() - before).toBeGreaterThan(18);
  let turns = 0;
  const counting = setImmediate(() => (turns += 1));
  await rest();
  clearImmediate(counting);
  expect(turns).toBe(0);
});
