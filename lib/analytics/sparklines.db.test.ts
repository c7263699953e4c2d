import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { storeCapped, storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { seeded } from "@/e2e/support/seeded";
import { recordStatements } from "@/e2e/support/statements";
import { insertCodes } from "@/e2e/support/tenants";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { rollUpScans } from "@/lib/rollups";
import { countWeek, countWeekOf, readSparklines } from "./index";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const days = 14;

let caller: Caller;
let codes: string[];
let scans: { codeId: string; at: Date }[];

beforeAll(async () => {
  const { accountId } = await newAccount("starter");
  caller = callerOf({ accountId }, "starter");
  codes = await insertCodes(
    sql,
    Array.from({ length: 3 }, () => ({ accountId, environment: "production" as const })),
  );
  const random = seeded(14);
  const now = Date.now();
  const [first, second] = codes as [string, string, string];
  scans = Array.from({ length: 600 }, (_, index) => ({
    codeId: index % 3 === 0 ? first : second,
    at: new Date(now - minuteMs - Math.floor(random() * 17 * dayMs)),
  }));
  const owner = { accountId, isSandbox: false };
  await storeRawScans(owner, scans);
  await storeScanCounter(owner, scans.length, new Date(now - minuteMs));
  await rollUpScans({ accountId, isForced: true, until: new Date(now - 1.3 * dayMs) });
});

/** Scans of a code by the days that this runtime's clocks of a zone show, oldest first. */
function countNaively(codeId: string, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const today = Date.parse(format.format(Date.now()));
  const counts = Array<number>(days).fill(0);
  for (const { at, codeId: scanned } of scans) {
    const place = days - 1 - (today - Date.parse(format.format(at))) / dayMs;
    if (scanned === codeId && place >= 0) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

describe("readSparklines", () => {
  it.each(["UTC", "Asia/Kathmandu", "America/Los_Angeles", "Pacific/Kiritimati", "Australia/Lord_Howe"])(
    "covers the last 14 days of %s, today last",
    async (timezone) => {
      const sparks = await readSparklines(caller, codes, { timezone });
      expect([...sparks.keys()]).toEqual(codes);
      for (const id of codes) expect(sparks.get(id)).toEqual(countNaively(id, timezone));
    },
  );

  it("uses UTC by default and refuses an invalid time zone", async () => {
    expect((await readSparklines(caller, codes)).get(codes[0]!)).toEqual(countNaively(codes[0]!, "UTC"));
    const asked = readSparklines(caller, codes, { timezone: "utc" });
    await expect(asked).rejects.toMatchObject({ code: "validation_failed" });
  });

  it("returns zeros for codes of another account or environment, and runs no query for no codes", async () => {
    const foreign = callerOf(await newAccount("pro"), "pro");
    for (const one of [foreign, { ...caller, environment: "sandbox" as const }]) {
      const sparks = await readSparklines(one, [codes[0]!, newId()]);
      expect(new Set([...sparks.values()].flat())).toEqual(new Set([0]));
    }
    expect(await recordStatements(() => readSparklines(caller, []))).toEqual([]);
  });

  it("runs as many queries for many codes as for one", async () => {
    const [one, many] = [
      await recordStatements(() => readSparklines(caller, codes.slice(0, 1))),
      await recordStatements(() => readSparklines(caller, codes)),
    ];
    expect(many).toHaveLength(one.length);
    expect(many.length).toBeLessThanOrEqual(6);
  });
});

describe("scans of the last week", () => {
  it("cover 7 times 24 hours, including scans beyond the plan's detailed ones", async () => {
    const [first, , never] = codes as [string, string, string];
    const since = Date.now() - 7 * dayMs;
    const scanned = scans.filter(({ codeId, at }) => codeId === first && at.getTime() >= since).length;
    expect(await countWeek(caller, first)).toBe(scanned);
    const minute = new Date(Math.floor(Date.now() / minuteMs - 5) * minuteMs);
    await storeCapped({ accountId: caller.accountId, isSandbox: false }, { codeId: first, minute, count: 4 });
    expect(await countWeek(caller, first)).toBe(scanned + 4);
    expect(await countWeek(caller, never)).toBe(0);
  });

  it("are not found for unknown codes and codes of another account", async () => {
    const foreign = callerOf(await newAccount("pro"), "pro");
    for (const id of [codes[0]!, newId(), "nothing"])
      await expect(countWeek(foreign, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("of several codes are their sum by quarter-hours, without codes of other accounts", async () => {
    const since = Math.floor((Date.now() - 7 * dayMs) / (15 * minuteMs)) * 15 * minuteMs;
    const scanned = scans.filter(({ at }) => at.getTime() >= since).length;
    expect(await countWeekOf(caller, [...codes, newId()])).toBe(scanned);
    expect(await countWeekOf(callerOf(await newAccount("pro"), "pro"), codes)).toBe(0);
    expect(await countWeekOf(caller, [])).toBe(0);
  });
});
