import { describeUsage, findAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { listKeys } from "@/lib/api-keys";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sessionSeconds } from "@/lib/users/schema";
import type { AccountCode, AccountPerson, AccountView } from "../schema";
import { readAudit, readQuestions, readReports, readRequests, readWebhooks } from "./records";

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
