import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storeCapped, storeExcluded, storeLedger, storeRawScans } from "@/e2e/support/raw-scans";
import { transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Counts } from "./counts";
import { forgetCodes, markDirty, readCounts, rebuildDays, rollScans } from "./index";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 1, 26);

interface Stored {
  kind: "scan" | "bot" | "capped";
  code: number;
  at: number;
  visitor: number;
  device: string;
  country: string;
  city: string;
}

/** What a naive count over the rows of a history comes to; it shares nothing with what is tested. */
function countNaively(rows: readonly Stored[], from: number, to: number) {
  const days = new Map<string, Stored[]>();
  for (const row of rows) {
    const at = row.kind === "capped" ? Math.floor(row.at / minuteMs) * minuteMs : row.at;
    if (at < from || at >= to) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  const tally = (some: Stored[], label: (row: Stored) => string) => {
    const counts: Record<string, number> = {};
    for (const row of some) counts[label(row)] = (counts[label(row)] ?? 0) + 1;
    return counts;
  };
  return [...days.entries()].sort().map(([day, all]) => {
    const scans = all.filter(({ kind }) => kind === "scan");
    return {
      day,
      scans: scans.length,
      visitors: new Set(scans.map(({ visitor }) => visitor)).size,
      bots: all.filter(({ kind }) => kind === "bot").length,
      capped: all.filter(({ kind }) => kind === "capped").length,
      quarters: tally(scans, ({ at }) => {
        const time = new Date(at);
        return String(time.getUTCHours() * 4 + Math.floor(time.getUTCMinutes() / 15));
      }),
      device: tally(scans, ({ device }) => device),
      country: tally(scans, ({ country }) => country),
      city: tally(scans, ({ country, city }) => `${country}/${city}`),
    };
  });
}

function simplify({ days }: Counts) {
  return days.map(({ quarters, totals, ...day }) => ({
    ...day,
    quarters: Object.fromEntries(
      quarters.map((count, at) => [String(at), count]).filter(([, count]) => count),
    ),
    device: totals.device,
    country: totals.country,
    city: totals.city,
  }));
}

const moment = fc.integer({ min: 0, max: 26 * hourMs });
const row = fc.record({
  kind: fc.constantFrom("scan", "scan", "scan", "scan", "bot", "capped") as fc.Arbitrary<Stored["kind"]>,
  code: fc.integer({ min: 0, max: 3 }),
  at: moment,
  visitor: fc.integer({ min: 0, max: 5 }),
  device: fc.constantFrom("Mobile", "Desktop"),
  country: fc.constantFrom("DE", "FR"),
  city: fc.constantFrom("Berlin", "Paris", 'a"b\\,{}', "__proto__", "constructor"),
});
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("come" as const),
      rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("past" as const),
      rows: fc.array(row, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("roll" as const), back: moment }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rebuild" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("delete" as const), code: fc.integer({ min: 0, max: 3 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** An account as it goes through a history, with the rows that a naive count is made of. */
class Account {
  readonly owner = { accountId: newId(), isSandbox: false };
  readonly codes = [newId(), newId(), newId(), newId()];
  rows: Stored[] = [];
  /** The latest stamp. */
  now = start;
  readonly #gone = new Set<number>();

  async take(step: Step): Promise<void> {
    const { owner } = this;
    if (step.do === "come") await this.#store(step.rows, this.now + 1, 1);
    else if (step.do === "past") {
      const stored = await this.#store(step.rows, this.now, -1);
      const days = stored
        .filter(({ kind }) => kind !== "capped")
        .map(({ at }) => new Date(at).toISOString().slice(0, 10));
      await transaction((tx) => markDirty(tx, owner, days));
    } else if (step.do === "roll") {
      await rollScans({ accountId: owner.accountId, isForced: true, until: new Date(this.now - step.back) });
    } else if (step.do === "rebuild") await rebuildDays({ accountId: owner.accountId });
    else {
      this.#gone.add(step.code);
      this.rows = this.rows.filter(({ code }) => code !== step.code);
      const id = this.codes[step.code] as string;
      await transaction((tx) => forgetCodes(tx, { ...owner, environment: "production" }, [id]));
    }
  }

  async #store(rows: readonly Stored[], from: number, sign: 1 | -1): Promise<Stored[]> {
    const stored = rows
      .filter(({ code }) => !this.#gone.has(code))
      .map((row) => ({ ...row, at: Math.max(start, from + sign * row.at) }));
    const named = stored.map((row) => ({
      ...row,
      at: new Date(row.at),
      codeId: this.codes[row.code] as string,
    }));
    const scans = named.filter(({ kind }) => kind === "scan");
    await storeRawScans(this.owner, scans);
    await storeExcluded(
      this.owner,
      named.filter(({ kind }) => kind === "bot").map((bot) => ({ ...bot, reason: "bot" })),
    );
    for (const { codeId, at } of named.filter(({ kind }) => kind === "capped")) {
      const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
      await storeCapped(this.owner, { codeId, minute, count: 1 });
    }
    if (sign === 1) {
      this.now = Math.max(this.now, ...stored.map(({ at }) => at));
      await storeLedger(this.owner, scans.length, new Date(this.now));
    }
    this.rows.push(...stored);
    return stored;
  }
}

describe("a history of scans, rolls, changes and deletions", () => {
  it("reads the same as a naive count of its rows, in every interval and for every code", async () => {
    const edges = fc.array(fc.tuple(fc.integer({ min: -1, max: 500 }), fc.integer({ min: 1, max: 200 })), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), edges, async (steps, edges) => {
        const account = new Account();
        for (const taken of steps) await account.take(taken);
        const intervals = edges.map(([first, length]) => {
          const from = start + first * 17 * minuteMs;
          return { from, to: from + length * 37 * minuteMs };
        });
        intervals.push(
          { from: start, to: start + 30 * dayMs },
          { from: start + dayMs, to: start + 3 * dayMs },
        );
        const dated = intervals.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
        for (const code of [undefined, 0, 1]) {
          const codeId = code === undefined ? undefined : account.codes[code];
          const scope = { ...account.owner, ...(codeId !== undefined && { codeId }) };
          const { counts } = await readCounts(scope, () => dated);
          const rows = account.rows.filter((row) => code === undefined || row.code === code);
          for (const [at, { from, to }] of intervals.entries()) {
            expect(simplify(counts[at] as Counts)).toEqual(countNaively(rows, from, to));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
