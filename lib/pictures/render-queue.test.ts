import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { renderForPage } from "./pool";

/** Pictures that are drawn when they are told to. */
function newBoard(accountId: string) {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const ask = (nth: number, signal = new AbortController().signal) =>
    renderForPage(accountId, signal, async () => {
      begun.push(nth);
      await new Promise<void>((resolve) => ends.set(nth, resolve));
      return nth;
    });
  const end = (nth: number) => ends.get(nth)?.();
  return { ask, begun, end };
}

const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth);

it("gives a slot to the next render as soon as any becomes free", async () => {
  const { ask, begun, end } = newBoard("free");
  const asked = upTo(8).map((nth) => ask(nth));
  await expect.poll(() => begun).toEqual(upTo(6));
  for (const nth of [3, 1]) end(nth);
  await expect.poll(() => begun).toEqual(upTo(8));
  for (const nth of [5, 4]) end(nth);
  await Promise.all([asked[5], asked[4]]);
  asked.push(ask(8), ask(9));
  await expect.poll(() => begun).toEqual(upTo(10));
  for (const nth of upTo(10)) end(nth);
  expect(await Promise.all(asked)).toEqual(upTo(10));
});

it("queues each account separately", async () => {
  const [one, other] = [newBoard("one"), newBoard("other")];
  const asked = [...upTo(6).map((nth) => one.ask(nth)), other.ask(0)];
  await expect.poll(() => other.begun).toEqual([0]);
  other.end(0);
  for (const nth of upTo(6)) one.end(nth);
  await Promise.all(asked);
});

it("does not render for a browser that has disconnected", async () => {
  const { ask, begun, end } = newBoard("gone");
  const first = upTo(6).map((nth) => ask(nth));
  const gone = new AbortController();
  const late = expect(ask(6, gone.signal)).rejects.toMatchObject({ code: "unavailable" });
  gone.abort();
  for (const nth of upTo(6)) end(nth);
  await Promise.all([...first, late]);
  expect(begun).toEqual(upTo(6));
});

describe("renderForPage", () => {
  const drawn = (faults: Error[], signal = new AbortController().signal) => {
    const draw = async () => {
      const fault = faults.shift();
      if (fault) throw fault;
      return "drawn";
    };
    return renderForPage("again", signal, draw);
  };
  const busy = (retryAfterSeconds = 0.01) =>
    new ServiceError("unavailable", "Too many pictures", { retryAfterSeconds });

  it("retries while rendering is briefly unavailable", async () => {
    expect(await drawn(Array.from({ length: 10 }, () => busy()))).toBe("drawn");
  });

  it("retries when no connection to the database was free in time", async () => {
    const late = new Error("timeout exceeded when trying to connect");
    expect(await drawn([late])).toBe("drawn");
  });

  it.each([
    ["longer unavailability", [busy(26), busy()], "unavailable"],
    ["a refusal", [new ServiceError("not_found", "No such preset"), busy()], "not_found"],
  ])("does not retry after %s", async (_, faults, code) => {
    await expect(drawn(faults)).rejects.toMatchObject({ code });
    expect(faults).toHaveLength(1);
  });
});

it("refuses more renders than a page can ask for", async () => {
  const { ask, end } = newBoard("many");
  const asked = upTo(140).map((nth) =>
    ask(nth).then(
      () => true,
      () => false,
    ),
  );
  expect(await Promise.all(asked.slice(134))).toEqual(Array(6).fill(false));
  const draining = setInterval(() => {
    for (const nth of upTo(134)) end(nth);
  }, 1);
  expect(await Promise.all(asked.slice(0, 134))).toEqual(Array(134).fill(true));
  clearInterval(draining);
});
