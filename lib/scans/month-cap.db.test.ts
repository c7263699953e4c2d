import { afterAll, beforeAll, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import {
  type DomainProcess,
  startDomainProcesses,
  stopDomainProcesses,
} from "@/e2e/support/process/domain-processes";
import {
  countOutcomes,
  newScannedCode,
  newVisit,
  newVisits,
  openRecorders,
  readStored,
  type ScannedCode,
} from "@/e2e/support/visits";
import { changePlan } from "@/lib/accounts";
import type { Plan } from "@/lib/plans";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";

const { newRecorder, folder } = openRecorders();
const recorder = newRecorder();
let database: SpareDatabase;
let processes: DomainProcess[];

beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
  // Months are those of UTC wherever the operator's database thinks that it is.
  await sql.query(
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone TO 'Pacific/Kiritimati'`,
  );
  processes = await startDomainProcesses(database.url, 2);
});

afterAll(async () => {
  await stopDomainProcesses(processes);
  await closeDatabase();
  await database.drop();
});

async function newCode(
  plan: Plan,
  environment: "production" | "sandbox" = "production",
): Promise<ScannedCode> {
  return newScannedCode({ ...callerOf(await newAccount(plan), plan), environment });
}

const recordMany = async (code: ScannedCode, count: number) =>
  countOutcomes(await Promise.all(newVisits(code, count).map((visit) => recorder.record(visit))));

/** As if the account's last scan had been at that time, with so many in its month. */
async function setScanCounter(
  { accountId }: ScannedCode,
  lastStamp: string,
  detailed: number,
): Promise<void> {
  await sql.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     VALUES ($1, false, $2::timestamptz, date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC'), $3, 0)
     ON CONFLICT (account_id, is_sandbox) DO UPDATE SET last_stamp = excluded.last_stamp, month = excluded.month,
       detailed = excluded.detailed`,
    [accountId, lastStamp, detailed],
  );
}

it("Q3: 50 concurrent scans at 999 of 1,000 on Free store one in detail and only count 49", async () => {
  const code = await newCode("free");
  expect(await recordMany(code, 999)).toEqual({ counted: 999 });
  expect(await recordMany(code, 50)).toEqual({ counted: 1, capped: 49 });
  expect(await readStored(code)).toMatchObject({ scanCount: 1_049, detailed: 1_000, capped: 49 });
  const { rows } = await sql.query(
    `SELECT minute, last_scanned_at AS last FROM over_limit_scan JOIN qr_code ON id = qr_code_id WHERE qr_code_id = $1`,
    [code.codeId],
  );
  expect(Math.floor(rows.at(-1).last / 60_000)).toBe(rows.at(-1).minute / 60_000);
  expect(await recordMany(code, 1)).toEqual({ capped: 1 });
  expect(await recorder.record(newVisit(code, "bot"))).toMatchObject({ outcome: "excluded" });
});

it("Q3: the monthly limit is exact across processes and codes of an account", async () => {
  const code = await newCode("free");
  await sql.query("UPDATE account SET plan = 'pro' WHERE id = $1", [code.accountId]);
  const other = await newScannedCode(callerOf(code, "pro"));
  await sql.query("UPDATE account SET plan = 'free' WHERE id = $1", [code.accountId]);
  expect(await recordMany(code, 700)).toEqual({ counted: 700 });
  const done = await Promise.all(
    processes.map((process) =>
      process.perform({
        do: "record",
        visits: Array.from({ length: 300 }, (_, index) => newVisit(index % 2 ? code : other)),
        recorders: 2,
        hands: 4,
        spool: folder,
      }),
    ),
  );
  expect(countOutcomes(done.flatMap(({ outcomes }) => outcomes))).toEqual({ counted: 300, capped: 300 });
  const [one, two] = [await readStored(code), await readStored(other)];
  expect(one.detailed + two.detailed).toBe(1_000);
  expect([one.scanCount, two.scanCount]).toEqual([1_000, 300]);
  expect(one.capped + two.capped).toBe(300);
});

it("Q3: a month ends at its last millisecond in UTC", async () => {
  const code = await newCode("free");
  await setScanCounter(code, "2030-01-31T23:59:59.996Z", 998);
  const stamps: (string | undefined)[] = [];
  for (let round = 0; round < 4; round += 1) {
    stamps.push((await recorder.record(newVisit(code))).scannedAt?.toISOString());
  }
  // The third is beyond January's; a capped scan takes no stamp, so the next is at the same millisecond, and beyond it, too.
  expect(stamps).toEqual(["2030-01-31T23:59:59.997Z", "2030-01-31T23:59:59.998Z", undefined, undefined]);
  await setScanCounter(code, "2030-01-31T23:59:59.999Z", 1_000);
  expect((await recorder.record(newVisit(code))).scannedAt?.toISOString()).toBe("2030-02-01T00:00:00.000Z");
  const { rows } = await sql.query("SELECT month::text, detailed FROM scan_counter WHERE account_id = $1", [
    code.accountId,
  ]);
  expect(rows).toEqual([{ month: "2030-02-01", detailed: 1 }]);
});

it("Q3: a change of plan takes effect with the next batch, in both directions", async () => {
  const code = await newCode("pro");
  expect(await recordMany(code, 1_005)).toEqual({ counted: 1_005 });
  await changePlan(code.accountId, "free");
  expect(await recordMany(code, 2)).toEqual({ capped: 2 });
  await changePlan(code.accountId, "starter");
  expect(await recordMany(code, 2)).toEqual({ counted: 2 });
  expect(await readStored(code)).toMatchObject({ scanCount: 1_009, detailed: 1_007, capped: 2 });
});

it("Q3: the sandbox has no monthly limit and does not count towards the production limit", async () => {
  const code = await newCode("free", "sandbox");
  expect(await recordMany(code, 1_001)).toEqual({ counted: 1_001 });
  const { rows } = await sql.query("SELECT is_sandbox FROM scan_counter WHERE account_id = $1", [
    code.accountId,
  ]);
  expect(rows).toEqual([{ is_sandbox: true }]);
});
