import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "@/e2e/support/long";
import { Account, countNaively, dayMs, minuteMs, simplify, start, steps } from "@/e2e/support/scan-history";
import { sql, transaction } from "@/lib/platform/db";
import type { Counts } from "./counts";
import { countScans, markStaleDays, purgeMarked, readCounts, rebuildDays } from "./index";

const weigh = (weight: number, name: keyof typeof steps) => ({ weight, arbitrary: steps[name] });
const history = (...weighed: ReturnType<typeof weigh>[]) =>
  fc.array(fc.oneof(...weighed) as fc.Arbitrary<Parameters<Account["take"]>[0]>, {
    minLength: 3,
    maxLength: 14,
  });

/** Intervals by their first edge and length, each a number of `unit`s. */
const intervalsOf = (unit: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: -1, max: 600 }), fc.integer({ min: 1, max: 500 })), {
      minLength: 2,
      maxLength: 4,
    })
    .map((edges) =>
      edges.map(([first, length]) => ({ from: start + first * unit, to: start + (first + length) * unit })),
    )
    .map((some) => [
      ...some,
      { from: start, to: start + 30 * dayMs },
      { from: start + dayMs, to: start + 3 * dayMs },
    ]);

type Stretch = { from: number; to: number };

/** What is read of an account or one of its codes, beside what a naive count comes to. */
async function readBeside(account: Account, code: number | undefined, intervals: readonly Stretch[]) {
  const codeId = code === undefined ? undefined : (account.codes[code] as string);
  const scope = { ...account.owner, ...(codeId !== undefined && { codeId }) };
  const dated = intervals.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
  const { counts } = await readCounts(scope, () => dated);
  const rows = account.rows.filter((row) => code === undefined || row.code === code);
  return intervals.map((interval, at) => ({
    interval,
    counts: counts[at] as Counts,
    days: simplify(counts[at] as Counts),
    naive: countNaively(rows, interval.from, interval.to),
    codes: countCodes(account, rows, interval),
  }));
}

