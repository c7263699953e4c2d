import { sql } from "@/lib/platform/db";
import { shortUrlOf } from "@/lib/platform/short-url";
import type { Report } from "./schema";

type Row = Omit<Report, "shortUrl" | "createdAt" | "suspendedAt"> & {
  createdAt: Date;
  suspendedAt: Date | null;
};

const maxListed = 200;

/** The newest reports, 200 at most, of one code or of all, with how many there are. */
export async function listReports(shortCode?: string): Promise<{ total: number; reports: Report[] }> {
  const { rows } = await sql.query<Row & { total: number }>(
    `SELECT r.id, r.short_code AS "shortCode", r.reason, r.note, r.created_at AS "createdAt",
       count(*) OVER ()::int AS total, count(*) OVER (PARTITION BY r.short_code)::int AS "reportsOfCode",
       (SELECT email FROM app_user u WHERE u.account_id = q.account_id ORDER BY u.created_at LIMIT 1) AS "accountEmail",
       q.suspended_at AS "suspendedAt", q.id IS NULL AS "isDeleted"
     FROM abuse_report r LEFT JOIN qr_code q USING (short_code)
     WHERE $1::text IS NULL OR r.short_code = $1
     ORDER BY r.created_at DESC, r.id DESC LIMIT $2`,
    [shortCode ?? null, maxListed],
  );
  return {
    total: rows[0]?.total ?? 0,
    reports: rows.map(({ total: _, createdAt, suspendedAt, ...row }) => ({
      ...row,
      shortUrl: shortUrlOf(row.shortCode),
      createdAt: createdAt.toISOString(),
      suspendedAt: suspendedAt?.toISOString() ?? null,
    })),
  };
}
