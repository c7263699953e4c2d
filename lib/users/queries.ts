import type { Plan } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";
import {
  type MailPurpose,
  mailLinkSeconds,
  type ProviderName,
  sessionSeconds,
  type UserSession,
} from "./schema";

/** What a mailed link is about. */
export interface MailLink {
  email: string;
  userId: string | null;
  name: string | null;
  passwordHash: string | null;
}

const mailLinkColumns = `email, user_id AS "userId", name, password_hash AS "passwordHash"`;
const isLinkAlive = "token_hash = $1 AND purpose = $2 AND expires_at > now()";

/** Stores a link's token hash; it expires when its purpose says. */
export async function insertMailToken(
  tx: Executor,
  tokenHash: Buffer,
  purpose: MailPurpose,
  { email, userId, name, passwordHash }: MailLink,
): Promise<void> {
  await tx.query(
    `INSERT INTO mail_token (token_hash, purpose, email, user_id, name, password_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [tokenHash, purpose, email, userId, name, passwordHash, mailLinkSeconds[purpose]],
  );
}

/** A link that hasn't expired. */
export async function findMailToken(tokenHash: Buffer, purpose: MailPurpose): Promise<MailLink | null> {
  const text = `SELECT ${mailLinkColumns} FROM mail_token WHERE ${isLinkAlive}`;
  const { rows } = await sql.query<MailLink>(text, [tokenHash, purpose]);
  return rows[0] ?? null;
}

/** Deletes a link that hasn't expired and returns it; of several calls at once one gets it. */
export async function consumeMailToken(
  tx: Executor,
  tokenHash: Buffer,
  purpose: MailPurpose,
): Promise<MailLink | null> {
  const { rows } = await tx.query<MailLink>(
    `DELETE FROM mail_token WHERE ${isLinkAlive} RETURNING ${mailLinkColumns}`,
    [tokenHash, purpose],
  );
  return rows[0] ?? null;
}

/** Deletes expired links; how many. */
export async function deleteExpiredMailTokens(): Promise<number> {
  const { rowCount } = await sql.query("DELETE FROM mail_token WHERE expires_at <= now()");
  return rowCount ?? 0;
}

/** Changes an address and returns the old one; null for a deleted user. */
export async function updateEmail(
  tx: Executor,
  userId: string | null,
  email: string,
): Promise<{ accountId: string; oldEmail: string } | null> {
  const { rows } = await tx.query<{ accountId: string; oldEmail: string }>(
    `UPDATE app_user SET email = $2
     FROM (SELECT id, email FROM app_user WHERE id = $1 FOR UPDATE) AS old
     WHERE app_user.id = old.id RETURNING account_id AS "accountId", old.email AS "oldEmail"`,
    [userId, email],
  );
  return rows[0] ?? null;
}

export interface SignInRow {
  accountId: string;
  sessionVersion: number;
  deviceVersion: number;
  needsCode: boolean;
}

/**
 * Records a sign-in, unless two-factor sign-in still needs a code. Null if the user is deleted or the session version is not
 * the one given; null as version accepts any.
 */
export async function recordSignInTime(
  tx: Executor,
  userId: string,
  version: number | null,
  hasShownCode: boolean,
): Promise<SignInRow | null> {
  const { rows } = await tx.query<SignInRow>(
    `UPDATE app_user
     SET last_sign_in_at = CASE WHEN totp_confirmed_at IS NULL OR $3 THEN now() ELSE last_sign_in_at END
     WHERE id = $1 AND session_version = coalesce($2, session_version)
     RETURNING account_id AS "accountId", session_version AS "sessionVersion", device_version AS "deviceVersion",
       totp_confirmed_at IS NOT NULL AND NOT $3 AS "needsCode"`,
    [userId, version, hasShownCode],
  );
  return rows[0] ?? null;
}

/** Deletes a user's sessions beyond the `kept` that were seen last. */
export async function deleteSessionsBeyond(tx: Executor, userId: string, kept: number): Promise<void> {
  await tx.query(
    `DELETE FROM user_session WHERE id IN (
       SELECT id FROM user_session WHERE user_id = $1 ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
    [userId, kept],
  );
}

export interface SessionUserRow {
  userId: string;
  sessionId: string;
  accountId: string;
  email: string;
  name: string | null;
  plan: Plan;
  hasPassword: boolean;
  isOperator: boolean;
  providers: ProviderName[];
  isLastSeenDue: boolean;
}

const isLastSeenDue = "s.last_seen_at < now() - interval '15 minutes'";

/** The user of a session whose version still holds, in one round trip; called by every page. */
export async function findSessionRow(
  userId: string,
  sessionVersion: number,
  sessionId: string,
): Promise<SessionUserRow | null> {
  const { rows } = await sql.query<SessionUserRow>({
    name: "session-user",
    text: `SELECT u.id AS "userId", s.id AS "sessionId", u.account_id AS "accountId", u.email, u.name, a.plan,
        u.is_operator AS "isOperator", u.password_hash IS NOT NULL AS "hasPassword",
        ARRAY(SELECT i.provider::text FROM identity i WHERE i.user_id = u.id ORDER BY 1) AS providers,
        ${isLastSeenDue} AS "isLastSeenDue"
      FROM user_session s JOIN app_user u ON u.id = s.user_id JOIN account a ON a.id = u.account_id
      WHERE s.id = $3 AND u.id = $1 AND u.session_version = $2`,
    values: [userId, sessionVersion, sessionId],
  });
  return rows[0] ?? null;
}

/** Updates when a session was last seen, at most every 15 minutes. */
export async function touchSession(sessionId: string): Promise<void> {
  const text = `UPDATE user_session s SET last_seen_at = now() WHERE s.id = $1 AND ${isLastSeenDue}`;
  await sql.query(text, [sessionId]);
}

export type SessionRow = Omit<UserSession, "signedInAt" | "lastSeenAt"> & {
  signedInAt: Date;
  lastSeenAt: Date;
};

/** A user's live sessions: the current one first, then by when they were last seen. */
export async function listSessionRows(userId: string, currentId: string): Promise<SessionRow[]> {
  const { rows } = await sql.query<SessionRow>(
    `SELECT id, device, os, browser, country, created_at AS "signedInAt", last_seen_at AS "lastSeenAt",
       id = $2 AS "isCurrent"
     FROM user_session WHERE user_id = $1 AND created_at > now() - make_interval(secs => $3)
     ORDER BY id = $2 DESC, last_seen_at DESC, id DESC`,
    [userId, currentId, sessionSeconds],
  );
  return rows;
}

/** Deletes expired sessions; how many. */
export async function deleteExpiredSessions(): Promise<number> {
  const { rowCount } = await sql.query(
    "DELETE FROM user_session WHERE created_at <= now() - make_interval(secs => $1)",
    [sessionSeconds],
  );
  return rowCount ?? 0;
}

/**
 * Ends every session and mailed link in a restored database, since nobody knows which of them have ended since the backup.
 * Returns how many sessions there were.
 */
export async function endEverySignIn(connection: Executor): Promise<number> {
  // By more than any version rises meanwhile: what was signed for a later version must not fit either.
  await connection.query(
    "UPDATE app_user SET session_version = session_version + 10000, device_version = device_version + 10000",
  );
  await connection.query("DELETE FROM mail_token");
  const { rowCount } = await connection.query("DELETE FROM user_session");
  return rowCount ?? 0;
}

/** Locks a user and reads the two-factor secret; null for a deleted user. */
export async function findTotpForUpdate(
  tx: Executor,
  userId: string,
): Promise<{ secret: Buffer | null; isOn: boolean } | null> {
  const { rows } = await tx.query<{ secret: Buffer | null; isOn: boolean }>(
    `SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "isOn" FROM app_user
     WHERE id = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Turns two-factor sign-in on with the time step of the first code. */
export async function confirmTotp(tx: Executor, userId: string, step: number): Promise<void> {
  const text = "UPDATE app_user SET totp_confirmed_at = now(), totp_last_step = $2 WHERE id = $1";
  await tx.query(text, [userId, step]);
}

/** Uses a recovery code; of several calls at once one gets true. */
export async function consumeRecoveryCode(tx: Executor, userId: string, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE recovery_code SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL",
    [userId, codeHash],
  );
  return rowCount === 1;
}
