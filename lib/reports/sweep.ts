import { sql } from "@/lib/platform/db";

/** What strangers wrote is kept as long as somebody may have to answer it. */
const keptDays = 180;

const deleteOld = {
  name: "sweep_reports",
  text: `DELETE FROM abuse_report AS r WHERE created_at < now() - $1 * interval '1 day'
    OR NOT EXISTS (SELECT FROM qr_code WHERE short_code = r.short_code)`,
};

/** Forgets reports after 180 days, and those of codes that are gone: how many. */
export async function sweepReports(): Promise<number> {
  return (await sql.query({ ...deleteOld, values: [keptDays] })).rowCount ?? 0;
}
