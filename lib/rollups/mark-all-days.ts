import { sql } from "@/lib/platform/db";

/**
 * Marks every day of an account that is in documents and still has its raw rows, in both data sets, to be counted again.
 * Its documents are read as before until then.
 *
 * @param from `YYYY-MM-DD`: no earlier day.
 * @returns how many days that is, and the earliest of them.
 */
export async function markAllDays(
  accountId: string,
  from?: string,
): Promise<{ days: number; from: string | null }> {
  const first = (table: string, day: string) =>
    `(SELECT min(${day}) FROM ${table} t WHERE t.account_id = l.account_id AND t.is_sandbox = l.is_sandbox)`;
  const { rows } = await sql.query<{ days: number; from: string | null }>(
    `WITH marked AS (
       INSERT INTO stale_scan_day AS d (account_id, is_sandbox, day, is_readable)
       SELECT l.account_id, l.is_sandbox, day::date, true
       FROM scan_counter l CROSS JOIN LATERAL generate_series(
         greatest($2::date, (l.raw_from AT TIME ZONE 'UTC')::date, least(${first("scan_day", "t.day")},
           (${first("scan", "t.scanned_at")} AT TIME ZONE 'UTC')::date,
           (${first("excluded_scan", "t.seen_at")} AT TIME ZONE 'UTC')::date))::timestamp,
         (l.rolled_to - interval '1 ms') AT TIME ZONE 'UTC', interval '1 day') AS day
       WHERE l.account_id = $1
       ON CONFLICT (account_id, is_sandbox, day) DO UPDATE SET is_readable = d.is_readable
       RETURNING day)
     SELECT count(*)::int AS days, min(day)::text AS "from" FROM marked`,
    [accountId, from ?? null],
  );
  return rows[0] ?? { days: 0, from: null };
}
