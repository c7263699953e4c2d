import pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { insertAccounts, insertCodes } from "@/e2e/support/tenants";
import { documentLock, sql } from "@/lib/platform/db";
import { readCounts, rebuildDays, rollUpScans } from "@/lib/rollups";
import { buildDocuments, generateScans, type HistoryRequest } from "./index";

const until = new Date("2026-05-10T10:20:30.400Z");
const dayMs = 86_400_000;

let request: HistoryRequest;
beforeEach(async () => {
  const [accountId = ""] = await insertAccounts(sql, ["free"]);
  const wanted = Array.from({ length: 5 }, () => ({
    accountId,
    environment: "production" as const,
    isDynamic: true,
  }));
  const codeIds = await insertCodes(sql, wanted);
  request = { accountId, codeIds, count: 6_000, days: 40, seed: 3, until };
});

const silent = { onProgress: () => {} };

async function readOne<Row>(text: string): Promise<Row> {
  const { rows } = await sql.query(text, [request.accountId]);
  return rows[0] as Row;
}

const readTotals = () =>
  readOne<{ scans: number; stamps: number; bots: number; first: Date; last: Date }>(
    `SELECT count(*)::int AS scans, count(DISTINCT scanned_at)::int AS stamps, min(scanned_at) AS first,
       max(scanned_at) AS last, (SELECT count(*)::int FROM excluded_scan
         WHERE account_id = $1 AND reason IN ('bot', 'preview')) AS bots
     FROM scan WHERE account_id = $1 AND NOT is_sandbox`,
  );

async function readDays() {
  const whole = { from: new Date(until.getTime() - 60 * dayMs), to: until };
  const { counts } = await readCounts({ accountId: request.accountId, isSandbox: false }, () => [whole]);
  const { days, codes } = counts[0]!;
  return { days, codes: codes.toSorted((a, b) => a.codeId.localeCompare(b.codeId)) };
}

