import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { openConnection, setDatabaseUrl, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { purgeMarked, readCounts, rollUpScans } from "./index";
import { dropPartitionsBefore, findPartitionFault, partitionScans } from "./partitions";
import { addBound, listPartitions } from "./queries.partitions";
import { redateScans } from "./redate";
import { purgeScans } from "./retention";

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs);
const at = (day: number, ms = 0) => new Date(day * dayMs + ms);

let database: SpareDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase(env.databaseUrl as string);
  setDatabaseUrl(database.url);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});
afterAll(() => sql.end());

const newOwner = (isSandbox = false) => ({ accountId: newId(), isSandbox });
type Owner = ReturnType<typeof newOwner>;

/** One scan at noon of each of these days. */
async function storeDays(owner: Owner, days: readonly number[], codeId = newId()) {
  const scans = days.map((day) => ({ codeId, at: at(day, dayMs / 2) }));
  await storeRawScans(owner, scans);
  await storeScanCounter(owner, scans.length, at(Math.max(...days), dayMs / 2));
  if (!owner.isSandbox) await rollUpScans({ accountId: owner.accountId, isForced: true });
}

async function countScans(condition = "true"): Promise<number> {
  const { rows } = await sql.query(`SELECT count(*)::int AS n FROM scan WHERE ${condition}`);
  return rows[0].n;
}

