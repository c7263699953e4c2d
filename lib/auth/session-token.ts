import { env } from "@/lib/platform/env";
import { sessionSeconds } from "@/lib/users/schema";

/** What a session's cookie holds, encrypted: whom, which session of theirs, and the version of all that it belongs to. */
export interface SessionToken {
  userId: string;
  sessionVersion: number;
  sessionId: string;
}

/** Whether cookies may be sent over https alone; browsers then hold them to this very host (`__Host-`, RFC 6265bis). */
export function hasSecureCookies(): boolean {
  return env.baseUrl.startsWith("https:");
}

export function sessionCookieName(): string {
  return `${hasSecureCookies() ? "__Host-" : ""}next-auth.session-token`;
}

/** The time is our own: next-auth writes `iat` and `exp` again whenever it renews a cookie. */
interface Claims {
  sub: string;
  version: number;
  session: string;
  /** When somebody signed in, in seconds of Unix time. */
  signedIn: number;
}

export function writeSessionClaims(
  { userId, sessionVersion, sessionId }: SessionToken,
  nowMs: number,
): Claims & Record<string, unknown> {
  return { sub: userId, version: sessionVersion, session: sessionId, signedIn: Math.floor(nowMs / 1_000) };
}

/** Clocks of several machines may differ by so much, in seconds. */
const clockSkewSeconds = 60;

/**
 * The session in a token's claims, and when it ends; null for claims of another kind and for a session that is 30 days old,
 * whatever has renewed its cookie.
 */
export function readSessionClaims(
  claims: Record<string, unknown> | null,
  nowMs: number,
): (SessionToken & { endsAt: Date }) | null {
  const { sub, version, session, signedIn } = claims ?? {};
  if (typeof sub !== "string" || typeof session !== "string" || typeof version !== "number") return null;
  if (!Number.isSafeInteger(signedIn)) return null;
  const age = nowMs / 1_000 - Number(signedIn);
  if (age < -clockSkewSeconds || age >= sessionSeconds) return null;
  const endsAt = new Date((Number(signedIn) + sessionSeconds) * 1_000);
  return { userId: sub, sessionVersion: version, sessionId: session, endsAt };
}
