import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createWebhook, sendTest } from "../index";
import type { LogFilter, LogRow } from "../schema";
import { followLog } from "./index";
import { watchedRows } from "./log-feed";

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

describe("followLog", () => {
  it("tells the newest first of all, then what is new and what changes, each once", async () => {
    const before = await sendTest(owner, webhookId, {});
    const told = follow();
    await waitFor(() => told.messages.length === 1);
    expect(told.messages[0]).toMatchObject({ isTop: true, rows: [{ id: before.id, status: "pending" }] });
    expect(told.states).toEqual(["live"]);
    const made = await sendTest(owner, webhookId, {});
    await waitFor(() => told.messages.length === 2);
    await setStatus(before.id, "delivered");
    await waitFor(() => told.messages.length === 3);
    await sleep(1_500);
    expect(
      told.messages.slice(1).map(({ rows, isTop }) => [isTop, rows.map(({ id, status }) => [id, status])]),
    ).toEqual([
      [false, [[made.id, "pending"]]],
      [false, [[before.id, "delivered"]]],
    ]);
  });

  it("tells the end of one that its filter leaves out by then, and no others of them", async () => {
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

  it("after a flood it says that what is older is not known", async () => {
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

  it("A5: tells nothing of another account or environment", async () => {
    const stranger = callerOf(await newAccount("pro"), "pro");
    const others = [
      follow({ webhookId }, stranger),
      follow({ webhookId }, { ...owner, environment: "sandbox" }),
    ];
    const mine = follow();
    await waitFor(() => mine.messages.length === 1 && others.every(({ messages }) => messages.length === 1));
    await sendTest(owner, webhookId, {});
    await waitFor(() => mine.messages.length === 2);
    await sleep(1_500);
    expect(others.map(({ messages }) => messages)).toEqual(others.map(() => [{ rows: [], isTop: true }]));
  });

  it("reads once a second for all who follow the same log, and nothing once they have gone", async () => {
    const all = [follow(), follow(), follow()];
    await waitFor(() => all.every(({ messages }) => messages.length === 1));
    const queried = vi.spyOn(sql, "query");
    const reads = () =>
      queried.mock.calls.filter(([query]) => (query as { name?: string }).name === "log_any").length;
    await sleep(3_100);
    expect(reads()).toBeGreaterThanOrEqual(2);
    expect(reads()).toBeLessThanOrEqual(4);
    for (const { stop } of all) stop();
    const last = reads();
    await sleep(1_500);
    expect(reads()).toBeLessThanOrEqual(last + 1);
    queried.mockRestore();
  });

  it("says so while the database can't be read, and goes on", async () => {
    const told = follow();
    await waitFor(() => told.states.at(-1) === "live");
    const failing = vi.spyOn(sql, "query").mockRejectedValue(new Error("away"));
    await waitFor(() => told.states.at(-1) === "waiting");
    failing.mockRestore();
    const made = await sendTest(owner, webhookId, {});
    await waitFor(() => told.messages.at(-1)?.rows[0]?.id === made.id);
    expect(told.states.at(-1)).toBe("live");
  });

  it("eight of an account are the most, whatever they follow", async () => {
    for (let count = 0; count < 8; count++) follow({ webhookId: newId() });
    expect(() => follow()).toThrow(expect.objectContaining({ code: "rate_limited" }));
    stops[0]?.();
    stops[0]?.();
    follow();
    expect(() => follow()).toThrow(expect.objectContaining({ code: "rate_limited" }));
  });
});
