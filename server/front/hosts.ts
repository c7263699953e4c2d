import type { Settings } from "@/lib/platform/settings";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** What answers on any Host: a printed code and a probe outlive a move of domain. */
const anyHost = /^\/(?:r\/|api\/public\/qr-codes\/view\/|api\/health(?:\/|$)|metrics$)/;

export type HostCheck = (host: string, path: string) => boolean;

/**
 * Tells whether a request may name this Host: always while `BASE_URL` is unset; else its own host, an alias or
 * loopback, so that nobody else's name can get into a cache, a log or a page.
 */
export function createHostCheck(
  settings: Pick<Settings, "isBaseUrlSet" | "baseUrl" | "baseUrlAliases">,
): HostCheck {
  if (!settings.isBaseUrlSet) return () => true;
  const { host, protocol } = new URL(settings.baseUrl);
  const known = new Set<string>();
  for (const name of [host, ...settings.baseUrlAliases]) {
    known.add(name);
    // A client may name the port that its scheme implies.
    if (!/:\d+$/.test(name)) known.add(`${name}:${protocol === "https:" ? 443 : 80}`);
  }
  return (name, path) =>
    known.has(name.toLowerCase()) || loopback.test(name.toLowerCase()) || anyHost.test(path);
}
