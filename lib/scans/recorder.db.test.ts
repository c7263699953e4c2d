import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import {
  countOutcomes,
  newScannedCode,
  newVisit,
  newVisits,
  openRecorders,
  readStored,
  type ScannedCode,
} from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { deleteCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { purgeMarked } from "@/lib/rollups";
import { sweepScanBatches } from "./store";
import { exclusions } from "./visit";

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

async function readScans() {
  const { rows } = await sql.query("SELECT * FROM scan WHERE account_id = $1 ORDER BY scanned_at, id", [
    code.accountId,
  ]);
  return rows;
}

/** Collects scans until it is ended, which returns them. */
async function listen(): Promise<{ end(): Promise<string[]> }> {
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  const told: string[] = [];
  listener.on("notification", ({ payload }) => told.push(payload ?? ""));
  await listener.query("LISTEN quietzone_scans");
  return {
    async end() {
      // What was committed before it is heard before its answer.
      await listener.query("SELECT 1");
      await listener.end();
      return told;
    },
  };
}

describe("recording a visit", () => {
  it("stores it with the timestamp that is returned", async () => {
    const visit = newVisit(code);
    const { outcome, scannedAt } = await recorder.record(visit);
    const { codeId, excluded, visitor, ...owner } = visit;
    const { userAgent, ...labels } = visitor;
    expect(outcome).toBe("counted");
    expect(await readScans()).toEqual([
      {
        id: visit.id,
        account_id: owner.accountId,
        is_sandbox: false,
        qr_code_id: codeId,
        scanned_at: scannedAt,
        user_agent: userAgent,
        ...labels,
        route: null,
        variant: null,
      },
    ]);
    const { rows } = await sql.query("SELECT scan_count, last_scanned_at FROM qr_code WHERE id = $1", [
      codeId,
    ]);
    expect(rows).toEqual([{ scan_count: 1, last_scanned_at: scannedAt }]);
  });

  it("P5: stores visits by bots, previews, prefetches and HEAD separately, with a reason and uncounted", async () => {
    const visits = exclusions.map((reason) => newVisit(code, reason));
    expect(countOutcomes(await recordAll(visits))).toEqual({ excluded: 4 });
    expect(await readStored(code)).toEqual({ scanCount: 0, detailed: 0, ids: 0, capped: 0, excluded: 4 });
    const { rows } = await sql.query(
      "SELECT id, reason, user_agent FROM excluded_scan WHERE qr_code_id = $1 ORDER BY id",
      [code.codeId],
    );
    expect(rows).toEqual(
      visits.map(({ id, excluded, visitor }) => ({ id, reason: excluded, user_agent: visitor.userAgent })),
    );
  });

  it("stores nothing for a deleted code", async () => {
    await deleteCode(caller, code.codeId);
    expect(await recorder.record(newVisit(code))).toEqual({ outcome: "gone", scannedAt: null });
    expect(await recorder.record(newVisit(code, "bot"))).toEqual({ outcome: "gone", scannedAt: null });
    expect(await readStored(code)).toEqual({ scanCount: null, detailed: 0, ids: 0, capped: 0, excluded: 0 });
  });

  it("notifies the listeners of the account on commit", async () => {
    const listener = await listen();
    await recorder.record(newVisit(code));
    const told = (await listener.end()).filter((payload) => payload.includes(code.accountId));
    expect(told).toEqual([`${code.accountId}:p`]);
  });
});

it("visits of 200 accounts at once are announced in a single notification", async () => {
  const { rows } = await sql.query<{ accountId: string; codeId: string }>(
    `WITH many AS (SELECT gen_random_uuid() AS id FROM generate_series(1, 200)),
       accounts AS (INSERT INTO account (id, name, plan) SELECT id, 'many', 'pro' FROM many)
     INSERT INTO qr_code (id, account_id, environment, name, type, content, settings, is_dynamic)
     SELECT id, id, 'production', 'many', 'text', 'many', '{}', true FROM many
     RETURNING account_id AS "accountId", id AS "codeId"`,
  );
  const listener = await listen();
  await recordAll(rows.map((one) => newVisit({ ...one, isSandbox: false })));
  expect((await listener.end()).filter((payload) => payload === "*")).toEqual(["*"]);
});

describe("a flood of visits", () => {
  it("to one code is stored once each, in the order of arrival", async () => {
    const visits = newVisits(code, 5_000);
    const recorded = await recordAll(visits);
    expect(countOutcomes(recorded)).toEqual({ counted: 5_000 });
    expect(await readStored(code)).toEqual({
      scanCount: 5_000,
      detailed: 5_000,
      ids: 5_000,
      capped: 0,
      excluded: 0,
    });
    const { rows } = await sql.query("SELECT max(scanned_at) AS latest FROM scan WHERE qr_code_id = $1", [
      code.codeId,
    ]);
    // It never runs far ahead of the clock, and what was answered is what is stored.
    expect(rows[0].latest).toEqual(recorded.at(-1)!.scannedAt);
    expect(rows[0].latest.getTime()).toBeLessThan(Date.now() + 10_000);
  });

  it("to a code deleted meanwhile leaves no rows behind after the purge", async () => {
    const flood = newVisits(code, 4_000).map((visit) => recorder.record(visit));
    await flood[0];
    await deleteCode(caller, code.codeId);
    const recorded = await Promise.all(flood);
    const { counted = 0, gone = 0 } = countOutcomes(recorded);
    expect(counted + gone).toBe(4_000);
    expect(gone).toBeGreaterThan(0);
    const outcomes = recorded.map(({ outcome }) => outcome);
    expect(outcomes.lastIndexOf("counted")).toBeLessThan(outcomes.indexOf("gone"));
    await purgeMarked({ accountId: code.accountId });
    expect(await readStored(code)).toMatchObject({ scanCount: null, detailed: 0 });
  });

  it("to many accounts is counted for each code", async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const one = callerOf(await newAccount("pro"), "pro");
        return newScannedCode(index % 2 === 0 ? one : { ...one, environment: "sandbox" });
      }),
    );
    const visits = Array.from({ length: 800 }, (_, index) => newVisit(codes[index % 8]!));
    expect(countOutcomes(await recordAll(visits))).toEqual({ counted: 800 });
    for (const one of codes) expect(await readStored(one)).toMatchObject({ scanCount: 100, detailed: 100 });
  });
});

