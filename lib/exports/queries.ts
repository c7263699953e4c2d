import { sql } from "@/lib/platform/db";
import { reader } from "@/lib/platform/read-replica";
import { shortPathSql } from "@/lib/queries.paths";
import { notDeleted } from "@/lib/rollups";

/** Rows that one statement reads: a slow download holds no connection and no snapshot meanwhile. */
const pageRows = 1_000;

export interface Position {
  at: Date;
  id: string;
}

export const firstPosition: Position = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** The database's clock, by which scans are stamped. */
export async function readClock(): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
  );
  return rows[0]?.now ?? new Date();
}

export interface AuditRow extends Position {
  action: string;
  /** `operator` for a user of another account. */
  userId: string | null;
  keyId: string | null;
  subjectId: string | null;
}

/** The next entries of an account's audit log, the oldest first. */
export async function listAudit(accountId: string, after: Position): Promise<AuditRow[]> {
  const { rows } = await reader().query<AuditRow>(
    `SELECT id, created_at AS at, action, CASE WHEN user_id IS NULL OR EXISTS (
         SELECT FROM app_user u WHERE u.id = audit_entry.user_id AND u.account_id = audit_entry.account_id)
       THEN user_id::text ELSE 'operator' END AS "userId", key_id AS "keyId", subject_id AS "subjectId"
     FROM audit_entry WHERE account_id = $1 AND (created_at, id) > ($2, $3::uuid)
     ORDER BY created_at, id LIMIT ${pageRows}`,
    [accountId, after.at, after.id],
  );
  return rows;
}

/** Requests of one key in one hour. */
export interface UsageRow {
  hour: Date;
  environment: string;
  keyId: string;
  requests: number;
  refused: number;
  limited: number;
  failed: number;
}

/** The next hours of an account's keys, the oldest first. */
export async function listUsage(accountId: string, after: Position): Promise<UsageRow[]> {
  const { rows } = await reader().query<UsageRow>(
    `SELECT hour, environment, key_id AS "keyId", requests, refused, limited, failed FROM api_use
     WHERE account_id = $1 AND (hour, key_id) > ($2, $3::uuid) ORDER BY hour, key_id LIMIT ${pageRows}`,
    [accountId, after.at, after.id],
  );
  return rows;
}

/** Which of an account's two data sets. */
export interface DataSet {
  accountId: string;
  isSandbox: boolean;
}

export interface ScanRow {
  id: string;
  scannedAt: Date;
  /** Null for a scan of a code that is being deleted. */
  codeId: string | null;
  codeName: string;
  path: string | null;
  country: string;
  city: string;
  device: string;
  browser: string;
  os: string;
  userAgent: string;
  route: string | null;
  variant: string | null;
}

/** The next scans up to `until`, the oldest first. */
export async function listScans(
  { accountId, isSandbox }: DataSet,
  after: Position,
  until: Date,
): Promise<ScanRow[]> {
  const { rows } = await reader().query<ScanRow>({
    name: "walk_scans",
    text: `SELECT s.id, s.scanned_at AS "scannedAt", c.id AS "codeId", c.name AS "codeName", ${shortPathSql("c")} AS path,
        s.country, s.city, s.device, s.browser, s.os, s.user_agent AS "userAgent",
        s.route, s.variant
      FROM (SELECT * FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND (scanned_at, id) > ($3, $4::uuid)
          AND scanned_at <= $5 ORDER BY scanned_at, id LIMIT ${pageRows}) AS s
        LEFT JOIN qr_code c ON c.id = s.qr_code_id AND c.account_id = $1 AND c.purge_after IS NULL
          AND ${notDeleted("s.qr_code_id")}
      ORDER BY s.scanned_at, s.id`,
    values: [accountId, isSandbox, after.at, after.id, until],
  });
  return rows;
}

/** Scans of one code on one day (UTC). */
export interface DayRow {
  day: string;
  codeId: string;
  /** Null for a code that is being deleted. */
  codeName: string | null;
  scans: number;
  visitors: number | null;
  bots: number;
}

/** The next days of each code, also of days whose scans are no longer stored one by one. */
export async function listDays(
  { accountId, isSandbox }: DataSet,
  after: { day: string; codeId: string },
): Promise<DayRow[]> {
  const { rows } = await reader().query<DayRow>({
    name: "walk_scan_days",
    text: `SELECT d.day::text AS day, d.qr_code_id AS "codeId", c.name AS "codeName", d.scans, d.visitors, d.bots
      FROM (SELECT * FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND (day, qr_code_id) > ($3::date, $4::uuid)
        ORDER BY day, qr_code_id LIMIT ${pageRows}) AS d
        LEFT JOIN qr_code c ON c.id = d.qr_code_id AND c.account_id = $1 AND c.purge_after IS NULL
          AND ${notDeleted("d.qr_code_id")}
      ORDER BY d.day, d.qr_code_id`,
    values: [accountId, isSandbox, after.day, after.codeId],
  });
  return rows;
}

/** A goal with the scan that it is of. */
export interface GoalRow {
  scannedAt: Date;
  scanId: string;
  name: string;
  /** An exact decimal. */
  value: string | null;
  currency: string | null;
  recordedAt: Date;
  codeId: string;
  /** Null for a code that is being deleted. */
  codeName: string | null;
  route: string | null;
  variant: string | null;
  country: string;
}

/** The next goals, by the time of their scans. */
export async function listGoals(
  { accountId, isSandbox }: DataSet,
  after: { at: Date; id: string; name: string },
): Promise<GoalRow[]> {
  const { rows } = await reader().query<GoalRow>({
    name: "walk_goals",
    text: `SELECT g.scanned_at AS "scannedAt", g.scan_id AS "scanId", g.name, g.value::text AS value, g.currency,
        g.created_at AS "recordedAt", g.qr_code_id AS "codeId", c.name AS "codeName", g.route, g.variant, g.country
      FROM (SELECT * FROM goal WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at >= $3
          AND (scanned_at, scan_id, name COLLATE "C") > ($3, $4::uuid, $5)
        ORDER BY scanned_at, scan_id, name COLLATE "C" LIMIT ${pageRows}) AS g
        LEFT JOIN qr_code c ON c.id = g.qr_code_id AND c.account_id = $1 AND c.purge_after IS NULL
          AND ${notDeleted("g.qr_code_id")}
      ORDER BY g.scanned_at, g.scan_id, g.name COLLATE "C"`,
    values: [accountId, isSandbox, after.at, after.id, after.name],
  });
  return rows;
}
