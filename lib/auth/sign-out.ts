"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { endSessions } from "@/lib/users/sign-in";
import { requireSameOrigin } from "./client";
import { findSession } from "./session";
import { hasSecureCookies, sessionCookieName } from "./session-token";

/** Server action: ends every session of the account, on every device, and leads to the first page (A9). */
export async function signOut(): Promise<void> {
  await requireSameOrigin();
  const session = await findSession();
  if (session !== null) await endSessions(session.userId);
  (await cookies()).set(sessionCookieName(), "", {
    maxAge: 0,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: hasSecureCookies(),
  });
  redirect("/");
}