function recordLog(): string[] {
  const lines: string[] = [];
  for (const level of ["warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((_fields, line) => void lines.push(line));
  return lines;
}

const daysFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

describe("partitionScans", () => {
  it("partitions an empty table once across processes, up to the coming months", async () => {
    const added = await Promise.all(Array.from({ length: 4 }, () => partitionScans()));
    const partitions = (await listPartitions()) ?? [];
    expect(partitions.length).toBe(1 + added.reduce((sum, count) => sum + count, 0));
    expect(partitions[0]).toMatchObject({ name: "scan_before", from: null, to: at(today + 2) });
    for (const [place, { from, to }] of partitions.slice(1).entries()) {
      expect(from).toEqual(partitions[place]?.to);
      expect(to.getUTCDate()).toBe(1);
    }
    expect(partitions.at(-1)?.to.getTime()).toBeGreaterThan(Date.now() + 70 * dayMs);
    expect(await partitionScans()).toBe(0);
    expect(await partitionScans({ now: at(today + 40) })).toBeGreaterThan(0);
  });

  it("keeps every scan, key and index while scans are being written", async () => {
    const owner = newOwner();
    await storeDays(owner, daysFrom(today - 40, today));
    let isOver = false;
    const write = async () => {
      let count = 0;
      for (; !isOver; count += 1) await storeRawScans(owner, [{ codeId: newId(), at: new Date() }]);
      return count;
    };
    const writers = [write(), write(), write()];
    while ((await partitionScans()) === 0);
    isOver = true;
    const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    expect(await countScans()).toBe(41 + written);
    const { rows } = await sql.query("SELECT indexdef FROM pg_indexes WHERE tablename = 'scan' ORDER BY 1");
    expect(rows.map(({ indexdef }) => indexdef.replace(/^.*USING/, ""))).toEqual([
      " btree (qr_code_id, scanned_at, id)",
      " btree (account_id, is_sandbox, scanned_at, id)",
    ]);
  });

  it("resumes after an interruption, with a later bound if the first is too close", async () => {
    const client = openConnection("interrupted");
    await client.connect();
    await addBound(client, at(today + 1));
    await client.end();
    await partitionScans({ now: at(today, dayMs - 1) });
    expect((await listPartitions())?.[0]?.to).toEqual(at(today + 2));
  });

  it("does not wait for long readers, and partitions the table in a later run", async () => {
    const client = openConnection("reads for long");
    await client.connect();
    await client.query("BEGIN; SELECT FROM scan LIMIT 1");
    expect(await partitionScans({ tries: 1 })).toBe(0);
    expect(await listPartitions()).toBe(null);
    await client.query("COMMIT");
    await client.end();
    expect(await partitionScans()).toBeGreaterThan(0);
  });
});

describe("partitionScans after a clock was ahead", () => {
  const owner = newOwner();

  it.each([
    ["with its counter", true],
    ["without a counter", false],
  ])("leaves a table with a later scan, %s, whole and says how to correct it", async (_what, isCounted) => {
    const lines = recordLog();
    const later = at(today + 400);
    await storeRawScans(owner, [{ codeId: newId(), at: later }]);
    if (isCounted) await storeScanCounter(owner, 1, later);
    expect([await partitionScans(), await listPartitions()]).toEqual([0, null]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^Scans are dated after \S+Z, since a clock was ahead: correct it, make a backup, then run .* scans:redate\./,
    );
    expect(await findPartitionFault(sql)).toBe(isCounted ? lines[0] : null);
    // No bound is left to refuse scans.
    await storeRawScans(owner, [{ codeId: newId(), at: later }]);
    expect(await redateScans()).toEqual({ accounts: 1, scans: 2 });
    expect(await partitionScans()).toBeGreaterThan(0);
    expect(await countScans("scanned_at <= now()")).toBe(2);
  });

  it("adds one partition for the time in which nothing ran, and none after more than 400 days", async () => {
    const lines = recordLog();
    await partitionScans({ keptDays: 5 });
    const before = await listPartitions();
    expect(await partitionScans({ keptDays: 5, now: at(today + 3_650) })).toBe(0);
    expect([await listPartitions(), lines]).toEqual([
      before,
      [expect.stringMatching(/^The clock says .*: correct the database's clock/)],
    ]);
    expect(await partitionScans({ keptDays: 5, now: at(today + 300) })).toBe(1 + 14);
  });

  it("follows the database's clock, not this machine's", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: at(today + 300) });
    try {
      await partitionScans({ keptDays: 5 });
    } finally {
      vi.useRealTimers();
    }
    expect((await listPartitions())?.at(-1)?.to).toEqual(at(today + 15));
  });
});

it("retention deletes nothing by a clock that is taken to be wrong", async () => {
  const owner = newOwner();
  await partitionScans({ keptDays: 5, now: at(today - 450) });
  await storeDays(owner, [today - 460, today - 445]);
  expect(await purgeScans({ keptDays: 5, graceMs: 0 })).toBe(0);
  expect(await countScans()).toBe(2);
});

describe("retention of a partitioned table", () => {
  const keptDays = 5;
  /** The service was started 30 days ago: its first partition ends 28 days ago, the others are of a day. */
  beforeEach(async () => {
    for (const now of [at(today - 30), at(today - 16), at(today - 2), at(today)])
      await partitionScans({ keptDays, now });
  });

  const nameOf = (day: number) => `scan_${at(day).toISOString().slice(0, 10).replaceAll("-", "")}`;
  const names = async () => ((await listPartitions()) ?? []).map(({ name }) => name);

  it("drops whole days with their partitions, and reports stay the same", async () => {
    const [one, other] = [newOwner(), newOwner()];
    const days = daysFrom(today - 40, today - 1);
    await storeDays(one, days);
    await storeDays(other, days);
    const whole = { from: at(today - 40), to: at(today) };
    const read = async (owner: Owner) => (await readCounts(owner, () => [whole])).counts[0]?.days;
    const before = await read(one);
    expect((await names()).slice(0, 2)).toEqual(["scan_before", nameOf(today - 28)]);
    await purgeScans({ keptDays, graceMs: 0 });
    expect(await countScans()).toBe(2 * keptDays);
    expect((await names()).slice(0, 2)).toEqual(["scan_past", nameOf(today - keptDays)]);
    expect(await read(one)).toEqual(before);
    await dropPartitionsBefore(today - keptDays, 0);
    await dropPartitionsBefore(today - keptDays + 1, 0);
    expect((await names()).slice(0, 2)).toEqual(["scan_past", nameOf(today - keptDays)]);
  });

  it("keeps a day for all accounts while one account still reads its scans", async () => {
    const [ready, open] = [newOwner(), newOwner()];
    await storeDays(ready, [today - 7, today - 6]);
    await storeDays(open, [today - 7]);
    await purgeScans({ accountId: ready.accountId, keptDays });
    expect(await countScans("true")).toBe(1);
    expect(await dropPartitionsBefore(today - keptDays, 0)).toEqual({ dropped: 0, rowsFrom: null });
    expect(await names()).toContain(nameOf(today - 7));
    await purgeScans({ keptDays, graceMs: 0 });
    expect([await countScans(), (await names())[1]]).toEqual([0, nameOf(today - keptDays)]);
  });

  it("keeps sandbox scans, including those backdated later", async () => {
    const [owner, sandbox] = [newOwner(), newOwner(true)];
    await storeDays(owner, [today - 7, today - 1]);
    // Such as are dated back have no counter.
    await storeRawScans(
      sandbox,
      [today - 7, today - 300].map((day) => ({ codeId: newId(), at: at(day) })),
    );
    await purgeScans({ keptDays, graceMs: 0 });
    expect([await countScans("NOT is_sandbox"), await countScans("is_sandbox")]).toEqual([1, 2]);
    expect((await names()).slice(0, 2)).toEqual(["scan_past", nameOf(today - keptDays)]);
    await storeRawScans(sandbox, [{ codeId: newId(), at: at(today - 200) }]);
    expect(await countScans("is_sandbox")).toBe(3);
    await purgeScans({ keptDays: keptDays - 1, graceMs: 0 });
    expect(await countScans("is_sandbox")).toBe(3);
    expect((await names())[1]).toBe(nameOf(today - keptDays + 1));
  });

  it("keeps rows and their partition for a grace period, for reports under way", async () => {
    const owner = newOwner();
    await storeDays(owner, [today - 6, today - 1]);
    await purgeScans({ keptDays });
    expect([await countScans(), (await names()).includes(nameOf(today - 6))]).toEqual([2, true]);
    await purgeScans({ keptDays, graceMs: 0 });
    expect(await countScans()).toBe(1);
  });

  it("counts the grace period across processes, as one sweep each minute needs it", async () => {
    const owner = newOwner();
    await storeDays(owner, [today - 7, today - 6, today - 1]);
    const graceMs = 300;
    const sweep = async () => {
      vi.resetModules();
      await (await import("./retention")).purgeScans({ keptDays, graceMs });
    };
    await sweep();
    expect(await countScans()).toBe(3);
    await sleep(graceMs);
    await sweep();
    expect([await countScans(), (await names())[1]]).toEqual([1, nameOf(today - keptDays)]);
  });

  it("begins the grace period again where a clock was ahead", async () => {
    const owner = newOwner();
    await storeDays(owner, [today - 7, today - 1]);
    await purgeScans({ keptDays, graceMs: 60_000 });
    const marked = await sql.query<{ name: string; mark: string }>(
      "SELECT relname AS name, obj_description(oid, 'pg_class') AS mark FROM pg_class WHERE relname LIKE 'scan\\_%' AND obj_description(oid, 'pg_class') IS NOT NULL",
    );
    expect(marked.rows.length).toBeGreaterThan(0);
    for (const { name, mark } of marked.rows)
      await sql.query(`COMMENT ON TABLE ${name} IS '${mark.replace(/\b20\d\d-/, "2999-")}'`);
    await purgeScans({ keptDays, graceMs: 60_000 });
    expect(await countScans()).toBe(2);
    await purgeScans({ keptDays, graceMs: 0 });
    expect(await countScans()).toBe(1);
  });

  it("deletes rows one by one once a long transaction has kept partitions for two days", async () => {
    const owner = newOwner();
    await storeDays(owner, [today - 8, today - 1]);
    const client = openConnection("reads for long");
    await client.connect();
    await client.query("BEGIN; SELECT FROM scan LIMIT 1");
    expect(await purgeScans({ keptDays, graceMs: 0 })).toBe(1);
    expect([await countScans(), (await names()).includes(nameOf(today - 8))]).toEqual([1, true]);
    await client.query("COMMIT");
    await client.end();
  });

  it("deletes late scans of a dropped day row by row", async () => {
    const owner = newOwner();
    await storeDays(owner, [today - 7, today - 1]);
    await purgeScans({ keptDays, graceMs: 0 });
    await storeRawScans(owner, [{ codeId: newId(), at: at(today - 7) }]);
    await purgeScans({ keptDays, graceMs: 0 });
    expect(await countScans()).toBe(1);
  });
});

it("purgeMarked deletes a code's scans, and no row at the same position in another partition", async () => {
  await partitionScans({ keptDays: 5, now: at(today - 10) });
  const [gone, kept] = [newId(), newId()];
  const owner = newOwner();
  // The first row of each partition.
  await storeRawScans(owner, [{ codeId: gone, at: at(today - 8) }]);
  await storeRawScans(owner, [{ codeId: kept, at: at(today - 7) }]);
  await sql.query(
    "INSERT INTO scan_purge (id, account_id, is_sandbox, is_account) VALUES ($1, $2, false, false)",
    [gone, owner.accountId],
  );
  await purgeMarked({ accountId: owner.accountId });
  expect(await countScans(`qr_code_id = '${gone}'`)).toBe(0);
  expect(await countScans(`qr_code_id = '${kept}'`)).toBe(1);
});