describe("maxScans", () => {
  it("is exact under concurrency: scans beyond it are not counted", async () => {
    const bounded = await newScannedCode(caller, { maxScans: 25 });
    const others = newRecorder();
    const recorded = await Promise.all(
      newVisits(bounded, 120).map((visit, index) => (index % 2 ? others : recorder).record(visit)),
    );
    expect(countOutcomes(recorded)).toEqual({ counted: 25, beyond: 95 });
    expect(await readStored(bounded)).toMatchObject({ scanCount: 25, detailed: 25, capped: 0 });
    expect(countOutcomes(await recordAll([newVisit(bounded), newVisit(bounded, "bot")]))).toEqual({
      beyond: 1,
      excluded: 1,
    });
  });

  it("tells excluded visitors whether the code is used up, in the order of visits", async () => {
    const bounded = await newScannedCode(caller, { maxScans: 1 });
    const [bot, person, head, second, preview] = await recordAll([
      newVisit(bounded, "bot"),
      newVisit(bounded),
      newVisit(bounded, "head"),
      newVisit(bounded),
      newVisit(bounded, "preview"),
    ]);
    expect([bot, head, preview]).toEqual([
      { outcome: "excluded", scannedAt: null },
      { outcome: "excluded", scannedAt: null, isUsedUp: true },
      { outcome: "excluded", scannedAt: null, isUsedUp: true },
    ]);
    expect([person?.outcome, second?.outcome]).toEqual(["counted", "beyond"]);
    expect(await readStored(bounded)).toMatchObject({ scanCount: 1, excluded: 3 });
  });

  it("is read again for every batch", async () => {
    const bounded = await newScannedCode(caller, { maxScans: 1 });
    expect(countOutcomes(await recordAll(newVisits(bounded, 3)))).toEqual({ counted: 1, beyond: 2 });
    await sql.query("UPDATE qr_code SET rules = $2 WHERE id = $1", [bounded.codeId, { maxScans: 3 }]);
    expect(countOutcomes(await recordAll(newVisits(bounded, 3)))).toEqual({ counted: 2, beyond: 1 });
    await sql.query("UPDATE qr_code SET rules = NULL WHERE id = $1", [bounded.codeId]);
    expect(countOutcomes(await recordAll(newVisits(bounded, 3)))).toEqual({ counted: 3 });
  });
});

it("the sweep deletes batches older than 90 days and keeps newer ones", async () => {
  await recorder.record(newVisit(code));
  await sql.query(
    `INSERT INTO scan_batch (id, committed_at) VALUES
       (gen_random_uuid(), now() - interval '90 days 1 minute'), (gen_random_uuid(), now() - interval '89 days 23 hours')`,
  );
  expect(await sweepScanBatches()).toBeGreaterThanOrEqual(1);
  expect(await sweepScanBatches()).toBe(0);
  const { rows } = await sql.query(
    "SELECT count(*)::int AS old FROM scan_batch WHERE committed_at < now() - interval '89 days'",
  );
  expect(rows[0].old).toBe(1);
});
