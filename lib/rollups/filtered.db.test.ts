import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "@/e2e/support/long";
import { Account, dayMs, hasRoute, hasVariant, minuteMs, start, steps } from "@/e2e/support/scan-history";
import { transaction } from "@/lib/platform/db";
import { readFiltered, sumCodes } from "./index";
import type { ScanFilter } from "./queries.count";

const quarterMs = 15 * minuteMs;
const weigh = (weight: number, name: keyof typeof steps) => ({ weight, arbitrary: steps[name] });
const history = fc.array(
  fc.oneof(
    weigh(5, "come"),
    weigh(2, "past"),
    weigh(4, "roll"),
    weigh(2, "rebuild"),
    weigh(2, "purge"),
    weigh(1, "delete"),
    weigh(1, "erase"),
  ) as fc.Arbitrary<Parameters<Account["take"]>[0]>,
  { minLength: 3, maxLength: 14 },
);
/** Days that are over come first, so that there are packs. */
const settled = fc.tuple(steps.come, steps.come, steps.come, steps.roll);
const edges = (unit: number) =>
  fc
    .tuple(fc.integer({ min: -1, max: 600 }), fc.integer({ min: 1, max: 500 }))
    .map(([first, length]) => ({ from: start + first * unit, to: start + (first + length) * unit }));
const oneOf = (...labels: string[]) => fc.option(fc.constantFrom(...labels), { nil: undefined });
const narrowings = fc.record({
  device: oneOf("Mobile", "Desktop", "Tablet"),
  country: oneOf("DE", "FR"),
  city: oneOf("DE/Berlin", "FR/__proto__", "DE/constructor", 'FR/a"b\\,{}'),
}) as fc.Arbitrary<ScanFilter>;

type Row = Account["rows"][number];

const labelOf = {
  device: ({ device }: Row) => device,
  country: ({ country }: Row) => country,
  city: ({ country, city }: Row) => `${country}/${city}`,
};
type Named = keyof typeof labelOf;
const named = Object.keys(labelOf) as Named[];

const isOf = (row: Row, narrowing: ScanFilter, but?: Named) =>
  named.every(
    (name) => name === but || narrowing[name] === undefined || labelOf[name](row) === narrowing[name],
  );

function tally(rows: readonly Row[], label: (row: Row) => string | number): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(String(label(row)), (counts.get(String(label(row))) ?? 0) + 1);
  return [...counts].sort();
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** What an interval comes to by its rows; shares nothing with what is tested. */
function countNaively(all: readonly Row[], narrowing: ScanFilter) {
  const rows = all.filter(({ kind }) => kind === "scan");
  const wanted = rows.filter((row) => isOf(row, narrowing));
  const visits = new Set(wanted.map(({ at, visitor }) => `${dayOf(at)} ${visitor}`));
  return {
    steps: tally(wanted, ({ at }) => Math.floor(at / quarterMs) * quarterMs),
    visitors: [...visits].length,
    bots: all.filter(({ kind }) => kind === "bot").length,
    capped: all.filter(({ kind }) => kind === "capped").length,
    totals: named.map((name) =>
      tally(
        rows.filter((row) => isOf(row, narrowing, name)),
        labelOf[name],
      ),
    ),
    routes: tally(wanted.filter(hasRoute), ({ route }) => String(route)),
    variants: tally(wanted.filter(hasVariant), ({ route, variant }) => `${route}/${variant}`),
    codes: tally(wanted, ({ code }) => code),
  };
}

async function readBeside(account: Account, code: number | undefined, narrowing: ScanFilter, edge: Edge) {
  const scope = { ...account.owner, ...(code !== undefined && { codeId: account.codes[code] as string }) };
  const interval = { from: new Date(edge.from), to: new Date(edge.to) };
  const choose = () => ({ intervals: [interval], stepMs: quarterMs });
  const reading = await readFiltered(scope, narrowing, choose, { isShort: true });
  const [counts] = reading.counts;
  return {
    steps: counts?.steps.map(({ at, scans }) => [String(at), scans]),
    visitors: counts?.visitors.reduce((sum, { visitors }) => sum + visitors, 0),
    bots: counts?.bots,
    capped: counts?.capped,
    totals: named.map((name) => Object.entries(reading.totals[name]).sort()),
    routes: Object.entries(reading.totals.route).sort(),
    variants: Object.entries(reading.totals.variant).sort(),
    codes: reading.codes.map(({ codeId, scans }) => [String(account.codes.indexOf(codeId)), scans]).sort(),
  };
}

type Edge = { from: number; to: number };

const inside =
  ({ from, to }: Edge, code: number | undefined, since: number) =>
  (row: Row) => {
    const at = row.kind === "capped" ? Math.floor(row.at / minuteMs) * minuteMs : row.at;
    return at >= Math.max(from, since) && at < to && (code === undefined || row.code === code);
  };

describe("filtered counts over a history of scans, rollups, deletions and purges", () => {
  it("match a naive count, with each dimension filtered by the other dimensions", async () => {
    const property = fc.asyncProperty(
      settled,
      history,
      narrowings,
      edges(17 * minuteMs),
      async (first, then, wanted, asked) => {
        const account = new Account();
        for (const step of [...first, ...then]) await account.take(step);
        // All days as a whole, too: those that are over are read from their packs.
        for (const edge of [asked, { from: start - dayMs, to: start + 60 * dayMs }]) {
          for (const code of [undefined, 1]) {
            const rows = account.rows.filter(inside(edge, code, account.rawFrom));
            expect(await readBeside(account, code, wanted, edge)).toEqual(countNaively(rows, wanted));
          }
        }
      },
    );
    await fc.assert(property, { numRuns: isLong ? 60 : 15 });
  });

  it("match a naive count for the sums of several codes", async () => {
    const twoEdges = fc.tuple(edges(quarterMs), edges(quarterMs));
    const property = fc.asyncProperty(history, twoEdges, async (taken, asked) => {
      const account = new Account();
      for (const step of taken) await account.take(step);
      const whole = { from: start - dayMs, to: start + 60 * dayMs };
      const intervals = [...asked, whole].map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
      const some = account.codes.slice(0, 2);
      const sums = await sumCodes(account.owner, some, () => intervals);
      for (const [code, id] of some.entries()) {
        const naive = [...asked, whole].map(
          (edge) => account.rows.filter((row) => row.kind === "scan" && inside(edge, code, 0)(row)).length,
        );
        expect(sums.get(id) ?? [0, 0, 0]).toEqual(naive);
      }
      expect([...sums.keys()].filter((id) => !some.includes(id))).toEqual([]);
    });
    await fc.assert(property, { numRuns: isLong ? 40 : 10 });
  });
});

describe("a filtered read that takes too long", () => {
  const read = (mostMs: number) => {
    const { owner } = new Account();
    const interval = { from: new Date(start), to: new Date(start + dayMs) };
    const choose = () => ({ intervals: [interval], stepMs: quarterMs });
    return readFiltered(owner, { country: "DE" }, choose, { isShort: true, mostMs });
  };
  const refusal = { code: "validation_failed", details: [{ field: "range", code: "too_long" }] };

  it("is refused when its time is up before it starts", async () => {
    await expect(read(0)).rejects.toMatchObject(refusal);
  });

  it("is cancelled during a statement, and leaves the connection usable", async () => {
    const asked = await transaction(async (tx) => {
      await tx.query("LOCK TABLE scan IN ACCESS EXCLUSIVE MODE");
      return await read(50).catch((error: unknown) => error);
    });
    expect(asked).toMatchObject(refusal);
    expect((await read(5_000)).codes).toEqual([]);
  });
});
