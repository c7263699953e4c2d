import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { Settings } from "@/lib/platform/env";
import {
  clientAddressOf,
  clientHeader,
  isTrustedPeer,
  normalizeAddress,
  readClientAddress,
  signClientAddress,
} from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { ownCommand } from "@/lib/platform/own-command";
import { oncePerProcess } from "@/lib/platform/process-state";
import { hashText } from "@/lib/platform/secrets";

type Trust = Pick<Settings, "trustedProxies" | "baseUrl"> &
  Partial<Pick<Settings, "geoCountryHeader" | "geoCityHeader">>;

/** Headers by which a proxy in front of us speaks. From anybody else they are lies. */
const proxyHeader = /^(?:x-forwarded-|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$|cf-|x-vercel-)/;
/** The same and `Via` (RFC 9110, 7.6.3), which tells that a proxy handed the request on. */
const handedOn = /^(?:via$|x-forwarded-|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$|cf-|x-vercel-)/i;

/** Whether a proxy has handed a request on, or somebody says so. From the raw headers: the others are cleaned by then. */
export function isForwarded(rawHeaders: readonly string[]): boolean {
  return rawHeaders.some((text, at) => at % 2 === 0 && handedOn.test(text));
}

/** Headers by which Next speaks to itself, or by which a page learns its nonce: nobody's from outside. */
const internalHeader =
  /^(?:x-middleware-|x-nextjs-|x-next-|x-invoke-|x-matched-path$|x-now-|x-prerender-|x-quietzone-|next-resume|content-security-policy|x-nonce$|x-http-method|x-method-override$|x-original-|x-rewrite-)/;
/** In development Next's client names a request by these, and waits for ever where its server doesn't get them. */
const developmentHeader = /^x-nextjs-(?:html-)?request-id$/;
/** First letters of the names above, so that most headers cost one comparison. */
const suspect = /^[cfntx]/;

/**
 * The client of a request that Next makes to its own process, with the headers of the one it is answering: to run a form's
 * action where its page lives, and to fetch the page that a form leads to. It is known by the secret of this process,
 * and it means the host that was vetted then, not the loopback by which it comes. Null for every other request.
 */
function readInnerClient(headers: IncomingHttpHeaders): string | null {
  const address = readClientAddress(headers[clientHeader] as string | undefined);
  const host = headers["x-forwarded-host"] as string | undefined;
  if (address !== null && host !== undefined) headers.host = host;
  return address;
}

/**
 * Takes from the request every header that only a proxy of the operator's or Next itself may set, and returns the
 * client's true address. Duplicates of those headers are gone too, since Node has joined them.
 */
export function validateHeaders(request: IncomingMessage, settings: Trust, isDevelopment: boolean): string {
  const { headers } = request;
  const innerClient = clientHeader in headers ? readInnerClient(headers) : null;
  const peer = normalizeAddress(request.socket.remoteAddress ?? "") ?? "";
  const isTrusted = isTrustedPeer(peer, settings.trustedProxies);
  const forwardedFor = headers["x-forwarded-for"] as string | undefined;
  const address = isTrusted ? clientAddressOf(peer, forwardedFor, settings.trustedProxies) : peer;
  for (const name in headers) {
    if (!suspect.test(name) || (isDevelopment && developmentHeader.test(name))) continue;
    const isForged = !isTrusted && proxyHeader.test(name);
    if (isForged) warnOfUntrustedProxy(request, settings, name);
    if (isForged || internalHeader.test(name)) delete headers[name];
  }
  if (!isTrusted) dropPlace(headers, settings);
  return innerClient ?? address;
}

/** Where a visitor is, in the operator's headers: the word of a trusted proxy alone. */
function dropPlace(headers: IncomingHttpHeaders, { geoCountryHeader, geoCityHeader }: Trust): void {
  if (geoCountryHeader !== undefined) delete headers[geoCountryHeader];
  if (geoCityHeader !== undefined) delete headers[geoCityHeader];
}

/** Tells Next the truth about the client in the headers that it would otherwise fill in itself. */
export function forwardTruth(
  headers: IncomingHttpHeaders,
  address: string,
  settings: Trust,
  requestId: string,
): void {
  headers[clientHeader] = signClientAddress(address);
  headers["x-forwarded-for"] = address;
  headers["x-forwarded-proto"] = settings.baseUrl.startsWith("https:") ? "https" : "http";
  headers["x-forwarded-host"] = headers.host;
  delete headers["x-forwarded-port"];
  headers["x-request-id"] = requestId;
}

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
function warnOfUntrustedProxy(
  request: IncomingMessage,
  settings: Pick<Settings, "trustedProxies">,
  header: string,
): void {
  if (warned.isWarned || !clientHeaders.has(header) || !isUntrustedProxy(readArrival(request, settings)))
    return;
  warned.isWarned = true;
  log.warn(
    { setting: "TRUSTED_PROXIES" },
    `a proxy at a private address sends ${header}, and TRUSTED_PROXIES does not name it, so all visitors count as one; set TRUSTED_PROXIES to its address, which ${ownCommand("admin")} doctor names`,
  );
}
