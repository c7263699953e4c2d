import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { untilBlocked } from "@/e2e/support/blocked";
import { newScannedCode, newVisit, newVisits, openRecorders, type ScannedCode } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { openConnection, sql } from "@/lib/platform/db";
import { closeNotifications } from "@/lib/platform/notifications";
import { redateScans } from "@/lib/rollups/redate";
import { followCount, followScans, requireCountable } from "./live";
import type { ScanCount } from "./queries";
import type { ScanEvent } from "./schema";

const { newRecorder } = openRecorders();
const recorder = newRecorder();
afterAll(closeNotifications);

let caller: Caller;
let code: ScannedCode;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  code = await newScannedCode(caller);
});

const scan = (count: number, of = code) =>
  Promise.all(newVisits(of, count).map((visit) => recorder.record(visit)));

/** Somebody who follows an account, and all that they were told. */
function follow(since?: Date, of = code) {
  const told = { events: [] as ScanEvent[], skipped: 0, states: [] as string[], stop: () => {} };
  told.stop = followScans(
    of,
    {
      onScans: (events, skipped) => {
        told.events.push(...events);
        told.skipped += skipped;
      },
      onState: (state) => told.states.push(state),
    },
    since,
  );
  return told;
}
type Told = ReturnType<typeof follow>;

const waitFor = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 15_000, interval: 10 });
const isLive = (told: Told) => waitFor(() => told.states.at(-1) === "live");

/** Live, and past the moment from which it is told. */
async function followNow(of = code): Promise<Told> {
  const told = follow(undefined, of);
  await isLive(told);
  await scan(1, of);
  await waitFor(() => told.events.length > 0);
  told.events.length = 0;
  return told;
}

/** Records one more scan and waits until every follower has it, and therefore everything before it. */
async function scanOnce(all: readonly Told[], of = code): Promise<void> {
  const visit = newVisit(of);
  await recorder.record(visit);
  await waitFor(() => all.every(({ events }) => events.some(({ id }) => id === visit.id)));
}

async function readScanIds(accountId = code.accountId): Promise<string[]> {
  const { rows } = await sql.query("SELECT id FROM scan WHERE account_id = $1 ORDER BY scanned_at, id", [
    accountId,
  ]);
  return rows.map(({ id }) => id);
}

describe("followScans", () => {
  it("goes on after scans of the future are dated now", async () => {
    const told = await followNow();
    await sql.query(
      "UPDATE scan_counter SET last_stamp = last_stamp + interval '400 days' WHERE account_id = $1",
      [code.accountId],
    );
    await scanOnce([told]);
    expect(await redateScans()).toEqual({ accounts: 1, scans: 1 });
    // A scan may come before the feed has looked where its account is.
    const shownBefore = told.events.length;
    await vi.waitFor(
      async () => {
        await scan(1);
        expect(told.events.length).toBeGreaterThan(shownBefore);
      },
      { timeout: 5_000, interval: 300 },
    );
    told.stop();
  });

  it("reports the live state only once it cannot miss a later scan", async () => {
    // Somebody else's feed is live already.
    const other = await followNow(await newScannedCode(callerOf(await newAccount("pro"), "pro")));
    const table = openConnection("holds where feeds begin");
    await table.connect();
    await table.query("BEGIN");
    await table.query("LOCK TABLE scan_counter IN ACCESS EXCLUSIVE MODE");
    const told = follow();
    await untilBlocked(table);
    expect(told.states).not.toContain("live");
    await table.end();
    await isLive(told);
    await scan(1);
    await waitFor(() => told.events.length === 1);
    for (const follower of [other, told]) follower.stop();
  });

  it("sends each scan once, in the order of timestamps, with its code and country", async () => {
    const told = await followNow();
    for (const [count, total] of [
      [1, 1],
      [3, 4],
      [40, 44],
    ] as const) {
      await scan(count);
      await waitFor(() => told.events.length >= total);
    }
    await scanOnce([told]);
    expect(told.events.map(({ id }) => id)).toEqual((await readScanIds()).slice(1));
    expect(told.events[0]).toMatchObject({ qrCodeId: code.codeId, qrCodeName: "Menu", country: "DE" });
    expect(told.skipped).toBe(0);
    told.stop();
  });

  it("sends no scans of other accounts or environments", async () => {
    const neighbour = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
    const sandbox = await newScannedCode({ ...caller, environment: "sandbox" });
    const [mine, theirs] = [await followNow(), await followNow(neighbour)];
    await Promise.all([scan(2), scan(3, neighbour), scan(4, sandbox)]);
    await waitFor(() => mine.events.length === 2 && theirs.events.length === 3);
    await scanOnce([mine]);
    await scanOnce([theirs], neighbour);
    expect([mine.events.length, theirs.events.length]).toEqual([3, 4]);
    for (const told of [mine, theirs]) told.stop();
  });

  it("resumes from a timestamp without losing or repeating scans, with several followers", async () => {
    const first = await followNow();
    await scan(5);
    await waitFor(() => first.events.length === 5);
    first.stop();
    const last = first.events.at(-1)!;
    await scan(30);
    const back = [follow(new Date(last.scannedAt)), follow(new Date(last.scannedAt))];
    await Promise.all([scan(30), ...back.map(isLive)]);
    await scan(30);
    await waitFor(() => back.every(({ events }) => events.length >= 90));
    await scanOnce(back);
    const ids = (await readScanIds()).slice(6);
    for (const told of back) {
      expect(told.events.map(({ id }) => id)).toEqual(ids);
      expect(told.skipped).toBe(0);
      told.stop();
    }
  });

  it("sends the newest 500 scans and the number of skipped ones if there are too many", async () => {
    const [before] = await scan(1);
    await scan(1_300);
    const told = follow(before!.scannedAt!);
    await waitFor(() => told.events.length > 0);
    expect([told.events.length, told.skipped]).toEqual([500, 800]);
    expect(told.events.map(({ id }) => id)).toEqual((await readScanIds()).slice(-500));
    told.stop();
  });

  it("reads once for all followers of an account", async () => {
    const all = [await followNow(), follow(), follow()];
    await Promise.all(all.map(isLive));
    for (const told of all) told.events.length = 0;
    const queried = vi.spyOn(sql, "query");
    await scan(5);
    await waitFor(() => all.every(({ events }) => events.length === 5));
    const reads = queried.mock.calls.filter(([query]) =>
      (query as { name?: string }).name?.startsWith("list_scans"),
    );
    queried.mockRestore();
    expect([1, 2]).toContain(reads.length);
    expect(all[1]?.events[0]).toBe(all[0]?.events[0]);
    for (const told of all) told.stop();
  });

  it("misses no scan that was stored while its connection was cut", async () => {
    const told = await followNow();
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quietzone listener' AND datname = current_database()",
    );
    await scan(20);
    await waitFor(() => told.events.length === 20);
    await isLive(told);
    await scan(5);
    await waitFor(() => told.events.length === 25);
    expect(told.events.map(({ id }) => id)).toEqual((await readScanIds()).slice(1));
    told.stop();
  });

  it("allows 8 followers per account, and another once one has left", () => {
    const all = Array.from({ length: 8 }, () => follow());
    expect(() => follow()).toThrow(expect.objectContaining({ code: "rate_limited", retryAfterSeconds: 30 }));
    all[0]?.stop();
    all[0]?.stop();
    all.push(follow());
    expect(() => follow()).toThrow();
    for (const told of all) told.stop();
  });
});

