import { type Executor, sql } from "@/lib/platform/db";
import { isGeneratedCode, keyOfPath } from "@/lib/platform/short-path";
import { shortPathSql } from "@/lib/queries.paths";
import type { Report, ReportReason } from "./schema";

/** The generated code of the code that a path opens; of an unknown slug the slug in lower case. */
export async function findReportedCode(path: string): Promise<string> {
  const key = keyOfPath(path);
  if (isGeneratedCode(key)) return key;
  const { rows } = await sql.query<{ shortCode: string }>({
    name: "find_reported_code",
    text: `SELECT short_code AS "shortCode" FROM qr_code WHERE id = (SELECT qr_code_id FROM short_url_path WHERE key = $1)`,
    values: [key],
  });
  return rows[0]?.shortCode ?? key;
}

export type ReportRow = Omit<Report, "shortUrl" | "createdAt" | "suspendedAt"> & {
  total: number;
  /** What follows `/r/` in the short URL of its code. */
  path: string;
  createdAt: Date;
  suspendedAt: Date | null;
};

/** The newest reports, of one short code or of all; `total` counts those beyond the limit, too. */
export async function listReportRows(shortCode: string | null, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql.query<ReportRow>(
    `SELECT r.id, r.short_code AS "shortCode", coalesce(${shortPathSql("q")}, r.short_code) AS path, r.reason, r.note, r.created_at AS "createdAt",
       count(*) OVER ()::int AS total, count(*) OVER (PARTITION BY r.short_code)::int AS "reportsOfCode",
       (SELECT email FROM app_user u WHERE u.account_id = q.account_id ORDER BY u.created_at LIMIT 1) AS "accountEmail",
       q.suspended_at AS "suspendedAt", q.id IS NULL AS "isDeleted"
     FROM abuse_report r LEFT JOIN qr_code q USING (short_code)
     WHERE $1::text IS NULL OR r.short_code = $1
     ORDER BY r.created_at DESC, r.id DESC LIMIT $2`,
    [shortCode, limit],
  );
  return rows;
}

/** Stores a report if its code exists; whether it does. */
export async function insertReport(report: {
  id: string;
  shortCode: string;
  reason: ReportReason;
  note: string | null;
}): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO abuse_report (id, short_code, reason, note)
     SELECT $1, short_code, $3, $4 FROM qr_code WHERE short_code = $2`,
    [report.id, report.shortCode, report.reason, report.note],
  );
  return rowCount === 1;
}

/** Resolves the open reports of a code that were sent up to an instant (null: all); how many. */
export async function resolveReportRows(
  tx: Executor,
  shortCode: string,
  until: Date | null,
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE abuse_report SET resolved_at = now()
     WHERE short_code = $1 AND resolved_at IS NULL AND created_at <= coalesce($2, 'infinity'::timestamptz)`,
    [shortCode, until],
  );
  return rowCount ?? 0;
}

/** Deletes reports older than so many days, and those of deleted codes; how many. */
export async function deleteOldReports(keptDays: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: "delete_old_reports",
    text: `DELETE FROM abuse_report AS r WHERE created_at < now() - $1 * interval '1 day'
      OR NOT EXISTS (SELECT FROM qr_code WHERE short_code = r.short_code)`,
    values: [keptDays],
  });
  return rowCount ?? 0;
}
