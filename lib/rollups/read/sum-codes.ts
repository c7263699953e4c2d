import type { Transaction } from "@/lib/platform/db";
import type { Interval } from "../counts";
import { notDeleted, type Owner } from "../ground";
import { dayMs, dayNumberOf, dayOfNumber, quarterMs } from "../utc-day";
import { findMissingDays, tellGaps } from "./gaps";
import type { RollState } from "./plan";
import { readSnapshot, readState } from "./snapshot";

/** Quarter-hours of a UTC day that lie in an interval. */
interface Piece {
  interval: number;
  day: number;
  from: number;
  to: number;
}

interface Rows {
  interval: number;
  from: Date;
  to: Date;
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
    const intervals = choose(now);
    const stretches = intervals.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
    const missing = await findMissingDays(tx, owner, state, stretches);
    const staleDays = new Set([...state.staleDays, ...missing]);
    const { pieces, rows } = planSums(intervals, { ...state, staleDays });
    const found = [
      ...(await sumPieces(tx, owner, codeIds, pieces)),
      ...(await countRows(tx, owner, codeIds, rows)),
    ];
    const sums = new Map<string, number[]>();
    for (const { code, interval, scans } of found) {
      const ofCode = sums.get(code) ?? intervals.map(() => 0);
      ofCode[interval] = (ofCode[interval] ?? 0) + scans;
      sums.set(code, ofCode);
    }
    return { sums, missing };
  });
  await tellGaps(owner, { missing, isBehind: false });
  return sums;
}

function planSums(intervals: readonly Interval[], { rolledTo, rawFrom, staleDays }: RollState) {
  const pieces: Piece[] = [];
  const rows: Rows[] = [];
  for (const [interval, edges] of intervals.entries()) {
    const [start, end] = [edges.from.getTime(), edges.to.getTime()];
    for (let day = dayNumberOf(start); day * dayMs < end; day += 1) {
      const [from, to] = [Math.max(start, day * dayMs), Math.min(end, (day + 1) * dayMs)];
      const isPurged = rawFrom !== null && day * dayMs < rawFrom;
      const isHeld = isPurged || !staleDays.has(day);
      const held = isHeld ? Math.min(to, Math.max(from, rolledTo ?? from)) : from;
      if (held > from) pieces.push({ interval, day, from: quarterOf(from, day), to: quarterOf(held, day) });
      if (held < to) rows.push({ interval, from: new Date(held), to: new Date(to) });
    }
  }
  return { pieces, rows };
}

/** Up to where a document holds anything it holds everything: the quarter-hour that it ends in counts as a whole. */
function quarterOf(at: number, day: number): number {
  return Math.ceil((at - day * dayMs) / quarterMs);
}

interface Sum {
  code: string;
  interval: number;
  scans: number;
}

async function sumPieces(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  codeIds: readonly string[],
  pieces: readonly Piece[],
): Promise<Sum[]> {
  if (pieces.length === 0) return [];
  const { rows } = await tx.query<Sum>({
    name: "sum_quarters_of_codes",
    text: `SELECT d.qr_code_id AS code, p.interval, sum(CASE WHEN p.from_quarter = 0 AND p.to_quarter = 96 THEN d.scans
        ELSE (SELECT coalesce(sum(n), 0) FROM unnest(d.quarters[p.from_quarter + 1:p.to_quarter]) AS n) END)::float8 AS scans
      FROM unnest($4::int[], $5::int[], $6::int[], $7::int[]) AS p(interval, day, from_quarter, to_quarter)
        JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2 AND d.day = ${dayOfNumber("p.day")}
          AND d.qr_code_id = ANY(ARRAY(SELECT unnest($3::uuid[]))) AND ${notDeleted("d.qr_code_id")}
      -- What the join says already, as bounds of an index.
      WHERE d.day >= ${dayOfNumber("$8::int")} AND d.day <= ${dayOfNumber("$9::int")}
      GROUP BY 1, 2`,
    values: [
      accountId,
      isSandbox,
      codeIds,
      pieces.map(({ interval }) => interval),
      pieces.map(({ day }) => day),
      pieces.map(({ from }) => from),
      pieces.map(({ to }) => to),
      Math.min(...pieces.map(({ day }) => day)),
      Math.max(...pieces.map(({ day }) => day)),
    ],
  });
  return rows;
}

/** Each code's rows by its own index, in as many stretches as have to be read. */
async function countRows(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  codeIds: readonly string[],
  asked: readonly Rows[],
): Promise<Sum[]> {
  if (asked.length === 0) return [];
  const { rows } = await tx.query<Sum>({
    name: "count_rows_of_codes",
    text: `SELECT c.id AS code, p.interval, sum(r.scans)::float8 AS scans
      FROM unnest($4::int[], $5::timestamptz[], $6::timestamptz[]) AS p(interval, from_at, to_at)
        CROSS JOIN unnest($3::uuid[]) AS c(id)
        CROSS JOIN LATERAL (SELECT count(*) AS scans FROM scan s WHERE s.qr_code_id = c.id AND s.account_id = $1
          AND s.is_sandbox = $2 AND s.scanned_at >= p.from_at AND s.scanned_at < p.to_at
          AND ${notDeleted("s.qr_code_id")}) AS r
      WHERE r.scans > 0 GROUP BY 1, 2`,
    values: [
      accountId,
      isSandbox,
      codeIds,
      asked.map(({ interval }) => interval),
      asked.map(({ from }) => from),
      asked.map(({ to }) => to),
    ],
  });
  return rows;
}