function countCodes(account: Account, rows: Account["rows"], { from, to }: Stretch) {
  const counts: Record<string, number> = {};
  for (const { kind, at, code } of rows) {
    const id = account.codes[code] as string;
    if (kind === "scan" && from <= at && at < to) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

type Days = ReturnType<typeof simplify>;

function omitVisitors(days: Days) {
  return days.map(({ visitors, ...others }) => others);
}

/** Everything is the same, but for visitors, of whom there may be more. */
function expectMoreVisitors(days: Days, naive: Days): void {
  expect(omitVisitors(days)).toEqual(omitVisitors(naive));
  for (const [place, { visitors, scans }] of days.entries()) {
    expect(visitors).toBeGreaterThanOrEqual(naive[place]?.visitors ?? 0);
    expect(visitors).toBeLessThanOrEqual(scans);
  }
}

const presentCodes = ({ codes }: Counts) =>
  Object.fromEntries(codes.map(({ codeId, scans }) => [codeId, scans]));

async function readDocuments(accountId: string) {
  const { rows } = await sql.query(
    `SELECT day::text, qr_code_id, scans, visitors, bots, quarters::text, totals::text, detail::text FROM scan_day
     WHERE account_id = $1 ORDER BY day, qr_code_id`,
    [accountId],
  );
  return rows;
}

describe("counts over a history of scans, rollups, changes and deletions", () => {
  const changes = history(
    weigh(5, "come"),
    weigh(2, "past"),
    weigh(4, "roll"),
    weigh(2, "rebuild"),
    weigh(1, "delete"),
    weigh(1, "erase"),
  );

  it("match a naive count for every interval and code, except for visitors after a deletion", async () => {
    const property = fc.asyncProperty(changes, intervalsOf(17 * minuteMs), async (taken, intervals) => {
      const account = new Account();
      for (const step of taken) await account.take(step);
      for (const code of [undefined, 0, 1]) {
        for (const { counts, days, naive, codes } of await readBeside(account, code, intervals)) {
          if (counts.isRecounting) expectMoreVisitors(days, naive);
          else expect(days).toEqual(naive);
          expect(presentCodes(counts)).toEqual(codes);
          expect(counts.isExact).toBe(true);
          if (code !== undefined) expect(counts.isRecounting).toBe(false);
        }
      }
      const since = intervals[0]?.from ?? start;
      const scans = account.rows.filter(({ kind, at }) => kind === "scan" && at > since);
      expect(await countScans(account.owner, new Date(since))).toBe(scans.length);
    });
    await fc.assert(property, { numRuns: isLong ? 60 : 15 });
  });

  it("come from documents that a rebuild reproduces byte for byte, without deleted codes", async () => {
    const property = fc.asyncProperty(changes, async (taken) => {
      const account = new Account();
      const { accountId } = account.owner;
      for (const step of taken) await account.take(step);
      await purgeMarked({ accountId });
      await rebuildDays({ accountId });
      const before = await readDocuments(accountId);
      const days = before.map(({ day }) => day);
      await transaction((tx) => markStaleDays(tx, account.owner, days));
      expect(await rebuildDays({ accountId })).toBe(new Set(days).size);
      expect(await readDocuments(accountId)).toEqual(before);
      const { rows } = await sql.query("SELECT DISTINCT qr_code_id AS id FROM scan WHERE account_id = $1", [
        accountId,
      ]);
      const codes = new Set(
        account.rows.filter(({ kind }) => kind === "scan").map(({ code }) => account.codes[code]),
      );
      expect(new Set(rows.map(({ id }) => id))).toEqual(codes);
    });
    await fc.assert(property, { numRuns: isLong ? 25 : 8 });
  });
});

describe("counts over a history with purged rows", () => {
  const purges = history(
    weigh(5, "come"),
    weigh(2, "past"),
    weigh(4, "roll"),
    weigh(2, "rebuild"),
    weigh(3, "purge"),
  );

  it("stay the same after the purge, at quarter-hour edges", async () => {
    const property = fc.asyncProperty(purges, intervalsOf(15 * minuteMs), async (taken, intervals) => {
      const account = new Account();
      for (const step of taken) await account.take(step);
      for (const code of [undefined, 0, 1]) {
        for (const { interval, counts, days, naive, codes } of await readBeside(account, code, intervals)) {
          expect(presentCodes(counts)).toEqual(codes);
          const { from, to } = interval;
          const isWithin =
            Math.floor(from / dayMs) === Math.floor((to - 1) / dayMs) && from % dayMs && to % dayMs;
          if (!isWithin || from >= account.rawFrom) expect(counts.isExact).toBe(true);
          if (counts.isExact) expect(days).toEqual(naive);
          else {
            expect(omitVisitors(days)).toEqual(omitVisitors(naive));
          }
        }
      }
      const { rows } = await sql.query(
        "SELECT count(*)::int AS n FROM scan WHERE account_id = $1 AND scanned_at < $2",
        [account.owner.accountId, new Date(account.rawFrom)],
      );
      expect(rows[0].n).toBe(0);
    });
    await fc.assert(property, { numRuns: isLong ? 50 : 12 });
  });

  it("drop every scan of a deleted code, and do not overcount visitors", async () => {
    const deletions = history(
      weigh(6, "come"),
      weigh(4, "roll"),
      weigh(3, "purge"),
      weigh(2, "delete"),
      weigh(1, "erase"),
    );
    const property = fc.asyncProperty(deletions, intervalsOf(15 * minuteMs), async (taken, intervals) => {
      const account = new Account();
      for (const step of taken) await account.take(step);
      for (const { counts, days, naive, codes } of await readBeside(account, undefined, intervals)) {
        expect(presentCodes(counts)).toEqual(codes);
        expect(omitVisitors(days)).toEqual(omitVisitors(naive));
      }
    });
    await fc.assert(property, { numRuns: isLong ? 40 : 10 });
  });
});
