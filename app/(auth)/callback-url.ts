import { env } from "@/lib/platform/env";
import { parseUrl } from "@/lib/platform/errors";

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
