import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { untilBlocked } from "@/e2e/support/blocked";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { storeCapped, storeExcluded, storeGoalScans } from "@/e2e/support/raw-scans";
import { newScannedCode, newVisits, type ScannedCode } from "@/e2e/support/visits";
import { closeDatabase, openConnection, setDatabaseUrl, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { listScans } from "@/lib/scans";
import { beginWithLock } from "@/lib/scans/queries.store";
import { insertBatch, storeBatch } from "@/lib/scans/store";
import { readCounts, rollUpScans } from "./index";
import { partitionScans } from "./partitions";
import { listPartitions } from "./queries.partitions";
import { redateScans } from "./redate";

const dayMs = 86_400_000;
const minuteMs = 60_000;
const today = Math.floor(Date.now() / dayMs);
/** Noon of a day, so that no test crosses midnight. */
const noon = (day: number, ms = 0) => new Date(day * dayMs + dayMs / 2 + ms);
const nameDay = (day: number) => noon(day).toISOString().slice(0, 10);

/** Its clock is that of the tests: functions of another schema come before PostgreSQL's. */
let database: SpareDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase(env.databaseUrl as string);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`CREATE SCHEMA test_clock;
    CREATE TABLE test_clock.shift AS SELECT interval '0' AS by;
    CREATE FUNCTION test_clock.now() RETURNS timestamptz STABLE LANGUAGE sql
      AS 'SELECT pg_catalog.now() + (SELECT by FROM test_clock.shift)';
    CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
      AS 'SELECT pg_catalog.clock_timestamp() + (SELECT by FROM test_clock.shift)';`);
  await client.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = test_clock, public, pg_catalog', current_database()); END $$`,
  );
  await client.end();
  setDatabaseUrl(database.url);
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

const setClock = (at: Date) =>
  sql.query("UPDATE test_clock.shift SET by = $1::timestamptz - pg_catalog.clock_timestamp()", [at]);

let production: ScannedCode;
let sandbox: ScannedCode;
let caller: ReturnType<typeof callerOf>;
beforeEach(async () => {
  await sql.query(
    "TRUNCATE scan, scan_day, stale_scan_day, scan_counter, excluded_scan, over_limit_scan, goal_scan, goal",
  );
  await setClock(noon(today));
  caller = callerOf(await newAccount("pro"), "pro");
  production = await newScannedCode(caller);
  sandbox = await newScannedCode({ ...caller, environment: "sandbox" });
});

const store = (code: ScannedCode, count: number) =>
  storeBatch({ id: newId(), visits: newVisits(code, count) });
const roll = ({ accountId }: ScannedCode) => rollUpScans({ accountId, isForced: true });

async function readDays({ accountId, isSandbox }: ScannedCode): Promise<Record<string, number>> {
  const whole = { from: new Date((today - 10) * dayMs), to: new Date((today + 800) * dayMs) };
  const { counts } = await readCounts({ accountId, isSandbox }, () => [whole]);
  return Object.fromEntries((counts[0]?.days ?? []).map(({ day, scans }) => [day, scans]));
}

