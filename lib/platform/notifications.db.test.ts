import { afterAll, describe, expect, it, vi } from "vitest";
import { closeDatabase, sql } from "./db";
import { awaitNotifications, closeNotifications, coverageOf, holdLock, subscribe } from "./notifications";

const channel = "quietzone_scans";

afterAll(async () => {
  await closeNotifications();
  await closeDatabase();
});

const notify = (payload: string) => sql.query("SELECT pg_notify($1, $2)", [channel, payload]);

it("runs one query at a time on its connection, without a driver warning", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const listening = vi.fn();
  const leave = subscribe(channel, { onMessage: () => {}, onGap: listening });
  const release = holdLock(4_711);
  await vi.waitFor(() => expect(listening).toHaveBeenCalled(), 5_000);
  const held = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND granted";
  await vi.waitFor(async () => expect((await sql.query(held)).rowCount).toBe(1), 5_000);
  release();
  await vi.waitFor(async () => expect((await sql.query(held)).rowCount).toBe(0), 5_000);
  leave();
  expect(warned).not.toHaveBeenCalled();
  process.off("warning", warned);
  await closeNotifications();
});

it("delivers notifications, and reports a gap after its connection is lost", async () => {
  const heard: string[] = [];
  let gaps = 0;
  const leave = subscribe(channel, { onMessage: (payload) => heard.push(payload), onGap: () => (gaps += 1) });
  await vi.waitFor(() => expect(gaps).toBe(1), 5_000);
  await notify("one");
  await vi.waitFor(() => expect(heard).toEqual(["one"]), 5_000);

  await sql.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quietzone listener' AND datname = current_database()",
  );
  await vi.waitFor(() => expect(gaps).toBe(2), 5_000);
  await notify("two");
  await vi.waitFor(() => expect(heard).toEqual(["one", "two"]), 5_000);

  leave();
  await notify("three");
  const now = performance.now();
  await vi.waitFor(() => expect(coverageOf(channel).until).toBeGreaterThan(now), 5_000);
  expect(heard).toEqual(["one", "two"]);
});

it("keeps notifying other subscribers when one throws", async () => {
  const heard: string[] = [];
  const onGap = () => {};
  const leaves = [
    subscribe(channel, {
      onMessage: () => {
        throw new RangeError("no");
      },
      onGap,
    }),
    subscribe(channel, { onMessage: (payload) => heard.push(payload), onGap }),
  ];
  await notify("one");
  await vi.waitFor(() => expect(heard).toEqual(["one"]), 5_000);
  for (const leave of leaves) leave();
});

describe("awaitNotifications", () => {
  it("resolves once all earlier notifications have been delivered", async () => {
    const heard: string[] = [];
    const leave = subscribe(channel, { onMessage: (payload) => heard.push(payload), onGap: () => {} });
    for (let round = 0; round < 50; round += 1) {
      await notify(String(round));
      await awaitNotifications();
      expect(heard.at(-1)).toBe(String(round));
    }
    leave();
  });

  it("stops waiting when the listener's connection does not answer", async () => {
    const { rows } = await sql.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'quietzone listener' AND datname = current_database()",
    );
    const pids = rows.map(({ pid }) => pid);
    expect(pids).toHaveLength(1);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      const asked = performance.now();
      await awaitNotifications();
      const waitedMs = performance.now() - asked;
      expect(waitedMs).toBeGreaterThan(400);
      expect(waitedMs).toBeLessThan(5_000);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
  });
});
