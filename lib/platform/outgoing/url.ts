import { isIP } from "node:net";
import { parseUrl } from "../errors";
import { maxUrlLength } from "../schema-fields";
import { isReachable, type OutgoingRules } from "./rules";

/** What is wrong with an address. The last two are about where it leads, the others about how it is written. */
export type UrlFault =
  | "too_long"
  | "malformed"
  | "not_https"
  | "credentials"
  | "bad_port"
  | "own_host"
  | "not_public";

/** Where an address leads, taken from it once and for all. */
export interface Destination {
  /** The name without a dot at its end, or the address without brackets. */
  hostname: string;
  isLiteral: boolean;
  port: number;
  /** As the header `Host` has it. */
  host: string;
  path: string;
}

/** Ports that browsers never call by http (WHATWG Fetch, "port blocking"), and 0. */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** What a parser would drop in silence: control characters, blanks, halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const dropped = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\p{Cs}]/u;

/** Names of this machine itself (RFC 6761, 6.3): no name server is asked for them. */
export function isLocalhost(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

function readDestination(url: URL): Destination {
  const bare = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  return {
    hostname: bare.endsWith(".") ? bare.slice(0, -1) : bare,
    isLiteral: isIP(bare) !== 0,
    port: url.port === "" ? 443 : Number(url.port),
    host: url.host,
    path: `${url.pathname}${url.search}`,
  };
}

function findFaultOfText(text: string): UrlFault | null {
  if (text.length > maxUrlLength) return "too_long";
  if (dropped.test(text) || text.includes("\\") || parseUrl(text) === null) {
    return "malformed";
  }
  if (!/^https:/i.test(text)) return "not_https";
  const [, authority] = /^https:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === undefined) return "malformed";
  return authority.includes("@") ? "credentials" : null;
}

function findFaultOfPlace(to: Destination, rules: OutgoingRules): UrlFault | null {
  const { hostname, isLiteral, port } = to;
  if (badPorts.has(port)) return "bad_port";
  const labels = hostname.split(".");
  if (!isLiteral && (hostname.length > 253 || !labels.every((part) => label.test(part)))) return "malformed";
  const own = isLiteral && hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
  if (rules.own.includes(own)) return "own_host";
  if (isLiteral) return isReachable(hostname, rules) ? null : "not_public";
  if (isLocalhost(hostname)) return isReachable("127.0.0.1", rules) ? null : "not_public";
  return labels.length > 1 ? null : "not_public";
}

/**
 * Reads an address and judges it as it is written; no name is asked for. All spellings of an IPv4 address that a browser
 * understands (`0x7f.1`, `127。0。0。1`) are that address here.
 */
export function readUrl(text: string, rules: OutgoingRules): Destination | UrlFault {
  const fault = findFaultOfText(text);
  if (fault !== null) return fault;
  const to = readDestination(new URL(text));
  return findFaultOfPlace(to, rules) ?? to;
}
