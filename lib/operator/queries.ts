import type { Rules } from "@/lib/codes/schema";
import { entitlements, type Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { shortPathSql } from "@/lib/queries.paths";
import type { ReportReason } from "@/lib/reports/schema";
import {
  type AccountCode,
  type AccountPerson,
  type AccountReport,
  type AccountSort,
  type AccountView,
  type AccountWebhook,
  type ListedAccount,
  type ReportedCode,
  readCodeName,
  type SuspendedCode,
} from "./schema";

/** A row whose instants are not yet texts. */
type Dated<T, Key extends keyof T> = Omit<T, Key> & { [K in Key]: null extends T[K] ? Date | null : Date };

/** What waits for the operator: requests for a plan and questions, and codes with open reports. */
export async function countWaiting(): Promise<{ requests: number; reported: number }> {
  const { rows } = await sql.query<{ requests: number; reported: number }>(
    `SELECT (SELECT count(*)::int FROM plan_request WHERE resolved_at IS NULL)
         + (SELECT count(*)::int FROM support_request WHERE answered_at IS NULL) AS requests,
       (SELECT count(DISTINCT short_code)::int FROM abuse_report WHERE resolved_at IS NULL) AS reported`,
  );
  return rows[0] ?? { requests: 0, reported: 0 };
}

/** Shorter words are part of nearly every address: they find those that begin so, by an index. */
const shortestPart = 3;

/** Below it no plan counts scans without keeping them, so that nothing else is to be added up. */
const leastKept = Math.min(
  ...Object.values(entitlements).map((plan) => plan.detailedScansPerMonth ?? Number.POSITIVE_INFINITY),
);

const month = "date_trunc('month', now() AT TIME ZONE 'UTC')";
const scans = `coalesce(l.detailed, 0) + CASE WHEN l.detailed >= ${leastKept} THEN (
    SELECT coalesce(sum(c.count), 0)::int FROM over_limit_scan c
    WHERE c.account_id = a.id AND NOT c.is_sandbox AND c.minute >= ${month} AT TIME ZONE 'UTC') ELSE 0 END`;

const orders: Record<AccountSort, string> = {
  newest: "created_at DESC, id DESC",
  codes: "code_count DESC, id DESC",
  scans: "scans DESC, id DESC",
};

/** Which accounts are meant, from parameter $3 on. */
function writeSearch(q: string): { where: string; values: string[] } {
  const words = q.normalize("NFKC").trim().toLowerCase();
  if (words === "") return { where: "", values: [] };
  const code = readCodeName(q);
  if (code !== null && isId(code)) {
    return {
      where: `WHERE a.id IN (SELECT $3::uuid UNION SELECT account_id FROM app_user WHERE id = $3
        UNION SELECT account_id FROM qr_code WHERE id = $3)`,
      values: [code],
    };
  }
  const pattern = words.replace(/[\\%_]/g, "\\$&");
  const isPart = words.length >= shortestPart;
  const people = `SELECT account_id FROM app_user WHERE email LIKE $3${isPart ? " OR lower(name) LIKE $3" : ""}`;
  const ofCode =
    code === null
      ? ""
      : ` UNION SELECT account_id FROM qr_code WHERE short_code = $4
    UNION SELECT account_id FROM short_url_path WHERE key = lower($4) AND qr_code_id IS NOT NULL
    UNION SELECT account_id FROM domain WHERE host = split_part($4, '/', 1) AND is_served`;
  return {
    where: `WHERE a.id IN (${people}${ofCode})`,
    values: [isPart ? `%${pattern}%` : `${pattern}%`, ...(code === null ? [] : [code])],
  };
}

export type ListedAccountRow = Dated<ListedAccount, "createdAt" | "lastSignInAt">;

/** Accounts that a search finds, in an order, from `offset` on. */
export async function listAccountRows(
  q: string,
  sort: AccountSort,
  limit: number,
  offset: number,
): Promise<ListedAccountRow[]> {
  const { where, values } = writeSearch(q);
  const { rows } = await sql.query<ListedAccountRow>(
    `SELECT p.id AS "accountId", u.email, u.name, coalesce(u.is_operator, false) AS "isOperator", p.plan,
       p.code_count AS codes, p.scans, p.created_at AS "createdAt", u.last_sign_in_at AS "lastSignInAt"
     FROM (
       SELECT a.id, a.plan, a.code_count, a.created_at, ${scans} AS scans
       FROM account a LEFT JOIN scan_counter l ON l.account_id = a.id AND NOT l.is_sandbox AND l.month = ${month}
       ${where} ORDER BY ${orders[sort]} LIMIT $1 OFFSET $2) p
     LEFT JOIN LATERAL (
       SELECT email, name, is_operator, last_sign_in_at FROM app_user WHERE account_id = p.id
       ORDER BY created_at LIMIT 1) u ON true
     ORDER BY ${orders[sort]}`,
    [limit, offset, ...values],
  );
  return rows;
}

/** How many accounts a search finds. */
export async function countAccounts(q: string): Promise<number> {
  const { where, values } = writeSearch(q);
  // As many parameters as the page's, so that the same conditions name the same ones.
  const { rows } = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM account a ${where} ${where === "" ? "WHERE" : "AND"} $1::int > 0 AND $2::int = 0`,
    [1, 0, ...values],
  );
  return rows[0]?.total ?? 0;
}

/** The first person of an account. */
export async function findPerson(
  accountId: string,
  sessionSeconds: number,
): Promise<Dated<AccountPerson, "lastSignInAt" | "twoFactorSince"> | undefined> {
  const { rows } = await sql.query(
    `SELECT u.id AS "userId", email, name, is_operator AS "isOperator", password_hash IS NOT NULL AS "hasPassword",
       ARRAY(SELECT provider::text FROM identity i WHERE i.user_id = u.id ORDER BY 1) AS providers,
       last_sign_in_at AS "lastSignInAt", totp_confirmed_at AS "twoFactorSince",
       (SELECT count(*)::int FROM user_session s
        WHERE s.user_id = u.id AND s.created_at > now() - make_interval(secs => $2)) AS sessions,
       (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodesLeft",
       EXISTS (SELECT FROM mail_token t WHERE t.user_id = u.id AND t.purpose = 'email_change'
         AND t.expires_at > now()) AS "isChangingEmail"
     FROM app_user u WHERE account_id = $1 ORDER BY u.created_at LIMIT 1`,
    [accountId, sessionSeconds],
  );
  return rows[0];
}

/** An account's codes, with the target of an address; what other types hold is not the operator's business. */
export async function listCodesOfAccount(accountId: string): Promise<AccountCode[]> {
  const { rows } = await sql.query<AccountCode>(
    `SELECT id, name, type, target, short_code AS "shortCode", environment = 'sandbox' AS "isSandbox",
       suspended_at IS NOT NULL AS "isSuspended", scan_count AS "scanCount"
     FROM qr_code WHERE account_id = $1 ORDER BY scan_count DESC, id DESC`,
    [accountId],
  );
  return rows;
}

/** An account's webhooks of both environments. */
export async function listWebhooksOfAccount(
  accountId: string,
): Promise<(Omit<AccountWebhook, "host"> & { url: string })[]> {
  const { rows } = await sql.query(
    `SELECT id, name, url, environment = 'sandbox' AS "isSandbox", is_active AS "isActive",
       disabled_reason IS NOT NULL AS "isDisabled", coalesce(event_count, 0) AS "eventCount",
       coalesce(failure_count, 0) AS "failureCount"
     FROM webhook LEFT JOIN webhook_queue ON webhook_id = id WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

/** The last reports of an account's codes. */
export async function listReportsOfAccount(
  accountId: string,
  limit: number,
): Promise<Dated<AccountReport, "createdAt">[]> {
  const { rows } = await sql.query(
    `SELECT r.id, r.short_code AS "shortCode", r.reason, r.note, r.created_at AS "createdAt",
       r.resolved_at IS NOT NULL AS "isSettled"
     FROM qr_code q JOIN abuse_report r USING (short_code) WHERE q.account_id = $1
     ORDER BY r.created_at DESC, r.id DESC LIMIT $2`,
    [accountId, limit],
  );
  return rows;
}

/** What was done last in an account, and by whom: its person, a key, the operator in the browser, or the service. */
export async function listAuditOfAccount(
  accountId: string,
  userId: string | null,
  limit: number,
): Promise<Dated<AccountView["audit"][number], "createdAt">[]> {
  const { rows } = await sql.query(
    `SELECT id, action, created_at AS "createdAt",
       CASE WHEN key_id IS NOT NULL THEN 'key' WHEN user_id IS NULL THEN 'service'
         WHEN user_id = $2 THEN 'person' ELSE 'operator' END AS by
     FROM audit_entry WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $3`,
    [accountId, userId, limit],
  );
  return rows;
}

type CountedReport = Dated<AccountReport, "createdAt"> & { count: number; waiting: number };

/** The last reports of a code, each with how many there are and how many are open. */
export async function listReportsOfCode(shortCode: string, limit: number): Promise<CountedReport[]> {
  const { rows } = await sql.query<CountedReport>(
    `SELECT id, short_code AS "shortCode", reason, note, created_at AS "createdAt", resolved_at IS NOT NULL AS "isSettled",
       count(*) OVER ()::int AS count, count(*) FILTER (WHERE resolved_at IS NULL) OVER ()::int AS waiting
     FROM abuse_report WHERE short_code = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    [shortCode, limit],
  );
  return rows;
}

/** The codes that are out of service, the last suspended first. */
export async function listSuspendedRows(limit: number): Promise<Dated<SuspendedCode, "since">[]> {
  const { rows } = await sql.query(
    `SELECT q.id, q.name, q.short_code AS "shortCode", q.target, q.account_id AS "accountId", q.suspended_at AS since,
       coalesce(q.suspended_reason, '') AS reason,
       (SELECT email FROM app_user u WHERE u.account_id = q.account_id ORDER BY u.created_at LIMIT 1) AS email
     FROM qr_code q WHERE q.suspended_at IS NOT NULL ORDER BY q.suspended_at DESC, q.id LIMIT $1`,
    [limit],
  );
  return rows;
}

export interface ReportedRow {
  shortCode: string;
  /** What follows `/r/` in the short URL of its code. */
  path: string;
  count: number;
  latest: Date;
  reasons: Partial<Record<ReportReason, number>>;
  notes: ReportedCode["notes"];
  id: string | null;
  name: string;
  type: NonNullable<ReportedCode["code"]>["type"];
  target: string | null;
  rules: Rules | null;
  accountId: string;
  email: string | null;
  plan: Plan;
  scanCount: number;
  suspendedAt: Date | null;
  suspendedReason: string | null;
}

const isState = (isSettled: boolean) => `resolved_at IS ${isSettled ? "NOT NULL" : "NULL"}`;
const shownNotes = 5;

/** Codes with open reports, or with dismissed ones, the latest reported first, from `offset` on. */
export async function listReportedRows(
  isSettled: boolean,
  limit: number,
  offset: number,
): Promise<ReportedRow[]> {
  const which = isState(isSettled);
  const { rows } = await sql.query<ReportedRow>(
    `SELECT r.short_code AS "shortCode", coalesce(${shortPathSql("q")}, r.short_code) AS path, r.count, r.latest, reasons, coalesce(notes, '[]') AS notes, q.id, q.name, q.type,
       q.target, q.rules, q.account_id AS "accountId", q.scan_count AS "scanCount", q.suspended_at AS "suspendedAt",
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
    [limit, offset],
  );
  return rows;
}

export async function countReported(isSettled: boolean): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `SELECT count(DISTINCT short_code)::int AS total FROM abuse_report WHERE ${isState(isSettled)}`,
  );
  return rows[0]?.total ?? 0;
}