async function readRow(table: string, { accountId, isSandbox }: ScannedCode) {
  const { rows } = await sql.query(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE account_id = $1 AND is_sandbox = $2`,
    [accountId, isSandbox],
  );
  return rows.map(({ row }) => row);
}
const readAll = (code: ScannedCode) =>
  Promise.all(
    ["scan", "scan_day", "stale_scan_day", "scan_counter", "excluded_scan", "over_limit_scan"].map((table) =>
      readRow(table, code),
    ),
  );

/** Three scans yesterday and two today, then four while the clock is days ahead, all in documents. */
async function scanAhead(code: ScannedCode, days = 400) {
  for (const [day, count] of [
    [today - 1, 3],
    [today, 2],
    [today + days, 4],
  ] as const) {
    await setClock(noon(day));
    await store(code, count);
    await setClock(noon(day, minuteMs));
    await roll(code);
  }
  await setClock(noon(today, 2 * minuteMs));
}

describe("redateScans", () => {
  it("changes nothing the second time, nor another account or the sandbox's scans", async () => {
    const other = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
    for (const code of [other, sandbox]) await store(code, 2);
    await setClock(noon(today, minuteMs));
    for (const code of [other, sandbox]) await roll(code);
    await scanAhead(production);
    const [untouched, scans] = [await readAll(other), await readRow("scan", sandbox)];
    expect(await redateScans()).toEqual({ accounts: 1, scans: 4 });
    expect([await readAll(other), await readRow("scan", sandbox)]).toEqual([untouched, scans]);
    expect(await readDays(sandbox)).toEqual({ [nameDay(today)]: 2 });
    const first = await readAll(production);
    expect(await redateScans()).toEqual({ accounts: 0, scans: 0 });
    expect(await readAll(production)).toEqual(first);
  });

  it("counts the month's detailed scans, those dated now included", async () => {
    await scanAhead(production);
    await redateScans();
    const [counter] = await readRow("scan_counter", production);
    const month = `${nameDay(today).slice(0, 7)}-01`;
    const isSameMonth = nameDay(today - 1) >= month;
    expect(counter).toMatchObject({ month, detailed: isSameMonth ? 9 : 6, unrolled: 6, raw_from: null });
  });

  it("dates bots, goals and scans beyond the plan's detailed ones now", async () => {
    const ahead = { codeId: production.codeId, at: noon(today + 400) };
    await storeExcluded(production, [{ ...ahead, reason: "bot" }]);
    const [scanId] = await storeGoalScans(production, [ahead]);
    await sql.query(
      `INSERT INTO goal (scan_id, name, account_id, is_sandbox, qr_code_id, scanned_at, country)
       SELECT scan_id, 'Sale', account_id, is_sandbox, qr_code_id, scanned_at, country FROM goal_scan WHERE scan_id = $1`,
      [scanId],
    );
    for (const minute of [noon(today), noon(today + 400), noon(today + 401)])
      await storeCapped(production, { codeId: production.codeId, minute, count: 5 });
    expect(await redateScans()).toEqual({ accounts: 1, scans: 11 });
    const instants = [
      ...(await readRow("excluded_scan", production)).map(({ seen_at }) => seen_at),
      ...(await readRow("goal_scan", production)).map(({ scanned_at }) => scanned_at),
      ...(await readRow("goal", production)).map(({ scanned_at }) => scanned_at),
    ];
    expect(instants.map((instant) => instant.slice(0, 10))).toEqual(Array(3).fill(nameDay(today)));
    expect(await readRow("over_limit_scan", production)).toMatchObject([{ count: 15 }]);
  });

  it("dates the end of a code by its last scan now", async () => {
    const limited = await newScannedCode(caller, { maxScans: 9 });
    await scanAhead(limited);
    await redateScans();
    const { rows } = await sql.query("SELECT ends_at - last_scanned_at AS apart FROM qr_code WHERE id = $1", [
      limited.codeId,
    ]);
    expect(rows).toEqual([{ apart: {} }]);
  });

  it("waits for scans that are being stored, which would write their counter as it was", async () => {
    await scanAhead(production);
    const writer = openConnection("stores scans");
    await writer.connect();
    await writer.query(beginWithLock);
    const redated = redateScans();
    await untilBlocked(writer);
    await insertBatch(writer, { id: newId(), visits: newVisits(production, 1) });
    await writer.query("COMMIT");
    await writer.end();
    expect(await redated).toEqual({ accounts: 1, scans: 5 });
    expect(await readDays(production)).toEqual({ [nameDay(today - 1)]: 3, [nameDay(today)]: 7 });
  });

  it("puts scans, documents and the next scans on the right days, and the table can be partitioned", async () => {
    await scanAhead(production);
    expect([await partitionScans(), await listPartitions()]).toEqual([0, null]);
    expect(await redateScans()).toEqual({ accounts: 1, scans: 4 });
    const expected = { [nameDay(today - 1)]: 3, [nameDay(today)]: 6 };
    expect(await readDays(production)).toEqual(expected);

    const [recorded] = (await store(production, 1)) ?? [];
    expect(
      Math.abs((recorded?.scannedAt?.getTime() ?? 0) - noon(today, 2 * minuteMs).getTime()),
    ).toBeLessThan(minuteMs);
    expected[nameDay(today)] = 7;
    expect(await readDays(production)).toEqual(expected);
    await setClock(noon(today, 10 * minuteMs));
    expect(await roll(production)).toBe(7);
    expect(await readDays(production)).toEqual(expected);
    const { data } = await listScans(caller, { limit: 20 });
    expect(data.map(({ scannedAt }) => scannedAt.slice(0, 10))).toEqual([
      ...Array(7).fill(nameDay(today)),
      ...Array(3).fill(nameDay(today - 1)),
    ]);
    const { rows } = await sql.query("SELECT scan_count, last_scanned_at FROM qr_code WHERE id = $1", [
      production.codeId,
    ]);
    expect(rows).toEqual([{ scan_count: 10, last_scanned_at: recorded?.scannedAt }]);

    expect(await partitionScans()).toBeGreaterThan(0);
    // From another partition.
    await scanAhead(sandbox, 60);
    await setClock(noon(today, 20 * minuteMs));
    expect(await redateScans()).toEqual({ accounts: 1, scans: 4 });
    expect(await readDays(sandbox)).toEqual({ [nameDay(today - 1)]: 3, [nameDay(today)]: 6 });
    expect(await readDays(production)).toEqual(expected);
  });
});