const readDaysOf = (table: "scan_day" | "scan") => {
  const day = table === "scan" ? "(scanned_at AT TIME ZONE 'UTC')::date" : "day";
  return readOne(`SELECT array_agg(DISTINCT ${day}::text ORDER BY ${day}::text) AS days FROM ${table}
    WHERE account_id = $1`);
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("generateScans", () => {
  it("stores the requested scans with unique timestamps within the time range", async () => {
    const progress: number[] = [];
    const made = await generateScans(request, { onProgress: (scans) => progress.push(scans) });
    const totals = await readTotals();
    expect(made).toEqual({
      scans: 6_000,
      excluded: expect.any(Number),
      from: new Date(until.getTime() - 40 * dayMs),
      to: until,
    });
    expect(progress.at(-1)).toBe(6_000);
    expect(totals).toMatchObject({ scans: 6_000, stamps: 6_000 });
    expect(totals.first.getTime()).toBeGreaterThanOrEqual(made.from.getTime());
    expect(totals.last.getTime()).toBeLessThan(until.getTime());
  });

  it("gives the same counts in analytics, codes and raw rows", async () => {
    await generateScans(request, silent);
    const totals = await readTotals();
    const { days, codes } = await readDays();
    expect(sum(days.map(({ scans }) => scans))).toBe(totals.scans);
    expect(sum(days.map(({ bots }) => bots))).toBe(totals.bots);
    expect(sum(codes.map(({ scans }) => scans))).toBe(totals.scans);
    const { rows } = await sql.query<{ isRight: boolean }>(
      `SELECT scan_count = (SELECT count(*) FROM scan WHERE qr_code_id = c.id)
         AND last_scanned_at = (SELECT max(scanned_at) FROM scan WHERE qr_code_id = c.id) AS "isRight"
       FROM qr_code c WHERE account_id = $1`,
      [request.accountId],
    );
    expect(rows).toEqual(Array(5).fill({ isRight: true }));
  });

  it("does not use up the plan's detailed scans and records the last timestamp", async () => {
    await generateScans(request, silent);
    const { last } = await readTotals();
    expect(
      await readOne(`SELECT detailed, last_stamp AS "lastStamp" FROM scan_counter WHERE account_id = $1`),
    ).toEqual({ detailed: 0, lastStamp: last });
  });

  it("generates the same history for the same seed, except for ids", async () => {
    const read = (accountId: string, codeIds: readonly string[]) =>
      sql.query(
        `SELECT array_position($2::uuid[], qr_code_id), scanned_at, visitor, device, os, browser, country, city, user_agent
         FROM scan WHERE account_id = $1 ORDER BY scanned_at`,
        [accountId, codeIds],
      );
    await generateScans(request, silent);
    const first = await read(request.accountId, request.codeIds);
    const [accountId = ""] = await insertAccounts(sql, ["free"]);
    const codeIds = await insertCodes(
      sql,
      request.codeIds.map(() => ({ accountId, environment: "production", isDynamic: true })),
    );
    await generateScans({ ...request, accountId, codeIds }, silent);
    expect((await read(accountId, codeIds)).rows).toEqual(first.rows);
  });

  it("adds a second history without sharing timestamps with the first", async () => {
    await generateScans(request, silent);
    await generateScans(request, silent);
    expect(await readTotals()).toMatchObject({ scans: 12_000, stamps: 12_000 });
    expect(sum((await readDays()).days.map(({ scans }) => scans))).toBe(12_000);
  });

  it("leaves whole, correctly counted chunks when it is interrupted", async () => {
    const interruption = new AbortController();
    const onProgress = () => interruption.abort();
    const made = await generateScans(
      { ...request, count: 120_000 },
      { onProgress, signal: interruption.signal },
    );
    expect(made.scans).toBeGreaterThan(0);
    expect(made.scans).toBeLessThan(120_000);
    expect((await readTotals()).scans).toBe(made.scans);
    expect(sum((await readDays()).days.map(({ scans }) => scans))).toBe(made.scans);
    expect(await readOne("SELECT sum(scan_count)::int AS scans FROM qr_code WHERE account_id = $1")).toEqual({
      scans: made.scans,
    });
  });

  it("builds documents that give the same counts", async () => {
    await generateScans(request, silent);
    const before = await readDays();
    const progress: number[][] = [];
    await buildDocuments(request.accountId, { onProgress: (...steps) => progress.push(steps) });
    expect(progress.at(-1)).toEqual([41, 41]);
    expect(
      await readOne(
        `SELECT (SELECT count(*)::int FROM stale_scan_day WHERE account_id = $1) AS stale,
           (SELECT sum(scans)::int FROM scan_day WHERE account_id = $1 AND qr_code_id IN (SELECT id FROM qr_code)) AS scans`,
      ),
    ).toEqual({ stale: 0, scans: 6_000 });
    expect(await readDays()).toEqual(before);
  });

  it("leaves no day without documents when a server rebuilds marked days before the roll-up", async () => {
    await generateScans({ ...request, until: new Date(Date.now() - 60_000) }, silent);
    const { accountId } = request;
    await rebuildDays({ accountId });
    await rollUpScans({ accountId });
    expect(await readDaysOf("scan_day")).toEqual(await readDaysOf("scan"));
  });

  it("builds every document when a server holds the document lock first", async () => {
    await generateScans(request, silent);
    const { accountId } = request;
    await rebuildDays({ accountId });
    const server = await sql.connect();
    const asked = vi.spyOn(pg.Client.prototype, "query");
    try {
      await server.query("BEGIN");
      await server.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [
        documentLock,
        `${accountId} false`,
      ]);
      const built = buildDocuments(accountId, silent);
      const isAsked = () =>
        asked.mock.calls.some(([text]) => String(text).includes("pg_try_advisory_xact_lock"));
      await expect.poll(isAsked).toBe(true);
      await server.query("COMMIT");
      await built;
    } finally {
      asked.mockRestore();
      server.release();
    }
    expect(await readDaysOf("scan_day")).toEqual(await readDaysOf("scan"));
  });

  it("stores nothing of a chunk whose code was deleted", async () => {
    await sql.query("DELETE FROM qr_code WHERE id = $1", [request.codeIds[0]]);
    await expect(generateScans(request, silent)).rejects.toThrow(/^A code was deleted/);
    expect(await readTotals()).toMatchObject({ scans: 0, bots: 0 });
  });

  it("refuses days whose raw scans were purged", async () => {
    await sql.query(
      `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled, raw_from)
       VALUES ($1, false, now(), '2026-05-01', 0, 0, '2026-04-20')`,
      [request.accountId],
    );
    await expect(generateScans(request, silent)).rejects.toThrow(/before 2026-04-20 were purged/);
    await generateScans({ ...request, days: 20 }, silent);
    expect((await readTotals()).scans).toBe(6_000);
  });
});
