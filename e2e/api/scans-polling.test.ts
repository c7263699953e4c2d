import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";
import { newShortUrl, visit } from "../support/short-urls";

interface Event {
  id: string;
  scannedAt: string;
}

const writers = 16;
const scansOfWriter = 25;
const pollers = 3;

/**
 * Everything after `since`, by pages of which the first says up to when: what comes meanwhile is left for the next poll.
 */
async function poll(apiKey: string, since: string): Promise<Event[]> {
  const read = async (query: Record<string, string>) => {
    const { json } = await callV1(apiKey, "GET", "/scans", { query: { limit: "10", ...query } });
    return { events: json.data as unknown as Event[], pages: Number(json.pagination?.pages) };
  };
  const { events, pages } = await read({ since });
  const until = events[0]?.scannedAt ?? since;
  for (let page = 2; page <= pages; page += 1) {
    events.push(...(await read({ since, until, page: String(page) })).events);
  }
  return events;
}

it("Q13: pollers with `since` get every scan exactly once while 16 visitors scan at a time", async () => {
  const { apiKey } = await newKey(await newAccount("pro"));
  const codes = await Promise.all([newShortUrl(apiKey), newShortUrl(apiKey)]);
  let isWriting = true;
  const write = async (writer: number) => {
    for (let n = 0; n < scansOfWriter; n += 1) {
      const { status } = await visit(codes[n % 2]!.path);
      expect(status).toBe(302);
      // Each writer has its own pace, so that commits overlap in many ways.
      await sleep((writer * 7 + n * 13) % 20);
    }
  };
  const follow = async () => {
    const seen: Event[] = [];
    let since = "2026-01-01T00:00:00Z";
    for (let isLast = false; ; ) {
      isLast = !isWriting;
      const events = await poll(apiKey, since);
      seen.push(...events);
      since = events[0]?.scannedAt ?? since;
      if (isLast) return seen;
    }
  };
  const followed = Array.from({ length: pollers }, follow);
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  isWriting = false;
  for (const seen of await Promise.all(followed)) {
    expect(seen).toHaveLength(writers * scansOfWriter);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(writers * scansOfWriter);
    expect(new Set(seen.map(({ scannedAt }) => scannedAt)).size).toBe(writers * scansOfWriter);
  }
});
