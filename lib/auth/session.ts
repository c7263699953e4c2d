import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { decode, encode } from "next-auth/jwt";
import { cache } from "react";
import type { Caller } from "@/lib/accounts/schema";
import { hasDashboard } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { pageHeader } from "@/lib/platform/http";
import { readAuthSecret } from "@/lib/platform/secrets";
import { sessionSeconds } from "@/lib/users/schema";
import { findSessionUser, type SignedIn } from "@/lib/users/sign-in";
import { keepDevice } from "./devices";
import { hasSecureCookies, readSessionClaims, sessionCookieName, writeSessionClaims } from "./session-token";

type Session = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>;

async function readToken(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookieName())?.value;
}

async function readSession(): Promise<Session | null> {
  const token = await readToken();
  return token === undefined ? null : findSessionOf(token);
}

async function findSessionOf(token: string): Promise<Session | null> {
  // A cookie that this service didn't issue is nobody's session.
  const claims = await decode({ token, secret: readAuthSecret() }).catch(() => null);
  const session = readSessionClaims(claims, Date.now());
  return session === null ? null : findSessionUser(session);
}

/** The session of this request; asked of the database once for each rendering, and never kept beyond it. */
export const findSession: () => Promise<Session | null> = cache(readSession);

/**
 * The session of this request, and how to ask again who is signed in by it, for an answer that goes on after it: a
 * session that is over meanwhile is null then. Null without one.
 */
export async function watchSession(): Promise<{
  session: Session;
  findNow: () => Promise<Session | null>;
} | null> {
  const token = await readToken();
  if (token === undefined) return null;
  const findNow = () => findSessionOf(token);
  const session = await findNow();
  return session && { session, findNow };
}

/** The session of this request; without one the visitor is sent to sign in, and comes back afterwards. */
export async function requireSession(): Promise<Session> {
  const session = await findSession();
  if (session !== null) return session;
  const page = (await headers()).get(pageHeader);
  redirect(page === null ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(page)}`);
}

/** The operator's session. Others who are signed in get 404; visitors are sent to sign in. */
export async function requireOperator(): Promise<Session> {
  const session = await requireSession();
  if (!session.isOperator) notFound();
  return session;
}

/** The caller of a dashboard action or file. Throws `plan_required` on a plan without a dashboard; pages show `NoDashboard`. */
export async function requireDashboardCaller(): Promise<Caller> {
  const session = await requireSession();
  if (hasDashboard(session.plan)) return callerOf(session);
  throw new ServiceError("plan_required", "This plan works through the API and has no dashboard");
}

/** The signed-in person as the domain wants to be told who calls: production data, no key. */
export function callerOf({ accountId, plan, userId }: Session): Caller {
  return { accountId, plan, environment: "production", key: null, userId };
}

/** Gives the browser the cookie of a new session, as next-auth does after a password, and makes it a known device. */
export async function openSession(signedIn: SignedIn): Promise<void> {
  await keepDevice(signedIn);
  const nowMs = Date.now();
  const token = writeSessionClaims(signedIn, nowMs);
  const value = await encode({ token, secret: readAuthSecret(), maxAge: sessionSeconds });
  (await cookies()).set(sessionCookieName(), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: hasSecureCookies(),
    expires: new Date(nowMs + sessionSeconds * 1_000),
  });
}
