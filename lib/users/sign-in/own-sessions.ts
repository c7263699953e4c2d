import { recordAudit } from "@/lib/accounts";
import { sql, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sessionSeconds, type UserSession } from "../schema";

/** The browsers in which a person is signed in: the one that asks first, then by when they were last seen. */
export async function listSessions(userId: string, currentId: string): Promise<UserSession[]> {
  const { rows } = await sql.query<
    Omit<UserSession, "signedInAt" | "lastSeenAt"> & { signedInAt: Date; lastSeenAt: Date }
  >(
    `SELECT id, device, os, browser, country, created_at AS "signedInAt", last_seen_at AS "lastSeenAt",
       id = $2 AS "isCurrent"
     FROM user_session WHERE user_id = $1 AND created_at > now() - make_interval(secs => $3)
     ORDER BY id = $2 DESC, last_seen_at DESC, id DESC`,
    [userId, currentId, sessionSeconds],
  );
  return rows.map(({ signedInAt, lastSeenAt, ...row }) => ({
    ...row,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Ends one session of a person, at its next request. Throws `not_found` where they have no such session. */
export async function endSession(userId: string, id: string): Promise<void> {
  const isEnded = isId(id) && (await transaction((tx) => deleteSession(tx, userId, id)));
  if (!isEnded) throw new ServiceError("not_found", "This session is over already");
}

async function deleteSession(
  tx: Parameters<Parameters<typeof transaction>[0]>[0],
  userId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ accountId: string }>(
    `DELETE FROM user_session s USING app_user u WHERE s.id = $2 AND s.user_id = $1 AND u.id = s.user_id
     RETURNING u.account_id AS "accountId"`,
    [userId, id],
  );
  const [row] = rows;
  if (row === undefined) return false;
  await recordAudit(tx, { accountId: row.accountId, userId, action: "user.session_ended", subjectId: id });
  return true;
}

/** Deletes sessions whose time is over; returns how many. */
export async function sweepSessions(): Promise<number> {
  const { rowCount } = await sql.query(
    "DELETE FROM user_session WHERE created_at <= now() - make_interval(secs => $1)",
    [sessionSeconds],
  );
  return rowCount ?? 0;
}
