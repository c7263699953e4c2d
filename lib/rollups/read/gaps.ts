import { sql, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Scope } from "../counts";
import { notDeleted, type Owner, wholeAccount } from "../ground";
import { markStaleDays } from "../mark-stale-days";
import { worthRolling } from "../roll/roll-scans";
import { dayMs, dayNumberOf, dayOfNumber, nameDay } from "../utc-day";
import { type Plan, passOver, type RollState, type Stretch } from "./plan";

/** What a reading found that no document holds and nothing has told the roller of. */
export interface Gaps {
  /** Days before the documents' end that have scans, but neither a document nor a mark. */
  missing: number[];
  /** Whether many scans after the documents' end are not in the counter. */
  isBehind: boolean;
}

/** Rows that one reading counts for want of documents: about a second. */
export const mostRawRows = 200_000;

/**
 * The days of a reading that have scans but neither a document nor a mark, because a program stored rows without
 * saying so. One look into an index for each day without a document.
 */
export async function findMissingDays(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  state: RollState,
  stretches: readonly Stretch[],
): Promise<number[]> {
  const { rolledTo, rawFrom, staleDays, deletedCodes } = state;
  // While a code is being erased its days may have rows and no document.
  if (rolledTo === null || deletedCodes.length > 0) return [];
  const days = new Set<number>();
  for (const { from, to } of stretches) {
    const first = Math.max(dayNumberOf(from), dayNumberOf(rawFrom ?? from));
    for (let day = first; day * dayMs < Math.min(to, rolledTo); day += 1) {
      if (!staleDays.has(day)) days.add(day);
    }
  }
  if (days.size === 0) return [];
  const { rows } = await tx.query<{ day: number }>({
    name: "find_missing_scan_days",
    text: `SELECT d.day FROM unnest($3::int[]) AS d(day)
      WHERE CASE WHEN (SELECT true FROM scan_day s WHERE s.account_id = $1 AND s.is_sandbox = $2
          AND s.day = ${dayOfNumber("d.day")} AND s.qr_code_id = '${wholeAccount}') THEN false
        ELSE (SELECT true FROM scan r WHERE r.account_id = $1 AND r.is_sandbox = $2
          AND r.scanned_at >= ${dayOfNumber("d.day")}::timestamp AT TIME ZONE 'UTC'
          AND r.scanned_at < least(${dayOfNumber("d.day + 1")}::timestamp AT TIME ZONE 'UTC', $4::timestamptz)
          LIMIT 1) END`,
    values: [accountId, isSandbox, [...days], new Date(rolledTo)],
  });
  return rows.map(({ day }) => day);
}

/**
 * Keeps a plan from counting more rows than a reading bears where documents are missing: the latest days are counted;
 * the others are answered from what documents there are, and the answer says that it is being counted.
 */
export async function boundRows(
  tx: Transaction,
  { accountId, isSandbox, codeId }: Scope,
  plan: Plan,
  mostRaw: number,
): Promise<number[]> {
  const parts = plan.parts.filter(({ id }) => plan.undocumented.has(id)).sort((a, b) => b.from - a.from);
  if (parts.length === 0) return [];
  const { rows } = await tx.query<{ nth: number }>({
    name: codeId === undefined ? "bound_rows_of_account" : "bound_rows_of_code",
    text: `SELECT p.nth::int AS nth FROM unnest($3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS p(from_at, to_at, nth)
      CROSS JOIN LATERAL (SELECT FROM scan r WHERE r.account_id = $1 AND r.is_sandbox = $2
        AND r.scanned_at >= p.from_at AND r.scanned_at < p.to_at AND ${notDeleted("r.qr_code_id")}
        ${codeId === undefined ? "" : "AND r.qr_code_id = $6"} OFFSET 0) AS rows
      OFFSET $5 LIMIT 1`,
    values: [
      accountId,
      isSandbox,
      parts.map(({ from }) => new Date(from)),
      parts.map(({ to }) => new Date(to)),
      mostRaw,
      ...(codeId === undefined ? [] : [codeId]),
    ],
  });
  const left = rows[0] === undefined ? [] : parts.slice(rows[0].nth - 1).map(({ id }) => id);
  passOver(plan, new Set(left));
  return left;
}

/** Has missing days counted by the next rebuild, and unrolled scans by the next roll. Never rejects. */
export async function tellGaps(owner: Owner, { missing, isBehind }: Gaps): Promise<void> {
  try {
    if (missing.length > 0) await markStaleDays(sql, owner, missing.map(nameDay));
    if (isBehind) await noteUnrolled(owner);
  } catch (err) {
    log.warn({ err, accountId: owner.accountId }, "days without documents could not be noted");
  }
}

/** The last stamp is never after now, since stamps rise from it. */
async function noteUnrolled({ accountId, isSandbox }: Owner): Promise<void> {
  await sql.query(
    `INSERT INTO scan_counter AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     SELECT id, $2, least(now(), (SELECT max(scanned_at) FROM scan WHERE account_id = $1 AND is_sandbox = $2)),
       date_trunc('month', now() AT TIME ZONE 'UTC'), 0, ${worthRolling} FROM account WHERE id = $1
     ON CONFLICT (account_id, is_sandbox) DO UPDATE SET unrolled = greatest(l.unrolled, excluded.unrolled),
       last_stamp = greatest(l.last_stamp, excluded.last_stamp)`,
    [accountId, isSandbox],
  );
}
