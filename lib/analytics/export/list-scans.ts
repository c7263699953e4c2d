import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { notDeleted } from "@/lib/rollups";
import type { ReportFilters } from "../report/shape";
import type { Window } from "../window";
import { takeReading } from "./places";

/** A scan as a table of them has it. */
export interface ExportedScan {
  id: string;
  scannedAt: Date;
  codeId: string;
  codeName: string;
  shortCode: string | null;
  country: string;
  city: string;
  device: string;
  os: string;
  browser: string;
  userAgent: string;
}

/** Rows that one statement looks at, however few of them are wanted: a few milliseconds, and a megabyte at most. */
const rowsTogether = 1_000;

const select = (ofCode: string) => `WITH page AS MATERIALIZED (
    SELECT * FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= $3
      AND (s.scanned_at, s.id) < ($4, $5::uuid) ${ofCode}
    ORDER BY s.scanned_at DESC, s.id DESC LIMIT ${rowsTogether})
  SELECT edge.scanned_at AS "edgeAt", edge.id AS "edgeId", found.*
  FROM (SELECT scanned_at, id FROM page ORDER BY scanned_at, id LIMIT 1) AS edge
    LEFT JOIN (SELECT s.id, s.scanned_at AS "scannedAt", c.id AS "codeId", c.name AS "codeName",
        c.short_code AS "shortCode", s.country, s.city, s.device, s.os, s.browser, s.user_agent AS "userAgent"
      FROM page s JOIN qr_code c ON c.id = s.qr_code_id AND c.set_aside_until IS NULL
      WHERE ${notDeleted("s.qr_code_id")} AND ($6::text IS NULL OR s.country = $6)
        AND ($7::text IS NULL OR s.country || '/' || s.city = $7) AND ($8::text IS NULL OR s.device = $8)
        AND ($9::text IS NULL OR s.browser = $9) AND ($10::text IS NULL OR s.os = $10)) AS found ON true
  ORDER BY found."scannedAt" DESC, found.id DESC`;

interface Edge {
  edgeAt: Date;
  edgeId: string;
}

/** Before every id there is. */
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * The scans of a window and of all labels asked for, newest first, a thousand at a time: what is taken slowly keeps no
 * connection and no view of the database waiting. Scans of codes that are not there are left out.
 */
export async function* listScans(
  { accountId, environment }: Caller,
  { from, to }: Window,
  { qrCodeId, filters = {} }: { qrCodeId?: string | undefined; filters?: ReportFilters | undefined },
  signal?: AbortSignal,
): AsyncGenerator<ExportedScan[]> {
  const { country, city, device, browser, os } = filters;
  const labels = [country, city, device, browser, os].map((label) => label ?? null);
  const ofCode =
    qrCodeId === undefined
      ? { text: "", values: [] }
      : { text: "AND s.qr_code_id = $11", values: [qrCodeId] };
  let before: Edge = { edgeAt: new Date(to), edgeId: firstId };
  for (;;) {
    signal?.throwIfAborted();
    const values = [accountId, environment === "sandbox", new Date(from), before.edgeAt, before.edgeId];
    const { rows } = await takeReading(() =>
      sql.query<Edge & (ExportedScan | { id: null })>(select(ofCode.text), [
        ...values,
        ...labels,
        ...ofCode.values,
      ]),
    );
    const [edge] = rows;
    if (edge === undefined) return;
    const scans = rows.filter((row): row is Edge & ExportedScan => row.id !== null);
    if (scans.length > 0) yield scans;
    before = edge;
  }
}
