import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { readAuthSecret } from "@/lib/platform/secrets";
import { sessionSeconds } from "@/lib/users/schema";
import type { SignedIn } from "@/lib/users/sign-in";
import { keepDevice } from "./devices";
import { hasSecureCookies, sessionCookieName, writeTicket } from "./ticket";

/** Gives the browser the cookie of a new session, as next-auth does after a password, and makes it a known device. */
export async function openSession(ticket: SignedIn): Promise<void> {
  await keepDevice(ticket);
  const nowMs = Date.now();
  const token = writeTicket(ticket, nowMs);
  const value = await encode({ token, secret: readAuthSecret(), maxAge: sessionSeconds });
  (await cookies()).set(sessionCookieName(), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: hasSecureCookies(),
    expires: new Date(nowMs + sessionSeconds * 1_000),
  });
}
