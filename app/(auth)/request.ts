import type { MailLink } from "@/components/auth/mail-pages";
import { findSession, signInProviders } from "@/lib/auth";
import { env } from "@/lib/platform/env";
import { parseUrl } from "@/lib/platform/errors";
import { findMailLink } from "@/lib/users/mail-links";
import { type MailPurpose, signInProviderNames } from "@/lib/users/schema";

const start = "/dashboard";

/** Pages that redirect a signed-in user at once: the redirect could lead back here. */
const leadsOn = /^\/(?:sign-in(?:\/code)?|sign-up|r(?:\/.*)?)$/;

/** Where a sign-in leads: a path of this service; another origin's address gives the account's first page. */
export function readCallbackUrl(requested: string | string[] | undefined, origin = env.baseUrl): string {
  const target = typeof requested === "string" ? parseUrl(requested, origin) : null;
  if (target === null) return start;
  const { origin: itsOrigin, pathname, search, hash } = target;
  // A path that begins with two slashes names a host to the browser.
  if (itsOrigin !== origin || pathname.startsWith("//") || leadsOn.test(pathname)) return start;
  return `${pathname}${search}${hash}`;
}

export function withCallback(path: "/sign-in" | "/sign-up", callbackUrl: string): string {
  return callbackUrl === start ? path : `${path}?callbackUrl=${encodeURIComponent(callbackUrl)}`;
}

/** A mailed link as its page finds it; null where it does nothing any more. Looks and changes nothing: a link is often opened by a mail program before a person does (A8). */
export async function readMailLink(
  purpose: MailPurpose,
  { token }: Record<string, string | string[] | undefined>,
): Promise<MailLink | null> {
  if (typeof token !== "string") return null;
  const link = await findMailLink(purpose, token);
  if (link === null) return null;
  const session = link.userId === null ? null : await findSession();
  const { email, userId, hasPassword } = link;
  return { token, email, isOwn: session !== null && session.userId === userId, hasPassword };
}

export const listProviders = () => signInProviders().map((id) => ({ id, name: signInProviderNames[id] }));
