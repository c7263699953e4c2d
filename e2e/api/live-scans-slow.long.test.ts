import { afterAll, afterEach, expect, it, vi } from "vitest";
import { type Ending, streamScans } from "@/app/(dashboard)/live/event-stream";
import { type Channel, closeNotifications, coverageOf, subscribe } from "@/lib/platform/notifications";
import { newAccount } from "../support/accounts";

afterEach(() => vi.useRealTimers());
afterAll(closeNotifications);

/** Waits until this process listens to a channel. */
const hears = (channel: Channel) =>
  expect.poll(() => coverageOf(channel).until, { timeout: 9_000 }).toBeGreaterThan(0);

it("a client that stops reading later receives the current state and the reason the stream ends", async () => {
  // A connection of its own time, so that the stream's alone can be put forward.
  const leave = subscribe("quietzone_short_codes", { onMessage() {}, onGap() {} });
  await hears("quietzone_short_codes");
  const { accountId } = await newAccount("pro");
  let ending: Ending | null = null;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stream = streamScans(
    { accountId, isSandbox: false },
    { since: undefined, findEnding: async () => ending, signal: new AbortController().signal },
  );
  // Heartbeats take all the room before the channel is heard.
  vi.advanceTimersByTime(20 * 15_000);
  await hears("quietzone_scans");
  const reader = stream.getReader();
  let text = "";
  const read = async (until: string) => {
    for (let done = false; !done && !text.includes(until); ) {
      const part = await reader.read();
      done = part.done;
      text += Buffer.from(part.value ?? []).toString();
    }
    expect(text).toContain(until);
  };
  await read('data: {"state":"live"}');
  expect(text).toContain('data: {"state":"waiting"}');
  vi.advanceTimersByTime(20 * 15_000);
  ending = "plan_changed";
  await vi.advanceTimersByTimeAsync(5_000);
  await read('event: end\ndata: {"reason":"plan_changed"}\n\n');
  expect((await reader.read()).done).toBe(true);
  leave();
}, 30_000);
