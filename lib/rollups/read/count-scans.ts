import type { Transaction } from "@/lib/platform/db";
import type { Scope } from "../counts";
import { deletedCodes, notDeleted, wholeAccount } from "../ground";
import { dayMs, dayNumberOf, dayOfNumber } from "../utc-day";
import type { RollState, Stretch } from "./plan";
import { readSnapshot, readState } from "./snapshot";

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
    const asked = since === undefined ? beginning : Math.max(since.getTime() + 1, beginning);
    const { days, raw } = planCount(Math.max(asked, state.rawFrom ?? beginning), state);
    return (await sumDocuments(tx, scope, days)) + (await countRaw(tx, scope, raw));
  });
}

/** Documents from the first whole day on, without the stale ones; raw rows for what is before, between and after. */
function planCount(
  from: number,
  { rolledTo, staleDays }: RollState,
): { days: { from: number; to: number; without: number[] }; raw: Stretch[] } {
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

/** What documents have of the scope, less what the account's have of codes that are being erased. */
async function sumDocuments(
  tx: Transaction,
  { accountId, isSandbox, codeId }: Scope,
  { from, to, without }: { from: number; to: number; without: number[] },
): Promise<number> {
  if (from >= to) return 0;
  const values = [accountId, isSandbox, from, to, without];
  const { rows } = await tx.query<{ scans: number }>(
    codeId === undefined
      ? { text: sumsOfAccount, values }
      : { text: sumsOfCode, values: [...values, codeId] },
  );
  return rows[0]?.scans ?? 0;
}

const sumOf = (codes: string) => `(SELECT coalesce(sum(scans), 0)::float8 FROM scan_day
  WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id ${codes}
    AND day >= ${dayOfNumber("$3::int")} AND day < ${dayOfNumber("$4::int")}
    AND day NOT IN (SELECT ${dayOfNumber("d")} FROM unnest($5::int[]) AS d))`;

/** The account's id of its own stands in the text: of a parameter the planner would not know that all accounts have it. */
const sumsOfAccount = `SELECT ${sumOf(`= '${wholeAccount}'`)} - ${sumOf(`= ANY(ARRAY(${deletedCodes}))`)} AS scans`;
const sumsOfCode = `SELECT ${sumOf(`= $6 AND ${notDeleted("qr_code_id")}`)} AS scans`;

async function countRaw(
  tx: Transaction,
  { accountId, isSandbox, codeId }: Scope,
  stretches: readonly Stretch[],
): Promise<number> {
  if (stretches.length === 0) return 0;
  const values = [
    accountId,
    isSandbox,
    stretches.map(({ from }) => new Date(from)),
    stretches.map(({ to }) => new Date(to)),
  ];
  const { rows } = await tx.query<{ scans: number }>(
    `SELECT coalesce(sum(r.scans), 0)::float8 AS scans
     FROM unnest($3::timestamptz[], $4::timestamptz[]) AS p(from_at, to_at)
       CROSS JOIN LATERAL (SELECT count(*) AS scans FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2
         AND s.scanned_at >= p.from_at AND s.scanned_at < p.to_at AND ${notDeleted("s.qr_code_id")}
         ${codeId === undefined ? "" : "AND s.qr_code_id = $5"}) r`,
    codeId === undefined ? values : [...values, codeId],
  );
  return rows[0]?.scans ?? 0;
}
