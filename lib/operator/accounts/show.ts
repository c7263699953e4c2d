import { describeUsage, findAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { listKeys } from "@/lib/api-keys";
import { sql } from "@/lib/platform/db";
import { parseUrl, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sessionSeconds } from "@/lib/users/schema";
import type { AccountCode, AccountPerson, AccountReport, AccountView, AccountWebhook } from "../schema";

/** The newest of each kind that are shown. */
const shown = 20;

type PersonRow = Omit<AccountPerson, "lastSignInAt" | "twoFactorSince"> & {
  lastSignInAt: Date | null;
  twoFactorSince: Date | null;
};

/** All that the operator sees of one account. Throws `not_found`. */
export async function getAccount(accountId: string): Promise<AccountView> {
  const account = isId(accountId) ? await findAccount(accountId) : null;
  if (account === null) throw new ServiceError("not_found", "There is no such account");
  const { plan } = account;
  const caller: Caller = { accountId, plan, environment: "production", key: null };
  const [person, usage, keys, webhooks, codes, requests, questions, reports] = await Promise.all([
    readPerson(accountId),
    describeUsage(caller),
    listKeys(caller),
    readWebhooks(accountId),
    readCodes(accountId),
    readRequests(accountId),
    readQuestions(accountId),
    readReports(accountId),
  ]);
  const audit = await readAudit(accountId, person?.userId ?? null);
  const createdAt = account.createdAt.toISOString();
  return {
    ...{ accountId, plan, createdAt, person, usage, keys },
    ...{ webhooks, codes, requests, questions, reports, audit },
  };
}

async function readPerson(accountId: string): Promise<AccountPerson | null> {
  const { rows } = await sql.query<PersonRow>(
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
  const [row] = rows;
  if (row === undefined) return null;
  const { lastSignInAt, twoFactorSince } = row;
  return {
    ...row,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    twoFactorSince: twoFactorSince?.toISOString() ?? null,
  };
}

/** Where a code of an address leads; what other types hold is nobody's business here. */
async function readCodes(accountId: string): Promise<AccountCode[]> {
  const { rows } = await sql.query<AccountCode>(
    `SELECT id, name, type, target, short_code AS "shortCode", environment = 'sandbox' AS "isSandbox",
       suspended_at IS NOT NULL AS "isSuspended", scan_count AS "scanCount"
     FROM qr_code WHERE account_id = $1 ORDER BY scan_count DESC, id DESC`,
    [accountId],
  );
  return rows;
}

/** Webhooks of both environments: whom they tell, by the host alone, and how that goes. Never a secret. */
async function readWebhooks(accountId: string): Promise<AccountWebhook[]> {
  const { rows } = await sql.query<Omit<AccountWebhook, "host"> & { url: string }>(
    `SELECT id, name, url, environment = 'sandbox' AS "isSandbox", is_active AS "isActive",
       disabled_reason IS NOT NULL AS "isDisabled", coalesce(event_count, 0) AS "eventCount",
       coalesce(failure_count, 0) AS "failureCount"
     FROM webhook LEFT JOIN webhook_queue ON webhook_id = id WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows.map(({ url, ...webhook }) => ({
    ...webhook,
    host: parseUrl(url)?.host ?? "",
  }));
}

async function readRequests(accountId: string): Promise<AccountView["requests"]> {
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

async function readQuestions(accountId: string): Promise<AccountView["questions"]> {
  const { rows } = await sql.query(
    `SELECT id, subject, message, is_priority AS "isPriority", created_at AS "createdAt",
       answered_at IS NOT NULL AS "isAnswered" FROM support_request
     WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
    [accountId],
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** What was reported of the account's codes. */
async function readReports(accountId: string): Promise<AccountReport[]> {
  const { rows } = await sql.query<Omit<AccountReport, "createdAt"> & { createdAt: Date }>(
    `SELECT r.id, r.short_code AS "shortCode", r.reason, r.note, r.created_at AS "createdAt",
       r.resolved_at IS NOT NULL AS "isSettled"
     FROM qr_code q JOIN abuse_report r USING (short_code) WHERE q.account_id = $1
     ORDER BY r.created_at DESC, r.id DESC LIMIT ${shown}`,
    [accountId],
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** What was done, and by whom: the account's person, a key of theirs, the operator in the browser, or the service or a command. */
async function readAudit(accountId: string, userId: string | null): Promise<AccountView["audit"]> {
  const { rows } = await sql.query(
    `SELECT id, action, created_at AS "createdAt",
       CASE WHEN key_id IS NOT NULL THEN 'key' WHEN user_id IS NULL THEN 'service'
         WHEN user_id = $2 THEN 'person' ELSE 'operator' END AS by
     FROM audit_entry WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
    [accountId, userId],
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
