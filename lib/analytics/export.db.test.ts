import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { storeRawScans } from "@/e2e/support/raw-scans";
import { recordStatements } from "@/e2e/support/statements";
import { insertCodes } from "@/e2e/support/tenants";
import type { Caller } from "@/lib/accounts/schema";
import { plans } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { exportCsv, readReport } from "./index";
import { type CsvKind, csvKinds, type ReportQuery } from "./schema";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const now = Date.now();
const ago = (ms: number) => new Date(now - ms);
const week = { timeRange: "7d", timezone: "UTC" } as const;

async function readPieces(caller: Caller, query: ReportQuery, kind: CsvKind): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of exportCsv(caller, query, kind)) pieces.push(piece);
  return pieces;
}

/** The lines below the heading. */
async function readLines(caller: Caller, query: ReportQuery, kind: CsvKind): Promise<string[][]> {
  const file = (await readPieces(caller, query, kind)).join("");
  expect(file.startsWith('\uFEFF"')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(file, {
    delimiter: ",",
    newline: "\r\n",
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(new Set(data.map((line) => line.length)).size).toBe(1);
  return data.slice(1);
}

let caller: Caller;
let codes: [string, string, string];

beforeAll(async () => {
  const { accountId } = await newAccount("pro");
  caller = callerOf({ accountId }, "pro");
  const made = Array.from({ length: 3 }, (_, index) => ({
    accountId,
    environment: "production" as const,
    isDynamic: index === 0,
  }));
  codes = (await insertCodes(sql, made)) as typeof codes;
  await sql.query("UPDATE qr_code SET name = $2 WHERE id = $1", [codes[0], '=cmd|"/C calc"!A0']);
  await storeRawScans({ accountId, isSandbox: false }, [
    { codeId: codes[0], at: ago(minuteMs), country: "NO", city: "@Oslo", device: "Desktop" },
    { codeId: codes[0], at: ago(2 * minuteMs), country: "PT", city: 'Porto, "O"' },
    { codeId: codes[1], at: ago(3 * minuteMs), country: "PT", city: "Lisbon" },
    { codeId: codes[1], at: ago(8 * dayMs), country: "PT", city: "Lisbon" },
  ]);
});

describe("exportCsv", () => {
  it("limits a table to a tag or to the days between two dates", async () => {
    await sql.query("UPDATE qr_code SET tags = '{summer}' WHERE id = $1", [codes[1]]);
    const day = ago(8 * dayMs)
      .toISOString()
      .slice(0, 10);
    const days = { timeRange: { from: day, to: day }, timezone: "UTC" } as const;
    const tagged = { timeRange: "30d", timezone: "UTC", tag: "summer" } as const;
    expect((await readLines(caller, days, "scans")).map(([, , id]) => id)).toEqual([codes[1]]);
    expect((await readLines(caller, tagged, "scans")).map(([, , id]) => id)).toEqual([codes[1], codes[1]]);
    expect((await readLines(caller, tagged, "codes")).map((line) => [line[1], line[5]])).toEqual([
      [codes[1], "2"],
    ]);
    expect(await readLines(caller, { ...days, tag: "summer" }, "line")).toHaveLength(24);
  });

  it("writes the points of the line with those of the period before", async () => {
    const { series } = await readReport(caller, week);
    const lines = await readLines(caller, week, "line");
    expect(lines).toEqual(
      series.points.map(({ at, count, previous }) => [at, String(count), String(previous)]),
    );
    const hours = await readLines(caller, { timeRange: "1d", timezone: "Asia/Kathmandu" }, "line");
    expect(hours[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000\+05:45$/);
  });

  it("I4: writes every label of the breakdowns, safe from formulas, with the counts of the report", async () => {
    const lines = await readLines(caller, week, "breakdowns");
    const of = (name: string) => lines.filter(([breakdown]) => breakdown === name).map(([, ...line]) => line);
    expect(of("Country")).toEqual([
      ["PT", "2"],
      ["NO", "1"],
    ]);
    expect(
      of("City")
        .map(([label]) => label)
        .sort(),
    ).toEqual(["NO/@Oslo", "PT/Lisbon", 'PT/Porto, "O"']);
    expect([of("Hour").length, of("Weekday").length]).toEqual([24, 7]);
    const narrowed = await readLines(caller, { ...week, filters: { country: "PT" } }, "breakdowns");
    expect(narrowed.filter(([breakdown]) => breakdown === "Device")).toEqual([["Device", "Mobile", "2"]]);
  });

  it("I4: writes all codes, safe from formulas, most scanned first and unscanned ones last", async () => {
    const lines = await readLines(caller, week, "codes");
    expect(lines.map(([name, id, , , , scans]) => [name, id, scans])).toEqual([
      ['\'=cmd|"/C calc"!A0', codes[0], "2"],
      ["Table", codes[1], "1"],
      ["Table", codes[2], "0"],
    ]);
    expect(lines.map(([, , type, isDynamic, link]) => [type, isDynamic, link !== ""])).toEqual([
      ["url", "yes", true],
      ["url", "no", false],
      ["url", "no", false],
    ]);
    expect(await readLines(caller, { ...week, qrCodeId: codes[1] }, "codes")).toHaveLength(1);
  });

  it("I4: writes each matching scan, safe from formulas, newest first and in local time", async () => {
    const lines = await readLines(caller, { timeRange: "7d", timezone: "Asia/Kathmandu" }, "scans");
    expect(lines.map(([time]) => Date.parse(time!))).toEqual([1, 2, 3].map((ago) => now - ago * minuteMs));
    expect(lines[0]?.[0]).toMatch(/\+05:45$/);
    expect(lines[0]?.slice(1, 3)).toEqual(['\'=cmd|"/C calc"!A0', codes[0]]);
    expect(lines.map((line) => line.slice(4, 7))).toEqual([
      ["NO", "'@Oslo", "Desktop"],
      ["PT", 'Porto, "O"', "Mobile"],
      ["PT", "Lisbon", "Mobile"],
    ]);
    const filters = {
      country: "PT",
      city: "PT/Lisbon",
      device: "Mobile",
      browser: "Safari",
      os: "iOS",
    } as const;
    expect(await readLines(caller, { timeRange: "30d", filters }, "scans")).toHaveLength(2);
    expect(await readLines(caller, { ...week, qrCodeId: codes[0] }, "scans")).toHaveLength(2);
    expect(await readLines(caller, { ...week, filters: { os: "Windows" } }, "scans")).toEqual([]);
  });
});

describe("exportCsv with many scans", () => {
  it("writes each scan once, in several pieces, without those of deleted and soft-deleted codes", async () => {
    const { accountId } = await newAccount("starter");
    const owner = callerOf({ accountId }, "starter");
    const [kept = "", aside = "", gone = ""] = await insertCodes(
      sql,
      Array.from({ length: 3 }, () => ({ accountId, environment: "production" as const })),
    );
    const many = 12_000;
    await sql.query(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, ($2::uuid[])[1 + n % 3], $3::timestamptz - n / 2 * interval '1 ms',
         n, CASE WHEN n = ${many} THEN 'Tablet' ELSE 'Mobile' END, 'iOS', 'Safari', 'DE', 'Berlin', 'x'
       FROM generate_series(1, ${many}) AS n`,
      [accountId, [kept, aside, gone], ago(minuteMs)],
    );
    await sql.query("UPDATE qr_code SET purge_after = now() + interval '10 s' WHERE id = $1", [aside]);
    await sql.query(
      "INSERT INTO scan_purge (id, account_id, is_sandbox, is_account) VALUES ($1, $2, false, false)",
      [gone, accountId],
    );
    const pieces = await readPieces(owner, week, "scans");
    expect(pieces.length).toBeGreaterThan(3);
    const lines = await readLines(owner, week, "scans");
    expect(lines).toHaveLength(many / 3);
    expect(new Set(lines.map((line) => line[2]))).toEqual(new Set([kept]));
    const times = lines.map(([time]) => time!);
    expect(times).toEqual(times.toSorted().reverse());
    expect(await readLines(owner, { ...week, filters: { device: "Tablet" } }, "scans")).toHaveLength(1);
  });
});

describe("access to exports", () => {
  it.each(plans)(
    "%s: allows the tables of the plan and refuses the others before reading anything",
    async (plan) => {
      const owner = callerOf(await newAccount(plan), plan);
      for (const kind of ["line", "breakdowns", "codes", "scans"] as const) {
        if (csvKinds(plan).includes(kind)) expect(await readPieces(owner, week, kind)).not.toEqual([]);
        else {
          const statements = await recordStatements(async () => {
            await expect(readPieces(owner, week, kind)).rejects.toMatchObject({ code: "plan_required" });
          });
          expect(statements).toEqual([]);
        }
      }
    },
  );

  it("A5: answers not_found for codes of another account, and validation_failed for a wrong time zone", async () => {
    const foreign = callerOf(await newAccount("pro"), "pro");
    for (const kind of csvKinds("pro")) {
      for (const qrCodeId of [codes[0], newId(), "nothing"]) {
        const asked = exportCsv(foreign, { ...week, qrCodeId }, kind)
          [Symbol.asyncIterator]()
          .next();
        await expect(asked).rejects.toMatchObject({ code: "not_found" });
      }
      const asked = readPieces(foreign, { ...week, timezone: "utc" }, kind);
      await expect(asked).rejects.toMatchObject({ code: "validation_failed" });
      expect((await readPieces(foreign, week, kind)).join("")).not.toContain(codes[0]);
    }
  });
});

it("an account can export two tables at a time; a slot is free after a read or an abort", async () => {
  const begin = async () => {
    const pieces = exportCsv(caller, week, "scans");
    await pieces.next();
    return pieces;
  };
  const [first, second] = [await begin(), await begin()];
  await expect(begin()).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 10 });
  await first.return(undefined);
  const third = await begin();
  for await (const _ of second);
  await (await begin()).return(undefined);
  await third.return(undefined);
});

describe("an aborted export", () => {
  async function newWalk(signal: AbortSignal) {
    const { accountId } = await newAccount("pro");
    const owner = callerOf({ accountId }, "pro");
    const [code = ""] = await insertCodes(sql, [{ accountId, environment: "production" }]);
    await sql.query(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, now() - n * interval '1 ms', n, 'Mobile', 'iOS', 'Safari',
         'DE', 'Berlin', 'x' FROM generate_series(1, 5000) AS n`,
      [accountId, code],
    );
    const narrowed = { timeRange: "7d", filters: { country: "NO" } } as const;
    return { owner, pieces: exportCsv(owner, narrowed, "scans", signal) };
  }

  it("stops reading non-matching rows and frees its slot", async () => {
    const reader = new AbortController();
    const { owner, pieces } = await newWalk(reader.signal);
    await pieces.next();
    const statements = await recordStatements(async () => {
      const next = pieces.next();
      reader.abort();
      await expect(next).rejects.toMatchObject({ name: "AbortError" });
    });
    expect(statements).toHaveLength(1);
    const others = [exportCsv(owner, week, "scans"), exportCsv(owner, week, "scans")];
    for (const other of others) expect(await other.next()).toMatchObject({ done: false });
    for (const other of others) await other.return(undefined);
  });
});

it("at most sixteen exports run at once across accounts; further ones are told when to retry", async () => {
  const open = () => exportCsv(callerOf({ accountId: newId() }, "pro"), week, "scans");
  const begun = Array.from({ length: 16 }, open);
  for (const pieces of begun) await pieces.next();
  await expect(open().next()).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
  for (const pieces of begun) await pieces.return(undefined);
  await open().return(undefined);
});
