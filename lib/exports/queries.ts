import type { Environment } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { reader } from "@/lib/platform/read-replica";
import { findCodeLabels } from "@/lib/queries.paths";

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
  environment: Environment;
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
  codeName: string | null;
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
  const { rows } = await reader().query<Omit<ScanRow, "codeName" | "path"> & { codeId: string }>({
    name: "walk_scans",
    text: `SELECT id, scanned_at AS "scannedAt", qr_code_id AS "codeId", country, city, device, browser, os,
        user_agent AS "userAgent", route, variant
      FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND (scanned_at, id) > ($3, $4::uuid) AND scanned_at <= $5
      ORDER BY scanned_at, id LIMIT ${pageRows}`,
    values: [accountId, isSandbox, after.at, after.id, until],
  });
  const codes = await findCodesInUse(accountId, rows);
  return rows.map((row) => {
    const code = codes.get(row.codeId);
    return code === undefined
      ? { ...row, codeId: null, codeName: null, path: null }
      : { ...row, codeName: code.codeName, path: code.path };
  });
}

/** Codes of a page of rows, without those that are deleted or soft-deleted. */
async function findCodesInUse(accountId: string, rows: readonly { codeId: string }[]) {
  const ids = rows.map(({ codeId }) => codeId);
  const codes = await findCodeLabels(reader(), accountId, ids);
  return new Map([...codes].filter(([, { isInUse }]) => isInUse));
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
  const { rows } = await reader().query<Omit<DayRow, "codeName">>({
    name: "walk_scan_days",
    text: `SELECT day::text AS day, qr_code_id AS "codeId", scans, visitors, bots
      FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND (day, qr_code_id) > ($3::date, $4::uuid)
      ORDER BY scan_day.day, qr_code_id LIMIT ${pageRows}`,
    values: [accountId, isSandbox, after.day, after.codeId],
  });
  return withCodeNames(accountId, rows);
}

async function withCodeNames<Row extends { codeId: string }>(accountId: string, rows: readonly Row[]) {
  const codes = await findCodesInUse(accountId, rows);
  return rows.map((row) => ({ ...row, codeName: codes.get(row.codeId)?.codeName ?? null }));
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
  const { rows } = await reader().query<Omit<GoalRow, "codeName">>({
    name: "walk_goals",
    text: `SELECT scanned_at AS "scannedAt", scan_id AS "scanId", name, value::text AS value, currency,
        created_at AS "recordedAt", qr_code_id AS "codeId", route, variant, country
      FROM goal WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at >= $3
        AND (scanned_at, scan_id, name COLLATE "C") > ($3, $4::uuid, $5)
      ORDER BY scanned_at, scan_id, name COLLATE "C" LIMIT ${pageRows}`,
    values: [accountId, isSandbox, after.at, after.id, after.name],
  });
  return withCodeNames(accountId, rows);
}
