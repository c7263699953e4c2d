import { sql } from "@/lib/platform/db";
import { parseUrl } from "@/lib/platform/errors";
import type { AccountReport, AccountView, AccountWebhook } from "../schema";

/** The newest of each kind that are shown. */
const shown = 20;

/** Webhooks of both environments: whom they tell, by the host alone, and how that goes. Never a secret. */
export async function readWebhooks(accountId: string): Promise<AccountWebhook[]> {
  const { rows } = await sql.query<Omit<AccountWebhook, "host"> & { url: string }>(
    `SELECT id, name, url, environment = 'sandbox' AS "isSandbox", is_active AS "isActive",
       disabled_reason IS NOT NULL AS "isDisabled", coalesce(event_count, 0) AS "eventCount",
       coalesce(failure_count, 0) AS "failureCount"
     FROM webhook LEFT JOIN webhook_lane ON webhook_id = id WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows.map(({ url, ...webhook }) => ({
    ...webhook,
    host: parseUrl(url)?.host ?? "",
  }));
}

export async function readRequests(accountId: string): Promise<AccountView["requests"]> {
  const { rows } = await sql.query(
    `SELECT id, plan, note, created_at AS "createdAt", resolved_at AS "resolvedAt" FROM plan_request
     WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
    [accountId],
  );
  return rows.map(({ createdAt, resolvedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }));
}

export async function readQuestions(accountId: string): Promise<AccountView["questions"]> {
  const { rows } = await sql.query(
    `SELECT id, subject, message, is_priority AS "isPriority", created_at AS "createdAt",
       answered_at IS NOT NULL AS "isAnswered" FROM support_request
     WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
    [accountId],
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** What was reported of the account's codes. */
export async function readReports(accountId: string): Promise<AccountReport[]> {
  const { rows } = await sql.query<Omit<AccountReport, "createdAt"> & { createdAt: Date }>(
    `SELECT r.id, r.short_code AS "shortCode", r.reason, r.note, r.created_at AS "createdAt",
       r.settled_at IS NOT NULL AS "isSettled"
     FROM qr_code q JOIN abuse_report r USING (short_code) WHERE q.account_id = $1
     ORDER BY r.created_at DESC, r.id DESC LIMIT ${shown}`,
    [accountId],
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** What was done, and by whom: the account's person, a key of theirs, the operator in the browser, or the service or a command. */
export async function readAudit(accountId: string, userId: string | null): Promise<AccountView["audit"]> {
  const { rows } = await sql.query(
    `SELECT id, action, created_at AS "createdAt",
       CASE WHEN key_id IS NOT NULL THEN 'key' WHEN user_id IS NULL THEN 'service'
         WHEN user_id = $2 THEN 'person' ELSE 'operator' END AS by
     FROM audit_entry WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
    [accountId, userId],
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
