import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { shortUrlOf } from "@/lib/platform/env";
import type { ReportReason } from "@/lib/reports/schema";
import { pageReported, type ReportedCode, type ReportedPage } from "../schema";

interface Row {
  shortCode: string;
  count: number;
  latest: Date;
  reasons: Partial<Record<ReportReason, number>>;
  notes: ReportedCode["notes"];
  id: string | null;
  name: string;
  type: NonNullable<ReportedCode["code"]>["type"];
  target: string | null;
  accountId: string;
  email: string | null;
  plan: Plan;
  scanCount: number;
  suspendedAt: Date | null;
  suspendedReason: string | null;
}

const shownNotes = 5;

/** Codes with open reports, or with dismissed ones, the latest reported first; a page at a time. */
export async function listReportedCodes({
  isSettled,
  page,
}: {
  isSettled: boolean;
  page: number;
}): Promise<ReportedPage> {
  const which = `settled_at IS ${isSettled ? "NOT NULL" : "NULL"}`;
  const [{ rows }, counted] = await Promise.all([
    sql.query<Row>(
      `SELECT r.short_code AS "shortCode", r.count, r.latest, reasons, coalesce(notes, '[]') AS notes, q.id, q.name, q.type,
         q.target, q.account_id AS "accountId", q.scan_count AS "scanCount", q.suspended_at AS "suspendedAt",
         q.suspended_reason AS "suspendedReason", a.plan,
         (SELECT email FROM app_user u WHERE u.account_id = a.id ORDER BY u.created_at LIMIT 1) AS email
       FROM (
         SELECT short_code, count(*)::int AS count, max(created_at) AS latest FROM abuse_report WHERE ${which}
         GROUP BY short_code ORDER BY latest DESC, short_code LIMIT $1 OFFSET $2) r
       LEFT JOIN qr_code q USING (short_code) LEFT JOIN account a ON a.id = q.account_id
       CROSS JOIN LATERAL (
         SELECT jsonb_object_agg(reason, n) AS reasons FROM (
           SELECT reason, count(*)::int AS n FROM abuse_report WHERE short_code = r.short_code AND ${which} GROUP BY reason) g) g
       CROSS JOIN LATERAL (
         SELECT jsonb_agg(to_jsonb(n)) AS notes FROM (
           SELECT id, reason, note, created_at AS "createdAt" FROM abuse_report
           WHERE short_code = r.short_code AND ${which} AND note IS NOT NULL
           ORDER BY created_at DESC, id DESC LIMIT ${shownNotes}) n) n
       ORDER BY r.latest DESC, r.short_code`,
      [pageReported, (page - 1) * pageReported],
    ),
    sql.query<{ total: number }>(
      `SELECT count(DISTINCT short_code)::int AS total FROM abuse_report WHERE ${which}`,
    ),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { codes: rows.map(present), page, pages: Math.ceil(total / pageReported), total };
}

function present({ shortCode, count, latest, reasons, notes, id, suspendedAt, ...code }: Row): ReportedCode {
  return {
    shortCode,
    shortUrl: shortUrlOf(shortCode),
    count,
    latestAt: latest.toISOString(),
    reasons: Object.entries(reasons)
      .map(([reason, number]) => ({ reason: reason as ReportReason, count: number }))
      .sort((one, other) => other.count - one.count),
    notes: notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt).toISOString() })),
    code: id === null ? null : { id, ...code, suspendedAt: suspendedAt?.toISOString() ?? null },
  };
}
