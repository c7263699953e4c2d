import { env } from "@/lib/platform/env";

/** What a session's cookie holds, encrypted: whom, and the version of their sessions that it belongs to. */
export interface Ticket {
  userId: string;
  sessionVersion: number;
}

/** How long a session lasts from signing in, in seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** Whether cookies may be sent over https alone; browsers then hold them to this very host (`__Host-`, RFC 6265bis). */
export function hasSecureCookies(): boolean {
  return env.baseUrl.startsWith("https:");
}

export function sessionCookieName(): string {
  return `${hasSecureCookies() ? "__Host-" : ""}next-auth.session-token`;
}

/** The claims of a ticket, as the token of next-auth carries them. */
export function writeTicket({ userId, sessionVersion }: Ticket): { sub: string; version: number } {
  return { sub: userId, version: sessionVersion };
}

/** The ticket in a token's claims; null for claims of another kind. */
export function readTicket(claims: Record<string, unknown> | null): Ticket | null {
  const { sub, version } = claims ?? {};
  return typeof sub === "string" && typeof version === "number"
    ? { userId: sub, sessionVersion: version }
    : null;
}
