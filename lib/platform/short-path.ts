import { parseUrl } from "./errors";

/** What may follow `/r/`, as the source of a regular expression: a generated code (8 base62 characters) or a slug. */
export const shortPathSource = "[0-9A-Za-z_-]{4,60}";
/** The same behind the host of a domain, where nothing else of the service is. */
export const domainPathSource = "[0-9A-Za-z_-]{1,60}";

const shortPath = new RegExp(`^${shortPathSource}$`);
const domainPath = new RegExp(`^${domainPathSource}$`);
const generatedCode = /^[0-9A-Za-z]{8}$/;

/** Whether a text can follow `/r/`, or the host of a domain; any other text opens no code, and nothing looks it up. */
export function isShortPath(text: string, isOnDomain = false): boolean {
  return (isOnDomain ? domainPath : shortPath).test(text);
}

/** Whether a path is written like a generated code, as no slug is on the service's host. */
export function isGeneratedCode(path: string): boolean {
  return generatedCode.test(path);
}

/**
 * What a path is looked up by. On the service's host a generated code to the letter and a slug in lower case; on a domain
 * every path in lower case, behind the domain's id and a slash.
 */
export function keyOfPath(path: string, domainId: string | null = null): string {
  if (domainId !== null) return `${domainId}/${path.toLowerCase()}`;
  return isGeneratedCode(path) ? path : path.toLowerCase();
}

/** What decides a code's short URL. */
export interface Named {
  /** Null: it has the generated code. */
  slug: string | null;
  /** Null for a static code. */
  shortCode: string | null;
  /** The host of its domain; null: the service's own. */
  host: string | null;
}

/** The same with all its paths but the generated code on the service's host, newest first, the present one among them. */
export interface NamedBefore extends Named {
  /** A path on a domain has the host and a slash before it. */
  paths: readonly string[];
}

/**
 * What follows `/r/` in a code's short URL, or of a domain the host, a slash and what follows it; null for a static code.
 * `shortPathSql` says it in SQL.
 */
export function pathOf<Code extends string | null>({
  slug,
  shortCode,
  host,
}: Named & { shortCode: Code }): Code | string {
  const path = slug ?? shortCode;
  return host === null || path === null ? (path as Code) : `${host}/${path}`;
}

/** The other paths that open a code, newest first; the generated code on the service's host, which always does, is the last. */
export function listAliases(code: NamedBefore): string[] {
  const present = pathOf(code);
  const earlier = code.paths.filter((path) => path.toLowerCase() !== present?.toLowerCase());
  return code.shortCode === null || present === code.shortCode ? earlier : [...earlier, code.shortCode];
}

/** A host as it is stored: lower case, punycode. Empty for what isn't a host alone: the parser would take a path or a port from it. */
export function readHost(text: string): string {
  return /[/\\?#@:\s]/.test(text) ? "" : (parseUrl(`http://${text}`)?.hostname ?? "");
}
