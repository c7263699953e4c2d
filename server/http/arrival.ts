import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { Settings } from "@/lib/platform/env";
import { isTrustedPeer, normalizeAddress } from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { hashText } from "@/lib/platform/secrets";

/** How a request arrived: what a proxy has made of it, as the front sees it. */
export interface Arrival {
  /** Who has opened the connection. */
  peer: string;
  /** Whether TRUSTED_PROXIES names it. */
  isTrusted: boolean;
  host: string | null;
  /** The headers in which a proxy names the client, as they came. */
  forwarded: Record<string, string>;
}

const clientHeaders = new Set([
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
]);
const ownRanges = new Set(["private", "loopback", "uniqueLocal", "linkLocal", "carrierGradeNat"]);

/** Where the operator's doctor asks how its request arrived. */
export const arrivalPath = "/api/health/arrival";

/** The credential of the doctor, derived from the encryption key that it shares with the service. */
export function arrivalToken(): string {
  return hashText("arrival", "doctor").toString("base64url");
}

export function isArrivalToken(authorization: string | undefined): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ""), Buffer.from(`Bearer ${arrivalToken()}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** From the raw headers: the others are cleaned by then. */
export function readArrival(
  { rawHeaders, socket }: IncomingMessage,
  { trustedProxies }: Pick<Settings, "trustedProxies">,
): Arrival {
  const peer = normalizeAddress(socket.remoteAddress ?? "") ?? "";
  const arrival: Arrival = {
    peer,
    isTrusted: isTrustedPeer(peer, trustedProxies),
    host: null,
    forwarded: {},
  };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = [rawHeaders[i]?.toLowerCase(), rawHeaders[i + 1]];
    if (name === "host") arrival.host = value;
    if (clientHeaders.has(name)) arrival.forwarded[name] = value;
  }
  return arrival;
}

/** Whether a proxy speaks that nobody trusts: then all visitors behind it count as one. */
function isUntrustedProxy({ peer, isTrusted, forwarded }: Arrival): boolean {
  const isOwn = ipaddr.isValid(peer) && ownRanges.has(ipaddr.process(peer).range());
  return !isTrusted && isOwn && Object.keys(forwarded).length > 0;
}

const warned = oncePerProcess("untrusted proxy", () => ({ isWarned: false }));

/**
 * Warns once of a proxy that TRUSTED_PROXIES does not name. Without its address, which may be a visitor's: the doctor names it.
 *
 * @param header one of its headers that is not believed.
 */
export function warnOfUntrustedProxy(
  request: IncomingMessage,
  settings: Pick<Settings, "trustedProxies">,
  header: string,
): void {
  if (warned.isWarned || !clientHeaders.has(header) || !isUntrustedProxy(readArrival(request, settings)))
    return;
  warned.isWarned = true;
  log.warn(
    { setting: "TRUSTED_PROXIES" },
    `a proxy at a private address sends ${header}, and TRUSTED_PROXIES does not name it, so all visitors count as one; set TRUSTED_PROXIES to its address, which npm run admin -- doctor names`,
  );
}
