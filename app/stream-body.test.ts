import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { streamBody } from "./answer-file";

/** Pieces without an end, and what is known of who makes them. */
function newPieces() {
  const known = { made: 0, isOver: false };
  async function* read(signal: AbortSignal): AsyncGenerator<string> {
    try {
      for (;;) {
        signal.throwIfAborted();
        known.made += 1;
        yield `piece ${known.made}\n`;
        await nextTurn();
      }
    } finally {
      known.isOver = true;
    }
  }
  return { known, read };
}

const stays = new AbortController().signal;

/** Enough turns of the event loop for `newPieces` to run far ahead, if nothing stops it. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

afterEach(() => {
  vi.useRealTimers();
});

it("a streamed body contains all its pieces", async () => {
  async function* read() {
    yield "a";
    yield "æ";
  }
  expect(await new Response(await streamBody(read, { gone: stays })).text()).toBe("aæ");
});

it("an error before the first piece is thrown instead of returning a body", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first piece.
  async function* read(): AsyncGenerator<string> {
    throw new Error("refused");
  }
  await expect(streamBody(read, { gone: stays })).rejects.toThrow("refused");
});

it("a streamed body produces at most one piece ahead of its reader", async () => {
  const { known, read } = newPieces();
  const body = await streamBody(read, { gone: stays });
  await someTurns();
  expect(known.made).toBe(1);
  await body.cancel();
});

it("a streamed body stops when its reader cancels it", async () => {
  const { known, read } = newPieces();
  const body = await streamBody(read, { gone: stays });
  await body.cancel();
  await expect.poll(() => known.isOver).toBe(true);
});

it("a streamed body fails with AbortError if the client disconnects, even before it starts", async () => {
  const going = new AbortController();
  const { known, read } = newPieces();
  const reader = (await streamBody(read, { gone: going.signal })).getReader();
  going.abort();
  await expect.poll(() => known.isOver).toBe(true);
  await reader.read();
  await expect(reader.read()).rejects.toMatchObject({ name: "AbortError" });
  const late = newPieces();
  await expect(streamBody(late.read, { gone: going.signal })).rejects.toMatchObject({ name: "AbortError" });
  expect(late.known.made).toBe(0);
});

it("a streamed body fails with AbortError if its reader reads nothing for too long", async () => {
  const { known, read } = newPieces();
  const reader = (await streamBody(read, { gone: stays, patienceMs: 20 })).getReader();
  await expect.poll(() => known.isOver).toBe(true);
  await expect(reader.read()).rejects.toMatchObject({ name: "AbortError" });
});

it("a streamed body fails with AbortError if its reader keeps reading too slowly", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { known, read } = newPieces();
  const reader = (await streamBody(read, { gone: stays, patienceMs: 200 })).getReader();
  const trickle = async () => {
    for (let taken = 0; taken < 200; taken += 1) {
      await reader.read();
      await someTurns();
      vi.advanceTimersByTime(50);
    }
  };
  await expect(trickle()).rejects.toMatchObject({ name: "AbortError" });
  vi.useRealTimers();
  await expect.poll(() => known.isOver).toBe(true);
});
