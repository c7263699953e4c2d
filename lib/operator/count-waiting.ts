import { sql } from "@/lib/platform/db";

/** What waits for the operator: requests for a plan and questions, and codes with open reports. */
export async function countWaiting(): Promise<{ requests: number; reported: number }> {
  const { rows } = await sql.query<{ requests: number; reported: number }>(
    `SELECT (SELECT count(*)::int FROM plan_request WHERE resolved_at IS NULL)
         + (SELECT count(*)::int FROM support_request WHERE answered_at IS NULL) AS requests,
       (SELECT count(DISTINCT short_code)::int FROM abuse_report WHERE resolved_at IS NULL) AS reported`,
  );
  return rows[0] ?? { requests: 0, reported: 0 };
}
