import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { clientAddressOf, isTrustedPeer } from "./addresses";
import { env } from "./env";

/**
 * A route handler sees no socket, and Next leaves a client's own X-Forwarded-For as it is. So the header counts only
 * where the operator names proxies that append to it; without them all clients share one limit.
 */
export function findClientAddress(forwardedFor: string | null): string {
  if (forwardedFor === null || env.trustedProxies.length === 0) return "";
  const comma = forwardedFor.lastIndexOf(",");
  const peer = forwardedFor.slice(comma + 1).trim();
  return clientAddressOf(peer, comma === -1 ? undefined : forwardedFor.slice(0, comma), env.trustedProxies);
}

/** Whether the hop right before us is one of the operator's proxies, so that what it adds may be believed. */
export function isFromTrustedProxy(forwardedFor: string | null): boolean {
  return isTrustedPeer(
    forwardedFor?.slice(forwardedFor.lastIndexOf(",") + 1).trim() ?? "",
    env.trustedProxies,
  );
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
