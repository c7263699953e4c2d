import { describeUsage } from "@/lib/accounts";
import { entitlements } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { listSessions } from "@/lib/users";
import type { Exporter } from "../exporter";
import { takeReading } from "../places";

interface Person {
  email: string;
  name: string | null;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  providers: { provider: string; providerUserId: string; createdAt: string }[];
  createdAt: string;
  lastSignInAt: string | null;
}

/** Whose the account is, what its plan holds and what was asked of the operator for it. No secret is among the columns. */
export async function readAccount(exporter: Exporter): Promise<object> {
  const { accountId } = exporter;
  const { rows: accounts } = await sql.query<{ id: string; name: string; createdAt: Date }>(
    `SELECT id, name, created_at AS "createdAt" FROM account WHERE id = $1`,
    [accountId],
  );
  const { rows: people } = await sql.query<Person>(
    `SELECT email, name, password_hash IS NOT NULL AS "hasPassword", totp_confirmed_at IS NOT NULL AS "hasTwoFactor",
       created_at AS "createdAt", last_sign_in_at AS "lastSignInAt",
       coalesce((SELECT jsonb_agg(jsonb_build_object('provider', provider, 'providerUserId', provider_user_id,
         'createdAt', created_at)) FROM identity WHERE user_id = app_user.id), '[]'::jsonb) AS providers
     FROM app_user WHERE account_id = $1 ORDER BY created_at`,
    [accountId],
  );
  const { rows: planRequests } = await sql.query(
    `SELECT id, plan, note, created_at AS "createdAt", resolved_at AS "resolvedAt" FROM plan_request
     WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  const { openRequest: _, plan, ...usage } = await describeUsage(exporter);
  return {
    service: env.baseUrl,
    account: accounts[0],
    plan: { id: plan, ...entitlements[plan] },
    usage,
    people,
    planRequests,
  };
}

/** The sessions of the person by their labels; an id could stand for the session. */
export async function readSessions({ userId, sessionId }: Exporter): Promise<object[]> {
  return (await listSessions(userId, sessionId)).map(({ id: _, ...labels }) => labels);
}

export async function readSupport({ accountId }: Exporter): Promise<object[]> {
  const { rows } = await sql.query(
    `SELECT id, email, subject, message, is_priority AS "isPriority", created_at AS "createdAt",
       answered_at AS "answeredAt"
     FROM support_request WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

const rowsTogether = 1_000;
const firstId = "00000000-0000-0000-0000-000000000000";

interface AuditRow {
  id: string;
  at: Date;
  action: string;
  userId: string | null;
  keyId: string | null;
  subjectId: string | null;
}

/** Of an operator no more is told than that it was one. */
const byWhom = `CASE WHEN user_id IS NULL OR EXISTS (
    SELECT FROM app_user u WHERE u.id = audit_entry.user_id AND u.account_id = audit_entry.account_id)
  THEN user_id::text ELSE 'operator' END`;

/** Who did what, the oldest first. */
export async function* walkAudit({ accountId }: Exporter, signal: AbortSignal): AsyncGenerator<AuditRow[]> {
  let [at, id] = [new Date(0), firstId];
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await takeReading(() =>
      sql.query<AuditRow>(
        `SELECT id, created_at AS at, action, ${byWhom} AS "userId", key_id AS "keyId", subject_id AS "subjectId"
         FROM audit_entry WHERE account_id = $1 AND (created_at, id) > ($2, $3::uuid)
         ORDER BY created_at, id LIMIT ${rowsTogether}`,
        [accountId, at, id],
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    [at, id] = [last.at, last.id];
  }
}

/** What was made from tables, with the rows that were refused. */
export async function readImports({ accountId }: Exporter): Promise<object[]> {
  const { rows } = await sql.query(
    `SELECT id, name, total, done, code_ids AS "codeIds", faults, created_at AS "createdAt",
       finished_at AS "finishedAt" FROM code_import WHERE account_id = $1 ORDER BY created_at, id LIMIT 1000`,
    [accountId],
  );
  return rows;
}
