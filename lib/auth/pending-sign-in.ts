import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { readAuthSecret } from "@/lib/platform/secrets";
import { pendingSignInSeconds, signInProviderNames } from "@/lib/users/schema";
import { signInOver, signInWithCode } from "@/lib/users/sign-in";
import { readClient, readOrigin } from "./client";
import { openSession } from "./session";
import { hasSecureCookies } from "./session-token";

/** A sign-in that still needs a two-factor code. */
export type PendingSignIn = Parameters<typeof signInWithCode>[0];

/** The claims of a pending sign-in that begins now. */
export function writePendingClaims(
  { userId, sessionVersion, identity }: PendingSignIn,
  nowMs: number,
): Record<string, unknown> {
  return { sub: userId, version: sessionVersion, begun: Math.floor(nowMs / 1_000), ...identity };
}

/** A pending sign-in from its claims; null for claims of another kind, and 5 minutes after it began. */
export function readPendingClaims(
  claims: Record<string, unknown> | null,
  nowMs: number,
): PendingSignIn | null {
  const { sub, version, begun, provider, providerUserId } = claims ?? {};
  if (typeof sub !== "string" || typeof version !== "number" || !Number.isSafeInteger(begun)) return null;
  if (nowMs / 1_000 - Number(begun) >= pendingSignInSeconds) return null;
  const pending: PendingSignIn = { userId: sub, sessionVersion: version, sessionId: null };
  if (typeof providerUserId !== "string" || !isProvider(provider)) return pending;
  return { ...pending, identity: { provider, providerUserId } };
}

function isProvider(name: unknown): name is keyof typeof signInProviderNames {
  return typeof name === "string" && Object.hasOwn(signInProviderNames, name);
}

/** Gives this cookie its own key: it does not decrypt as a session, nor a session as it. */
const salt = "half sign-in";

function cookieName(): string {
  return `${hasSecureCookies() ? "__Host-" : ""}quietzone.half-sign-in`;
}

function cookieOptions() {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: hasSecureCookies() } as const;
}

export async function storePendingSignIn(pending: PendingSignIn): Promise<void> {
  const token = writePendingClaims(pending, Date.now());
  const value = await encode({ token, secret: readAuthSecret(), maxAge: pendingSignInSeconds, salt });
  (await cookies()).set(cookieName(), value, { ...cookieOptions(), maxAge: pendingSignInSeconds });
}

/** The pending sign-in of this browser; null without one, and for a cookie that this service didn't issue. */
export async function findPendingSignIn(): Promise<PendingSignIn | null> {
  const token = (await cookies()).get(cookieName())?.value;
  if (token === undefined) return null;
  const claims = await decode({ token, secret: readAuthSecret(), salt }).catch(() => null);
  return readPendingClaims(claims, Date.now());
}

async function clearPendingSignIn(): Promise<void> {
  (await cookies()).set(cookieName(), "", { ...cookieOptions(), maxAge: 0 });
}

/** The page that asks for the code, with where the sign-in was to lead: a path of this service. */
export function codePage(target: string): string {
  const { pathname, search, hash } = new URL(target, env.baseUrl);
  return `/sign-in/code?callbackUrl=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
}

/** Finishes this browser's pending sign-in by a code; its session begins now, as a new one. Throws as `signInWithCode` does. */
export async function finishSignIn(code: string): Promise<{ recoveryCodesLeft: number | null }> {
  const pending = await findPendingSignIn();
  if (pending === null) throw signInOver();
  const caller = { client: await readClient(), from: await readOrigin() };
  const { signedIn, recoveryCodesLeft } = await signInWithCode(pending, { code }, caller);
  await openSession(signedIn);
  await clearPendingSignIn();
  return { recoveryCodesLeft };
}
