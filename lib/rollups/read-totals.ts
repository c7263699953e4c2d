import type { Interval, Owner, Scope } from "./counts";
import type { RollState, Stretch } from "./plan";
import { countRows, countRowsOfCodes, type Piece, sumDocuments, sumQuartersOfCodes } from "./queries.read";
import { findMissingDays, readSnapshot, readState, recordGaps } from "./read-state";
import { dayMs, dayNumberOf, quarterMs } from "./sums";

/** Instants that no scan is beyond. */
const [beginning, end] = [Date.UTC(1970, 0, 1), Date.UTC(9999, 0, 1)];

/**
 * Scans of a scope that are kept in detail, as many as a list of them has: what was purged is on none.
 *
 * @param since exclusive, to the millisecond.
 */
export function countScans(scope: Scope, since?: Date): Promise<number> {
  return readSnapshot(async (tx) => {
    const { state } = await readState(tx, scope);
    const start = since === undefined ? beginning : Math.max(since.getTime() + 1, beginning);
    const { days, raw } = planCount(Math.max(start, state.rawFrom ?? beginning), state);
    return (await sumDocuments(tx, scope, days)) + (await countRows(tx, scope, raw));
  });
}

/** Documents from the first whole day on, without the stale ones; raw rows for what is before, between and after. */
function planCount(
  from: number,
  { rolledTo, staleDays }: RollState,
): { days: Stretch & { without: number[] }; raw: Stretch[] } {
  const first = dayNumberOf(from + dayMs - 1);
  const none = { from: first, to: first, without: [] };
  if (rolledTo === null || rolledTo <= first * dayMs) return { days: none, raw: [{ from, to: end }] };
  const last = dayNumberOf(rolledTo - 1);
  const without = [...staleDays].filter((day) => first <= day && day <= last);
  const raw = [
    { from, to: first * dayMs },
    ...without.map((day) => ({ from: day * dayMs, to: Math.min((day + 1) * dayMs, rolledTo) })),
    { from: rolledTo, to: end },
  ];
  return {
    days: { from: first, to: last + 1, without },
    raw: raw.filter((stretch) => stretch.from < stretch.to),
  };
}

/**
 * Scans of each of some codes in intervals that begin and end at full quarter-hours: by code, a sum for each interval; a
 * code without any is left out. Their own documents give the days, and raw rows what no document holds.
 *
 * @param choose names the intervals, given the time it is.
 */
export async function sumCodes(
  owner: Owner,
  codeIds: readonly string[],
  choose: (now: Date) => readonly Interval[],
): Promise<Map<string, number[]>> {
  const { sums, missing } = await readSnapshot(async (tx) => {
    const { now, state } = await readState(tx, owner);
    const intervals = choose(now).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
    const missing = await findMissingDays(tx, owner, state, intervals);
    const staleDays = new Set([...state.staleDays, ...missing]);
    const { pieces, rows } = planSums(intervals, { ...state, staleDays });
    const found = [
      ...(await sumQuartersOfCodes(tx, owner, codeIds, pieces)),
      ...(await countRowsOfCodes(tx, owner, codeIds, rows)),
    ];
    const sums = new Map<string, number[]>();
    for (const { code, interval, scans } of found) {
      const ofCode = sums.get(code) ?? intervals.map(() => 0);
      ofCode[interval] = (ofCode[interval] ?? 0) + scans;
      sums.set(code, ofCode);
    }
    return { sums, missing };
  });
  await recordGaps(owner, { missing, isBehind: false });
  return sums;
}

/** Quarter-hours of documents, and stretches of raw rows. */
function planSums(intervals: readonly Stretch[], { rolledTo, rawFrom, staleDays }: RollState) {
  const pieces: Piece[] = [];
  const rows: (Stretch & { interval: number })[] = [];
  for (const [interval, { from: start, to: end }] of intervals.entries()) {
    for (let day = dayNumberOf(start); day * dayMs < end; day += 1) {
      const [from, to] = [Math.max(start, day * dayMs), Math.min(end, (day + 1) * dayMs)];
      const isPurged = rawFrom !== null && day * dayMs < rawFrom;
      const isHeld = isPurged || !staleDays.has(day);
      const held = isHeld ? Math.min(to, Math.max(from, rolledTo ?? from)) : from;
      if (held > from) pieces.push({ interval, day, from: quarterOf(from, day), to: quarterOf(held, day) });
      if (held < to) rows.push({ interval, from: held, to });
    }
  }
  return { pieces, rows };
}

/** Up to where a document holds anything it holds everything: the quarter-hour that it ends in counts as a whole. */
function quarterOf(at: number, day: number): number {
  return Math.ceil((at - day * dayMs) / quarterMs);
}
