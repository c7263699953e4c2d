import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import {
  newScannedCode,
  newVisit,
  newVisits,
  openRecorders,
  readStored,
  type ScannedCode,
} from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { storeGeneratedVisits } from "./sandbox";
import type { Recorded } from "./visit";

const { newRecorder } = openRecorders();
const recorder = newRecorder();

let caller: Caller;
let code: ScannedCode;

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  code = await newScannedCode(caller);
});

const recordAll = (visits: ReturnType<typeof newVisits>) =>
  Promise.all(visits.map((visit) => recorder.record(visit)));

async function readScanCounter() {
  const { rows } = await sql.query(
    "SELECT detailed, unrolled, last_stamp FROM scan_counter WHERE account_id = $1",
    [code.accountId],
  );
  return rows[0];
}

describe("scan timestamps", () => {
  it("are unique and ascending in the order of arrival, across batches", async () => {
    const seen: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const recorded = await recordAll(newVisits(code, 70));
      seen.push(...recorded.map(({ scannedAt }) => scannedAt!.getTime()));
    }
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
    expect(await readScanCounter()).toMatchObject({
      detailed: 350,
      unrolled: 350,
      last_stamp: new Date(seen.at(-1)!),
    });
  });

  it("are at most ten seconds ahead of the clock, where scans of one commit share the last millisecond", async () => {
    await recorder.record(newVisit(code));
    await sql.query(
      "UPDATE scan_counter SET last_stamp = date_trunc('milliseconds', clock_timestamp()) + interval '9990 ms' WHERE account_id = $1",
      [code.accountId],
    );
    const stamps = (await recordAll(newVisits(code, 400))).map(({ scannedAt }) => scannedAt!.getTime());
    expect(stamps).toEqual([...stamps].sort((one, other) => one - other));
    expect(Math.max(...stamps)).toBeLessThanOrEqual(Date.now() + 10_000);
    const [next] = await recordAll([newVisit(code)]);
    expect(next!.scannedAt!.getTime()).toBeGreaterThan(Math.max(...stamps));
  });

  it("keep ascending after the clock is set back and stay behind the roll-up boundary", async () => {
    await recorder.record(newVisit(code));
    const later = new Date(Date.now() + 3_600_000);
    await sql.query("UPDATE scan_counter SET last_stamp = $2, rolled_to = $3 WHERE account_id = $1", [
      code.accountId,
      later,
      new Date(later.getTime() + 5_000),
    ]);
    const [first] = await recordAll([newVisit(code)]);
    expect(first?.scannedAt).toEqual(new Date(later.getTime() + 5_000));
    const [second] = await recordAll([newVisit(code)]);
    expect(second?.scannedAt).toEqual(new Date(later.getTime() + 5_001));
  });

  it("are never before the boundary of a roll-up that ran while the batch waited", async () => {
    await recorder.record(newVisit(code));
    const rolledTo = new Date(Date.now() + 60_000);
    const roller = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await roller.connect();
    await roller.query("BEGIN");
    await roller.query("UPDATE scan_counter SET rolled_to = $2 WHERE account_id = $1", [
      code.accountId,
      rolledTo,
    ]);
    const recorded = recorder.record(newVisit(code));
    await expect
      .poll(async () => {
        const { rows } = await sql.query(
          "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'",
        );
        return rows[0].n;
      })
      .toBeGreaterThan(0);
    await roller.query("COMMIT");
    await roller.end();
    expect((await recorded).scannedAt).toEqual(rolledTo);
    expect(await readStored(code)).toMatchObject({ scanCount: 2, detailed: 2 });
  });

  it("Q8: come from the database, not from the clock of the process", async () => {
    const realNow = Date.now;
    const before = realNow();
    try {
      Date.now = () => realNow() + 86_400_000;
      const { scannedAt } = await recorder.record(newVisit(code));
      expect(Math.abs(scannedAt!.getTime() - before)).toBeLessThan(60_000);
    } finally {
      Date.now = realNow;
    }
  });
});

describe("visits in the past", () => {
  it("are stored a millisecond apart without changing the scan counter, and mark their days as stale", async () => {
    const sandbox = await newScannedCode({ ...caller, environment: "sandbox" });
    await recorder.record(newVisit(sandbox));
    const { rows: before } = await sql.query("SELECT * FROM scan_counter WHERE account_id = $1", [
      code.accountId,
    ]);
    const at = new Date("2026-03-01T23:59:59.998Z");
    let recorded: Recorded[] = [];
    await storeGeneratedVisits([...newVisits(sandbox, 3), newVisit(sandbox, "bot")], {
      at,
      beforeCommit: async (_tx, stored) => {
        recorded = stored;
      },
    });
    expect(recorded.map(({ outcome }) => outcome)).toEqual(["counted", "counted", "counted", "excluded"]);
    expect(recorded.slice(0, 3).map(({ scannedAt }) => scannedAt?.toISOString())).toEqual([
      "2026-03-01T23:59:59.998Z",
      "2026-03-01T23:59:59.999Z",
      "2026-03-02T00:00:00.000Z",
    ]);
    expect(await readStored(sandbox)).toMatchObject({ scanCount: 4, detailed: 4, excluded: 1 });
    const { rows: after } = await sql.query("SELECT * FROM scan_counter WHERE account_id = $1", [
      code.accountId,
    ]);
    expect(after).toEqual(before);
    const { rows: days } = await sql.query(
      "SELECT day::text, is_sandbox FROM stale_scan_day WHERE account_id = $1 ORDER BY day",
      [code.accountId],
    );
    expect(days).toEqual([
      { day: "2026-03-01", is_sandbox: true },
      { day: "2026-03-02", is_sandbox: true },
    ]);
    const { rows } = await sql.query("SELECT last_scanned_at AS last FROM qr_code WHERE id = $1", [
      sandbox.codeId,
    ]);
    expect(rows[0].last.getTime()).toBeGreaterThan(at.getTime());
  });
});