describe("followCount", () => {
  function followCode(of = code) {
    const told = { counts: [] as ScanCount[], states: [] as string[], stop: () => {} };
    told.stop = followCount(of, of.codeId, {
      onCount: (count) => told.counts.push(count),
      onState: (state) => told.states.push(state),
    });
    return told;
  }

  it("reports the scan count and last scan of its code, then every change", async () => {
    await scan(4, await newScannedCode(caller));
    await scan(2);
    const told = followCode();
    await waitFor(() => told.counts.length > 0);
    expect(told.counts).toEqual([{ scanCount: 2, lastScanned: expect.any(String) }]);
    await scan(3);
    await waitFor(() => told.counts.at(-1)?.scanCount === 5);
    const [first, last] = [told.counts[0], told.counts.at(-1)];
    expect(Date.parse(last?.lastScanned ?? "")).toBeGreaterThan(Date.parse(first?.lastScanned ?? ""));
    told.stop();
  });

  it("includes scans beyond those the plan stores in detail", async () => {
    const free = callerOf(await newAccount("free"), "free");
    const own = await newScannedCode(free);
    await sql.query(
      `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
       VALUES ($1, false, now(), date_trunc('month', now(), 'UTC'), 1000, 0)`,
      [own.accountId],
    );
    const told = followCode(own);
    await waitFor(() => told.counts.length > 0);
    expect(told.counts).toEqual([{ scanCount: 0, lastScanned: null }]);
    await scan(3, own);
    await waitFor(() => told.counts.at(-1)?.scanCount === 3);
    expect(told.counts.at(-1)?.lastScanned).not.toBeNull();
    const { rows } = await sql.query("SELECT FROM scan WHERE account_id = $1", [own.accountId]);
    expect(rows).toEqual([]);
    told.stop();
  });

  it("A5: reports no counts of another account's code and rejects unknown ids", async () => {
    const foreign = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
    await requireCountable(code, code.codeId);
    for (const id of [foreign.codeId, "0199aa00-0000-7000-8000-000000000000", "x"])
      await expect(requireCountable(code, id)).rejects.toMatchObject({ code: "not_found" });
    const seen: unknown[] = [];
    const stop = followCount(code, foreign.codeId, { onCount: (count) => seen.push(count), onState() {} });
    await scan(1, foreign);
    const own = followCode();
    await waitFor(() => own.counts.length > 0);
    expect(seen).toEqual([]);
    stop();
    own.stop();
  });

  it("shares the limit of 8 followers with followScans and reads once for all of them", async () => {
    const all = [
      ...Array.from({ length: 4 }, () => follow()),
      ...Array.from({ length: 4 }, () => followCode()),
    ];
    expect(() => followCode()).toThrow(expect.objectContaining({ code: "rate_limited" }));
    expect(() => follow()).toThrow(expect.objectContaining({ code: "rate_limited" }));
    const counts = all.flatMap((told) => ("counts" in told ? [told] : []));
    await waitFor(() => counts.every(({ states }) => states.at(-1) === "live"));
    const queried = vi.spyOn(sql, "query");
    await scan(1);
    await waitFor(() => counts.every((told) => told.counts.at(-1)?.scanCount === 1));
    const reads = queried.mock.calls.filter(
      ([query]) => (query as { name?: string }).name === "find_scan_count",
    );
    queried.mockRestore();
    expect([1, 2]).toContain(reads.length);
    for (const told of all) told.stop();
  });
});
