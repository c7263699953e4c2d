import { env } from "@/lib/platform/env";
import { fieldError, type ServiceError } from "@/lib/platform/errors";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * What a redirect must not lead to, though it may be printed: an address with a user name or password, which hides
 * where it leads, and a short URL of this service, which could lead in a circle. Undefined for any other.
 *
 * @param href a WHATWG `href`.
 */
export function findTargetFault(href: string): ServiceError | undefined {
  const url = new URL(href);
  if (url.username !== "" || url.password !== "") {
    return invalidUrl(
      "must not have a user name or password before its host, because a redirect leads there",
    );
  }
  if (isOwnHost(url) && /^\/+r\//.test(decodePath(url.pathname))) {
    return invalidUrl("must not be a short URL of this service, because a redirect leads there");
  }
  return undefined;
}

function invalidUrl(says: string): ServiceError {
  return fieldError("invalid_url", { field: "content", code: "not_allowed", message: `content ${says}` });
}

/** Under whatever scheme: what answers on one usually answers on the other. */
function isOwnHost({ host, hostname, port }: URL): boolean {
  const own = new URL(env.baseUrl);
  const name = host.replace(/\.(?=:|$)/, "");
  if (name === own.host || env.baseUrlAliases.includes(name)) return true;
  return loopback.test(hostname) && port === String(env.port);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
