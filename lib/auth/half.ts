import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { readAuthSecret } from "@/lib/platform/secrets";
import { halfSignInSeconds } from "@/lib/users/schema";
import { type Half, readHalf, writeHalf } from "./half-claims";
import { hasSecureCookies } from "./ticket";

/** Keys of their own: the cookie of half a sign-in opens as no session, and a session's as no half. */
const salt = "half sign-in";

function halfCookieName(): string {
  return `${hasSecureCookies() ? "__Host-" : ""}quietzone.half-sign-in`;
}

function cookieOptions() {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: hasSecureCookies() } as const;
}

/** Leaves half a sign-in in the browser, encrypted: nobody reads or writes it but the service. */
export async function keepHalf(half: Half): Promise<void> {
  const token = writeHalf(half, Date.now());
  const value = await encode({ token, secret: readAuthSecret(), maxAge: halfSignInSeconds, salt });
  (await cookies()).set(halfCookieName(), value, { ...cookieOptions(), maxAge: halfSignInSeconds });
}

/** The pending sign-in of this browser; null without one, and for a cookie that this service didn't issue. */
export async function findHalf(): Promise<Half | null> {
  const token = (await cookies()).get(halfCookieName())?.value;
  if (token === undefined) return null;
  const claims = await decode({ token, secret: readAuthSecret(), salt }).catch(() => null);
  return readHalf(claims, Date.now());
}

export async function dropHalf(): Promise<void> {
  (await cookies()).set(halfCookieName(), "", { ...cookieOptions(), maxAge: 0 });
}

/** The page that asks for the code, with where the sign-in was to lead: a path of this service. */
export function codePage(target: string): string {
  const { pathname, search, hash } = new URL(target, env.baseUrl);
  return `/sign-in/code?callbackUrl=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
}
