import type { Settings } from "./env";
import { parseUrl, ServiceError } from "./errors";

type Origins = Pick<Settings, "isBaseUrlSet" | "baseUrl" | "baseUrlAliases">;

/** Headers of a request, names in lower case, by which a browser tells where it comes from. */
interface Provenance {
  host?: string | undefined;
  origin?: string | undefined;
  "sec-fetch-site"?: string | undefined;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** Whether an origin is the service's own: `BASE_URL`, an alias, or loopback called by that name; else the request's host. */
export function isOwnOrigin(origin: string, host: string | undefined, settings: Origins): boolean {
  const url = /^https?:\/\//i.test(origin) ? parseUrl(origin) : null;
  if (url === null) return false;
  const { origin: plain, host: named, protocol } = url;
  const isSelfNamed = named === host?.toLowerCase();
  if (!settings.isBaseUrlSet) return isSelfNamed;
  const own = [
    settings.baseUrl,
    ...settings.baseUrlAliases.map((alias) => `${protocolOf(settings)}//${alias}`),
  ];
  return (
    own.some((known) => new URL(known).origin === plain) ||
    (isSelfNamed && loopback.test(named) && protocol === "http:")
  );
}

function protocolOf({ baseUrl }: Origins): string {
  return new URL(baseUrl).protocol;
}

/** The rule against cross-site requests (A8): changes must come from our own page, by Origin or else Sec-Fetch-Site. */
export function isFromOwnPage(headers: Provenance, settings: Origins): boolean {
  const { origin, host } = headers;
  return origin === undefined
    ? headers["sec-fetch-site"] === "same-origin"
    : isOwnOrigin(origin, host, settings);
}

export function readProvenance(headers: Pick<Headers, "get">): Provenance {
  const read = (name: string) => headers.get(name) ?? undefined;
  return { host: read("host"), origin: read("origin"), "sec-fetch-site": read("sec-fetch-site") };
}

/** Methods that change nothing, which any page may send (RFC 9110, 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

export function crossSiteError(): ServiceError {
  return new ServiceError(
    "insufficient_permission",
    "This request does not come from a page of this service",
    {
      hint: "Send forms from a page of this service; programs use the API with a key.",
    },
  );
}
