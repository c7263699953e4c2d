import { expect, it } from "vitest";
import { LockedFault, retryLocked } from "./record-result";

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const claimed = (secondsAgo: number) => ({ claimedAt: performance.now() - secondsAgo * 1_000 });

/** Work that fails so often before it is done. */
function failingTimes(times: number, fault: Error) {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw fault;
    return "done";
  };
  return { work, calls: () => calls };
}

it("W3: retries storing a result until the database is back, even after the lease ends, for one minute", async () => {
  for (const secondsAgo of [0, 35, 45]) {
    const back = failingTimes(2, away);
    expect(await retryLocked(claimed(secondsAgo), back.work)).toBe("done");
    expect(back.calls()).toBe(3);
  }
  const gone = failingTimes(Number.POSITIVE_INFINITY, away);
  await expect(retryLocked(claimed(59.4), gone.work)).rejects.toBe(away);
  expect(gone.calls()).toBeGreaterThan(1);
});

it("retries when the row was locked by another transaction", async () => {
  const held = failingTimes(2, new LockedFault());
  expect(await retryLocked(claimed(0), held.work)).toBe("done");
});

it("does not retry an error raised by the database", async () => {
  const refused = failingTimes(1, new Error("column does not exist"));
  await expect(retryLocked(claimed(0), refused.work)).rejects.toThrow("column");
  expect(refused.calls()).toBe(1);
});
