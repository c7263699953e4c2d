import { recordAudit } from "@/lib/accounts";
import { type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Origin } from "@/lib/scans/visitor";
import {
  deleteExpiredSessions,
  deleteSessionsBeyond,
  findSessionRow,
  listSessionRows,
  recordSignInTime,
  type SessionUserRow,
  touchSession,
} from "./queries";
import type { ProviderName, UserSession } from "./schema";

/** What a session's cookie holds: the session ends with its row, or when the user's version changes. */
export interface SignedIn {
  userId: string;
  sessionVersion: number;
  sessionId: string;
  /** Makes this device a known one from now on. */
  deviceVersion: number;
}

/** A provider's own id of a user, which never passes to another person. */
export interface Identity {
  provider: ProviderName;
  providerUserId: string;
}

/**
 * A user who has shown the password, or comes from a provider, and must still show a code. There is no session yet; this lasts
 * as long as the session version.
 */
export interface HalfSignedIn {
  userId: string;
  sessionVersion: number;
  sessionId: null;
  /** Linked once the code is shown. */
  identity?: Identity;
}

/** Beyond these, a new session ends the one that was seen least recently. */
const maxSessions = 100;

const unknownOrigin: Origin = { device: "Unknown", os: "Unknown", browser: "Unknown", country: "Unknown" };

interface Entry {
  /** The session version that was read together with the password or identity. */
  version?: number;
  /** How the session list describes the browser. */
  from?: Origin | undefined;
  hasShownCode?: boolean;
}

/**
 * Records a sign-in and starts a session; with two-factor sign-in only after a code, and before it records nothing. Null if the
 * user is deleted or their session version changed meanwhile: a password that was just changed lets nobody in.
 */
export async function beginSession(
  tx: PrismaTransaction,
  userId: string,
  { version, from = unknownOrigin, hasShownCode = false }: Entry = {},
): Promise<SignedIn | HalfSignedIn | null> {
  const row = await recordSignInTime(tx, userId, version ?? null, hasShownCode);
  if (row === null) return null;
  const { accountId, sessionVersion, deviceVersion } = row;
  if (row.needsCode) return { userId, sessionVersion, sessionId: null };
  const sessionId = newId();
  const { device, os, browser, country } = from;
  const data = { id: sessionId, userId, device, os, browser, country };
  await tx.userSession.create({ data, select: { id: true } });
  // The user's row is locked by now, so the count is exact.
  await deleteSessionsBeyond(tx, userId, maxSessions);
  await recordAudit(tx, { accountId, userId, action: "user.signed_in" });
  return { userId, sessionVersion, sessionId, deviceVersion };
}

type SessionUser = Omit<SessionUserRow, "isLastSeenDue">;

/** The user of a session, read from the database every time; null once the session has ended. */
export async function findSessionUser({
  userId,
  sessionVersion,
  sessionId,
}: Omit<SignedIn, "deviceVersion"> | HalfSignedIn): Promise<SessionUser | null> {
  if (sessionId === null || !isId(userId) || !isId(sessionId) || !Number.isSafeInteger(sessionVersion))
    return null;
  const row = await findSessionRow(userId, sessionVersion, sessionId);
  if (row === null) return null;
  const { isLastSeenDue, ...user } = row;
  if (isLastSeenDue) recordLastSeen(sessionId);
  return user;
}

/** Sessions that are being written, or were a moment ago. */
const touching = oncePerProcess("sessions last seen", () => new Set<string>());

/** Requests that read the session before it was written have ended by then. */
const momentMs = 5_000;

/** Writes off the request's path: many requests of one page write once. A failed write is due again at the next request. */
function recordLastSeen(sessionId: string): void {
  if (touching.has(sessionId)) return;
  touching.add(sessionId);
  touchSession(sessionId)
    .catch((err: unknown) => log.warn({ err }, "when a session was last seen could not be written"))
    .finally(() => setTimeout(() => touching.delete(sessionId), momentMs).unref());
}

/**
 * Ends every session of a user at once. Their devices stay known, unless somebody else does it.
 *
 * @param byUserId who does it, if not the user.
 */
export async function endSessions(userId: string, byUserId = userId): Promise<void> {
  const isOther = byUserId !== userId;
  await prismaTransaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId },
      data: { sessionVersion: { increment: 1 }, ...(isOther && { deviceVersion: { increment: 1 } }) },
      select: { accountId: true },
    });
    if (user === undefined) return;
    await deleteSessions(tx, userId);
    const entry = { accountId: user.accountId, userId: byUserId, subjectId: userId };
    await recordAudit(tx, { ...entry, action: "user.signed_out" });
  });
}

/** Deletes a user's sessions in the transaction that raises their version. */
export async function deleteSessions(tx: PrismaTransaction, userId: string): Promise<void> {
  await tx.userSession.deleteMany({ where: { userId } });
}

/** The browsers in which a user is signed in: the current one first, then by when they were last seen. */
export async function listSessions(userId: string, currentId: string): Promise<UserSession[]> {
  const rows = await listSessionRows(userId, currentId);
  return rows.map(({ signedInAt, lastSeenAt, ...row }) => ({
    ...row,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Ends one session of a user. Throws `not_found` if they have no such session. */
export async function endSession(userId: string, id: string): Promise<void> {
  const isEnded = isId(id) && (await prismaTransaction((tx) => deleteSession(tx, userId, id)));
  if (!isEnded) throw new ServiceError("not_found", "This session is over already");
}

async function deleteSession(tx: PrismaTransaction, userId: string, id: string): Promise<boolean> {
  const { count } = await tx.userSession.deleteMany({ where: { id, userId } });
  if (count === 0) return false;
  const user = await tx.user.findUnique({ where: { id: userId }, select: { accountId: true } });
  if (user === null) return false;
  await recordAudit(tx, { accountId: user.accountId, userId, action: "user.session_ended", subjectId: id });
  return true;
}

/** Deletes expired sessions; how many. */
export function sweepSessions(): Promise<number> {
  return deleteExpiredSessions();
}
