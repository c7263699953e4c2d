import { sql } from "@/lib/platform/db";
import { notDeleted } from "@/lib/rollups";
import { presentScan, type ScanRow } from "../present";
import type { ScanEvent } from "../schema";

/** One label each; a city is `<country>/<city>`, as NO/Oslo. */
type Labels = Partial<Record<"country" | "city" | "device" | "browser" | "os", string | undefined>>;

interface Asked {
  accountId: string;
  isSandbox: boolean;
  codeId?: string | undefined;
  labels: Labels;
  /** They are looked for among so many of the newest. */
  among: number;
  limit: number;
}

/** The last scans of all the labels, newest first: one look at so many rows, however few of them are wanted. */
export async function findNarrowed(asked: Asked): Promise<ScanEvent[]> {
  const { accountId, isSandbox, codeId, among, limit, labels } = asked;
  const { country, city, device, browser, os } = labels;
  const { rows } = await sql.query<ScanRow>(
    `WITH newest AS MATERIALIZED (
       SELECT s.id, s.scanned_at, s.qr_code_id, s.country, s.city, s.device, s.browser, s.os FROM scan s
       WHERE s.account_id = $1 AND s.is_sandbox = $2 ${codeId === undefined ? "" : "AND s.qr_code_id = $10"}
       ORDER BY s.scanned_at DESC, s.id DESC LIMIT $3
     ), wanted AS MATERIALIZED (
       SELECT n.*, c.name, c.type, c.short_code FROM newest n
         JOIN qr_code c ON c.id = n.qr_code_id AND c.set_aside_until IS NULL
       WHERE ($5::text IS NULL OR n.country = $5) AND ($6::text IS NULL OR n.country || '/' || n.city = $6)
         AND ($7::text IS NULL OR n.device = $7) AND ($8::text IS NULL OR n.browser = $8)
         AND ($9::text IS NULL OR n.os = $9) AND ${notDeleted("n.qr_code_id")}
       ORDER BY n.scanned_at DESC, n.id DESC LIMIT $4)
     SELECT w.id, w.qr_code_id AS "codeId", w.name AS "codeName", w.type AS "codeType",
       w.short_code AS "shortCode", w.scanned_at AS "scannedAt", w.device, w.os, w.browser, w.country, w.city,
       s.user_agent AS "userAgent"
     FROM wanted w JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = w.scanned_at AND s.id = w.id
     ORDER BY w.scanned_at DESC, w.id DESC`,
    [
      accountId,
      isSandbox,
      among,
      limit,
      ...[country, city, device, browser, os].map((label) => label ?? null),
      ...(codeId === undefined ? [] : [codeId]),
    ],
  );
  return rows.map(presentScan);
}
