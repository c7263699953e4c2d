import { recordAudit } from "@/lib/accounts";
import type { Plan } from "@/lib/plans";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { ProviderName } from "../schema";

/** What a session is made from: it is over as soon as the person's version is another. */
export interface SignedIn {
  userId: string;
  sessionVersion: number;
}

/** The person of a living session, as of this moment. */
interface SessionUser {
  userId: string;
  accountId: string;
  email: string;
  name: string | null;
  plan: Plan;
  hasPassword: boolean;
  providers: ProviderName[];
}

/**
 * Notes that somebody came in; null where the person is gone, or where their sessions have got another version than the
 * one that was read with what let them in: a password that was changed meanwhile lets nobody in any more.
 */
export async function noteSignIn(
  tx: Transaction,
  userId: string,
  version?: number,
): Promise<SignedIn | null> {
  const { rows } = await tx.query<{ accountId: string; sessionVersion: number }>(
    `UPDATE app_user SET last_sign_in_at = now() WHERE id = $1 AND session_version = coalesce($2, session_version)
     RETURNING account_id AS "accountId", session_version AS "sessionVersion"`,
    [userId, version ?? null],
  );
  const [row] = rows;
  if (row === undefined) return null;
  await recordAudit(tx, { accountId: row.accountId, userId, action: "user.signed_in" });
  return { userId, sessionVersion: row.sessionVersion };
}

/** Whom a session belongs to, asked of the database at every read; null once the session is over. */
export async function findSessionUser({ userId, sessionVersion }: SignedIn): Promise<SessionUser | null> {
  if (!isId(userId) || !Number.isSafeInteger(sessionVersion)) return null;
  const { rows } = await sql.query<SessionUser>({
    name: "session-user",
    text: `SELECT u.id AS "userId", u.account_id AS "accountId", u.email, u.name, a.plan,
             u.password_hash IS NOT NULL AS "hasPassword",
             ARRAY(SELECT i.provider::text FROM identity i WHERE i.user_id = u.id ORDER BY 1) AS providers
           FROM app_user u JOIN account a ON a.id = u.account_id
           WHERE u.id = $1 AND u.session_version = $2`,
    values: [userId, sessionVersion],
  });
  return rows[0] ?? null;
}

/** Ends every session of a person, on every device, at once. */
export async function endSessions(userId: string): Promise<void> {
  await transaction(async (tx) => {
    const { rows } = await tx.query<{ accountId: string }>(
      `UPDATE app_user SET session_version = session_version + 1, updated_at = now() WHERE id = $1
       RETURNING account_id AS "accountId"`,
      [userId],
    );
    const [row] = rows;
    if (row) await recordAudit(tx, { accountId: row.accountId, userId, action: "user.signed_out" });
  });
}
