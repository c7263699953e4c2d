import { recordAudit } from "@/lib/accounts";
import type { Plan } from "@/lib/plans";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { isId, newId } from "@/lib/platform/ids";
import type { Origin } from "@/lib/scans/visitor";
import type { ProviderName } from "../schema";
import type { Identity } from "./identity";
import { isSightingDue, noteSighting } from "./sightings";

/** What a session's ticket holds: it is over as soon as its row is gone, or the person's version is another. */
export interface SignedIn {
  userId: string;
  sessionVersion: number;
  sessionId: string;
  /** What makes this device a known one from now on. */
  deviceVersion: number;
}

/**
 * Who has shown their password, or is vouched for by a provider, and still has to show a code: no session, and no way to one
 * but that code, as long as their sessions have this version.
 */
export interface HalfSignedIn {
  userId: string;
  sessionVersion: number;
  sessionId: null;
  /** By what they are known from then on. */
  identity?: Identity;
}

/** The person of a living session, as of this moment. */
interface SessionUser {
  userId: string;
  sessionId: string;
  accountId: string;
  email: string;
  name: string | null;
  plan: Plan;
  hasPassword: boolean;
  /** Whether the pages of the operator are theirs. */
  isOperator: boolean;
  providers: ProviderName[];
}

/** Sessions that a person has at most; one more ends the one that was not seen for the longest. */
const maxSessions = 100;

/** Where nothing is known of it. */
const nowhere: Origin = { device: "Unknown", os: "Unknown", browser: "Unknown", country: "Unknown" };

interface Entry {
  /** Of their sessions, as it was read with what lets them in. */
  version?: number;
  /** What the session is known by again. */
  from?: Origin | undefined;
  hasShownCode?: boolean;
}

/**
 * Notes that somebody came in, and begins a session of theirs; of a person whose two-factor sign-in is on only once they have
 * shown a code, and notes nothing before. Null where the person is gone, or where their sessions have got another version
 * than the one that was read with what let them in: a password that was changed meanwhile lets nobody in any more.
 */
export async function noteSignIn(
  tx: Transaction,
  userId: string,
  { version, from = nowhere, hasShownCode = false }: Entry = {},
): Promise<SignedIn | HalfSignedIn | null> {
  const { rows } = await tx.query<{
    accountId: string;
    sessionVersion: number;
    deviceVersion: number;
    needsCode: boolean;
  }>(
    `UPDATE app_user
     SET last_sign_in_at = CASE WHEN totp_confirmed_at IS NULL OR $3 THEN now() ELSE last_sign_in_at END
     WHERE id = $1 AND session_version = coalesce($2, session_version)
     RETURNING account_id AS "accountId", session_version AS "sessionVersion", device_version AS "deviceVersion",
       totp_confirmed_at IS NOT NULL AND NOT $3 AS "needsCode"`,
    [userId, version ?? null, hasShownCode],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { accountId, sessionVersion, deviceVersion } = row;
  if (row.needsCode) return { userId, sessionVersion, sessionId: null };
  const sessionId = newId();
  await insertSession(tx, userId, sessionId, from);
  await recordAudit(tx, { accountId, userId, action: "user.signed_in" });
  return { userId, sessionVersion, sessionId, deviceVersion };
}

/** The person's row is locked by then, so that their sessions are counted exactly. */
async function insertSession(tx: Transaction, userId: string, id: string, from: Origin): Promise<void> {
  await tx.query(
    "INSERT INTO user_session (id, user_id, device, os, browser, country) VALUES ($1, $2, $3, $4, $5, $6)",
    [id, userId, from.device, from.os, from.browser, from.country],
  );
  await tx.query(
    `DELETE FROM user_session WHERE id IN (
       SELECT id FROM user_session WHERE user_id = $1 ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
    [userId, maxSessions],
  );
}

/** Whom a session belongs to, asked of the database at every read, in one trip; null once the session is over. */
export async function findSessionUser({
  userId,
  sessionVersion,
  sessionId,
}: Omit<SignedIn, "deviceVersion"> | HalfSignedIn): Promise<SessionUser | null> {
  if (sessionId === null || !isId(userId) || !isId(sessionId) || !Number.isSafeInteger(sessionVersion))
    return null;
  const { rows } = await sql.query<SessionUser & { isSightingDue: boolean }>({
    name: "session-user",
    text: `SELECT u.id AS "userId", s.id AS "sessionId", u.account_id AS "accountId", u.email, u.name, a.plan, u.is_operator AS "isOperator",
             u.password_hash IS NOT NULL AS "hasPassword",
             ARRAY(SELECT i.provider::text FROM identity i WHERE i.user_id = u.id ORDER BY 1) AS providers,
             ${isSightingDue} AS "isSightingDue"
           FROM user_session s JOIN app_user u ON u.id = s.user_id JOIN account a ON a.id = u.account_id
           WHERE s.id = $3 AND u.id = $1 AND u.session_version = $2`,
    values: [userId, sessionVersion, sessionId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { isSightingDue: isDue, ...person } = row;
  if (isDue) noteSighting(sessionId);
  return person;
}

/**
 * Ends every session of a person, on every device, at once. Their devices stay known, unless somebody else does it.
 *
 * @param byUserId who does it, where it is not that person.
 */
export async function endSessions(userId: string, byUserId = userId): Promise<void> {
  await transaction(async (tx) => {
    const { rows } = await tx.query<{ accountId: string }>(
      `UPDATE app_user SET session_version = session_version + 1,
         device_version = device_version + CASE WHEN $2 THEN 1 ELSE 0 END, updated_at = now()
       WHERE id = $1 RETURNING account_id AS "accountId"`,
      [userId, byUserId !== userId],
    );
    const [row] = rows;
    if (row === undefined) return;
    await forgetSessions(tx, userId);
    const entry = { accountId: row.accountId, userId: byUserId, subjectId: userId };
    await recordAudit(tx, { ...entry, action: "user.signed_out" });
  });
}

/** Deletes every session of a person in the transaction that raises their version. */
export async function forgetSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query("DELETE FROM user_session WHERE user_id = $1", [userId]);
}

/**
 * Ends every session of everybody and every link in a mail, in a database that was as it is now at some time before: which
 * of them have been ended or used since, nobody knows. Answers how many sessions that was.
 */
export async function endEverySignIn(connection: Pick<Transaction, "query">): Promise<number> {
  // By more than anybody raises it meanwhile: what was signed for a later version must not fit, either.
  await connection.query(
    "UPDATE app_user SET session_version = session_version + 10000, device_version = device_version + 10000",
  );
  await connection.query("DELETE FROM mail_token");
  const { rowCount } = await connection.query("DELETE FROM user_session");
  return rowCount ?? 0;
}
