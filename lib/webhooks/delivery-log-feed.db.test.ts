import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createWebhook, sendTest } from ".";
import { followLog, watchedRows } from "./delivery-log-feed";
import type { LogFilter, LogRow } from "./schema";

const everything: LogFilter = { webhookId: null, eventType: null, status: "all" };

let owner: Caller;
let webhookId: string;
const stops: (() => void)[] = [];
beforeEach(async () => {
  owner = callerOf(await newAccount("pro"), "pro");
  const wish = { name: "Orders", url: "https://1.1.1.1/hooks", events: ["scan.created" as const] };
  ({ id: webhookId } = await createWebhook(owner, wish));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Somebody who follows, and all that they were told. */
function follow(filter: Partial<LogFilter> = {}, caller = owner) {
  const told = {
    messages: [] as { rows: readonly LogRow[]; isTop: boolean }[],
    states: [] as string[],
    stop() {},
  };
  const { accountId, environment } = caller;
  told.stop = followLog(
    { accountId, environment, ...everything, ...filter },
    {
      onRows: (rows, isTop) => told.messages.push({ rows, isTop }),
      onState: (state) => told.states.push(state),
    },
  );
  stops.push(told.stop);
  return told;
}
const waitFor = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 15_000, interval: 10 });
const setStatus = (id: string, status: string) =>
  sql.query("UPDATE delivery SET status = $2, attempts = attempts + 1, due_at = NULL WHERE id = $1", [
    id,
    status,
  ]);

/** Counts from now on how often each log is read, by the values of the query. */
function watchReadings() {
  const counts = new Map<string, number>();
  const query = sql.query.bind(sql) as (...asked: unknown[]) => unknown;
  const spy = vi.spyOn(sql, "query").mockImplementation(((...asked: unknown[]) => {
    const { name, values } = asked[0] as { name?: string; values?: unknown[] };
    if (name === "log_any") {
      const key = JSON.stringify(values);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return query(...asked);
  }) as typeof sql.query);
  return { counts, end: () => spy.mockRestore() };
}

/** Waits until `logs` logs have begun a second read, which means that the first is over. Returns their keys. */
async function untilReadAgain(logs: number): Promise<string[]> {
  const { counts, end } = watchReadings();
  await waitFor(() => [...counts.values()].filter((count) => count >= 2).length >= logs);
  end();
  return [...counts.keys()];
}

describe("followLog", () => {
  it("sends the newest deliveries first, then each new or changed one once", async () => {
    const before = await sendTest(owner, webhookId, {});
    const told = follow();
    await waitFor(() => told.messages.length === 1);
    expect(told.messages[0]).toMatchObject({ isTop: true, rows: [{ id: before.id, status: "pending" }] });
    expect(told.states).toEqual(["live"]);
    const made = await sendTest(owner, webhookId, {});
    await waitFor(() => told.messages.length === 2);
    await setStatus(before.id, "delivered");
    await waitFor(() => told.messages.length === 3);
    const last = await sendTest(owner, webhookId, {});
    await waitFor(() => told.messages.length === 4);
    expect(
      told.messages.slice(1).map(({ rows, isTop }) => [isTop, rows.map(({ id, status }) => [id, status])]),
    ).toEqual([
      [false, [[made.id, "pending"]]],
      [false, [[before.id, "delivered"]]],
      [false, [[last.id, "pending"]]],
    ]);
  });

  it("reports the end of a delivery that no longer matches the filter, but no other non-matching ones", async () => {
    const waiting = await sendTest(owner, webhookId, {});
    const told = follow({ status: "waiting" });
    await waitFor(() => told.messages.length === 1);
    await setStatus(waiting.id, "failed");
    await waitFor(() => told.messages.length === 2);
    expect(told.messages[1]?.rows).toMatchObject([{ id: waiting.id, status: "failed" }]);
    const made = await sendTest(owner, webhookId, {});
    await waitFor(() => told.messages.length === 3);
    expect(told.messages[2]?.rows.map(({ id }) => id)).toEqual([made.id]);
  });

  it("marks its rows as the new top of the log after more inserts than it can send", async () => {
    await sendTest(owner, webhookId, {});
    const told = follow();
    await waitFor(() => told.messages.length === 1);
    await sql.query(
      `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'scan.created', 'delivered', 4 FROM generate_series(1, 300)`,
      [webhookId],
    );
    await waitFor(() => told.messages.length === 2);
    expect([told.messages[1]?.isTop, told.messages[1]?.rows.length]).toEqual([true, watchedRows]);
  });

  it("A5: sends nothing from another account or environment", async () => {
    const stranger = callerOf(await newAccount("pro"), "pro");
    const others = [
      follow({ webhookId }, stranger),
      follow({ webhookId }, { ...owner, environment: "sandbox" }),
    ];
    const mine = follow();
    await waitFor(() => mine.messages.length === 1 && others.every(({ messages }) => messages.length === 1));
    await sendTest(owner, webhookId, {});
    await waitFor(() => mine.messages.length === 2);
    await untilReadAgain(3);
    expect(others.map(({ messages }) => messages)).toEqual(others.map(() => [{ rows: [], isTop: true }]));
  });

  it("reads once per second for all followers of a log, and not at all once they have left", async () => {
    const all = [follow(), follow(), follow()];
    await waitFor(() => all.every(({ messages }) => messages.length === 1));
    const began = performance.now();
    const readings = watchReadings();
    const keyOf = () => [...readings.counts.keys()];
    await waitFor(() => readings.counts.get(keyOf()[0] ?? "") === 3);
    expect(keyOf()).toHaveLength(1);
    // Three reads have two pauses between them, each of a second minus the time of a read.
    expect(performance.now() - began).toBeGreaterThan(1_500);
    for (const { stop } of all) stop();
    readings.end();
    // Another log, read at the same pace: the first is not read meanwhile.
    const other = follow({ webhookId });
    await waitFor(() => other.messages.length === 1);
    expect(await untilReadAgain(1)).toEqual([expect.stringContaining(webhookId)]);
  });

  it("reports the waiting state while the database cannot be read, then resumes", async () => {
    const told = follow();
    await waitFor(() => told.states.at(-1) === "live");
    const failing = vi.spyOn(sql, "query").mockRejectedValue(new Error("away"));
    await waitFor(() => told.states.at(-1) === "waiting");
    failing.mockRestore();
    const made = await sendTest(owner, webhookId, {});
    await waitFor(() => told.messages.at(-1)?.rows[0]?.id === made.id);
    expect(told.states.at(-1)).toBe("live");
  });

  it("allows at most eight followers per account", async () => {
    for (let count = 0; count < 8; count++) follow({ webhookId: newId() });
    expect(() => follow()).toThrow(expect.objectContaining({ code: "rate_limited" }));
    stops[0]?.();
    stops[0]?.();
    follow();
    expect(() => follow()).toThrow(expect.objectContaining({ code: "rate_limited" }));
  });
});
