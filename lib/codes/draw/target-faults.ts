import ipaddr from "ipaddr.js";
import { findBlocked } from "@/lib/blocklist";
import { env } from "@/lib/platform/env";
import { fieldError, type ServiceError } from "@/lib/platform/errors";

/**
 * What a redirect must not lead to, though it may be printed: an address with a user name or password, which hides
 * where it leads, and a short URL of this service, which could lead in a circle. Undefined for any other.
 *
 * @param href a WHATWG `href`.
 * @param field where it stands.
 */
export function findTargetFault(href: string, field: string): ServiceError | undefined {
  const url = new URL(href);
  if (url.username !== "" || url.password !== "") {
    const says = "must not have a user name or password before its host, because a redirect leads there";
    return invalidUrl(field, "not_allowed", says);
  }
  if (isOwnHost(url) && /^\/+r\//.test(decodePath(url.pathname))) {
    const says = "must not be a short URL of this service, because a redirect leads there";
    return invalidUrl(field, "not_allowed", says);
  }
  return undefined;
}

/** What no code of any kind may lead to: an address that the operator has blocked. Undefined where none of them is. */
export function findBlockedFault(hrefs: readonly string[], field: string): ServiceError | undefined {
  if (!hrefs.some(findBlocked)) return undefined;
  return invalidUrl(field, "blocked", "leads to an address that this service does not serve");
}

function invalidUrl(field: string, code: "not_allowed" | "blocked", says: string): ServiceError {
  return fieldError("invalid_url", { field, code, message: `${field} ${says}` });
}

/** Under whatever scheme: what answers on one usually answers on the other. */
function isOwnHost({ protocol, hostname, port }: URL): boolean {
  const own = new URL(env.baseUrl);
  const name = hostname.replace(/\.$/, "");
  const host = port === "" ? name : `${name}:${port}`;
  if (host === own.host || env.baseUrlAliases.includes(host)) return true;
  return isThisMachine(name) && (port || defaultPorts[protocol]) === String(env.port);
}

const defaultPorts: Record<string, string> = { "http:": "80", "https:": "443" };

/** Every name and address of the loopback, and the unspecified address, by which systems reach it as well. */
function isThisMachine(hostname: string): boolean {
  if (/^(?:.*\.)?localhost$/.test(hostname)) return true;
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(address) && ["loopback", "unspecified"].includes(ipaddr.process(address).range());
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
