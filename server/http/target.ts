import type { Settings } from "@/lib/platform/env";

/** A request target as it may be routed: no second spelling of a path gets past this. */
export interface Target {
  path: string;
  /** Without `?`; percent-escapes untouched, raw UTF-8 escaped. */
  rawQuery: string;
}

/** Printable ASCII that stands for itself in a path: no space, `"`, `#`, `;`, `<`, `>`, backslash, `^`, backtick or braces. */
const plainPath = /^\/[!$-:=?-Z[\]_a-z|~]*$/;
/** Escapes that another reader of the path could take for `/`, `\`, `.`, `;`, `%` or a control character. */
const hiddenSyntax = /%(?:2[5ef]|3b|5c|[01][0-9a-f]|7f)/i;
/** One segment that is decoded once, as a tag, which may have `%`, `;` and `\`. */
const tagPath = /^\/api\/v1\/tags\/[^/]+$/;
const allowedInTags = /%(?:25|3b|5c)/gi;
const dotSegment = /\/\.{1,2}(?:\/|$)/;

/**
 * Splits a request target. Null if it is not a path (absolute form, `*`), or if its path could be read in more than
 * one way: `//`, dot segments, escaped slashes, dots and control characters, `;`, broken escapes, escapes that are no UTF-8,
 * bytes beyond ASCII.
 */
export function readTarget(target: string): Target | null {
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  if (!plainPath.test(path) || path.includes("//") || dotSegment.test(path)) return null;
  if (path.includes("%") && (hidesSyntax(path) || !isDecodable(path))) return null;
  const rawQuery = mark === -1 ? "" : escapeRaw(target.slice(mark + 1));
  return rawQuery === null ? null : { path, rawQuery };
}

function hidesSyntax(path: string): boolean {
  return hiddenSyntax.test(tagPath.test(path) ? path.replaceAll(allowedInTags, "") : path);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const beyondAscii = /[\u0080-\u00ff]/;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Clients such as curl send a query's UTF-8 as it is; Node shows its bytes as characters. Null if it isn't UTF-8. */
function escapeRaw(query: string): string | null {
  if (!beyondAscii.test(query)) return query;
  try {
    const text = utf8.decode(Buffer.from(query, "latin1"));
    return text.replace(/[^\0-\x7f]+/g, (raw) => encodeURIComponent(raw));
  } catch {
    return null;
  }
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** What answers on any Host: a printed code and a probe outlive a move of domain, and a proxy asks by an internal name. */
const anyHost =
  /^\/(?:r\/|api\/public\/qr-codes\/view\/|api\/health(?:\/|$)|metrics$|internal\/tls-permission$)/;

export type HostCheck = (host: string, path: string) => boolean;

/**
 * Returns whether a request may name this Host: always while `BASE_URL` is unset; else its own host, an alias or
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
