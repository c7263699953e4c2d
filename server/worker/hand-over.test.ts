import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { InngestAway } from "@/inngest/hand-over";

vi.stubEnv("LOG_LEVEL", "silent");
vi.stubEnv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/nothing");
const { createClient } = await import("@/inngest/client");
const { createFanOutCall } = await import("@/inngest/events");
const { closeNotifications } = await import("@/lib/platform/notifications");
const { startHandOver } = await import("./hand-over");

afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => closeNotifications());

it("runs immediately, and again after Inngest was unreachable, but not after stop", async () => {
  let looks = 0;
  const answers = [new InngestAway("no"), new InngestAway("no")];
  vi.useFakeTimers();
  const running = startHandOver(async () => {
    const answer = answers[looks++];
    if (answer !== undefined) throw answer;
  });
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(looks).toBe(3);
  await running.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(3);
});

it("O3: stops even if Inngest accepts the connection and never responds", { timeout: 15_000 }, async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const ended = new AbortController();
  const client = createClient(
    {
      eventKey: "k",
      signingKey: "signkey-test-00",
      signingKeyFallback: undefined,
      baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      isDev: false,
    },
    ended.signal,
  );
  const running = startHandOver(
    async () => {
      const telling = client.send(createFanOutCall("01900000-0000-7000-8000-000000000001"));
      await telling.catch((err) => Promise.reject(new InngestAway("no", { cause: err })));
    },
    () => ended.abort(),
  );
  const [socket] = await once(silent, "connection");
  const closed = once(socket.resume(), "close");
  // The SDK tries five times, 10 seconds each.
  await running.stop();
  await closed;
  silent.close();
});
