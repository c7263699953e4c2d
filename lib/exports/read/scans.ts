import type { Cell } from "@/lib/platform/csv";
import { sql } from "@/lib/platform/db";
import { shortUrlOf } from "@/lib/platform/short-url";
import { notErased } from "@/lib/rollups";
import { type Exporter, inEachEnvironment } from "../exporter";
import { takeReading } from "../places";

const rowsTogether = 1_000;
const firstId = "00000000-0000-0000-0000-000000000000";

export const scanHeading = [
  "Time (UTC)",
  "Data",
  "Code",
  "Code ID",
  "Short link",
  "Country",
  "City",
  "Device",
  "Browser",
  "System",
  "User agent",
];

interface ScanRow {
  id: string;
  scannedAt: Date;
  /** Null for a scan of a code that is being deleted. */
  codeId: string | null;
  codeName: string;
  shortCode: string | null;
  country: string;
  city: string;
  device: string;
  browser: string;
  os: string;
  userAgent: string;
}

const selectNext = {
  name: "walk_scans",
  text: `SELECT s.id, s.scanned_at AS "scannedAt", c.id AS "codeId", c.name AS "codeName", c.short_code AS "shortCode",
      s.country, s.city, s.device, s.browser, s.os, s.user_agent AS "userAgent"
    FROM (SELECT * FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND (scanned_at, id) > ($3, $4::uuid)
        AND scanned_at <= $5 ORDER BY scanned_at, id LIMIT ${rowsTogether}) AS s
      LEFT JOIN qr_code c ON c.id = s.qr_code_id AND c.account_id = $1 AND c.set_aside_until IS NULL
        AND ${notErased("s.qr_code_id")}
    ORDER BY s.scanned_at, s.id`,
};

/**
 * Every scan that is kept up to that instant, the oldest first, a thousand at a time: what is taken slowly keeps no
 * connection and no view of the database waiting.
 */
export async function* walkScans(
  exporter: Exporter,
  until: Date,
  signal: AbortSignal,
): AsyncGenerator<Cell[][]> {
  for (const { accountId, environment } of inEachEnvironment(exporter)) {
    let [at, id] = [new Date(0), firstId];
    for (;;) {
      signal.throwIfAborted();
      const values = [accountId, environment === "sandbox", at, id, until];
      const { rows } = await takeReading(() => sql.query<ScanRow>({ ...selectNext, values }));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.filter(({ codeId }) => codeId !== null).map((scan) => tabulate(scan, environment));
      [at, id] = [last.scannedAt, last.id];
    }
  }
}

function tabulate(scan: ScanRow, environment: string): Cell[] {
  const { scannedAt, codeName, codeId, shortCode, country, city, device, browser, os, userAgent } = scan;
  const shortUrl = shortCode === null ? null : shortUrlOf(shortCode);
  const code = [codeName, codeId, shortUrl];
  return [scannedAt.toISOString(), environment, ...code, country, city, device, browser, os, userAgent];
}

export const dayHeading = ["Day (UTC)", "Data", "Code", "Code ID", "Scans", "Visitors", "Bots and previews"];

interface DayRow {
  day: string;
  codeId: string;
  codeName: string | null;
  scans: number;
  visitors: number | null;
  bots: number;
}

/** Counts of each code and day that were added up, also of days whose scans are no longer kept one by one. */
export async function* walkDays(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for (const { accountId, environment } of inEachEnvironment(exporter)) {
    let [day, codeId] = ["-infinity", firstId];
    for (;;) {
      signal.throwIfAborted();
      const values = [accountId, environment === "sandbox", day, codeId];
      const { rows } = await takeReading(() => sql.query<DayRow>({ ...selectDays, values }));
      const last = rows.at(-1);
      if (last === undefined) break;
      const kept = rows.filter(({ codeName }) => codeName !== null);
      yield kept.map((row) => [
        row.day,
        environment,
        row.codeName,
        row.codeId,
        row.scans,
        row.visitors,
        row.bots,
      ]);
      [day, codeId] = [last.day, last.codeId];
    }
  }
}

const selectDays = {
  name: "walk_scan_days",
  text: `SELECT d.day::text AS day, d.qr_code_id AS "codeId", c.name AS "codeName", d.scans, d.visitors, d.bots
    FROM (SELECT * FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND (day, qr_code_id) > ($3::date, $4::uuid)
      ORDER BY day, qr_code_id LIMIT ${rowsTogether}) AS d
      LEFT JOIN qr_code c ON c.id = d.qr_code_id AND c.account_id = $1 AND c.set_aside_until IS NULL
        AND ${notErased("d.qr_code_id")}
    ORDER BY d.day, d.qr_code_id`,
};
