import { randomBytes } from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { oncePerProcess } from "./process-state";

type Address = ReturnType<typeof ipaddr.parse>;

/** A network as `ipaddr.js` reads it: first address and length of the prefix. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Hops of `X-Forwarded-For` that are read at most, from the right. */
const maxHops = 32;

function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** One spelling for each address: IPv4-mapped IPv6 as IPv4, IPv6 shortened, no zone; null for anything else. */
export function normalizeAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (text.startsWith("::ffff:") && isIPv4(text.slice(7))) return text.slice(7);
  const zone = text.indexOf("%");
  const address = parseAddress(zone === -1 ? text : text.slice(0, zone));
  return address === null ? null : address.toString();
}

/** Reads a network (`10.0.0.0/8`, `2001:db8::/32`) or a single address; null if it is neither. */
export function parseNetwork(text: string): Network | null {
  const slash = text.indexOf("/");
  const address = normalizeAddress(slash === -1 ? text : text.slice(0, slash));
  if (address === null) return null;
  const parsed = ipaddr.parse(address);
  const longest = parsed.kind() === "ipv4" ? 32 : 128;
  if (slash === -1) return [parsed, longest] as Network;
  const bits = text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(bits)) return null;
  const mapped = address !== text.slice(0, slash) && longest === 32 ? 96 : 0;
  const length = Number(bits) - mapped;
  return length < 0 || length > longest ? null : ([parsed, length] as Network);
}

/** Both are of one kind. */
function matches(address: Address, base: Address, length: number): boolean {
  return (address as ipaddr.IPv4).match(base as ipaddr.IPv4, length);
}

/** Whether an address, in whatever spelling, lies in one of the networks. */
export function isWithin(text: string, networks: readonly Network[]): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  // By their kind: the networks of the settings may be objects of the other bundle's classes.
  return networks.some(([base, length]) => base.kind() === address.kind() && matches(address, base, length));
}

/** A hop as proxies write it: an address, with a port or in brackets. */
function readHop(hop: string): string | null {
  const text = hop.trim();
  if (text.startsWith("[")) return normalizeAddress(text.slice(1, text.indexOf("]")));
  const colon = text.indexOf(":");
  const isIPv4WithPort = colon !== -1 && colon === text.lastIndexOf(":");
  return normalizeAddress(isIPv4WithPort ? text.slice(0, colon) : text);
}

/** Whether a normalized address is this machine's own. */
export function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

const localRanges = ["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat", "unspecified"];

/** Whether an address is of a network that the internet does not reach (RFC 1918, 4193, 6598 and the like). */
export function isLocalAddress(address: string): boolean {
  return localRanges.includes(ipaddr.process(address).range());
}

/** Peers of one list that are remembered; they are the same few at every request. */
const maxPeers = 256;
const knownPeers = new WeakMap<readonly Network[], Map<string, boolean>>();

/** Is the peer of a socket one of the operator's own proxies (`TRUSTED_PROXIES`)? Not for hops: clients make those up. */
export function isTrustedPeer(peer: string, trusted: readonly Network[]): boolean {
  if (trusted.length === 0) return false;
  let known = knownPeers.get(trusted);
  if (known === undefined || known.size > maxPeers) {
    known = new Map();
    knownPeers.set(trusted, known);
  }
  let answer = known.get(peer);
  if (answer === undefined) {
    answer = isWithin(peer, trusted);
    known.set(peer, answer);
  }
  return answer;
}

/**
 * The client's address: the peer of the socket, unless that is a trusted proxy; then the rightmost hop of
 * `X-Forwarded-For` that is not. Hops left of it are the client's own words and are not read. A hop that is
 * no address ends the search at the last one that was.
 */
export function clientAddressOf(
  peer: string,
  forwardedFor: string | undefined,
  trusted: readonly Network[],
): string {
  let address = normalizeAddress(peer) ?? peer;
  if (forwardedFor === undefined) return address;
  let end = forwardedFor.length;
  let isTrusted = isTrustedPeer(address, trusted);
  for (let hops = 0; hops < maxHops && end > 0 && isTrusted; hops++) {
    const comma = forwardedFor.lastIndexOf(",", end - 1);
    const hop = readHop(forwardedFor.slice(comma + 1, end));
    if (hop === null) break;
    address = hop;
    end = comma;
    // The usual end of the list: who is the client needs no look.
    isTrusted = end > 0 && isWithin(address, trusted);
  }
  return address;
}

const clientSecret = oncePerProcess("client address secret", () => randomBytes(24).toString("base64url"));

/** Header in which the front tells Next the client's address. */
export const clientHeader = "x-quietzone-client";

/** The vetted address as the front hands it on: nobody outside this process knows the secret before it. */
export function signClientAddress(address: string): string {
  return `${clientSecret} ${address}`;
}

/** The address that the front has vetted, or null: there is no front (plain `next start`), or somebody made it up. */
export function readClientAddress(header: string | null | undefined): string | null {
  return header?.startsWith(`${clientSecret} `) ? header.slice(clientSecret.length + 1) : null;
}

/**
 * The client's address where no socket is known, as in Next's route handlers: the header counts only where the operator
 * names proxies that append to it, since Next leaves a client's own X-Forwarded-For as it is. Otherwise "".
 */
export function findClientAddress(forwardedFor: string | null, trusted: readonly Network[]): string {
  if (forwardedFor === null || trusted.length === 0) return "";
  const comma = forwardedFor.lastIndexOf(",");
  const peer = forwardedFor.slice(comma + 1).trim();
  return clientAddressOf(peer, comma === -1 ? undefined : forwardedFor.slice(0, comma), trusted);
}

/** Whether the nearest hop is one of the operator's proxies, so that what it adds may be believed. */
export function isFromTrustedProxy(forwardedFor: string | null, trusted: readonly Network[]): boolean {
  return isTrustedPeer(forwardedFor?.slice(forwardedFor.lastIndexOf(",") + 1).trim() ?? "", trusted);
}

/**
 * What a limit counts by: an IPv4 address itself (also when mapped into IPv6), of an IPv6 address its /64, since
 * a subscriber owns all of one. Text that is no address is one bucket for all such, so that it escapes no limit.
 */
export function rateKeyOf(clientAddress: string): string {
  if (isIPv4(clientAddress)) return clientAddress;
  if (!ipaddr.isValid(clientAddress)) return "unknown";
  const address = ipaddr.process(clientAddress);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}
